//! Object-Space Interference Detection on Programmable Graphics Hardware: the analysis that its authors promise for later. Traversal by
//! fronts against numbers of objects, sizes, how deep objects are in each other, and whether they deform; with trees that are rebuilt in each run, and
//! with trees that are built once and moved by matrices, as in the slides.

use super::timer::{Measured, Timer};
use crate::suite::Way;
use crate::{moved, scenes, shapes, triangle_count};
use allide::{Error, Kdop, Method, Overlaps, Scene};

/// What changes along a row of measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// The number of objects of 500 triangles each, whose boxes meet about once per object.
    Objects,
    /// The number of triangles of each of two objects.
    Triangles,
    /// How deep two objects are in each other, in hundredths of their size.
    Depth,
}

/// Trees rebuilt in each run ([`Method::Fronts`]); trees of boxes in the coordinates of their mesh, built and uploaded once, and moved by
/// matrices ([`Method::Kdop`] with six faces, whose fronts are the same); and one tree over all objects, for comparison.
pub fn ways() -> [Way; 3] {
    let once = Kdop { faces: 6, ..Kdop::DEFAULT };
    [Method::Fronts, Method::Kdop(once), Method::Bvh].map(Way::gpu)
}

/// One measurement.
#[derive(Clone, Debug)]
pub struct Row {
    /// The number of objects, of triangles of each, or hundredths of depth: see [`Along`].
    pub at: usize,
    /// Objects.
    pub objects: usize,
    /// Triangles of all of them.
    pub triangles: usize,
    /// Overlapping triangle pairs.
    pub pairs: usize,
    /// Whether shapes are new in each run; otherwise only poses are.
    pub deforms: bool,
    /// The answer of each of [`ways`].
    pub answers: Vec<Measured>,
}

/// The scene of a row.
pub fn scene(along: Along, at: usize) -> Scene {
    match along {
        Along::Objects => scenes::asteroids(3, at, 500),
        Along::Triangles => pair(at, 20),
        Along::Depth => pair(20_000, at),
    }
}

/// Two bodies of so many triangles, so many hundredths of their size deep in each other.
fn pair(triangles: usize, depth: usize) -> Scene {
    let (a, b) = (shapes::blob(1, triangles), shapes::blob(2, triangles));
    let mut scene = Scene::new();
    let bounds = [&a, &b].map(|mesh| mesh.bounds());
    let size = bounds[0].size().x.min(bounds[1].size().x);
    let touching = bounds[0].max.x - bounds[1].min.x;
    scene.add("a", &a, moved(0.0, 0.0, 0.0));
    scene.add("b", &b, moved(touching - size * depth as f64 / 100.0, 0.0, 0.0));
    scene
}

/// Measures all of [`ways`] at each of some places, with rigid and with deforming objects.
///
/// # Errors
/// Those of the engine.
pub fn analysis(timer: &mut Timer, along: Along, at: &[usize]) -> Result<Vec<Row>, Error> {
    let ask = |method| Overlaps::new().with_duplicates().method(method);
    let mut rows = Vec::new();
    for &at in at {
        let scene = scene(along, at);
        let expected = timer.expected(&scene, &ask(Method::Divide))?;
        for deforms in [false, true] {
            let answers: Result<Vec<Measured>, Error> = ways()
                .iter()
                .map(|way| match deforms {
                    true => timer.still(&scene, ask, way, &expected),
                    false => timer.rigid(&scene, ask, way, &expected),
                })
                .collect();
            rows.push(Row {
                at,
                objects: scene.objects().len(),
                triangles: triangle_count(&scene),
                pairs: expected.findings().len(),
                deforms,
                answers: answers?,
            });
        }
    }
    Ok(rows)
}
