//! Section 5.2: FAR against trees that are built in each frame, and against CULLIDE.

use super::{
    CELLS, CULLIDE, Course, LEAF, LEAVES, PUBLISHED, REBUILT, breaking, bunnies, busy, cells, cullide, follow, leaves,
    mean, published, trees,
};
use crate::{Bench, Cell, Claim, Contender, Data, Error, Kind, Outcome, Published, Said, Steps, Table, Told};
use allide::Scene;
use allide_io::plot::Axis;

/// Times of one scene in the mean of its frames, by contender, and what CULLIDE missed of how many.
fn mean_row<M: Fn() -> Vec<Scene>>(
    bench: &mut Bench,
    steps: &Steps<'_>,
    (name, course): (&str, &Course<M>),
    contenders: &[Contender],
) -> Result<(Table, Vec<Cell>), Error> {
    let followed = follow(bench, steps, course, contenders, true)?;
    let table = followed.table("", &course.numbers, contenders, true);
    let of = |name: &str| mean(&table.numbers(name));
    let [cells, drawn, sampled, rebuilt] = [CELLS, PUBLISHED, CULLIDE, REBUILT].map(of);
    let (missed, all) = (table.sum(&format!("missed, {CULLIDE}")), table.sum("triangle pairs"));
    // Occlusion queries, and triangles that are drawn, in all frames.
    let drawn_by = |name: &str| {
        let place = contenders.iter().position(|contender| contender.name == name);
        let answers = place.map(|place| followed.answers[place].iter()).into_iter().flatten();
        answers.fold([0; 2], |sum, answer| {
            let [_, queries, rendered] = answer.drawn();
            [sum[0] + queries, sum[1] + rendered]
        })
    };
    let can_draw = bench.lacks().is_none();
    let work = [PUBLISHED, CULLIDE].map(drawn_by).into_iter().flatten();
    let work = work.map(|count| if can_draw { count.into() } else { Cell::Number(f64::NAN) });
    let numbers = [cells, drawn, sampled, rebuilt, drawn / sampled, cells / sampled].map(Cell::from);
    let first = [name.into(), course.numbers.len().into(), all.into(), missed.into()];
    Ok((table, first.into_iter().chain(work).chain(numbers).collect()))
}

/// Section 5.2.
pub(crate) fn section_5_2(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let contenders = bench.able(vec![cells()?, published(bench)?, cullide(bench, LEAF)?, trees()?]);
    let (breaking_course, leaves_course, bunnies_course) = (
        breaking::course(bench, bench.size(2, 3, 8)),
        leaves::course(bench, bench.size(2, 3, 8)),
        bunnies::course(bench),
    );
    let mut means = Table::new("means").counts(["scene", "frames", "triangle pairs", "missed by CULLIDE"]);
    means =
        means.counts(["queries of FAR", "triangles drawn by FAR", "queries of CULLIDE", "triangles drawn by CULLIDE"]);
    for name in [CELLS, PUBLISHED, CULLIDE, REBUILT] {
        means = means.measured(name, "ms");
    }
    means = means.measured("FAR : CULLIDE, both published", "times").measured("FAR with cells : CULLIDE", "times");
    let (table, row) = mean_row(bench, &steps.part(0, 3), ("breaking", &breaking_course), &contenders)?;
    means.row(row);
    let (_, row) = mean_row(bench, &steps.part(1, 3), ("leaves", &leaves_course), &contenders)?;
    means.row(row);
    let (_, row) = mean_row(bench, &steps.part(2, 3), ("bunnies", &bunnies_course), &contenders)?;
    means.row(row);
    let labels = breaking::labels(bench).into_iter().chain([bench.without_gpu("FAR and CULLIDE")]);
    Ok(labels.fold(Outcome::default().table(table).table(means.without_empty()), Outcome::label))
}

/// The statements about section 5.2.
pub(crate) fn tell_5_2(data: &Data<'_>) -> Told {
    let (table, means) = (data.first(), data.table("means"));
    let axes = [Axis::linear("frame"), Axis::logarithmic("time of a frame [ms]")];
    let title = "FAR, CULLIDE and trees while a dragon breaks (section 5.2)";
    let plot = table.plot(title, axes, "frame", &[CELLS, PUBLISHED, CULLIDE, REBUILT]);
    let source = "section 5.2";
    let busy = busy(&table);
    let rebuilt = busy.numbers(REBUILT);
    let most = busy.numbers(PUBLISHED).into_iter().fold(f64::NAN, f64::max);
    let of = |scene: &str, title: &str| means.only("scene", scene).last(title);
    let mut told = Told::default()
        .plot("", plot)
        .row(
            Published::new("building trees from nothing: SOLID; ours with the search", [100.0, 176.0], "ms", source)
                .measured(Said::span(&rebuilt)),
        )
        .row(Published::new("all collisions by FAR, at most", 50.0, "ms", source).measured(most));
    for scene in ["breaking", "leaves", "bunnies"] {
        let theirs: Said = if scene == "breaking" { 3.0.into() } else { "not given for it".into() };
        let what = format!("FAR : CULLIDE, both as published, {scene}");
        let ratio = of(scene, "FAR : CULLIDE, both published");
        told = told.row(Published::new(what, theirs, "times", source).measured(ratio));
        let what = format!("FAR with cells : CULLIDE, {scene}");
        let ratio = of(scene, "FAR with cells : CULLIDE");
        told = told.row(Published::new(what, "not published", "times", source).measured(ratio));
    }
    let missed = of("breaking", "missed by CULLIDE");
    told.row(Published::new("triangle pairs that CULLIDE misses, breaking", "several", "", source).counted(missed))
        .claim(slower(&means))
        .claim(Claim::states(
            Kind::Counted,
            &[
                ("triangles", of("breaking", "triangles drawn by FAR") / of("breaking", "triangles drawn by CULLIDE")),
                ("queries", of("breaking", "queries of FAR") / of("breaking", "queries of CULLIDE")),
                ("missed", missed),
                ("all", of("breaking", "triangle pairs")),
                ("leaf", table.last(LEAVES)),
            ],
            "For the dragon, FAR draws {triangles} times as many triangles as CULLIDE and asks {queries} times as many queries. CULLIDE, down to leaves of {leaf} triangles at most, misses {missed} of {all} triangle pairs, FAR none.",
        ))
        .claim(cells_against(&means))
        .claim(building(&rebuilt))
}

/// Whether FAR as published is slower than CULLIDE, and by how much.
fn slower(means: &Table) -> Claim {
    let of = |scene: &str| means.only("scene", scene).last("FAR : CULLIDE, both published");
    let [breaking, leaves, bunnies] = ["breaking", "leaves", "bunnies"].map(of);
    Claim::tests(
        Kind::Measured,
        &[("breaking", breaking), ("leaves", leaves), ("bunnies", bunnies)],
        [breaking, leaves, bunnies].iter().all(|&ratio| (2.0..=5.0).contains(&ratio)),
        [
            "As published, FAR takes {breaking} times as long as CULLIDE while the dragon breaks, {leaves} times among leaves and {bunnies} times on two bunnies, about the paper's 3.",
            "As published, FAR takes {breaking} times as long as CULLIDE while the dragon breaks, {leaves} times among leaves and {bunnies} times on two bunnies, not the paper's 3.",
        ],
    )
}

fn cells_against(means: &Table) -> Claim {
    let of = |scene: &str| means.only("scene", scene).last("FAR with cells : CULLIDE");
    let [breaking, leaves, bunnies] = ["breaking", "leaves", "bunnies"].map(of);
    Claim::tests(
        Kind::Measured,
        &[("breaking", breaking), ("leaves", leaves), ("bunnies", bunnies)],
        [breaking, leaves, bunnies].iter().all(|&ratio| ratio < 1.0),
        [
            "With cells, FAR is faster than CULLIDE as published on all three: {breaking}, {leaves} and {bunnies} times its time.",
            "With cells, FAR is not faster than CULLIDE as published on all three: {breaking}, {leaves} and {bunnies} times its time.",
        ],
    )
}

fn building(rebuilt: &[f64]) -> Claim {
    let most = rebuilt.iter().copied().fold(f64::NAN, f64::max);
    Claim::tests(
        Kind::Measured,
        &[("most", most)],
        most < 100.0,
        [
            "Trees that are built from nothing for each frame of the dragon take {most} ms at most on this CPU, building and searching; the paper's SOLID took 100 ms at least to build.",
            "Trees that are built from nothing for each frame of the dragon take up to {most} ms on this CPU, building and searching, no less than the 100 ms of the paper's SOLID.",
        ],
    )
}
