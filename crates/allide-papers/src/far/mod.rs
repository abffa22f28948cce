//! FAR: figures 1, 4 to 7, and sections 4.3, 5.2 and 6.

mod breaking;
mod bunnies;
mod compared;
mod culling;
mod distance;
mod leaves;
mod offsets;
mod rates;

pub(crate) use breaking::{figure_5, tell_5};
pub(crate) use bunnies::{figure_7, tell_7};
pub(crate) use compared::{section_5_2, tell_5_2};
pub(crate) use culling::{figure_6, tell_6};
pub(crate) use distance::{section_4_3, tell_4_3};
pub(crate) use leaves::{figure_1, tell_1};
pub(crate) use offsets::{figure_4, tell_4};
pub(crate) use rates::{section_6, tell_6_rates};

use crate::{Answer, Bench, Contender, Error, Steps, Table, between, look};
use allide::{Aabb, Method, Report, Scene, TrianglePair};
use allide_io::picture::Picture;
use allide_scenes::{Motion, triangle_count};

/// Our own FAR.
const CELLS: &str = "FAR, cells (ours)";
/// As the paper draws and tests.
const PUBLISHED: &str = "FAR, UOBBs drawn in order (published)";
const CULLIDE: &str = "CULLIDE (published, sampled)";
const REBUILT: &str = "trees built from nothing, CPU";

/// Object pairs whose tight boxes along the axes meet: what the paper's sweep-and-prune leaves.
const TIGHT: &str = "pairs of tight boxes";
/// Object pairs that our engines look at: boxes along the axes around the turned boxes of meshes, which are larger.
const TURNED: &str = "pairs of boxes around turned boxes";

/// Pixels along a side of views that are drawn; the paper has 1,400.
fn resolution(bench: &Bench) -> u32 {
    bench.size(32, 128, 1_400)
}

fn cells() -> Result<Contender, Error> {
    Contender::new(CELLS, "far")
}

fn published(bench: &Bench) -> Result<Contender, Error> {
    offset(PUBLISHED, "faces", "anywhere", resolution(bench))
}

/// A published offset, drawn as the paper draws. `samples` says what is known of the rasteriser: §3.3.
fn offset(name: &str, cover: &str, samples: &str, resolution: u32) -> Result<Contender, Error> {
    let method =
        format!("far(cover={cover}, samples={samples}, reduction=ordered, rounds=once, resolution={resolution})");
    Contender::new(name, &method)
}

/// Triangles of a leaf of CULLIDE's hierarchies, at most. It has leaves of several triangles and does not say of how many; parts of
/// ours are this large.
const LEAF: u32 = 16;
/// The column that says so.
const LEAVES: &str = "triangles of a leaf of CULLIDE, at most";

fn cullide(bench: &Bench, leaf: u32) -> Result<Contender, Error> {
    let options = format!("leaf={leaf}, frame=whole, reduction=ordered, rounds=once, resolution={}", resolution(bench));
    Contender::new(CULLIDE, &format!("cullide({options})"))
}

/// The leaves that a contender stops at, if it stops.
fn leaf(contender: &Contender) -> Option<u32> {
    match contender.method {
        Method::Cullide(views) => Some(views.leaf),
        _ => None,
    }
}

/// What SOLID does where objects break.
fn trees() -> Result<Contender, Error> {
    Ok(Contender::new(REBUILT, "bvh")?.fresh())
}

/// `reduced: views of 128² in place of 1,400²`
fn reduced_views(bench: &Bench) -> String {
    let own = resolution(bench);
    if own < 1_400 { format!("reduced: views of {own}² in place of 1,400²") } else { String::new() }
}

/// How many frames a motion is divided into.
const FRAMES: usize = 64;

/// The scene at one of them.
fn frame(motion: &impl Motion, frame: usize) -> Scene {
    motion.at(motion.seconds() * frame as f64 / (FRAMES - 1) as f64)
}

/// Evenly spread frames, the first and the last among them.
fn spread(count: usize) -> Vec<usize> {
    (0..count).map(|k| if count < 2 { FRAMES / 2 } else { k * (FRAMES - 1) / (count - 1) }).collect()
}

/// A scene in frames, which are all new whenever they are made.
struct Course<M> {
    /// The number of each.
    numbers: Vec<usize>,
    /// Makes them.
    make: M,
}

/// Frames of a motion, which `make` makes anew.
fn course<M: Motion>(numbers: Vec<usize>, make: impl Fn() -> M) -> Course<impl Fn() -> Vec<Scene>> {
    let frames = numbers.clone();
    let make = move || {
        let motion = make();
        frames.iter().map(|&number| frame(&motion, number)).collect()
    };
    Course { numbers, make }
}

/// Frames of a scene, and what each contender answered about each.
struct Followed {
    scenes: Vec<Scene>,
    expected: Vec<Report<TrianglePair>>,
    /// By contender, then by frame.
    answers: Vec<Vec<Answer<TrianglePair>>>,
}

/// Asks each contender about all frames in sequence, so that what is new in a frame is timed with it, or, if nothing is to be
/// timed, about each by itself.
fn follow<M: Fn() -> Vec<Scene>>(
    bench: &mut Bench,
    steps: &Steps<'_>,
    course: &Course<M>,
    contenders: &[Contender],
    is_timed: bool,
) -> Result<Followed, Error> {
    let scenes = (course.make)();
    let all = contenders.len() + 1;
    steps.at(0, all)?;
    let expected: Result<Vec<_>, Error> =
        scenes.iter().map(|scene| bench.expected(scene, &between(Method::Divide))).collect();
    let (expected, mut answers) = (expected?, Vec::new());
    for (done, contender) in contenders.iter().enumerate() {
        steps.at(done + 1, all)?;
        answers.push(if is_timed {
            bench.follow(&course.make, between, contender, &expected)?
        } else {
            let each = scenes.iter().zip(&expected);
            each.map(|(scene, expected)| bench.answer(scene, between, contender, expected)).collect::<Result<_, _>>()?
        });
    }
    steps.at(1, 1)?;
    Ok(Followed { scenes, expected, answers })
}

impl Followed {
    /// A row a frame: a column of times for each contender, and of the part of it that a GPU was at work, of object pairs left for
    /// those that look, and of findings missed for sampled ones.
    fn table(&self, name: &str, numbers: &[usize], contenders: &[Contender], is_timed: bool) -> Table {
        let looks = |contender: &&Contender| matches!(contender.method, Method::Far { .. });
        let mut table = Table::new(name).counts(["frame", "objects", "triangles", TIGHT, TURNED]);
        table = table.counts(["pairs that overlap", "triangle pairs"]);
        for contender in contenders.iter().filter(looks) {
            table = table.column(format!("pairs left, {}", contender.name), "");
        }
        for contender in contenders.iter().filter(|contender| contender.is_sampled()) {
            table = table.column(format!("missed, {}", contender.name), "").counts([LEAVES]);
        }
        for contender in contenders.iter().filter(|_| is_timed) {
            table = table.measured(contender.name.clone(), "ms");
            if contender.is_gpu {
                table = table.measured(at_work(&contender.name), "ms");
            }
        }
        for (place, (scene, expected)) in self.scenes.iter().zip(&self.expected).enumerate() {
            let both = || contenders.iter().zip(self.answers.iter().map(|answers| &answers[place]));
            let counts = [numbers[place], scene.objects().len(), triangle_count(scene)].map(Into::into);
            let more = [
                tight_pairs(scene).len().into(),
                expected.run.stats.object_candidates.into(),
                expected.pairs.len().into(),
                expected.findings().len().into(),
            ];
            let left = both().filter(|(contender, _)| looks(contender));
            let left = left.map(|(_, answer)| answer.pairs_left().map_or(f64::NAN, |pairs| pairs as f64).into());
            let missed = both().filter(|(contender, _)| contender.is_sampled());
            let missed = missed.flat_map(|(contender, answer)| {
                [answer.missed.into(), leaf(contender).map_or(f64::NAN, f64::from).into()]
            });
            let times = both().filter(|_| is_timed).flat_map(|(contender, answer)| {
                [Some(answer.ms.into()), contender.is_gpu.then(|| answer.gpu_ms.into())].into_iter().flatten()
            });
            table.row(counts.into_iter().chain(more).chain(left).chain(missed).chain(times));
        }
        // Not every GPU has a clock.
        table.without_empty()
    }
}

/// The title of the part of a contender's time in which the GPU is at work.
fn at_work(name: &str) -> String {
    format!("GPU at work, {name}")
}

/// The tight box of each object along the axes.
fn tight_boxes(scene: &Scene) -> Vec<Aabb> {
    let around = |object: &allide::Object| {
        Aabb::around(object.mesh().positions().iter().map(|&point| object.pose().apply(point)))
    };
    scene.objects().iter().map(around).collect()
}

/// The objects, by their places, whose tight boxes share a point.
fn tight_pairs(scene: &Scene) -> Vec<[usize; 2]> {
    let boxes = tight_boxes(scene);
    let meets = |a: &Aabb, b: &Aabb| (0..3).all(|k| a.min[k] <= b.max[k] && b.min[k] <= a.max[k]);
    let pairs = (0..boxes.len()).flat_map(|i| (i + 1..boxes.len()).map(move |j| [i, j]));
    pairs.filter(|&[i, j]| meets(&boxes[i], &boxes[j])).collect()
}

/// The frames in which boxes meet, so that there is something to look at.
fn busy(table: &Table) -> Table {
    table.those(TURNED, |pairs| pairs > 0.0)
}

/// The scene with what overlaps in it.
fn picture(bench: &mut Bench, scene: &Scene, caption: &str) -> Result<Picture, Error> {
    let report = bench.expected(scene, &between(Method::Divide))?;
    Ok(look::overlaps(bench, scene, &report, caption))
}

/// Not a number of none.
fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::{DVec3, Pose};
    use allide_scenes::{shapes, turned};

    #[test]
    fn boxes_are_tight_around_objects_that_are_turned() {
        let cube = shapes::cuboid([-1.0; 3], [1.0; 3]);
        let mut scene = Scene::new();
        // A needle along a diagonal, whose own box is a cube; turned, it lies along x.
        let needle = allide::Mesh::new(vec![[-1.0; 3], [1.0; 3], [0.9, 0.9, 0.9]], vec![[0, 1, 2]]).unwrap();
        let way = DVec3::ONE.normalize();
        let axis = way.cross(DVec3::X).normalize();
        let turn = turned(axis.to_array(), way.dot(DVec3::X).acos(), [0.0, 1.5, 0.0]);
        scene.add("needle", &needle, turn);
        scene.add("cube", &cube, Pose::IDENTITY);
        assert_eq!(tight_pairs(&scene), Vec::<[usize; 2]>::new());
        let report = allide::Engine::cpu().run(&scene, &between(Method::Divide)).unwrap();
        assert_eq!(report.run.stats.object_candidates, 1, "boxes around turned boxes are larger");
        scene.add("touching", &cube, Pose::translation(2.0, 0.0, 0.0).unwrap());
        assert_eq!(tight_pairs(&scene), [[1, 2]]);
    }
}
