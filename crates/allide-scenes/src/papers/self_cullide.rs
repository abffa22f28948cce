//! Self-intersections with CULLIDE: figures 6 to 12, and what §6.1 and §7 compare and propose.

use super::timer::{Measured, Timer};
use crate::suite::Way;
use crate::triangle_count;
use allide::{Directions, Error, Hierarchy, Method, Reduction, Rounds, Scene, SelfOverlaps, Small, Views};

/// Pixels along each side of a view in the paper.
pub const PIXELS: u32 = 500;

/// Triangles in the paper's bunny and cows.
pub const SIZES: [usize; 5] = [5_000, 20_000, 70_000, 140_000, 270_000];

/// The published method, and each remedy and choice that the paper names, by name.
pub fn variants(resolution: u32) -> Vec<(&'static str, Way)> {
    let ours = Views { resolution: Some(resolution), ..Views::DEFAULT };
    let published = Views { reduction: Reduction::Ordered, rounds: Rounds::Once, ..ours };
    let once = Views { rounds: Rounds::Once, ..ours };
    let variants = [
        ("as published", published),
        ("order-free", once),
        ("until nothing more goes", ours),
        ("random hierarchy (§6.1)", Views { hierarchy: Hierarchy::Random, ..once }),
        ("small and edge-on triangles kept (§7)", Views { small: Small::Kept, ..once }),
        ("directions by orientation (§7)", Views { directions: Directions::Oriented, ..once }),
        ("directions by coherence (§7)", Views { directions: Directions::Coherent, ..once }),
        ("CPU below 2,000 triangles (§7)", Views { cpu_below: 2_000, ..once }),
    ];
    variants.map(|(name, views)| (name, Way::gpu(Method::SelfCullide(views)))).into()
}

/// A scene, and each way's answer.
#[derive(Clone, Debug)]
pub struct Row {
    /// Triangles of the scene.
    pub triangles: usize,
    /// True self-overlaps.
    pub pairs: usize,
    /// Each way's answer.
    pub answers: Vec<Measured>,
}

/// Figures 8 to 11: the passes of each answer have the triangles that they rendered and left, and their times.
///
/// # Errors
/// Those of the engine.
pub fn pruned(timer: &mut Timer, ways: &[Way], scene: &Scene) -> Result<Row, Error> {
    let ask = |method| SelfOverlaps::of_all().method(method);
    let expected = timer.expected(scene, &ask(Method::Divide))?;
    let answers: Result<Vec<Measured>, Error> =
        ways.iter().map(|way| timer.still(scene, ask, way, &expected)).collect();
    Ok(Row { triangles: triangle_count(scene), pairs: expected.findings().len(), answers: answers? })
}

/// Figure 11: after each pass, the part of all time that was spent, and of all triangles that go that had gone.
pub fn progress(answer: &Measured, triangles: usize) -> Vec<[f64; 2]> {
    let total: f64 = answer.passes.iter().map(|pass| pass.ms).sum();
    let gone = |left: u64| triangles as f64 - left as f64;
    let all = answer.passes.last().map_or(0.0, |pass| gone(pass.triangles));
    let mut spent = 0.0;
    let after = answer.passes.iter().map(|pass| {
        spent += pass.ms;
        [spent / total, if all > 0.0 { gone(pass.triangles) / all } else { 0.0 }]
    });
    after.collect()
}
