//! Scenes of many small objects, and soups.

use crate::shapes::{blob, cuboid, icosphere, merge, subdivided_cuboid};
use crate::surface::Surface;
use crate::{Random, edges};
use allide::{DVec3, Mesh, Pose, Scene};
use std::f64::consts::TAU;

/// Two soups of `count` long thin triangles each, in random directions.
///
/// Hard: needles have large boxes and small areas, so almost every box meets almost every other.
pub fn needles(count: usize) -> Scene {
    let mut random = Random::new(5);
    let mut scene = Scene::new();
    for name in ["needles a", "needles b"] {
        let mut soup = Surface::default();
        for _ in 0..count {
            let [start, side, along] = [random.point(-1.0, 1.0), random.direction(), random.direction()];
            let start = DVec3::from(start);
            let corners = [start, start + DVec3::from(along) * 2.0, start + DVec3::from(side) / 128.0];
            let corners = corners.map(|corner| soup.vertex(corner.to_array()));
            soup.triangles.push(corners);
        }
        scene.add(name, &soup.mesh(), Pose::IDENTITY);
    }
    scene
}

/// A hilly ground of `cells` × `cells` quads with `count` stones and boxes on it.
///
/// Hard: one object of great extent under many small ones, so its bounds meet all of theirs.
pub fn terrain(cells: usize, count: usize) -> Scene {
    let height =
        |x: f64, y: f64| (x * 0.35).sin() * 1.5 + (y * 0.5 + x * 0.2).cos() * 1.25 + (x * 1.7 - y * 1.3).sin() * 0.25;
    let size = 32.0;
    let mut ground = Surface::default();
    for j in 0..=cells {
        for i in 0..=cells {
            let [x, y] = [i, j].map(|k| size * k as f64 / cells as f64);
            ground.vertex([x, y, height(x, y)]);
        }
    }
    let row = cells as u32 + 1;
    for (i, j) in (0..row - 1).flat_map(|j| (0..row - 1).map(move |i| (i, j))) {
        let first = j * row + i;
        ground.quad([first, first + 1, first + 1 + row, first + row]);
    }
    let mut scene = Scene::new();
    scene.add("ground", &ground.mesh(), Pose::IDENTITY);
    let half = Pose::affine([[0.5, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 0.5]], [0.0; 3]).expect("finite");
    let shapes = [merge([(&icosphere(1), half)]), cuboid([-0.375; 3], [0.375; 3])];
    let mut random = Random::new(6);
    for number in 0..count {
        let [x, y] = [random.between(1.0, size - 1.0), random.between(1.0, size - 1.0)];
        let lift = random.between(-0.25, 0.75);
        let pose = crate::turned(random.direction(), random.between(0.0, TAU), [x, y, height(x, y) + lift]);
        scene.add(format!("stone {number}"), &shapes[number % 2], pose);
    }
    scene
}

/// `count` paper-thin cards of zero thickness, all in the plane z = 0.
///
/// Hard: every triangle pair is coplanar, and boxes are flat.
pub fn coplanar(count: usize) -> Scene {
    let mut random = Random::new(7);
    let side = 1.5 * (count as f64).sqrt();
    let mut scene = Scene::new();
    for number in 0..count {
        let [x, y] = [random.between(0.0, side), random.between(0.0, side)];
        let pose = crate::turned([0.0, 0.0, 1.0], random.between(0.0, TAU), [x, y, 0.0]);
        scene.add(format!("card {number}"), &card(), pose);
    }
    scene
}

fn card() -> Mesh {
    let mut surface = Surface::default();
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.5], [0.0, 1.5]].map(|[x, y]| surface.vertex([x, y, 0.0]));
    surface.quad(corners);
    surface.mesh()
}

/// `n`³ cubes that touch face to face.
///
/// Hard: every inner cube touches 26 others, in faces, edges and corners, and none overlaps another's inside.
pub fn grid(n: usize) -> Scene {
    let cube = subdivided_cuboid([0.0; 3], [1.0; 3], [2; 3]);
    let mut scene = Scene::new();
    for place in 0..n * n * n {
        let [x, y, z] = [place % n, place / n % n, place / n / n].map(|k| k as f64);
        scene.add(format!("cube {x} {y} {z}"), &cube, crate::moved(x, y, z));
    }
    scene
}

/// Two soups of `count` triangles each, on a coarse lattice.
///
/// Hard: a third have collapsed to segments and points, and a lattice makes every kind of contact common.
pub fn degenerate(count: usize) -> Scene {
    let mut random = Random::new(8);
    let mut scene = Scene::new();
    for name in ["soup a", "soup b"] {
        let mut soup = Surface::default();
        for number in 0..count {
            let a = random.point(0.0, 8.0).map(f64::round);
            let mut near = || {
                let step = random.point(-2.0, 2.0).map(f64::round);
                std::array::from_fn(|axis| a[axis] + step[axis])
            };
            let (b, c): ([f64; 3], [f64; 3]) = (near(), near());
            let middle = std::array::from_fn(|axis| (a[axis] + b[axis]) / 2.0);
            let corners = match number % 9 {
                0 => [a, a, a],
                1 => [a, b, middle],
                2 => [a, b, a],
                _ => [a, b, c],
            };
            let corners = corners.map(|corner| soup.vertex(corner));
            soup.triangles.push(corners);
        }
        scene.add(name, &soup.mesh(), Pose::IDENTITY);
    }
    scene
}

/// A large body among `count` small ones: single triangles, boxes, blobs, and some without triangles.
///
/// Hard: trees of all heights, many object pairs, and poses that are exact or not.
pub fn crowd(seed: u64, count: usize) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = Scene::new();
    scene.add("large", &blob(seed, 2000), Pose::IDENTITY);
    let triangle = edges::soup(vec![[0.0; 3], [0.3, 0.0, 0.1], [0.0, 0.25, 0.0]]);
    let nothing = Mesh::new(vec![[0.0; 3], [1.0; 3]], Vec::new()).expect("no triangles");
    let shapes = [triangle, nothing, cuboid([0.0; 3], [0.25; 3]), blob(seed, 60)];
    for index in 0..count {
        let place = random.point(-1.5, 1.5);
        let [x, y, z] = place.map(|x| (x * 4.0).round() / 4.0);
        let turned = crate::turned([1.0, 2.0, 3.0], random.between(0.0, 6.0), place);
        let exact = crate::moved(x, y, z);
        scene.add("small", &shapes[index % 4], if index % 3 == 0 { turned } else { exact });
    }
    scene
}
