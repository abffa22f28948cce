//! Figure 7: two bunnies deep in each other.

use super::breaking::waiting;
use super::{CELLS, CULLIDE, Course, LEAF, LEAVES, PUBLISHED, cells, cullide, follow, published, reduced_views};
use crate::bodies::Body;
use crate::{Bench, Claim, Data, Error, Kind, Outcome, Published, Said, Steps, Table, Told, between, look};
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
    let contenders = [cells()?, published(bench)?, cullide(bench, LEAF)?];
    let followed = follow(bench, steps, &course, &contenders, true)?;
    let table = followed.table("", &course.numbers, &contenders, true);
    let mut leaves = Table::new("leaves").counts([LEAVES, "triangle pairs", "missed"]);
    for size in [1, LEAF, LEAF * LEAF] {
        let contender = cullide(bench, size)?;
        let (mut all, mut missed) = (0, 0);
        for (scene, expected) in followed.scenes.iter().zip(&followed.expected) {
            missed += bench.answer(scene, between, &contender, expected)?.missed;
            all += expected.findings().len();
        }
        leaves.row([size.into(), all.into(), missed.into()]);
    }
    let scene = &followed.scenes[0];
    let [ours, theirs] = [(&followed.expected[0], "FAR"), (&followed.answers[2][0].report, "CULLIDE")]
        .map(|(report, name)| look::overlaps(bench, scene, report, &format!("What {name} finds")));
    let outcome = Outcome::default()
        .picture("cullide", "(b) What CULLIDE finds", theirs)
        .picture("far", "(c) What FAR finds", ours)
        .table(table)
        .table(leaves);
    Ok(labels(bench).into_iter().fold(outcome, Outcome::label))
}

/// The statements about figure 7.
pub(crate) fn tell_7(data: &Data<'_>) -> Told {
    let (table, leaves) = (data.first(), data.table("leaves"));
    let missed = format!("missed, {CULLIDE}");
    let axes = [Axis::linear("frame"), Axis::linear("triangle pairs")];
    let mut plot = table.plot("Two bunnies (figure 7)", axes, "frame", &["triangle pairs", &missed]);
    if let [all, missed] = &mut plot.series[..] {
        all.name = "found by FAR: all of them".into();
        missed.name = "missed by CULLIDE".into();
    }
    let pairs = table.numbers("triangle pairs");
    let (all, lost) = (table.sum("triangle pairs"), table.sum(&missed));
    let source = "figure 7, section 5.1";
    let told = Told::default()
        .plot("", plot)
        .row(Published::new("triangles of a bunny", TRIANGLES as f64, "", source).counted(table.last("triangles") / 2.0))
        .row(Published::new("triangle pairs that overlap", [2_000.0, 4_000.0], "", source).counted(Said::span(&pairs)))
        .row(Published::new("pairs that CULLIDE misses", "a number of", "", source).counted(lost))
        .row(Published::new("time of a frame, cells", "not given", "ms", source).measured(Said::span(&table.numbers(CELLS))))
        .row(
            Published::new("time of a frame, UOBBs in order", "not given", "ms", source)
                .measured(Said::span(&table.numbers(PUBLISHED))),
        )
        .claim(Claim::tests(
            Kind::Counted,
            &[
                ("frames", pairs.len() as f64),
                ("all", all),
                ("lost", lost),
                ("part", 100.0 * lost / all),
                ("leaf", table.last(LEAVES)),
            ],
            lost > 0.0,
            [
                "CULLIDE misses {lost} of the {all} triangle pairs of {frames} frames ({part} %), down to leaves of {leaf} triangles at most. FAR finds all of them, or the run would have failed.",
                "CULLIDE, down to leaves of {leaf} triangles at most, misses none of the {all} triangle pairs of {frames} frames ({lost}, {part} %), and neither does FAR.",
            ],
        ));
    told.claim(leaf_sizes(&leaves)).claim(waiting(&table))
}

/// What CULLIDE misses by the size of leaves: how far down it goes, the paper does not say.
fn leaf_sizes(leaves: &Table) -> Claim {
    let missed = |size: u32| leaves.those(LEAVES, |own| own == f64::from(size)).last("missed");
    let numbers = [
        ("all", leaves.last("triangle pairs")),
        ("single", missed(1)),
        ("leaf", f64::from(LEAF)),
        ("leaves", missed(LEAF)),
        ("large", f64::from(LEAF * LEAF)),
        ("patches", missed(LEAF * LEAF)),
    ];
    Claim::tests(
        Kind::Counted,
        &numbers,
        missed(1) > missed(LEAF) && missed(LEAF) >= missed(LEAF * LEAF),
        [
            "The larger its leaves, the less it misses: of {all} pairs {single} with leaves of one triangle, {leaves} with up to {leaf}, {patches} with up to {large}.",
            "Larger leaves do not always miss less: of {all} pairs {single} with leaves of one triangle, {leaves} with up to {leaf}, {patches} with up to {large}.",
        ],
    )
    .unknown("What CULLIDE misses with larger leaves, at which the paper's loop ends, was not counted in this run.")
}
