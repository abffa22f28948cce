//! Closed parts of several kinds and sizes, in cells on a body-centred lattice: boxes of neighbours overlap, neighbours do not.

use super::case::Case;
use crate::arrays::Arrays;
use crate::cases::Size;
use crate::models;
use allide::{DVec3, Mesh};
use allide_scenes::shapes::{self, Pipe};
use allide_scenes::{Random, turned};
use std::f64::consts::TAU;

/// The radius of a cell.
const CELL: f64 = 0.8125;
/// The arrangement repeats after this many cells.
const CELLS: usize = 20;

/// The scene of that name.
pub fn load(name: &str, size: Size) -> Result<Case, String> {
    let count = if size == Size::Full { 1_000 } else { 60 };
    let objects = match name {
        "packed" => packed(count),
        "apart" => apart(count),
        "nested" => nested(count),
        _ => return Err(format!("no scene {name:?}")),
    };
    Ok(Case::new(&format!("{count} parts, {name}"), objects))
}

/// Parts within radius 1 of the origin: a few to a few thousand triangles.
fn kinds() -> Vec<Arrays> {
    let pipe = Pipe { radius: 0.5, bore: 0.375, segments: 16 };
    let meshes = [
        shapes::gear(12, [0.75, 1.0], 0.25, 0.5),
        shapes::bolt(0.25, 1.0, 12),
        shapes::i_beam([0.5, 0.5], 0.0625, 1.0, 4),
        shapes::hoop(0.1, [1.5, 1.0], 12, 3),
        shapes::pipe(&pipe, 1.0, 4),
        shapes::torus(0.75, 0.25, 24, 12),
        shapes::cylinder(0.375, 1.0, 16, 4),
        shapes::channel([0.5, 0.5], 0.0625, 1.0, 6),
        shapes::cuboid([-0.5; 3], [0.5, 0.25, 0.25]),
        shapes::icosphere(2),
        shapes::blob(3, 2_000),
        shapes::knot(2, 3, 0.375, 64, 8),
    ];
    meshes.iter().map(normalised).collect()
}

/// Moved and scaled into the unit ball.
fn normalised(mesh: &Mesh) -> Arrays {
    let bounds = mesh.bounds();
    let middle = (bounds.min + bounds.max) * 0.5;
    let radius = mesh.positions().iter().map(|&point| (point - middle).length()).fold(0.0, f64::max);
    let positions = mesh.positions().iter().map(|&point| ((point - middle) / radius).to_array()).collect();
    Arrays { positions, triangles: mesh.triangles().to_vec() }
}

fn mapped(part: &Arrays, map: impl Fn(DVec3) -> DVec3) -> Arrays {
    let positions = part.positions.iter().map(|&point| map(DVec3::from(point)).to_array()).collect();
    Arrays { positions, triangles: part.triangles.clone() }
}

/// A part of that radius, turned at random.
fn tumbled(part: &Arrays, radius: f64, at: DVec3, random: &mut Random) -> Arrays {
    let pose = turned(random.direction(), random.between(0.0, TAU), at.to_array());
    mapped(part, |point| pose.apply(point * radius))
}

fn block(at: DVec3, min: [f64; 3], max: [f64; 3]) -> Arrays {
    models::from_mesh(&shapes::cuboid(min, max)).moved(at)
}

/// The middle of a cell; coordinates are short, so that blocks touch exactly.
fn cell(index: usize) -> DVec3 {
    let (corner, center) = (index / 2, (index % 2) as f64 * 0.5);
    let place = [corner % 9, corner / 9 % 9, corner / 81].map(|k| (k as f64 + center) * 1.9375);
    DVec3::from(place)
}

/// The parts of one cell. Of 20 cells, 13 have one part, 2 have parts that cross, 2 a part within another, 2 blocks that
/// touch, and 1 a part in a cavity.
fn group(index: usize, kinds: &[Arrays], random: &mut Random) -> Vec<Arrays> {
    let at = cell(index);
    let mut any = |radius: f64, at: DVec3| {
        let kind = random.below(kinds.len());
        tumbled(&kinds[kind], radius, at, random)
    };
    match index % CELLS {
        3 | 11 => vec![any(0.6, at), any(0.6, at + DVec3::new(0.125, 0.0625, 0.0))],
        5 => vec![block(at, [-0.45; 3], [0.45; 3]), any(0.2, at)],
        // Flush with a face.
        13 => vec![block(at, [-0.375; 3], [0.375; 3]), block(at, [-0.375, -0.125, -0.125], [0.125; 3])],
        7 | 17 => vec![block(at, [-0.375; 3], [0.0, 0.375, 0.375]), block(at, [0.0, -0.25, -0.25], [0.375; 3])],
        19 => {
            let (shell, cavity) = (block(at, [-0.4375; 3], [0.4375; 3]), block(at, [-0.375; 3], [0.375; 3]));
            vec![with_cavity(shell, &cavity), any(0.25, at)]
        }
        _ => {
            let radius = [0.4, 0.5, 0.65, CELL][index % 4];
            vec![any(radius, at)]
        }
    }
}

fn with_cavity(mut outer: Arrays, cavity: &Arrays) -> Arrays {
    let first = outer.positions.len() as u32;
    outer.positions.extend(&cavity.positions);
    outer.triangles.extend(cavity.triangles.iter().map(|&[a, b, c]| [a + first, c + first, b + first]));
    outer
}

fn packed(count: usize) -> Vec<Arrays> {
    let (kinds, mut random) = (kinds(), Random::new(13));
    let mut parts: Vec<Arrays> =
        (0..count).flat_map(|index| group(index, &kinds, &mut random)).take(count - 1).collect();
    // One that moves, through others.
    parts.push(tumbled(&kinds[5], 0.5, cell(40) + DVec3::splat(0.5), &mut random));
    parts
}

fn apart(count: usize) -> Vec<Arrays> {
    let (kinds, mut random) = (kinds(), Random::new(17));
    (0..count).map(|index| tumbled(&kinds[index % kinds.len()], CELL, cell(index), &mut random)).collect()
}

/// Nine in one another, many times; all in one block.
fn nested(count: usize) -> Vec<Arrays> {
    let kinds = [shapes::icosphere(2), shapes::subdivided_cuboid([-1.0; 3], [1.0; 3], [3; 3]), shapes::blob(5, 500)];
    let kinds = kinds.map(|mesh| normalised(&mesh));
    let part = |index: usize| {
        let (group, level) = (index / 9, index % 9);
        // All of one group have one middle, and no vertex of one is on another.
        mapped(&kinds[group % 3], |point| point * (CELL * 0.875f64.powi(level as i32))).moved(cell(group))
    };
    let block = block(DVec3::ZERO, [-1.0; 3], [18.0; 3]);
    std::iter::once(block).chain((0..count - 1).map(part)).collect()
}
