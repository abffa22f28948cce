//! Objects at distances that are hard to search: diagonal gaps, limits far beyond them, many pairs.

use super::case::Case;
use crate::arrays::Arrays;
use crate::cases::Size;
use crate::models::{self, Model};
use allide::{DVec3, Mesh};
use allide_scenes::shapes::{self, Pipe};
use allide_scenes::{Random, scenes, turned};
use std::f64::consts::TAU;

/// The scenes of that name: one, or two to be compared with each other.
pub fn load(name: &str, size: Size) -> Result<Vec<Case>, String> {
    let is_full = size == Size::Full;
    let pick = |full: usize, small: usize| if is_full { full } else { small };
    Ok(match name {
        "bunnies" => vec![bunnies("two bunnies, D = 1", 1.0, is_full)?],
        "bunnies-nearest" => vec![bunnies("two bunnies, nearest", f64::INFINITY, is_full)?],
        "spheres" => vec![spheres(pick(4, 2) as u32)],
        "parts" => vec![parts(pick(672, 40))],
        "moving" => vec![moving(pick(10, 4))],
        "thousand" => vec![thousand(pick(1_000, 60))],
        "range" => [1.0, 1_000.0].map(|limit| range(limit, pick(20_000, 1_000))).into(),
        _ => return Err(format!("no scene {name:?}")),
    })
}

/// The size of the real bunny, in its own units.
const BUNNY: f64 = 0.155;

fn bunnies(title: &str, limit: f64, is_full: bool) -> Result<Case, String> {
    let Model { shape, real } =
        if is_full { models::bunny()? } else { Model { shape: models::blob(4_000), real: false } };
    let size = shape.bounds().size().max_element();
    let shape = if real { shape } else { scaled(&shape, BUNNY / size) };
    let objects = vec![shape.clone(), shape.moved(DVec3::splat(0.3))];
    let note = (!real).then(|| format!("{title}: generated blobs of the same size stand in for the models."));
    Ok(Case { note, rounds: 7, ..Case::new(title, objects, limit).moving(6, DVec3::new(0.001, 0.002, -0.001)) })
}

fn scaled(shape: &Arrays, factor: f64) -> Arrays {
    Arrays { positions: shape.positions.iter().map(|point| point.map(|x| x * factor)).collect(), ..shape.clone() }
}

fn spheres(level: u32) -> Case {
    let ball = models::from_mesh(&shapes::icosphere(level));
    let objects = vec![ball.clone(), ball.moved(DVec3::new(100.0, 37.0, 59.0))];
    let case = Case::new("two spheres, D = 1,000", objects, 1_000.0);
    Case { rounds: 7, ..case.moving(6, DVec3::new(0.01, 0.02, -0.01)) }
}

/// All pairs of machine parts, in a grid, each turned in its own way.
fn parts(count: usize) -> Case {
    let pipe = Pipe { radius: 0.5, bore: 0.375, segments: 12 };
    let kinds: [Mesh; 8] = [
        shapes::gear(8, [0.375, 0.5], 0.125, 0.25),
        shapes::bolt(0.25, 1.0, 8),
        shapes::i_beam([0.5, 0.5], 0.0625, 1.0, 4),
        shapes::hoop(0.5, [0.125, 0.25], 16, 1),
        shapes::pipe(&pipe, 1.0, 2),
        shapes::torus(0.5, 0.125, 12, 6),
        shapes::cylinder(0.375, 1.0, 12, 4),
        shapes::channel([0.5, 0.5], 0.0625, 1.0, 6),
    ];
    let mut random = Random::new(672);
    let part = |index: usize| {
        let place = [index % 12, index / 12 % 8, index / 96].map(|k| 2.0 * k as f64);
        let pose = turned(random.direction(), random.between(0.0, TAU), place);
        models::from_mesh(&shapes::merge([(&kinds[index % kinds.len()], pose)]))
    };
    let objects = (0..count).map(part).collect();
    let title = format!("{count} parts, D = 10,000");
    Case { rounds: 1, ..Case::new(&title, objects, 10_000.0).moving(2, DVec3::new(0.01, 0.02, 0.0)) }
}

/// One body that moves through a grid of others, of which most are within the limit.
fn moving(across: usize) -> Case {
    let count = across * across * across;
    let spacing = 0.3;
    let body = |seed: u64, place: [f64; 3]| {
        let shape = scaled(&models::from_mesh(&shapes::blob(seed, 320)), 0.1);
        shape.moved(DVec3::from(place))
    };
    let at = |index: usize| [index, index / across, index / across / across].map(|k| spacing * (k % across) as f64);
    let mut objects: Vec<Arrays> = (0..count).map(|index| body(index as u64 % 8, at(index))).collect();
    objects.push(body(9, [spacing * across as f64 * 0.5; 3]));
    let case = Case::new(&format!("one among {count}, D = 3"), objects, 3.0);
    Case { of: Some(count as u32), rounds: 3, ..case.moving(10, DVec3::new(0.01, 0.004, -0.003)) }
}

/// Bodies that have about ten others within the limit each.
fn thousand(count: usize) -> Case {
    let objects = models::from_scene(&scenes::asteroids(1, count, 500));
    let case = Case::new(&format!("{count} bodies, ten neighbours each"), objects, 2.25);
    Case { rounds: 3, ..case.moving(4, DVec3::new(0.01, 0.02, 0.0)) }
}

/// Two bodies half a unit apart.
fn range(limit: f64, triangles: usize) -> Case {
    let (first, second) =
        (models::from_mesh(&shapes::blob(1, triangles)), models::from_mesh(&shapes::blob(2, triangles)));
    let beside = |x: f64| Case::new("", vec![first.clone(), second.moved(DVec3::X * x)], f64::INFINITY);
    // Moved along x by what is missing, a few times: the gap follows.
    let apart = |x: f64| super::ours::answer(&beside(x)).ok().and_then(|lap| lap.answers[0].first().map(|row| row.2));
    let mut x = first.bounds().size().x + 0.5;
    for _ in 0..8 {
        x += 0.5 - apart(x).unwrap_or(0.5);
    }
    let objects = vec![first, second.moved(DVec3::X * x)];
    let title = format!("two bodies 0.5 apart, D = {limit}");
    let case = Case::new(&title, objects, limit).moving(6, DVec3::new(0.0, 1e-3, 1e-3));
    Case { rounds: 9, is_judged: false, ..case }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::ours;

    #[test]
    fn the_two_bodies_are_half_a_unit_apart() {
        let lap = ours::answer(&range(1.0, 1_000)).expect("an answer");
        assert!((lap.answers[0][0].2 - 0.5).abs() < 0.01, "{:?}", lap.answers[0]);
    }

    #[test]
    fn bodies_have_about_ten_neighbours_and_most_are_near_the_one_that_moves() {
        let found = |case: &Case| ours::answer(case).expect("an answer").answers[0].len();
        // Few bodies are all near the border, where neighbours are fewer.
        let case = Case { frames: vec![DVec3::ZERO], ..thousand(60) };
        let neighbours = 2 * found(&case) / 60;
        assert!((5..12).contains(&neighbours), "{neighbours}");
        let case = Case { frames: vec![DVec3::ZERO], ..moving(10) };
        assert!(found(&case) > 900);
    }

    #[test]
    fn parts_are_of_a_few_hundred_triangles() {
        let case = parts(8);
        let counts = case.objects.iter().map(|object| object.triangles.len());
        assert!(counts.clone().all(|count| (60..1_000).contains(&count)), "{:?}", counts.collect::<Vec<_>>());
    }
}
