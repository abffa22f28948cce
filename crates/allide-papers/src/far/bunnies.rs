//! Figure 7: two bunnies deep in each other.

use super::{CELLS, CULLIDE, Course, PUBLISHED, cells, cullide, follow, published, reduced_views};
use crate::bodies::Body;
use crate::outcome::shown;
use crate::{Bench, Error, Outcome, Published, Said, Steps, look};
use allide::{DVec3, Mesh, Pose, Scene};
use allide_io::plot::Axis;
use allide_scenes::{moved, turned};

/// Of each body.
const TRIANGLES: usize = 68_000;

/// The second body after a number of steps: it turns, and moves away from the first.
fn frame(body: &Mesh, step: usize) -> Scene {
    let center = body.bounds().center();
    let home = moved(-center.x, -center.y, -center.z);
    let size = body.bounds().size().max_element();
    let aside = size * (1.0 + 0.5 * step as f64) * DVec3::new(0.1, 0.05, 0.025);
    let there = turned([0.0, 0.0, 1.0], 0.5 + 0.2 * step as f64, (center + aside).to_array());
    let mut scene = Scene::new();
    scene.add("bunny a", body, Pose::IDENTITY);
    scene.add("bunny b", body, there.after(&home).expect("places near the origin"));
    scene
}

fn body(bench: &Bench) -> Body<Mesh> {
    bench.bunny(bench.size(400, 5_000, TRIANGLES))
}

/// The one bunny as it moves through the other.
pub(super) fn course(bench: &Bench) -> Course<impl Fn() -> Vec<Scene> + use<>> {
    let numbers: Vec<usize> = (0..bench.size(2, 3, 8)).collect();
    let (body, steps) = (body(bench).made, numbers.clone());
    Course { numbers, make: move || steps.iter().map(|&step| frame(&body, step)).collect() }
}

/// How large they are, and where from.
pub(super) fn labels(bench: &Bench) -> Vec<String> {
    let body = body(bench);
    let count = bench.reduced(body.made.triangles().len(), TRIANGLES, "triangles of a bunny");
    vec![count, reduced_views(bench), body.label().to_owned()]
}

/// Figure 7.
pub(crate) fn figure_7(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let course = course(bench);
    let contenders = [cells()?, published(bench)?, cullide(bench)?];
    let followed = follow(bench, steps, &course, &contenders, true)?;
    let table = followed.table("", &course.numbers, &contenders, true);
    let missed = format!("missed, {CULLIDE}");
    let axes = [Axis::linear("frame"), Axis::linear("triangle pairs")];
    let mut plot = table.plot("Two bunnies (figure 7)", axes, "frame", &["triangle pairs", &missed]);
    if let [all, missed] = &mut plot.series[..] {
        all.name = "found by FAR: all of them".into();
        missed.name = format!("missed by CULLIDE at {}²", super::resolution(bench));
    }
    let scene = &followed.scenes[0];
    let [ours, theirs] = [(&followed.expected[0], "FAR"), (&followed.answers[2][0].report, "CULLIDE")]
        .map(|(report, name)| look::overlaps(bench, scene, report, &format!("What {name} finds")));
    let pairs = table.numbers("triangle pairs");
    let lost = table.numbers(&missed).iter().sum::<f64>();
    let source = "figure 7, section 5.1";
    let count = scene.objects()[0].mesh().triangles().len();
    let compared = [
        Published::new("triangles of a bunny", TRIANGLES as f64, "", source).ours(count as f64),
        Published::new("triangle pairs that overlap", [2_000.0, 4_000.0], "", source).ours(Said::span(&pairs)),
        Published::new("pairs that CULLIDE misses", "many", "", source).ours(lost),
        Published::new("pairs that FAR misses", 0.0, "", source)
            .ours(followed.answers[..2].iter().flatten().map(|answer| answer.missed).sum::<usize>() as f64),
        Published::new("time of a frame, cells", "not given", "ms", source).timed(Said::span(&table.numbers(CELLS))),
        Published::new("time of a frame, UOBBs in order", "not given", "ms", source)
            .timed(Said::span(&table.numbers(PUBLISHED))),
    ];
    let paragraph = format!(
        "The paper's bunnies share 2,000 to 4,000 triangle pairs, of which CULLIDE misses many at 1,400². Ours share {} in each of \
         {} frames while one moves. FAR finds all of them, with cells and as published, and CULLIDE misses {} of {} ({:.1} %) at {}².",
        Said::span(&pairs),
        course.numbers.len(),
        shown(lost),
        shown(pairs.iter().sum()),
        100.0 * lost / pairs.iter().sum::<f64>().max(1.0),
        super::resolution(bench)
    );
    let outcome = Outcome::default()
        .plot("", plot)
        .picture("cullide", "(b) What CULLIDE finds", theirs)
        .picture("far", "(c) What FAR finds", ours)
        .table(table)
        .published(compared)
        .paragraph(paragraph);
    Ok(labels(bench).into_iter().fold(outcome, Outcome::label))
}
