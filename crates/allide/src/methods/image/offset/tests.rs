//! The covers against geometry in `f64`: what they enclose, what they draw, and how tight they are.

use super::*;
use crate::gpu::testing::on_one;
use crate::methods::image::view::{Direction, ViewParams, Window};
use allide_geom::DVec3;
use allide_gpu::Access::{Read, Write};
use allide_gpu::{Gpu, Recorder, Source, Wgsl};
use allide_scenes::Random;
use std::marker::PhantomData;

const VIEW: &str = include_str!("../view.wgsl");
const PROBE: &str = include_str!("probe.wgsl");

/// As [`TOUCHED`], for rasterisers that draw pixels only if their middle is covered: half the diagonal of a pixel larger.
pub(super) const PLAIN_TOUCHED: CoverSource = CoverSource {
    name: "touched pixels of a plain rasteriser",
    wgsl: &[
        FRAME,
        SPAN,
        BODY,
        include_str!("touched.wgsl"),
        WINDOW,
        "const HALO = 0.875;",
        GROWN,
        TOUCHED_OUTLINE,
        COVER,
    ],
    is_conservative: false,
    ..TOUCHED
};
const COVERS: [CoverSource; 8] =
    [EXACT, BOUNDED, UOBB, PLAIN_TOUCHED, FACES, EXACT_AT_CENTRES, BOUNDED_AT_CENTRES, FACES_AT_CENTRES];

/// The radius of each without a distance, in pixels, as published.
fn radius(number: usize) -> f64 {
    match number {
        3 => 0.0,
        0..=4 => 3f64.sqrt(),
        _ => 0.5 * 3f64.sqrt(),
    }
}

pub(super) type Corners = [[i32; 4]; 3];

/// A triangle and a pixel.
pub(super) struct Probe {
    pub triangle: Corners,
    pub pixel: [u32; 2],
}

pub(super) struct Drawn {
    pub depths: [f64; 2],
    pub radius: f64,
    pub drawn: Vec<[f32; 2]>,
}

pub(super) fn probe(gpu: &Gpu, number: usize, view: &View, distance: f32, probes: &[Probe]) -> Vec<Drawn> {
    let cover = &COVERS[number];
    let bindings = &[Read, Read, Read, Read, Read, Read, Write, Write];
    let parts: Vec<&str> = [VIEW].into_iter().chain(cover.wgsl.iter().copied()).chain([PROBE]).collect();
    let source: Source<ViewParams> = Source {
        name: cover.name,
        text: Wgsl::checked(parts.leak()),
        bindings,
        immediates: PhantomData,
        constants: &[("FARTHEST", 0)],
        settings: &[("VERTICES", &[3, 6, 36])],
    };
    let kernel = gpu.kernel(&source, &[("VERTICES", cover.vertices)]).unwrap();
    let count = probes.len() as u64;
    let buffer = |label, bytes| gpu.buffer(label, bytes).unwrap();
    let (positions, corners) = (buffer("positions", count * 48), buffer("corners", count * 12));
    let [owners, slots, alive] = ["owners", "slots", "alive"].map(|label| buffer(label, 16));
    let (asked, found) = (buffer("probes", count * 16), buffer("found", count * 16));
    let drawn = buffer("drawn", count * 8 * u64::from(cover.vertices));
    let mut recorder = Recorder::new(gpu);
    let words: Vec<[u32; 4]> = (0..).zip(probes).map(|(k, p)| [k, p.pixel[0], p.pixel[1], 0]).collect();
    recorder.upload(&positions, 0, &probes.iter().map(|probe| probe.triangle).collect::<Vec<_>>()).unwrap();
    recorder.upload(&corners, 0, &(0..3 * count as u32).collect::<Vec<_>>()).unwrap();
    recorder.upload(&asked, 0, &words).unwrap();
    for unused in [&owners, &slots, &alive] {
        recorder.clear(unused);
    }
    let params = view.params((cover.reach)(view, distance));
    let buffers = [&positions, &corners, &owners, &slots, &alive, &asked, &found, &drawn];
    recorder.dispatch(&kernel, buffers, &params, gpu.groups(count, 64)).unwrap();
    let (found, drawn) = (recorder.read(&found), recorder.read(&drawn));
    let done = recorder.finish().unwrap();
    let found: &[[f32; 4]] = done.slice(found);
    let drawn: &[[f32; 2]] = done.slice(drawn);
    found
        .iter()
        .zip(drawn.chunks(cover.vertices as usize))
        .map(|(&[near, far, radius, _], drawn)| Drawn {
            depths: [near.into(), far.into()],
            radius: radius.into(),
            drawn: drawn.to_vec(),
        })
        .collect()
}

/// Along z, with 64 × 64 pixels of 2¹⁶ cells each.
const PIXELS: u32 = 64;
const SIDE: i32 = 1 << 22;
const LOW: [i32; 3] = [1 << 24, 1 << 25, 1 << 26];

pub(super) fn view() -> View {
    let window = Window { low: LOW, high: LOW.map(|x| x + SIDE) };
    View::of(&window, Direction::AXES[2], PIXELS)
}

/// Cells from the centre, as `seen` in window.wgsl: right is y, up is x.
pub(super) fn seen([x, y, z, _]: [i32; 4]) -> DVec3 {
    let [x, y, z] = std::array::from_fn(|k| f64::from([x, y, z][k] - LOW[k] - SIDE / 2));
    DVec3::new(y, x, z)
}

fn triangle(random: &mut Random) -> Corners {
    let unit = |random: &mut Random| DVec3::from(random.point(-1.0, 1.0));
    let base = unit(random) * 0.45;
    let size = 2f64.powf(random.between(-20.0, 0.0));
    let [u, v] = [unit(random), unit(random)].map(|way| way * size);
    let kind = (random.between(0.0, 9.0)) as u32;
    let points = match kind {
        0 => [base, base, base],
        1 => [base, base + u, base + u * 0.3],
        2 => [base, base + u, base + u * 0.5 + v * 1.0e-5],
        3 => [base, base + DVec3::Z * size, base + u * 1.0e-3],
        4 => [base, base + u.with_z(0.0), base + v.with_z(0.0)],
        5 => [base, base + DVec3::Z * size, base + DVec3::X * size * 0.7],
        6 => [base, base + u * 90.0, base + v * 90.0],
        _ => [base, base + u, base + v],
    };
    let off_grid = i32::from(random.between(0.0, 1.0) < 0.5);
    points.map(|point| {
        let cells: [f64; 3] = (point * f64::from(SIDE)).into();
        let [x, y, z] = std::array::from_fn(|k| LOW[k] + SIDE / 2 + cells[k] as i32);
        [x, y, z, off_grid]
    })
}

/// The middle of a pixel, in cells from the centre.
pub(super) fn middle(view: &View, pixel: [u32; 2]) -> [f64; 2] {
    let [width, height] = view.pixel().map(f64::from);
    let at = pixel.map(|k| f64::from(k) + 0.5 - f64::from(view.pixels()) * 0.5);
    [at[0] * width, -at[1] * height]
}

fn pixel_at(view: &View, point: DVec3) -> Option<[u32; 2]> {
    let [width, height] = view.pixel().map(f64::from);
    let half = f64::from(view.pixels()) * 0.5;
    let at = [point.x / width + half, half - point.y / height].map(f64::floor);
    at.iter().all(|&k| (0.0..f64::from(view.pixels())).contains(&k)).then(|| at.map(|k| k as u32))
}

/// Points of a triangle: on corners, edges or inside.
fn point_of(t: [DVec3; 3], random: &mut Random) -> DVec3 {
    let mut weights = [0; 3].map(|_| random.between(0.0, 1.0).powi(3));
    let left_out = random.between(0.0, 6.0) as usize;
    if left_out < 3 {
        weights[left_out] = 0.0;
    }
    if random.between(0.0, 1.0) < 0.2 {
        weights[(left_out + 1) % 3] = 0.0;
    }
    let sum: f64 = weights.iter().sum();
    (0..3).map(|k| t[k] * (weights[k] / sum)).sum()
}

/// Whether its depth is one of the view.
fn is_seen(point: DVec3) -> bool {
    point.z.abs() <= f64::from(SIDE / 2)
}

/// Random triangles, each with a pixel that one of its points is seen in, and that point.
fn probes(view: &View, count: usize, seed: u64) -> (Vec<Probe>, Vec<DVec3>) {
    let mut random = Random::new(seed);
    let mut all = (Vec::new(), Vec::new());
    while all.0.len() < count {
        let triangle = triangle(&mut random);
        let point = point_of(triangle.map(seen), &mut random);
        if let Some(pixel) = pixel_at(view, point).filter(|_| is_seen(point)) {
            all.0.push(Probe { triangle, pixel });
            all.1.push(point);
        }
    }
    all
}

fn depth(view: &View, cells: f64) -> f64 {
    (cells / f64::from(view.deep()) * 0.5 + 0.5).clamp(0.0, 1.0 - 2f64.powi(-10))
}

#[test]
fn every_point_within_the_radius_is_between_the_depths() {
    let view = view();
    on_one(|gpu| {
        for (number, distance) in (0..COVERS.len()).flat_map(|k| [(k, 0.0), (k, 3.0e5)]) {
            let (probes, points) = probes(&view, 20_000, 5 + number as u64);
            let found = probe(gpu, number, &view, distance, &probes);
            let mut random = Random::new(9);
            for ((probe, found), point) in probes.iter().zip(&found).zip(&points) {
                let [x, y] = middle(&view, probe.pixel);
                let [near, far] = found.depths;
                let what = format!(
                    "{:?} {distance}: {:?} {:?} {near} {far}",
                    COVERS[number].name, probe.triangle, probe.pixel
                );
                // A vertex off the grid is anywhere within half a cell.
                let blur = if probe.triangle[0][3] == 0 { 0.0 } else { 0.75f64.sqrt() };
                let offset = radius(number) * f64::from(view.pixel()[0]);
                let needed = offset + f64::from(distance) * 0.5 + blur;
                assert!(found.radius >= needed, "{what}");
                assert!(near <= depth(&view, point.z) && depth(&view, point.z) <= far, "{what}: {point}");
                // All other points of the ray within the radius of some point of the triangle.
                let corners = probe.triangle.map(seen);
                for _ in 0..8 {
                    let other = point_of(corners, &mut random);
                    let mut aside = DVec3::new(x - other.x, y - other.y, 0.0);
                    if number == 3 {
                        let [width, height] = view.pixel().map(|size| f64::from(size) * 0.5);
                        let half = DVec3::new(width, height, 0.0);
                        aside -= aside.clamp(-half, half);
                    }
                    let rest = needed * needed - aside.length_squared();
                    if rest >= 0.0 && is_seen(other) {
                        let [front, back] = [-rest.sqrt(), rest.sqrt()].map(|way| depth(&view, other.z + way));
                        assert!(near <= front && back <= far, "{what}: {other} {front} {back}");
                    }
                }
            }
        }
    });
}

/// Whether a triangle of the screen contains a point, and which way it turns.
fn turn_around(t: [[f64; 2]; 3], [x, y]: [f64; 2]) -> i32 {
    let cross = |a: [f64; 2], b: [f64; 2]| (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
    let sides = [cross(t[0], t[1]), cross(t[1], t[2]), cross(t[2], t[0])];
    i32::from(sides.iter().all(|&side| side > 0.0)) - i32::from(sides.iter().all(|&side| side < 0.0))
}

#[test]
fn the_middle_of_every_pixel_that_is_touched_is_drawn() {
    let view = view();
    on_one(|gpu| {
        for number in 0..COVERS.len() {
            let (probes, _) = probes(&view, 20_000, 50 + number as u64);
            let found = probe(gpu, number, &view, 0.0, &probes);
            for (probe, found) in probes.iter().zip(&found) {
                // Rasterisers move corners by parts of a pixel, those that are the same point alike.
                let snapped = |p: [f32; 2]| {
                    let bits = p.map(|x| u64::from(x.to_bits()));
                    let mut random = Random::new(bits[0] << 32 | bits[1]);
                    [0, 1].map(|k| f64::from(p[k]) + f64::from(view.pixel()[k]) * SNAP * random.between(-1.0, 1.0))
                };
                let turns: Vec<i32> = (found.drawn.chunks(3))
                    .map(|t| turn_around([t[0], t[1], t[2]].map(snapped), middle(&view, probe.pixel)))
                    .collect();
                let [front, back] = [1, -1].map(|way| turns.contains(&way));
                let is_drawn = if COVERS[number].is_closed { front && back } else { front || back };
                assert!(is_drawn, "{:?}: {:?} {:?}", COVERS[number].name, probe.triangle, probe.pixel);
            }
        }
    });
}

#[test]
fn exact_offsets_are_inside_of_the_others_and_no_larger_than_they_must_be() {
    let view = view();
    let slack = 1.0e-4;
    on_one(|gpu| {
        let mut random = Random::new(4);
        let (mut probes, _) = probes(&view, 20_000, 77);
        for probe in &mut probes {
            let [a, b, c] = probe.triangle.map(seen);
            let point = a + (b - a) * random.between(-0.3, 1.3) + (c - a) * random.between(-0.3, 1.3);
            probe.pixel = pixel_at(&view, point).unwrap_or(probe.pixel);
        }
        let [exact, bounded, uobb] = [0, 1, 2].map(|number| probe(gpu, number, &view, 0.0, &probes));
        let mut sums = [0.0; 3];
        for (place, probe) in probes.iter().enumerate() {
            let spans = [&exact, &bounded, &uobb].map(|found| found[place].depths);
            let what = format!("{:?} {:?}: {spans:?}", probe.triangle, probe.pixel);
            for other in &spans[1..] {
                assert!(spans[0][0] >= other[0] - slack && spans[0][1] <= other[1] + slack, "{what}");
            }
            spans.iter().zip(&mut sums).for_each(|([near, far], sum)| *sum += (far - near).max(0.0));
            // The nearest point of the ball around many points of the triangle.
            let (corners, [x, y]) = (probe.triangle.map(seen), middle(&view, probe.pixel));
            let radius = exact[place].radius;
            let enters = |point: DVec3| {
                let rest = radius * radius - (point.x - x).powi(2) - (point.y - y).powi(2);
                if rest < 0.0 { 1.0 } else { depth(&view, point.z - rest.sqrt()) }
            };
            let points = (0..200).map(|_| point_of(corners, &mut random)).chain(corners);
            let nearest = points.map(enters).fold(1.0, f64::min);
            let size = corners.iter().map(|corner| corner.distance(corners[0])).fold(0.0, f64::max);
            if size < f64::from(view.pixel()[0]) * 4.0 {
                assert!(spans[0][0] >= nearest - 0.01, "{what}: {nearest}");
            }
        }
        assert!(sums[0] < 0.95 * sums[1] && sums[1] < sums[2], "{sums:?}");
    });
}
