//! Both reductions against each other, on random scenes.

use super::cover::TRIANGLE;
use super::stage::{DrawTargets, Look, Patch, Reduced, Shot};
use super::view::{Direction, View, Window};
use super::{order_free, ordered};
use crate::gpu::Triangles;
use crate::gpu::testing::on_one;
use crate::gpu_confirm::Rule;
use allide_gpu::{Buffer, Gpu, Recorder};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(limit)) as u32
    }
}

/// Triangles with corners of their own in a cube, and the object of each.
#[derive(Default)]
pub(super) struct World {
    pub corners: Vec<[i32; 4]>,
    pub owners: Vec<u32>,
}

impl World {
    /// Adds a few objects near each other, and gives their parts.
    fn add(&mut self, random: &mut Random) -> Vec<Patch> {
        // Few different coordinates make for equal depths and triangles seen edge-on.
        let size = [9, 40, 1000, 1 << 20][random.below(4) as usize];
        let reach = [size, 1 + size / 2, 1 + size / 8][random.below(3) as usize];
        let mut patches = Vec::new();
        for _ in 0..1 + random.below(6) {
            let owner = self.owners.last().map_or(0, |last| last + 1);
            let origin = [0; 3].map(|_| random.below(size) as i32);
            let triangles = 1 + random.below(5);
            let mut first = self.owners.len() as u32;
            for _ in 0..triangles {
                let start = self.owners.len() as u32;
                self.add_triangle(random, origin, reach);
                self.owners.push(owner);
                if random.below(2) == 0 {
                    patches.push(Patch { owner, places: first..start + 1 });
                    first = start + 1;
                }
            }
            if first < self.owners.len() as u32 {
                patches.push(Patch { owner, places: first..self.owners.len() as u32 });
            }
        }
        patches
    }

    fn add_triangle(&mut self, random: &mut Random, origin: [i32; 3], reach: u32) {
        let mut corner = || {
            let [x, y, z] = origin.map(|x| x + random.below(reach) as i32);
            [x, y, z, 0]
        };
        let mut corners = [corner(), corner(), corner()];
        match random.below(10) {
            // A segment, and the same triangle once more.
            0 => corners[2] = corners[1],
            1 if self.corners.len() >= 3 => corners.copy_from_slice(&self.corners[self.corners.len() - 3..]),
            _ => {}
        }
        self.corners.extend(corners);
    }

    fn window(&self, patches: &[Patch]) -> Window {
        let (mut low, mut high) = ([i32::MAX; 3], [i32::MIN; 3]);
        for place in patches.iter().flat_map(|patch| patch.places.clone()) {
            for corner in &self.corners[3 * place as usize..3 * place as usize + 3] {
                for k in 0..3 {
                    (low[k], high[k]) = (low[k].min(corner[k]), high[k].max(corner[k]));
                }
            }
        }
        Window { low, high }
    }

    pub fn upload(&self, recorder: &mut Recorder<'_>) -> [Buffer; 3] {
        let gpu = recorder.gpu();
        let buffer = |label, size: usize| gpu.buffer(label, self.owners.len() as u64 * size as u64).unwrap();
        let [positions, corners, owners] = [buffer("positions", 48), buffer("corners", 12), buffer("owners", 4)];
        recorder.upload(&positions, 0, &self.corners).unwrap();
        recorder.upload(&corners, 0, &(0..self.corners.len() as u32).collect::<Vec<_>>()).unwrap();
        recorder.upload(&owners, 0, &self.owners).unwrap();
        [positions, corners, owners]
    }
}

/// The sets that both leave of random scenes, which must be equal; and how many parts there were, and how many were left.
fn compare(gpu: &Gpu, rule: Rule, pixels: u32, scenes: usize, seed: u64) -> [usize; 2] {
    let (mut world, mut random) = (World::default(), Random(seed));
    let directions: Vec<_> = Direction::AXES.into_iter().chain(Direction::DIAGONALS).collect();
    let looks: Vec<Look> = (0..scenes)
        .map(|_| {
            let patches = world.add(&mut random);
            let window = world.window(&patches);
            let shot = |random: &mut Random| {
                let direction = directions[random.below(directions.len() as u32) as usize];
                let direction = if random.below(2) == 0 { direction } else { direction.opposite() };
                Shot::new(View::of(&window, direction, pixels), [0.0; 4])
            };
            let shots = (0..1 + random.below(2)).map(|_| shot(&mut random)).collect();
            Look { patches, shots, is_counted: false }
        })
        .collect();
    let mut recorder = Recorder::new(gpu);
    let [positions, corners, owners] = &world.upload(&mut recorder);
    let triangles = Triangles { count: world.owners.len() as u32, positions, corners, owners };
    let stage = DrawTargets::new(gpu, &TRIANGLE, triangles, pixels).unwrap();
    let free = order_free::reduce(recorder, &stage, rule, &looks).unwrap().kept;
    let ordered = ordered::reduce(Recorder::new(gpu), &stage, rule, &looks).unwrap().kept;
    let mut first = 0;
    for (scene, look) in looks.iter().enumerate() {
        let range = first..first + look.patches.len();
        first = range.end;
        assert_eq!(free[range.clone()], ordered[range], "scene {scene} of seed {seed}, {pixels} pixels: {look:?}");
    }
    assert_eq!((free.len(), ordered.len()), (first, first));
    [first, free.iter().filter(|&&kept| kept).count()]
}

fn both_reductions_agree(rule: Rule) {
    on_one(|gpu| {
        let (mut parts, mut left) = (0, 0);
        for (seed, pixels) in (1..).zip([1, 2, 5, 16, 33, 64]) {
            let [more, more_left] = compare(gpu, rule, pixels, 350, seed);
            (parts, left) = (parts + more, left + more_left);
        }
        // Neither everything nor nothing.
        assert!(left > parts / 20 && left < parts * 19 / 20, "{left} of {parts}");
    });
}

#[test]
fn both_reductions_leave_the_same_parts_of_thousands_of_scenes() {
    both_reductions_agree(Rule::Between);
}

#[test]
fn both_reductions_inside_objects_leave_the_same_parts_of_thousands_of_scenes() {
    both_reductions_agree(Rule::Within);
}

/// One triangle for each part, in rows and columns, at depths of their numbers; every third one is hidden by the one before.
#[test]
fn more_parts_than_queries_of_a_set_are_all_asked_for() {
    const COLUMNS: i32 = 90;
    let count = 3 * allide_gpu::QUERIES as i32 / 2;
    let mut world = World::default();
    for number in 0..count {
        let place = number - i32::from(number % 3 == 1);
        let (x, y) = (100 * (place % COLUMNS), 100 * (place / COLUMNS));
        world.corners.extend([[x, y, number, 0], [x + 60, y, number, 0], [x, y + 60, number, 0]]);
        world.owners.push(number as u32);
    }
    let patches: Vec<Patch> =
        (0..count as u32).map(|number| Patch { owner: number, places: number..number + 1 }).collect();
    let window = world.window(&patches);
    on_one(|gpu| {
        let mut recorder = Recorder::new(gpu);
        let [positions, corners, owners] = &world.upload(&mut recorder);
        let triangles = Triangles { count: count as u32, positions, corners, owners };
        let stage = DrawTargets::new(gpu, &TRIANGLE, triangles, 400).unwrap();
        let shots = vec![Shot::new(View::of(&window, Direction::AXES[2], 400), [0.0; 4])];
        let looks = [Look { patches: patches.clone(), shots, is_counted: false }];
        let Reduced { kept, drawn, .. } = ordered::reduce(recorder, &stage, Rule::Between, &looks).unwrap();
        let wrong = (0..count).find(|&number| kept[number as usize] != (number % 3 == 1));
        assert_eq!((kept.len(), wrong), (count as usize, None));
        assert!(drawn.queries > 2 * u64::from(allide_gpu::QUERIES), "{drawn:?}");
        let free = order_free::reduce(Recorder::new(gpu), &stage, Rule::Between, &looks).unwrap().kept;
        assert!(free == kept, "both leave the same");
    });
}
