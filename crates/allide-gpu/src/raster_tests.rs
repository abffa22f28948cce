//! Lines, sides, counts and pairs of words, seen in copies of images.

use crate::testing::gpu;
use crate::{
    Canvas, Compare, CountOp, Counting, Drawing, Gpu, Image, Options, Pen, Plane, Primitives, Recorder, Start, Texel,
    Wgsl, Words, immediates,
};
use std::marker::PhantomData;

/// A square over all of the view at a depth of `step` / 256, or, with vertices 6 and 7, a line through the middle.
const SQUARE: &str = "
struct Params { step: u32, word: u32, flips: u32 }
var<immediate> params: Params;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = array(
        vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0),
        vec2(-1.0, 0.0), vec2(1.0, 0.0),
    )[index];
    return vec4(select(corner, corner.yx, params.flips != 0u), f32(params.step) / 256.0, 1.0);
}

@fragment
fn fragment() -> @location(0) vec2<u32> {
    return vec2(params.word, params.word + 1u);
}
";

immediates! {
    struct Square {
        step: u32,
        word: u32,
        flips: u32,
    }
}

const DRAWING: Drawing<'_, Square> = Drawing {
    name: "counted square",
    variant: "",
    text: Wgsl::checked(&[SQUARE]),
    bindings: &[],
    images: &[],
    immediates: PhantomData,
    constants: &[],
    primitives: Primitives::Triangles,
    compare: Compare::Less,
    writes_depth: false,
    words: Words::None,
    counting: Some(UP_AND_DOWN),
    conservative: false,
};

const UP_AND_DOWN: Counting = Counting {
    compare: Compare::Always,
    fail: CountOp::Keep,
    front: CountOp::IncrementWrap,
    back: CountOp::DecrementWrap,
};

const SIZE: [u32; 2] = [5, 3];

fn images(gpu: &Gpu) -> [Image; 2] {
    [gpu.image("counts", Texel::DepthCount, SIZE).unwrap(), gpu.image("pairs", Texel::WordPair, SIZE).unwrap()]
}

/// A pass: the pipeline, the number of draws, and its parameters.
type Draws<'a> = &'a [(&'a Pen<Square>, usize, Square)];

fn draw(recorder: &mut Recorder<'_>, canvas: &Canvas<'_>, draws: Draws<'_>) {
    let mut pass = recorder.draw_into(canvas);
    for (pen, times, square) in draws {
        pass.set(pen, &[], &[], square).unwrap();
        (0..*times).for_each(|_| pass.draw(0..6));
    }
}

/// The bytes of a plane, row by row without what is beyond the last pixel.
fn copied(mut recorder: Recorder<'_>, image: &Image, plane: Plane, pixel: usize) -> Vec<u8> {
    let stride = image.row_bytes(plane);
    let buffer = recorder.gpu().buffer("copy", u64::from(stride * SIZE[1])).unwrap();
    recorder.copy_image(image, plane, &buffer);
    let read = recorder.read(&buffer);
    let done = recorder.finish().unwrap();
    let rows = done.bytes(read).chunks(stride as usize);
    rows.flat_map(|row| row[..SIZE[0] as usize * pixel].to_vec()).collect()
}

const FRONT: Square = Square { step: 9, word: 0, flips: 0 };
const BACK: Square = Square { flips: 1, ..FRONT };

#[test]
fn front_faces_count_up_and_back_faces_down_and_both_wrap() {
    let Some(gpu) = gpu(Options::default()).filter(Gpu::has_counts) else { return };
    let both = gpu.pen(&DRAWING).unwrap();
    let side = |variant, primitives| gpu.pen(&Drawing { variant, primitives, ..DRAWING }).unwrap();
    let (front, back) = (side("front", Primitives::FrontFaces), side("back", Primitives::BackFaces));
    let [depth, _] = &images(&gpu);
    let counts = |draws: Draws<'_>| {
        let mut recorder = Recorder::new(&gpu);
        draw(&mut recorder, &Canvas { depth, words: None, start: Start::Clear }, draws);
        copied(recorder, depth, Plane::Counts, 1)
    };
    let all = |count: u8| vec![count; 15];
    assert_eq!(counts(&[]), all(128));
    assert_eq!(counts(&[(&both, 3, FRONT), (&both, 1, BACK)]), all(130));
    assert_eq!(counts(&[(&front, 3, FRONT), (&front, 9, BACK)]), all(131));
    assert_eq!(counts(&[(&back, 3, FRONT), (&back, 9, BACK)]), all(119));
    assert_eq!(counts(&[(&both, 130, FRONT)]), all(2));
    assert_eq!(counts(&[(&both, 130, FRONT), (&both, 5, BACK)]), all(253));
}

#[test]
fn words_of_a_pair_are_written_apart_where_counts_and_depths_allow_and_recounting_keeps_them() {
    let Some(gpu) = gpu(Options::default()).filter(Gpu::has_counts) else { return };
    let positive = Counting { compare: Compare::Less, front: CountOp::Replace, ..Counting::NONE };
    let pen = |variant, words, counting, writes_depth| {
        gpu.pen(&Drawing { variant, words, counting: Some(counting), writes_depth, ..DRAWING }).unwrap()
    };
    let depths = pen("depths", Words::Kept(Texel::WordPair), Counting::NONE, true);
    let count = pen("count", Words::Kept(Texel::WordPair), UP_AND_DOWN, false);
    let first = pen("first", Words::First, positive, false);
    let second = pen("second", Words::Second, positive, false);
    let [depth, words] = &images(&gpu);
    let near = |word| Square { step: 50, word, flips: 0 };
    let far = Square { step: 150, word: 99, flips: 0 };
    let mut recorder = Recorder::new(&gpu);
    let canvas = |start| Canvas { depth, words: Some(words), start };
    draw(&mut recorder, &canvas(Start::Clear), &[(&depths, 1, Square { step: 100, ..far })]);
    // Behind what is there, nothing counts; the first word resets the count, so that no second one is written.
    let draws: Draws<'_> =
        &[(&count, 1, far), (&first, 1, near(5)), (&count, 1, near(5)), (&first, 1, near(7)), (&second, 1, near(8))];
    draw(&mut recorder, &canvas(Start::Keep), draws);
    draw(&mut recorder, &canvas(Start::Keep), &[(&count, 2, near(0))]);
    draw(
        &mut recorder,
        &canvas(Start::Recount),
        &[(&second, 1, near(20)), (&count, 1, near(0)), (&second, 1, near(30))],
    );
    assert_eq!(
        copied(recorder, words, Plane::Words, 8),
        [[7u32, 31]; 15].as_flattened().iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>()
    );
    let depths = copied(Recorder::new(&gpu), depth, Plane::Depths, 4);
    assert_eq!(depths, [100f32 / 256.0; 15].map(f32::to_le_bytes).as_flattened());
    let mut recorder = Recorder::new(&gpu);
    draw(&mut recorder, &canvas(Start::ClearNear), &[(&count, 1, near(0))]);
    assert_eq!(copied(recorder, depth, Plane::Counts, 1), [128; 15], "nothing is nearer than the nearest");
}

#[test]
fn a_line_is_a_row_of_pixels() {
    let Some(gpu) = gpu(Options::default()).filter(Gpu::has_counts) else { return };
    let line = gpu.pen(&Drawing { variant: "line", primitives: Primitives::Lines, ..DRAWING }).unwrap();
    let [depth, _] = &images(&gpu);
    let mut recorder = Recorder::new(&gpu);
    let mut pass = recorder.draw_into(&Canvas { depth, words: None, start: Start::Clear });
    pass.set(&line, &[], &[], &FRONT).unwrap();
    pass.draw(6..8);
    drop(pass);
    let counts = copied(recorder, depth, Plane::Counts, 1);
    assert_eq!(counts, [[128; 5], [129; 5], [128; 5]].as_flattened());
}
