//! Fragments that are drawn for a triangle, counted, against the faces of the box around it.

use super::super::stage::{DrawTargets, Patch, Shot};
use super::super::view::{View, ViewParams};
use super::tests::{Corners, Drawn, Probe, middle, probe, seen, view};
use super::*;
use crate::gpu::Triangles;
use crate::gpu::testing::on_one;
use allide_geom::DVec3;
use allide_gpu::Access::{Read, Write};
use allide_gpu::{Canvas, Compare, Drawing, Primitives, Recorder, Start, Wgsl, Words};
use allide_scenes::Random;
use std::marker::PhantomData;

/// Fragments count as such whether they meet the body or not.
const COUNT: &str = "
@group(0) @binding(5) var<storage, read_write> counts: array<atomic<u32>>;

@fragment
fn fragment(in: Fragment) {
    atomicAdd(&counts[in.part], 1u);
}";

/// Fragments of each triangle.
fn fragments(gpu: &Gpu, cover: &CoverSource, view: View, triangles: &[Corners]) -> Vec<u32> {
    let count = triangles.len() as u32;
    let mut recorder = Recorder::new(gpu);
    let [positions, corners, owners, counts] = &[("positions", 48), ("corners", 12), ("owners", 4), ("counts", 4)]
        .map(|(label, size)| gpu.buffer(label, u64::from(count) * size).unwrap());
    recorder.upload(positions, 0, triangles).unwrap();
    recorder.upload(corners, 0, &(0..3 * count).collect::<Vec<_>>()).unwrap();
    recorder.upload(owners, 0, &(0..count).collect::<Vec<_>>()).unwrap();
    recorder.clear(counts);
    let triangles = Triangles { count, positions, corners, owners };
    let stage = DrawTargets::new(gpu, cover, triangles, view.pixels()).unwrap();
    let patches: Vec<Patch> = (0..count).map(|k| Patch { owner: k, places: k..k + 1 }).collect();
    let slots = stage.lay_out(&mut recorder, &patches).unwrap();
    let mut parts = vec![include_str!("../view.wgsl")];
    parts.extend(cover.wgsl);
    parts.extend([include_str!("../vertex_body.wgsl"), COUNT]);
    let drawing: Drawing<'_, ViewParams> = Drawing {
        name: "count fragments",
        variant: cover.name,
        text: Wgsl::checked(&parts),
        bindings: &[Read, Read, Read, Read, Read, Write],
        images: &[],
        immediates: PhantomData,
        constants: &[("VERTICES", cover.vertices), ("FARTHEST", 0)],
        compare: Compare::Always,
        writes_depth: false,
        primitives: Primitives::Triangles,
        words: Words::None,
        counting: None,
        conservative: cover.is_conservative,
    };
    let pen = gpu.pen(&drawing).unwrap();
    let mut bindings = stage.bindings(&slots, &slots.alive).to_vec();
    bindings.push(counts.into());
    let shot = Shot::new(view, (cover.reach)(&view, 0.0));
    let mut pass = recorder.draw_into(&Canvas { depth: &stage.nearest, words: None, start: Start::Clear });
    pass.set(&pen, &bindings, &[], &shot.params()).unwrap();
    pass.draw(slots.vertices(0..slots.patches(), cover.vertices));
    drop(pass);
    let read = recorder.read(counts);
    recorder.finish().unwrap().words(read).to_vec()
}

/// About `size` pixels large, and near the middle of the view.
fn triangle(random: &mut Random, size: f64) -> Corners {
    let cells = f64::from(view().pixel()[0]);
    let base = DVec3::from(random.point(-8.0, 8.0));
    [0; 3].map(|_| {
        let corner: [f64; 3] = ((base + DVec3::from(random.point(-size, size))) * cells).into();
        let middle = seen([0; 4]);
        let [y, x, z] = std::array::from_fn(|k| (corner[k] - middle[k]).round() as i32);
        [x, y, z, 0]
    })
}

/// Pixels whose ray meets the box along the longest edge: each has one fragment of the faces in front and one of those behind.
fn pixels_of_box(view: &View, triangle: Corners, radius: f64) -> u32 {
    let corners = triangle.map(seen);
    let edges = [0, 1, 2].map(|k| corners[(k + 1) % 3] - corners[k]);
    let longest = edges.into_iter().max_by(|a, b| a.length_squared().total_cmp(&b.length_squared())).unwrap();
    let along = longest.normalize();
    let normal = edges[0].cross(edges[1]).normalize();
    let slabs = [along, normal.cross(along), normal].map(|axis| {
        let at = corners.map(|corner| axis.dot(corner));
        let low = at.into_iter().fold(f64::INFINITY, f64::min) - radius;
        let high = at.into_iter().fold(f64::NEG_INFINITY, f64::max) + radius;
        (axis, low, high)
    });
    let meets = |pixel: [u32; 2]| {
        let [x, y] = middle(view, pixel);
        let (mut enters, mut leaves) = (f64::NEG_INFINITY, f64::INFINITY);
        for (axis, low, high) in slabs {
            let [a, b] = [low, high].map(|end| (end - axis.x * x - axis.y * y) / axis.z);
            (enters, leaves) = (enters.max(a.min(b)), leaves.min(a.max(b)));
        }
        enters <= leaves
    };
    let pixels = view.pixels();
    (0..pixels * pixels).filter(|&k| meets([k % pixels, k / pixels])).count() as u32
}

#[test]
fn drawings_have_less_fill_than_with_half_of_the_faces_of_boxes_culled() {
    let view = view();
    on_one(|gpu| {
        // Sizes in pixels, and the most that is drawn as a part of what the faces in front are.
        for (size, most) in [(0.1, 0.75), (1.0, 0.8), (4.0, 0.8), (12.0, 0.7)] {
            let mut random = Random::new(3);
            let triangles: Vec<Corners> = (0..100).map(|_| triangle(&mut random, size)).collect();
            let probes: Vec<Probe> = triangles.iter().map(|&triangle| Probe { triangle, pixel: [0; 2] }).collect();
            let found = probe(gpu, 2, &view, 0.0, &probes);
            let drawn: u32 = fragments(gpu, &UOBB, view, &triangles).iter().sum();
            let pixels = |(&triangle, found): (&Corners, &Drawn)| pixels_of_box(&view, triangle, found.radius);
            let in_front: u32 = triangles.iter().zip(&found).map(pixels).sum();
            let part = f64::from(drawn) / f64::from(in_front);
            assert!(part > 0.3 && part < most, "{size}: {drawn} of {in_front}, {part}");
        }
    });
}
