//! Support for tests on a device.

use crate::{
    Access, Binding, Choice, Faults, Gpu, GpuError, Options, Recorder, Result, Source, Wgsl, immediates, stages,
};
use std::marker::PhantomData;

/// A device for a test, or `None` after a line that says so. With `ALLIDE_REQUIRE_GPU=1`, none is a failure.
pub(crate) fn gpu(options: Options) -> Option<Gpu> {
    match Gpu::open(Choice::Any, &stages::NEEDS, options) {
        Ok(gpu) => Some(gpu),
        Err(error @ (GpuError::NoAdapter { .. } | GpuError::TooSmall { .. }))
            if std::env::var_os("ALLIDE_REQUIRE_GPU").is_none_or(|value| value != "1") =>
        {
            #[expect(clippy::print_stderr, reason = "a test that was left out says so")]
            {
                eprintln!("left out: {error}");
            }
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Runs `test` with subgroup operations where there are any, and without; and with unchecked kernels, as in a release
/// build, which find workgroup memory as it was left.
pub(crate) fn on_all(test: impl Fn(&Gpu)) {
    for (subgroups, checked) in [(true, true), (false, true), (true, false), (false, false)] {
        if let Some(gpu) = gpu(Options { subgroups, checked, ..Options::default() }) {
            test(&gpu);
        }
    }
}

/// Enough elements for every workgroup to have many.
pub(crate) const LARGE: u32 = 2_000_003;

/// Sizes at which kernels break: around each power of two and some multiples of a tile.
pub(crate) fn sizes(tile: u32) -> Vec<u32> {
    let powers = (1..18).map(|bit| 1 << bit);
    let tiles = [1, 2, 3, 7, 33].map(|n| n * tile);
    let mut sizes: Vec<u32> = powers.chain(tiles).flat_map(|n| [n - 1, n, n + 1]).chain([0]).collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// Numbers that look random and are the same each time.
pub(crate) fn random(count: u32, mut state: u64) -> Vec<u32> {
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb) >> 32) as u32
    };
    (0..count).map(|_| next()).collect()
}

immediates! {
    struct Factor {
        factor: u32,
    }
}

const DOUBLE: Source<Factor> = Source {
    name: "double",
    text: Wgsl::checked(&["@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        var<immediate> factor: u32;
        @compute @workgroup_size(64)
        fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
            for (var i = id.x; i < arrayLength(&data); i += groups.x * 64u) { data[i] *= factor; }
        }"]),
    bindings: &[Access::Write],
    immediates: PhantomData,
    constants: &[],
    settings: &[],
};

fn multiply<'b>(recorder: &mut Recorder<'_>, what: impl Into<Binding<'b>>, factor: u32) -> Result<()> {
    let kernel = recorder.gpu().kernel(&DOUBLE, &[])?;
    let binding = what.into();
    let groups = recorder.gpu().groups((binding.range.end - binding.range.start) / 4, 64);
    recorder.dispatch_bindings(&kernel, &[binding], &Factor { factor }, groups)
}

/// Uploads, multiplies by 6 in two dispatches and reads back.
fn round_trip(gpu: &Gpu, data: &[u32]) -> Result<Vec<u32>> {
    let buffer = gpu.buffer("data", data.len() as u64 * 4)?;
    let mut recorder = Recorder::new(gpu);
    recorder.stage("upload");
    recorder.upload(&buffer, 0, data)?;
    recorder.stage("multiply");
    multiply(&mut recorder, &buffer, 2)?;
    multiply(&mut recorder, &buffer, 3)?;
    let result = recorder.read(&buffer);
    let done = recorder.finish()?;
    let names: Vec<_> = done.stages().iter().map(|stage| stage.name).collect();
    assert_eq!(names, ["upload", "multiply"]);
    assert_eq!(done.stages()[1].ms.is_some(), gpu.description().timestamps);
    Ok(done.words(result).to_vec())
}

#[test]
fn what_is_uploaded_is_computed_on_in_order_and_read_back() {
    let Some(gpu) = gpu(Options::default()) else { return };
    for count in [1, 2, 63, 65, 100_000, 3_000_000] {
        let data = random(count, 1);
        let want: Vec<u32> = data.iter().map(|x| x.wrapping_mul(6)).collect();
        assert!(round_trip(&gpu, &data).unwrap() == want, "{count} words");
    }
}

#[test]
fn repeated_runs_allocate_nothing() {
    let Some(gpu) = gpu(Options::default()) else { return };
    round_trip(&gpu, &random(10_000, 1)).unwrap();
    let allocated = gpu.allocated();
    for _ in 0..3 {
        round_trip(&gpu, &random(9_900, 2)).unwrap();
    }
    assert_eq!(gpu.allocated(), allocated);
    gpu.trim();
    assert_eq!(gpu.allocated(), 0);
    round_trip(&gpu, &random(10_000, 3)).unwrap();
}

#[test]
fn a_buffer_dropped_after_recording_serves_the_next_command() {
    let Some(gpu) = gpu(Options::default()) else { return };
    let mut recorder = Recorder::new(&gpu);
    let (kept, mut reads) = (gpu.buffer("kept", 4000).unwrap(), Vec::new());
    for round in 1..4u32 {
        let scratch = gpu.buffer("scratch", 400).unwrap();
        recorder.stage("round");
        recorder.upload(&scratch, 0, &[round; 100]).unwrap();
        multiply(&mut recorder, &scratch, 10).unwrap();
        recorder.copy(&scratch, &kept, u64::from(round) * 400);
        reads.push(recorder.read(kept.slice(u64::from(round) * 400..u64::from(round) * 400 + 400)));
        recorder.flush().unwrap();
    }
    assert!(gpu.allocated() < 4 * 4096 + 1024);
    let done = recorder.finish().unwrap();
    assert_eq!(done.stages().iter().filter(|stage| stage.ms.is_some()).count() == 3, gpu.description().timestamps);
    for (read, want) in reads.into_iter().zip([10, 20, 30]) {
        assert_eq!(done.words(read), [want; 100]);
    }
}

#[test]
fn a_lost_device_is_an_error_from_then_on() {
    let faults = Faults { lose_after_submissions: Some(2), ..Faults::default() };
    let Some(gpu) = gpu(Options { faults, ..Options::default() }) else { return };
    let data = random(1000, 1);
    assert!(round_trip(&gpu, &data).is_ok() && round_trip(&gpu, &data).is_ok());
    for _ in 0..2 {
        let error = round_trip(&gpu, &data).unwrap_err();
        assert!(matches!(error, GpuError::Lost(_)), "{error}");
    }
}

#[test]
fn a_full_gpu_is_an_error_and_no_more() {
    let faults = Faults { fail_allocation: Some(0), ..Faults::default() };
    let Some(gpu) = gpu(Options { faults, ..Options::default() }) else { return };
    let data = random(1000, 1);
    let error = round_trip(&gpu, &data).unwrap_err();
    assert_eq!(error, GpuError::OutOfMemory { what: "data".into(), bytes: 4096 });
    assert!(round_trip(&gpu, &data).is_ok());
}

#[test]
fn a_buffer_larger_than_memory_is_an_error() {
    let Some(gpu) = gpu(Options::default()) else { return };
    let error = gpu.buffer("huge", u64::MAX / 2).unwrap_err();
    assert!(matches!(error, GpuError::TooLarge { .. }), "{error}");
}

#[test]
fn past_the_binding_limit_parts_are_bound() {
    let faults = Faults { binding_limit: Some(4096), buffer_limit: Some(10_000), ..Faults::default() };
    let Some(gpu) = gpu(Options { faults, ..Options::default() }) else { return };
    assert!(matches!(gpu.buffer("large", 10_001), Err(GpuError::TooLarge { limit: 10_000, .. })));
    let data = random(2048, 1);
    let error = round_trip(&gpu, &data).unwrap_err();
    assert_eq!(error, GpuError::TooLarge { what: "data".into(), bytes: 8192, limit: 4096 });
    let buffer = gpu.buffer("data", 8192).unwrap();
    let mut recorder = Recorder::new(&gpu);
    recorder.upload(&buffer, 0, &data).unwrap();
    multiply(&mut recorder, buffer.slice(0..4096), 2).unwrap();
    multiply(&mut recorder, buffer.slice(4096..8192), 2).unwrap();
    let read = recorder.read(&buffer);
    let done = recorder.finish().unwrap();
    assert!(done.words(read).iter().zip(&data).all(|(a, b)| *a == b.wrapping_mul(2)));
}

#[test]
fn a_bad_kernel_and_a_bad_command_are_errors_that_leave_the_device_usable() {
    let Some(gpu) = gpu(Options::default()) else { return };
    let text = Wgsl::checked(&["fn main() { nonsense }"]);
    let source: Source = Source { name: "bad", text, bindings: &[], ..NOTHING };
    let error = gpu.kernel(&source, &[]).unwrap().wait().unwrap_err();
    assert!(matches!(error, GpuError::Kernel { kernel: "bad", .. }), "{error}");
    let buffer = gpu.buffer("data", 400).unwrap();
    let mut recorder = Recorder::new(&gpu);
    recorder.copy(buffer.slice(0..400), &buffer, 1 << 20);
    let error = recorder.finish().unwrap_err();
    assert!(matches!(error, GpuError::Refused(_)), "{error}");
    assert!(round_trip(&gpu, &random(1000, 1)).is_ok());
}

const NOTHING: Source = Source {
    name: "",
    text: Wgsl::checked(&[]),
    bindings: &[],
    immediates: PhantomData,
    constants: &[],
    settings: &[],
};

immediates! {
    struct Wild {
        divisor: u32,
        place: u32,
    }
}

const WILD: [&str; 1] = ["@group(0) @binding(0) var<storage, read_write> data: array<u32>;
    struct Params { divisor: u32, place: u32 }
    var<immediate> params: Params;
    @compute @workgroup_size(1)
    fn main() {
        data[0] = 5u / params.divisor;
        data[params.place] = 7u;
    }"];

#[test]
fn what_is_not_trusted_is_checked_even_where_nothing_else_is() {
    let Some(gpu) = gpu(Options { checked: false, ..Options::default() }) else { return };
    let checked: Source<Wild> = Source {
        name: "wild",
        text: Wgsl::checked(&WILD),
        bindings: &[Access::Write],
        immediates: PhantomData,
        constants: &[],
        settings: &[],
    };
    // SAFETY: what is compiled from it is not run.
    let trusted = Source { text: unsafe { Wgsl::trusted(&WILD) }, ..checked };
    // Whoever knows the name of a trusted kernel does not get it for a text that is not.
    let [trusted, checked] = [&trusted, &checked].map(|source| gpu.kernel(source, &[]).unwrap());
    assert!(!std::sync::Arc::ptr_eq(&trusted.compiled, &checked.compiled));
    let buffer = gpu.buffer("data", 1024).unwrap();
    let mut recorder = Recorder::new(&gpu);
    recorder.clear(&buffer);
    recorder.dispatch_bindings(&checked, &[buffer.slice(0..256)], &Wild { divisor: 0, place: 100 }, 1).unwrap();
    let read = recorder.read(&buffer);
    let done = recorder.finish().unwrap();
    // As WGSL has it: what is divided by 0 stays as it is, and nothing outside of what is bound is written.
    assert_eq!(done.words(read)[0], 5);
    assert!(done.words(read)[64..].iter().all(|word| *word == 0));
}
