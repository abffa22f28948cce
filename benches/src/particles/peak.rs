//! How many additions and multiplications a second a device can do, measured.

use crate::Failure;
use allide_gpu::Access::Write;
use allide_gpu::{Choice, Gpu, Options, Recorder, Source, Wgsl, stages};
use std::marker::PhantomData;
use std::time::Instant;

/// Multiplications and additions of `f64` a second on all threads, as compiled for the machines that the library is compiled for.
pub fn cpu() -> f64 {
    const STEPS: usize = 20_000_000;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let began = Instant::now();
    std::thread::scope(|scope| {
        for seed in 0..threads {
            scope.spawn(move || {
                let mut lanes: [f64; 16] = std::array::from_fn(|k| 1.0 + (seed + k) as f64 * 1e-3);
                for _ in 0..STEPS {
                    lanes.iter_mut().for_each(|lane| *lane = *lane * 0.999_999 + 1e-6);
                }
                std::hint::black_box(lanes)
            });
        }
    });
    (threads * STEPS * 16 * 2) as f64 / began.elapsed().as_secs_f64()
}

const TEXT: &str = "
@group(0) @binding(0) var<storage, read_write> out: array<vec4<f32>>;

@compute @workgroup_size(THREADS)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var a = vec4(f32(id.x) * 0.001);
    var b = a + 0.5;
    var c = a + 0.25;
    var d = a + 0.125;
    for (var k = 0u; k < STEPS; k++) {
        a = fma(a, vec4(0.999), vec4(0.001));
        b = fma(b, vec4(0.999), vec4(0.001));
        c = fma(c, vec4(0.999), vec4(0.001));
        d = fma(d, vec4(0.999), vec4(0.001));
    }
    out[id.x % arrayLength(&out)] = a + b + c + d;
}
";

const THREADS: u32 = 64;
const STEPS: u32 = 4096;

const PEAK: Source = Source {
    name: "bench.peak",
    text: Wgsl::checked(&[TEXT]),
    bindings: &[Write],
    immediates: PhantomData,
    constants: &[("THREADS", THREADS), ("STEPS", STEPS)],
    settings: &[],
};

/// Multiplications and additions of `f32` a second.
pub fn gpu(choice: Choice) -> Result<f64, Failure> {
    let gpu = Gpu::open(choice, &stages::NEEDS, Options::default())?;
    let kernel = gpu.kernel(&PEAK, &[])?;
    let out = gpu.buffer("peak", 1 << 20)?;
    let groups = gpu.groups(1 << 24, THREADS);
    let mut best = f64::INFINITY;
    for _ in 0..4 {
        let mut recorder = Recorder::new(&gpu);
        recorder.stage("peak");
        recorder.dispatch(&kernel, [&out], &(), groups)?;
        let began = Instant::now();
        let done = recorder.finish()?;
        let own = done.stages().iter().find(|stage| stage.name == "peak").and_then(|stage| stage.ms);
        best = best.min(own.map_or_else(|| began.elapsed().as_secs_f64(), |ms| ms * 1e-3));
    }
    Ok(f64::from(groups) * f64::from(THREADS) * f64::from(STEPS) * 16.0 * 2.0 / best)
}
