//! Random solids, anew for each trial.

use super::interfering;

use allide::{Error, Mesh, Scene};
use allide_scenes::shapes::{cuboid, icosphere, knot, torus};
use allide_scenes::{Random, turned};

/// Boxes of 12 triangles in all directions. Their sizes and places keep about as many in each other's way, however many there
/// are.
pub fn boxes(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let reach = (count as f64).cbrt();
    let mut scene = Scene::new();
    for _ in 0..count {
        let half = random.point(0.2, 0.6);
        let pose = turned(random.direction(), random.between(0.0, 6.3), random.point(-reach, reach));
        scene.add("", &cuboid(half.map(|x| -x), half), pose);
    }
    scene
}

/// Two tori with these numbers of quads around and across, close to each other, which interfere or not, and may be linked.
pub fn tori(quads: [[usize; 2]; 2], interfere: bool, seed: u64) -> Result<Scene, Error> {
    let mut random = Random::new(seed);
    let [first, second] = quads.map(|[around, across]| torus(1.0, 0.35, around, across));
    loop {
        let mut scene = Scene::new();
        scene.add("", &first, turned(random.direction(), random.between(0.0, 6.3), [0.0; 3]));
        let away = random.between(0.8, 2.8);
        let at = random.direction().map(|x| x * away);
        scene.add("", &second, turned(random.direction(), random.between(0.0, 6.3), at));
        if interfering(&scene)?.is_empty() != interfere {
            return Ok(scene);
        }
    }
}

/// One shape at a level of detail, twice, in each other: 2 × `2 around × across` triangles.
pub fn levels(around: usize, across: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let shape = knot(2, 3, 0.35, around, across);
    let mut scene = Scene::new();
    for _ in 0..2 {
        scene.add("", &shape, turned(random.direction(), random.between(0.0, 6.3), random.point(-0.5, 0.5)));
    }
    scene
}

/// Several knots, entangled.
pub fn knots(count: usize, around: usize, across: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let kinds = [(2, 3), (3, 2), (2, 5), (3, 4)];
    let mut scene = Scene::new();
    for k in 0..count {
        let (p, q) = kinds[k % kinds.len()];
        let shape = knot(p, q, 0.25, around, across);
        scene.add("", &shape, turned(random.direction(), random.between(0.0, 6.3), random.point(-1.5, 1.5)));
    }
    scene
}

/// Balls, boxes, tori and knots.
pub fn mixed(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let kinds: [Mesh; 4] = [icosphere(1), cuboid([-0.6; 3], [0.6; 3]), torus(0.8, 0.3, 20, 10), knot(2, 3, 0.3, 60, 8)];
    let reach = 1.6 * (count as f64).cbrt();
    let mut scene = Scene::new();
    for _ in 0..count {
        let pose = turned(random.direction(), random.between(0.0, 6.3), random.point(-reach, reach));
        scene.add("", &kinds[random.below(kinds.len())], pose);
    }
    scene
}

/// Two balls with this many triangles each, which share a slice of a tenth to a half of a radius.
pub fn balls(mesh: &Mesh, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene::new();
    scene.add("", mesh, turned(random.direction(), random.between(0.0, 6.3), [0.0; 3]));
    let away = random.between(1.5, 1.9);
    let at = random.direction().map(|x| x * away);
    scene.add("", mesh, turned(random.direction(), random.between(0.0, 6.3), at));
    scene
}
