//! Theorem 1 of the paper as a test: whatever the cover and the reduction, no triangle that meets another one is lost. And the
//! test can fail: with nothing drawn around triangles, some are.

use super::super::cover::TRIANGLE;
use super::super::stage::{DrawTargets, Look, Patch, Shot};
use super::super::view::{Direction, Window};
use super::super::{order_free, ordered};
use super::tests::PLAIN_TOUCHED;
use super::*;
use crate::gpu::Triangles;
use crate::gpu::testing::on_one;
use crate::gpu_confirm::Rule;
use allide_geom::{DVec3, distance_below, overlap};
use allide_gpu::{Gpu, Recorder};
use allide_scenes::Random;
use std::collections::BTreeSet;

/// A few triangles where coordinates are pixels, and the object of each.
struct Scene {
    triangles: Vec<([DVec3; 3], u32)>,
}

fn point(random: &mut Random, low: f64, high: f64) -> DVec3 {
    DVec3::from(random.point(low, high))
}

fn pick(random: &mut Random, count: usize) -> usize {
    (random.between(0.0, count as f64) as usize).min(count - 1)
}

impl Scene {
    /// Two or three objects of up to three triangles; most triangles of the later ones are made to be near one of the first.
    fn random(random: &mut Random) -> Self {
        let mut triangles: Vec<([DVec3; 3], u32)> = Vec::new();
        let kind = pick(random, 9);
        for owner in 0..2 + pick(random, 2) as u32 {
            for _ in 0..1 + pick(random, 3) {
                let own = match triangles.iter().find(|(_, other)| *other != owner) {
                    Some((other, _)) if random.between(0.0, 1.0) < 0.8 => Self::beside(other, kind, random),
                    _ => Self::alone(kind, random),
                };
                triangles.push((own, owner));
            }
        }
        Self { triangles }
    }

    fn alone(kind: usize, random: &mut Random) -> [DVec3; 3] {
        let base = point(random, 2.0, 13.0);
        let size = match kind {
            // Within a pixel, or far beyond the view.
            1 => 0.3,
            2 => 300.0,
            _ => 5.0,
        };
        let [u, v] = [point(random, -size, size), point(random, -size, size)];
        match kind {
            // Slivers, edge-on, all of one depth, needles and points.
            3 => [base, base + u * 2.0, base + u + v * 1.0e-3],
            4 => [base, base + DVec3::Z * v.z, base + u],
            5 => [base.with_z(4.0), (base + u).with_z(4.0), (base + v).with_z(4.0)],
            6 => [base, base + u, base + u * random.between(0.0, 1.0)],
            7 => [base; 3],
            _ => [base, base + u, base + v],
        }
    }

    /// A triangle that passes by a point of another one, or touches it, or lies in its plane.
    fn beside([a, b, c]: &[DVec3; 3], kind: usize, random: &mut Random) -> [DVec3; 3] {
        let (s, t) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
        let on_it = match pick(random, 4) {
            0 => *a,
            1 => a.lerp(*b, s),
            _ => *a + (*b - *a) * (s * t) + (*c - *a) * (s * (1.0 - t)),
        };
        let gap = [0.0, 1.0e-6, 1.0e-2, 0.3][pick(random, 4)];
        let near = on_it + point(random, -gap, gap);
        let [_, u, v] = Self::alone(kind, random).map(|corner| corner - DVec3::splat(7.5));
        match pick(random, 5) {
            // With a corner there, an edge, the inside; in the same plane; flat on it.
            0 => [near, near + u, near + v],
            1 => [near - u, near + u, near + v],
            2 => [near - u - v, near + u, near + v],
            3 => [near, near + (*b - *a) * s, near + (*c - *a) * t],
            _ => [*a + (near - on_it), *b + (near - on_it), *c + (near - on_it)],
        }
    }
}

/// Scenes on the grid, one after the other.
#[derive(Default)]
struct World {
    positions: Vec<[i32; 4]>,
    /// Where corners are in truth, in cells.
    truth: Vec<[DVec3; 3]>,
    owners: Vec<u32>,
    /// The triangles of each scene.
    scenes: Vec<std::ops::Range<usize>>,
}

impl World {
    /// With the given number of cells per pixel, and depth along `axis`; corners on the grid or not.
    fn add(&mut self, scene: &Scene, cells: f64, axis: usize, on_grid: bool) {
        let (first, owner) = (self.owners.len(), self.owners.last().map_or(0, |last| last + 1));
        for (corners, own) in &scene.triangles {
            let truth = corners.map(|corner| {
                let turned = [[2, 0, 1], [1, 2, 0], [0, 1, 2]][axis].map(|k: usize| corner[k]);
                let at = DVec3::from(turned) * cells + DVec3::splat(2f64.powi(28));
                let at = at.clamp(DVec3::ZERO, DVec3::splat(2f64.powi(30)));
                if on_grid { at.round() } else { at }
            });
            for at in truth {
                let placed = at.round();
                let number = if placed == at { 0 } else { self.positions.len() as i32 + 1 };
                self.positions.push([placed.x as i32, placed.y as i32, placed.z as i32, number]);
            }
            self.truth.push(truth);
            self.owners.push(owner + own);
        }
        self.scenes.push(first..self.owners.len());
    }

    /// Triangles that meet one of another object, or are closer to it than the distance.
    fn must_stay(&self, distance: f64) -> BTreeSet<usize> {
        let mut stays = BTreeSet::new();
        for scene in &self.scenes {
            for i in scene.clone() {
                for j in i + 1..scene.end {
                    let (a, b) = (&self.truth[i], &self.truth[j]);
                    let meet =
                        if distance > 0.0 { distance_below(a, b, distance).is_some() } else { overlap(a, b).is_some() };
                    if self.owners[i] != self.owners[j] && meet {
                        stays.extend([i, j]);
                    }
                }
            }
        }
        stays
    }

    /// Around where boxes of objects overlap, as a search would look at it; or around everything.
    fn window(&self, scene: &std::ops::Range<usize>, distance: f64) -> Window {
        let box_of = |owner: u32| {
            let (mut low, mut high) = ([i32::MAX; 3], [i32::MIN; 3]);
            for corner in
                scene.clone().filter(|&i| self.owners[i] == owner).flat_map(|i| &self.positions[3 * i..3 * i + 3])
            {
                for k in 0..3 {
                    (low[k], high[k]) = (low[k].min(corner[k]), high[k].max(corner[k]));
                }
            }
            Window { low, high }.grown((distance * 0.5).ceil() as i32 + 1)
        };
        let owners: BTreeSet<u32> = scene.clone().map(|i| self.owners[i]).collect();
        let boxes: Vec<Window> = owners.into_iter().map(box_of).collect();
        let mut all = Window { low: [i32::MAX; 3], high: [i32::MIN; 3] };
        let add = |all: &mut Window, low: [i32; 3], high: [i32; 3]| {
            for k in 0..3 {
                (all.low[k], all.high[k]) = (all.low[k].min(low[k]), all.high[k].max(high[k]));
            }
        };
        for (i, a) in boxes.iter().enumerate() {
            for b in &boxes[i + 1..] {
                let low = std::array::from_fn(|k| a.low[k].max(b.low[k]));
                let high = std::array::from_fn(|k| a.high[k].min(b.high[k]));
                if (0..3).all(|k| low[k] <= high[k]) {
                    add(&mut all, low, high);
                }
            }
        }
        if all.low[0] > all.high[0] {
            boxes.iter().for_each(|own| add(&mut all, own.low, own.high));
        }
        all
    }
}

/// Many scenes that are looked at in the same way.
struct Batch {
    world: World,
    pixels: u32,
    axis: usize,
    opposite: bool,
    distance: f32,
}

impl Batch {
    fn random(scenes: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut world = World::default();
        let axis = pick(&mut random, 3);
        let cells = [1.0, 37.0, 4096.0, 1048576.0][pick(&mut random, 4)];
        let on_grid = random.between(0.0, 1.0) < 0.5;
        (0..scenes).for_each(|_| world.add(&Scene::random(&mut random), cells, axis, on_grid));
        let distance =
            if seed.is_multiple_of(2) { 0.0 } else { (cells * [0.01, 0.7, 3.0][pick(&mut random, 3)]) as f32 };
        let pixels = [16, 16, 23, 64][pick(&mut random, 4)];
        Self { world, pixels, axis, opposite: random.between(0.0, 1.0) < 0.5, distance }
    }

    /// Which triangles each reduction leaves; without `with_order`, just the one without order.
    fn reduce(&self, gpu: &Gpu, cover: &CoverSource, with_order: bool) -> Vec<Vec<bool>> {
        let world = &self.world;
        let direction = Direction::AXES[self.axis];
        let direction = if self.opposite { direction.opposite() } else { direction };
        let look = |scene: &std::ops::Range<usize>| {
            let view = View::of(&world.window(scene, self.distance.into()), direction, self.pixels);
            let reach = (cover.reach)(&view, self.distance);
            let patch = |i: usize| Patch { owner: world.owners[i], places: i as u32..i as u32 + 1 };
            Look { patches: scene.clone().map(patch).collect(), shots: vec![Shot::new(view, reach)], is_counted: false }
        };
        let looks: Vec<Look> = world.scenes.iter().map(look).collect();
        let count = world.owners.len() as u64;
        let mut recorder = Recorder::new(gpu);
        let [positions, corners, owners] = &[("positions", 48), ("corners", 12), ("owners", 4)]
            .map(|(label, size)| gpu.buffer(label, count * size).unwrap());
        recorder.upload(positions, 0, &world.positions).unwrap();
        recorder.upload(corners, 0, &(0..3 * count as u32).collect::<Vec<_>>()).unwrap();
        recorder.upload(owners, 0, &world.owners).unwrap();
        let triangles = Triangles { count: count as u32, positions, corners, owners };
        let stage = DrawTargets::new(gpu, cover, triangles, self.pixels).unwrap();
        let mut kept = vec![order_free::reduce(recorder, &stage, Rule::Between, &looks).unwrap().kept];
        if with_order {
            kept.push(ordered::reduce(Recorder::new(gpu), &stage, Rule::Between, &looks).unwrap().kept);
        }
        kept
    }
}

/// The fate of all triangles.
#[derive(Debug, Default)]
struct Tally {
    triangles: usize,
    must_stay: usize,
    /// Kept by each cover without order.
    kept: Vec<usize>,
    lost: usize,
    first_lost: Option<String>,
}

fn run(gpu: &Gpu, covers: &[CoverSource], scenes: usize, seeds: std::ops::Range<u64>) -> Tally {
    let mut tally = Tally { kept: vec![0; covers.len()], ..Tally::default() };
    for seed in seeds {
        let batch = Batch::random(scenes, seed);
        let must_stay = batch.world.must_stay(batch.distance.into());
        tally.triangles += batch.world.owners.len();
        tally.must_stay += must_stay.len();
        for (cover, sum) in covers.iter().zip(&mut tally.kept) {
            let all_kept = batch.reduce(gpu, cover, seed % 8 < 2);
            *sum += all_kept[0].iter().filter(|&&kept| kept).count();
            for (number, kept) in all_kept.iter().enumerate() {
                for &i in must_stay.iter().filter(|&&i| !kept[i]) {
                    tally.lost += 1;
                    tally.first_lost.get_or_insert_with(|| {
                        let scene = batch.world.scenes.iter().find(|scene| scene.contains(&i)).cloned().unwrap_or(0..0);
                        let (pixels, axis, distance) = (batch.pixels, batch.axis, batch.distance);
                        let what = format!("{}, reduction {number}, seed {seed}", cover.name);
                        let how = format!("{pixels} pixels along axis {axis}, distance {distance}");
                        format!("{what}, {how}: triangle {} of {:?}", i - scene.start, &batch.world.truth[scene])
                    });
                }
            }
        }
    }
    tally
}

const SCENES: usize = 200;

fn covers(gpu: &Gpu) -> Vec<CoverSource> {
    let mut covers = vec![EXACT, BOUNDED, UOBB, PLAIN_TOUCHED, FACES];
    covers.extend([EXACT_AT_CENTRES, BOUNDED_AT_CENTRES, UOBB_AT_CENTRES, FACES_AT_CENTRES]);
    if gpu.has_conservative_raster() {
        covers.push(TOUCHED);
    }
    covers
}

/// Every scene with every cover.
fn check(gpu: &Gpu, batches: std::ops::Range<u64>) {
    let tally = run(gpu, &covers(gpu), SCENES, batches);
    assert_lossless(&tally);
    // Enough that meet, and enough that are seen not to.
    let [exact, bounded, uobb, touched, faces] = tally.kept[..5] else { unreachable!("nine covers") };
    let halves = &tally.kept[5..9];
    assert!(tally.must_stay > tally.triangles / 10 && uobb < tally.triangles * 9 / 10, "{tally:?}");
    assert!(exact < bounded && bounded < uobb && touched < exact && uobb <= faces, "{tally:?}");
    assert!(halves.iter().zip([exact, bounded, uobb, faces]).all(|(&half, whole)| half < whole), "{tally:?}");
}

fn assert_lossless(tally: &Tally) {
    assert_eq!(tally.first_lost, None, "and {} more", tally.lost.saturating_sub(1));
}

/// Every cover has a quarter of most scenes, to save time, and all of some.
#[test]
fn no_cover_and_no_reduction_loses_a_triangle_in_ten_thousand_scenes() {
    on_one(|gpu| {
        check(gpu, 0..8);
        let covers = covers(gpu);
        for batch in 8..51 {
            let cover = batch as usize % covers.len();
            assert_lossless(&run(gpu, &covers[cover..=cover], SCENES, batch..batch + 1));
        }
    });
}

/// As many scenes as `ALLIDE_SCENES` says, or a million; for real GPUs.
#[test]
#[ignore = "takes long"]
fn no_cover_and_no_reduction_loses_a_triangle_in_a_million_scenes() {
    let scenes = std::env::var("ALLIDE_SCENES").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    on_one(|gpu| check(gpu, 1000..1000 + scenes / SCENES as u64));
}

#[test]
fn triangles_with_nothing_around_them_are_lost() {
    const BARE: CoverSource = CoverSource {
        name: "boxes without radius",
        reach: |view, _| [0.0, view.pixel()[0], view.pixel()[1], 0.0],
        ..UOBB
    };
    // Half the diagonal of a pixel is needed.
    const THIN: CoverSource = CoverSource {
        name: "offsets that are too thin",
        reach: |view, distance| [0.5 * (view.pixel()[0] + distance), view.pixel()[0], view.pixel()[1], 0.0],
        ..EXACT
    };
    on_one(|gpu| {
        for (cover, least) in [(TRIANGLE, 100), (BARE, 100), (THIN, 1)] {
            let tally = run(gpu, &[cover], SCENES, 0..8);
            assert!(tally.lost >= least, "{}: {tally:?}", cover.name);
        }
    });
}
