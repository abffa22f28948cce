//! Meshes whose bounds or sizes say little about where their triangles are.

use super::super::case::{Cliff, Motion, Scale};
use super::{Point, scene, sheet, small_triangle, soup, sum, with_more};
use allide::{Mesh, Scene};
use allide_scenes::{Random, shapes};

pub fn cliffs() -> Vec<Cliff> {
    vec![
        Cliff::overlaps("outliers/soup", |size| pair(soup_in_a_cube(size, 1), soup_in_a_cube(size, 2))),
        Cliff::overlaps("outliers/soup-moving", |size| pair(soup_in_a_cube(size, 1), soup_in_a_cube(size, 2)))
            .with(Motion::Moves),
        Cliff::overlaps("outliers/blobs", |size| pair(blob(size, 1), blob(size, 2))),
        Cliff::clearance("outliers/clearance", 1.0e-3, |size| pair(blob(size, 1), blob(size, 2))),
        Cliff::folds("outliers/soup-itself", |size| scene([&soup_in_a_cube(size, 1)])),
        Cliff::overlaps("outliers/hub", hub),
        Cliff::overlaps("outliers/densities", |size| pair(dense(size, 1), dense(size, 2))),
        Cliff::folds("outliers/densities-itself", |size| scene([&dense(size, 1)])),
        Cliff::clearance("outliers/densities-clearance", 1.0e-7, |size| pair(dense(size, 1), dense(size, 2))),
        Cliff::overlaps("outliers/spirals", spirals),
        Cliff::overlaps("outliers/discs", discs),
        Cliff::overlaps("outliers/one-vertex", |size| pair(far_vertex(size, 1), far_vertex(size, 2))),
    ]
}

fn pair(a: Mesh, b: Mesh) -> Scene {
    scene([&a, &b])
}

/// A few triangles a million away, on all sides.
fn outliers() -> impl Iterator<Item = [Point; 3]> {
    let far = 1.0e6;
    let places = [[far, 0.0, 0.0], [-far, far, 0.0], [0.0, -far, far], [far, far, -far]];
    places.into_iter().map(|at| [at, sum(at, [1.0, 0.0, 0.0]), sum(at, [0.0, 1.0, 1.0])])
}

fn soup_in_a_cube(size: Scale, seed: u64) -> Mesh {
    let random = &mut Random::new(seed);
    let one = |_| {
        let at = random.point(0.0, 1.0);
        small_triangle(random, at, 0.01)
    };
    with_more(&soup((0..size.of(60_000)).map(one)), outliers())
}

fn blob(size: Scale, seed: u64) -> Mesh {
    with_more(&shapes::blob(seed, size.of(60_000)), outliers())
}

/// A blob whose bounds a single vertex of one triangle makes a million times too large.
fn far_vertex(size: Scale, seed: u64) -> Mesh {
    with_more(&shapes::blob(seed, size.of(60_000)), [[[0.0; 3], [0.1, 0.0, 0.0], [1.0e6, 1.0e6, 1.0e6]]])
}

/// A hub with outliers, and neighbours where most of it is.
fn hub(size: Scale) -> Scene {
    let hub = with_more(&shapes::blob(1, size.of(100_000)), outliers());
    let stone = shapes::cuboid([-0.02; 3], [0.02; 3]);
    let mut random = Random::new(3);
    let mut scene = scene([&hub]);
    for _ in 0..size.of(200) {
        let [x, y, z] = random.direction();
        scene.add("", &stone, allide_scenes::moved(x, y, z));
    }
    scene
}

/// Triangles around the origin, as large as they are far away, over six orders of magnitude.
fn dense(size: Scale, seed: u64) -> Mesh {
    let random = &mut Random::new(seed);
    let one = |_| {
        let radius = 10.0f64.powf(random.between(-6.0, 0.0));
        let at = random.direction().map(|x| x * radius);
        small_triangle(random, at, 0.03 * radius)
    };
    soup((0..size.of(60_000)).map(one))
}

/// Two sheets wound up towards the origin, one of them turned a little.
fn spirals(size: Scale) -> Scene {
    let cells = size.side(170);
    let spiral = |turn: f64, lift: f64| {
        sheet(cells, move |x, y| {
            let (along, across) = (x / cells as f64, y / cells as f64);
            let radius = 10.0f64.powf(-6.0 * along);
            let angle = 40.0 * along + turn;
            [radius * angle.cos(), radius * angle.sin(), radius * (across - 0.5 + lift)]
        })
    };
    scene([&spiral(0.0, 0.0), &spiral(0.05, 0.01)])
}

/// Two discs of rings that shrink towards a common centre, one of them tilted.
fn discs(size: Scale) -> Scene {
    let cells = size.side(170);
    let disc = |tilt: f64| {
        sheet(cells, move |x, y| {
            let radius = 10.0f64.powf(-6.0 * x / cells as f64);
            let angle = std::f64::consts::TAU * y / cells as f64;
            [radius * angle.cos(), radius * angle.sin(), tilt * radius * angle.cos()]
        })
    };
    scene([&disc(0.0), &disc(0.1)])
}
