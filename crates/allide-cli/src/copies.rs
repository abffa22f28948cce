//! Triangles that are there many times: all pairs of them overlap, and all are listed.

use crate::numbers::{counted, printable, thousands};
use allide::{DVec3, Object, Scene};
use anyhow::{Result, bail};
use rayon::prelude::*;

/// More pairs of copies in one object are not listed: they take hundreds of megabytes, and say one thing.
const MOST: u64 = 4_000_000;

/// Fails if copies of triangles make too many pairs in an object.
pub fn check(scene: &Scene) -> Result<()> {
    for object in scene.objects() {
        let pairs = pairs(object);
        if pairs > MOST {
            bail!(
                "{}: {} are copies of each other in {} pairs, but at most {} are listed; remove the copies",
                printable(object.name()),
                counted(object.mesh().triangles().len(), "triangle"),
                thousands(pairs as usize),
                thousands(MOST as usize)
            );
        }
    }
    Ok(())
}

/// How many pairs of triangles have the same corners.
fn pairs(object: &Object) -> u64 {
    let mesh = object.mesh();
    let count = mesh.triangles().len() as u64;
    if count * count.saturating_sub(1) / 2 <= MOST {
        return 0;
    }
    // A sum does not depend on the order of corners.
    let corners = |triangle: &[u32; 3]| {
        triangle.iter().fold(0, |sum: u64, &vertex| sum.wrapping_add(mixed(mesh.positions()[vertex as usize])))
    };
    let mut all: Vec<u64> = mesh.triangles().par_iter().map(corners).collect();
    all.par_sort_unstable();
    all.chunk_by(|x, y| x == y).map(|same| same.len() as u64 * (same.len() as u64 - 1) / 2).sum()
}

fn mixed(point: DVec3) -> u64 {
    point.to_array().into_iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, value| {
        // Without the sign of zero.
        let mixed = (hash ^ (value + 0.0).to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::{Mesh, Pose};

    fn scene(copies: u32) -> Scene {
        let positions = (0..3 * copies).map(|k| [f64::from(k % 3 == 1), f64::from(k % 3 == 2), 0.0]).collect();
        // Each with corners of its own, and another first one.
        let triangle = |k: u32| std::array::from_fn(|corner| 3 * k + (corner as u32 + k) % 3);
        let mut scene = Scene::new();
        scene.add("a", &Mesh::new(positions, (0..copies).map(triangle).collect()).unwrap(), Pose::IDENTITY);
        scene
    }

    #[test]
    fn copies_are_counted_whatever_their_corners_are_called() {
        assert!(check(&scene(2_800)).is_ok());
        assert_eq!(
            check(&scene(8_000)).unwrap_err().to_string(),
            "a: 8,000 triangles are copies of each other in 31,996,000 pairs, but at most 4,000,000 are listed; remove the copies"
        );
        let mut grid = Scene::new();
        let positions = (0..9_000).map(|k| [f64::from(k), f64::from(k * k % 17), 0.5]).collect();
        let triangles = (0..8_998).map(|k| [k, k + 1, k + 2]).collect();
        grid.add("b", &Mesh::new(positions, triangles).unwrap(), Pose::IDENTITY);
        assert_eq!(pairs(&grid.objects()[0]), 0);
    }
}
