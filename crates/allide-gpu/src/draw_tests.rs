//! Draws against what they must leave in images, seen through kernels and queries.

use crate::testing::{gpu, random};
use crate::{
    Access, Buffer, Canvas, Compare, Drawing, Gpu, GpuError, Image, Options, Pen, Primitives, QUERIES, Recorder, Start,
    Texel, Wgsl, Words, immediates,
};
use std::marker::PhantomData;

/// A square over all of the view at a depth of `step` / 256, counter-clockwise, and `word` + 1 for each fragment.
const SQUARE: &str = "
struct Params { step: u32, word: u32 }
var<immediate> params: Params;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = array(vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0));
    return vec4(corner[index % 6u], f32(params.step) / 256.0, 1.0);
}

@fragment
fn fragment() -> @location(0) u32 {
    return params.word + 1u;
}
";

/// Adds up the words of an image.
const SUM: &str = "
@group(0) @binding(0) var<storage, read_write> sums: array<atomic<u32>>;
@group(0) @binding(1) var words: texture_2d<u32>;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    return vec4(array(vec2(-1.0, -1.0), vec2(3.0, -1.0), vec2(-1.0, 3.0))[index], 0.5, 1.0);
}

@fragment
fn fragment(@builtin(position) position: vec4<f32>) {
    atomicAdd(&sums[0], textureLoad(words, vec2<u32>(position.xy), 0).x);
}
";

immediates! {
    struct Square {
        step: u32,
        word: u32,
    }
}

const DRAWING: Drawing<'_, Square> = Drawing {
    name: "square",
    variant: "less",
    text: Wgsl::checked(&[SQUARE]),
    bindings: &[],
    images: &[],
    immediates: PhantomData,
    constants: &[],
    compare: Compare::Less,
    writes_depth: true,
    primitives: Primitives::Triangles,
    words: Words::One,
    counting: None,
    conservative: false,
};

fn sum(recorder: &mut Recorder<'_>, words: &Image, depth: &Image, sums: &Buffer) {
    let drawing: Drawing<'_> = Drawing {
        name: "sum",
        variant: "",
        text: Wgsl::checked(&[SUM]),
        bindings: &[Access::Write],
        images: &[Texel::Word],
        immediates: PhantomData,
        constants: &[],
        compare: Compare::Always,
        writes_depth: false,
        primitives: Primitives::Triangles,
        words: Words::None,
        counting: None,
        conservative: false,
    };
    let pen = recorder.gpu().pen(&drawing).unwrap();
    recorder.clear(sums);
    let mut pass = recorder.draw_into(&Canvas { depth, words: None, start: Start::Look });
    pass.set(&pen, &[sums.into()], &[words], &()).unwrap();
    pass.draw(0..3);
}

fn images(gpu: &Gpu, size: [u32; 2]) -> [Image; 2] {
    [gpu.image("depth", Texel::Depth, size).unwrap(), gpu.image("words", Texel::Word, size).unwrap()]
}

/// The sum of all words after squares were drawn: pipeline, depth and word of each.
fn drawn(gpu: &Gpu, size: [u32; 2], squares: &[(&Pen<Square>, u32, u32)]) -> u32 {
    let [depth, words] = &images(gpu, size);
    let sums = gpu.buffer("sums", 4).unwrap();
    let mut recorder = Recorder::new(gpu);
    let mut pass = recorder.draw_into(&Canvas { depth, words: Some(words), start: Start::Clear });
    for &(pen, step, word) in squares {
        pass.set(pen, &[], &[], &Square { step, word }).unwrap();
        pass.draw(0..6);
    }
    drop(pass);
    sum(&mut recorder, words, depth, &sums);
    let read = recorder.read(&sums);
    recorder.finish().unwrap().words(read)[0]
}

#[test]
fn the_nearest_fragment_wins() {
    let Some(gpu) = gpu(Options::default()) else { return };
    let less = &gpu.pen(&DRAWING).unwrap();
    for size in [[1, 1], [7, 3], [64, 64]] {
        let pixels = size[0] * size[1];
        assert_eq!(drawn(&gpu, size, &[]), 0);
        assert_eq!(drawn(&gpu, size, &[(less, 9, 4), (less, 5, 2), (less, 7, 1)]), 3 * pixels);
    }
}

#[test]
fn more_queries_than_a_set_has_are_answered_pass_by_pass() {
    let Some(gpu) = gpu(Options::default()) else { return };
    let write = gpu.pen(&DRAWING).unwrap();
    let behind =
        Drawing { variant: "behind", compare: Compare::Greater, writes_depth: false, words: Words::None, ..DRAWING };
    let query = gpu.pen(&behind).unwrap();
    let [depth, words] = &images(&gpu, [4, 4]);
    let steps: Vec<u32> = random(QUERIES + 500, 256).iter().map(|step| step % 256).collect();
    let results = gpu.buffer("results", steps.len() as u64 * 8).unwrap();
    let mut recorder = Recorder::new(&gpu);
    let mut pass = recorder.draw_into(&Canvas { depth, words: Some(words), start: Start::Clear });
    pass.set(&write, &[], &[], &Square { step: 100, word: 0 }).unwrap();
    pass.draw(0..6);
    drop(pass);
    for (part, steps) in (0..).zip(steps.chunks(QUERIES as usize)) {
        let mut pass = recorder.draw_into(&Canvas { depth, words: None, start: Start::Keep });
        for (number, &step) in (0..).zip(steps) {
            pass.set(&query, &[], &[], &Square { step, word: 0 }).unwrap();
            pass.draw_queried(number, 0..6);
        }
        drop(pass);
        recorder.resolve_queries(steps.len() as u32, &results, part * u64::from(QUERIES) * 8);
    }
    let read = recorder.read(&results);
    let done = recorder.finish().unwrap();
    let passed: Vec<bool> = done.slice::<u64>(read).iter().map(|&count| count != 0).collect();
    assert_eq!(passed, steps.iter().map(|&step| step > 100).collect::<Vec<_>>());
}

#[test]
fn images_go_back_to_the_pool_and_too_wide_ones_are_an_error() {
    let Some(gpu) = gpu(Options::default()) else { return };
    let first = gpu.image("first", Texel::Depth, [20, 10]).unwrap();
    let id = first.id();
    assert_eq!(first.size(), [20, 10]);
    assert_ne!(gpu.image("second", Texel::Depth, [20, 10]).unwrap().id(), id);
    drop(first);
    assert_eq!(gpu.image("third", Texel::Depth, [20, 10]).unwrap().id(), id);
    let limit = gpu.max_image();
    let error = gpu.image("wide", Texel::Word, [4, limit + 1]).unwrap_err();
    assert_eq!(error, GpuError::TooWide { what: "wide", side: limit + 1, limit });
}

#[test]
fn bad_drawings_and_missing_features_are_errors_that_leave_the_device_usable() {
    let Some(gpu) = gpu(Options::default()) else { return };
    let bad = Drawing { name: "bad", text: Wgsl::checked(&["fn vertex() { nonsense }"]), ..DRAWING };
    let error = gpu.pen(&bad).unwrap_err();
    assert!(matches!(error, GpuError::Kernel { kernel: "bad", .. }), "{error}");
    let conservative = gpu.pen(&Drawing { variant: "conservative", conservative: true, ..DRAWING });
    assert_eq!(gpu.has_conservative_raster(), conservative.is_ok());
    if let Err(error) = conservative {
        assert!(matches!(error, GpuError::Lacks { what: "square", .. }), "{error}");
    }
    let less = &gpu.pen(&DRAWING).unwrap();
    assert_eq!(drawn(&gpu, [2, 2], &[(less, 1, 1)]), 8);
}
