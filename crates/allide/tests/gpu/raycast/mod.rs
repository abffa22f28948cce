//! Rays cast at edges: what they find, what they miss and why, and which options must not matter.

mod agree;
mod limits;
mod locate;
mod method;
mod truth;

use super::harness::is_gpu_required;
use allide::raycast::{Raycast, RaycastOptions, RaycastReport};
use allide::{Choice, Error, GpuError, GpuOptions, Mesh, ObjectId, Pose, Scene};
use allide_scenes::shapes::cuboid;

/// On any adapter; without one `None`, with a message, unless one is required.
fn raycast() -> Option<Raycast> {
    match Raycast::open(Choice::Any, GpuOptions::default()) {
        Ok(raycast) => Some(raycast),
        Err(error @ Error::Gpu(GpuError::NoAdapter { .. } | GpuError::TooSmall { .. })) if !is_gpu_required() => {
            #[expect(clippy::print_stderr, reason = "a test that was left out says so")]
            {
                eprintln!("left out: {error}");
            }
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Objects where they are.
fn scene<'m>(meshes: impl IntoIterator<Item = &'m Mesh>) -> Scene {
    let mut scene = Scene::new();
    for mesh in meshes {
        scene.add("", mesh, Pose::IDENTITY);
    }
    scene
}

/// Boxes by their lowest and highest corners.
fn boxes(corners: &[[[f64; 3]; 2]]) -> Scene {
    scene(&corners.iter().map(|&[low, high]| cuboid(low, high)).collect::<Vec<_>>())
}

/// A box against another that it crosses well.
const TWO: [[[f64; 3]; 2]; 2] = [[[0.0; 3], [2.0; 3]], [[1.0, 0.75, 1.25], [3.0, 2.75, 3.25]]];

fn numbers(ids: &[ObjectId]) -> Vec<usize> {
    ids.iter().map(|id| id.index()).collect()
}

/// Who is inside whom.
fn pairs(report: &RaycastReport) -> Vec<[usize; 2]> {
    report.pairs.iter().map(|pair| [pair.penetrating.index(), pair.penetrated.index()]).collect()
}

/// Whoever is inside whom.
fn unordered(report: &RaycastReport) -> Vec<[usize; 2]> {
    report.object_pairs().iter().map(|pair| pair.map(|id| id.index())).collect()
}

/// The default, in a square view.
fn square(side: u32) -> RaycastOptions {
    RaycastOptions { size: [side, side], ..RaycastOptions::default() }
}
