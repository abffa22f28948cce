//! Fast and Reliable Collision Culling using Graphics Hardware: figures 1, 5, 6 and 7, and §4.3, §5.2 and §6.

use super::timer::{Measured, Timer, median};
use crate::suite::Way;
use crate::triangle_count;
use allide::{
    Clearance, Cover, Engine, Error, Method, Offset, Overlaps, Reduction, Rendering, Rounds, Samples, Scene, Views,
};

/// Pixels along each side of a view in the paper.
pub const PIXELS: u32 = 1400;

/// The published pipeline: boxes drawn by their faces, ordered, each level once.
pub fn published(resolution: u32) -> Way {
    offset(Offset::Faces, resolution, Samples::Anywhere)
}

/// Every published offset drawn as the paper draws, with the radius for any rasteriser, then with half of it (§3.3, §4.1).
pub fn offsets(resolution: u32) -> Vec<Way> {
    let all = [Offset::Faces, Offset::Uobb, Offset::Bounded, Offset::Exact];
    let samples = [Samples::Anywhere, Samples::Centre];
    samples.into_iter().flat_map(|samples| all.map(|kind| offset(kind, resolution, samples))).collect()
}

fn offset(offset: Offset, resolution: u32, samples: Samples) -> Way {
    let rendering = Rendering { reduction: Reduction::Ordered, rounds: Rounds::Once, samples };
    Way::gpu(Method::Far { resolution: Some(resolution), cover: Cover::Offset(offset, rendering) })
}

/// CULLIDE, as published.
pub fn cullide(resolution: u32) -> Way {
    let (reduction, rounds) = (Reduction::Ordered, Rounds::Once);
    Way::gpu(Method::Cullide(Views { resolution: Some(resolution), reduction, rounds, ..Views::DEFAULT }))
}

/// A frame of a scene that moves or breaks.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Which one.
    pub number: usize,
    /// How many objects there are.
    pub objects: usize,
    /// And triangles of all of them.
    pub triangles: usize,
    /// Object pairs whose boxes meet: what sweep and prune with boxes, as in I-COLLIDE, leaves.
    pub boxes: u64,
    /// Object pairs that overlap.
    pub overlapping: u64,
    /// How long trees of all objects take on the CPU, built from nothing, and the answer by them: what SOLID does where objects
    /// break (§5.2). In milliseconds, a median.
    pub rebuilt_ms: f64,
    /// Each way's answer.
    pub answers: Vec<Measured>,
}

/// Figures 1, 5 and 6: frames in sequence, by each way, with everything that is new in a frame timed with it.
///
/// # Errors
/// Those of the engine; a way that needs what the GPU lacks is left out of all frames.
pub fn course<S: Iterator<Item = (usize, Scene)>>(
    timer: &mut Timer,
    ways: &[Way],
    make: impl Fn() -> S,
) -> Result<Vec<Frame>, Error> {
    let ask = |method| Overlaps::new().with_duplicates().method(method);
    let (mut frames, mut expected) = (Vec::new(), Vec::new());
    for (number, scene) in make() {
        let report = timer.expected(&scene, &ask(Method::Divide))?;
        let times: Result<Vec<f64>, Error> =
            (0..timer.runs).map(|_| Ok(Engine::cpu().run(&scene, &ask(Method::Bvh))?.run.stats.total_ms)).collect();
        frames.push(Frame {
            number,
            objects: scene.objects().len(),
            triangles: triangle_count(&scene),
            boxes: report.run.stats.object_candidates,
            overlapping: report.pairs.len() as u64,
            rebuilt_ms: median(times?).unwrap_or(f64::NAN),
            answers: Vec::new(),
        });
        expected.push(report);
    }
    for way in ways {
        match timer.sequence(|| make().map(|(_, scene)| scene), ask, way, &expected) {
            Ok(answers) => frames.iter_mut().zip(answers).for_each(|(frame, answer)| frame.answers.push(answer)),
            Err(error) if error.is_lacking() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(frames)
}

/// Of all frames together, how many times fewer object pairs a way left than boxes did: 6.9 in the paper.
pub fn fewer_pairs(frames: &[Frame], way: usize) -> Option<f64> {
    let left: Option<u64> = frames.iter().map(|frame| frame.answers.get(way)?.pairs_left).sum();
    let boxes: u64 = frames.iter().map(|frame| frame.boxes).sum();
    left.filter(|&left| left > 0).map(|left| boxes as f64 / left as f64)
}

/// Figure 7, and the tightness of offsets: what each way finds of two bodies deep in each other, and leaves for the exact test.
///
/// # Errors
/// Those of the engine; a way that needs what the GPU lacks is left out.
pub fn still(timer: &mut Timer, ways: &[Way], scene: &Scene) -> Result<Vec<Measured>, Error> {
    let ask = |method| Overlaps::new().with_duplicates().method(method);
    let expected = timer.expected(scene, &ask(Method::Divide))?;
    let mut answers = Vec::new();
    for way in ways {
        match timer.still(scene, ask, way, &expected) {
            Ok(answer) => answers.push(answer),
            Err(error) if error.is_lacking() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(answers)
}

/// §4.3: localised distance culling. What each way leaves of a scene where triangles closer than a distance are asked for, for each
/// of some distances.
///
/// # Errors
/// Those of the engine, and distances that are not finite, or below zero.
pub fn distances(
    timer: &mut Timer,
    ways: &[Way],
    scene: &Scene,
    distances: &[f64],
) -> Result<Vec<(f64, Vec<Measured>)>, Error> {
    let mut rows = Vec::new();
    for &distance in distances {
        let question = Clearance::within(distance)?.with_triangles();
        let ask = |method| question.clone().method(method);
        let expected = timer.expected(scene, &ask(Method::Divide))?;
        let mut answers = Vec::new();
        for way in ways {
            match timer.still(scene, ask, way, &expected) {
                Ok(answer) => answers.push(answer),
                Err(error) if error.is_lacking() => {}
                Err(error) => return Err(error),
            }
        }
        rows.push((distance, answers));
    }
    Ok(rows)
}
