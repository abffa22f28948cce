//! Section 5.2: FAR against trees that are built in each frame, and against CULLIDE.

use super::{
    CELLS, CULLIDE, Course, PUBLISHED, REBUILT, breaking, bunnies, cells, cullide, follow, leaves, mean, published,
    trees,
};
use crate::outcome::shown;
use crate::{Bench, Cell, Contender, Error, Outcome, Published, Said, Steps, Table};
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
    let missed: f64 = table.numbers(&format!("missed, {CULLIDE}")).iter().sum();
    let all: f64 = table.numbers("triangle pairs").iter().sum();
    // Occlusion queries, and triangles that are drawn, in all frames.
    let drawn_by = |name: &str| {
        let place = contenders.iter().position(|contender| contender.name == name);
        let answers = place.map(|place| followed.answers[place].iter()).into_iter().flatten();
        answers.fold([0; 2], |sum, answer| {
            let [_, queries, rendered] = answer.drawn();
            [sum[0] + queries, sum[1] + rendered]
        })
    };
    let work = [PUBLISHED, CULLIDE].map(drawn_by).into_iter().flatten().map(Cell::from);
    let numbers = [cells, drawn, sampled, rebuilt, drawn / sampled, cells / sampled].map(Cell::from);
    let first = [name.into(), course.numbers.len().into(), all.into(), missed.into()];
    Ok((table, first.into_iter().chain(work).chain(numbers).collect()))
}

/// Section 5.2.
pub(crate) fn section_5_2(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let contenders = bench.able(vec![cells()?, published(bench)?, cullide(bench)?, trees()?]);
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
    let axes = [Axis::linear("frame"), Axis::logarithmic("time of a frame [ms]")];
    let names: Vec<&str> = contenders.iter().map(|contender| contender.name.as_str()).collect();
    let plot = table.plot("FAR, CULLIDE and trees while a dragon breaks (section 5.2)", axes, "frame", &names);
    let source = "section 5.2";
    let has = bench.lacks().is_none();
    let column = |title: &str| means.numbers(title);
    let timed = |published: Published, ours: Said| if has { published.timed(ours) } else { published };
    let ratios = column("FAR : CULLIDE, both published");
    let cell_ratios = column("FAR with cells : CULLIDE");
    let missed = column("missed by CULLIDE");
    let rebuilt = table.numbers(REBUILT);
    let mut compared = vec![
        Published::new("building trees from nothing: SOLID; ours with the search", [100.0, 176.0], "ms", source)
            .timed(Said::span(&rebuilt)),
        timed(
            Published::new("all collisions by FAR, at most", 50.0, "ms", source),
            Said::span(&table.numbers(PUBLISHED)),
        ),
    ];
    for (place, scene) in ["breaking", "leaves", "bunnies"].into_iter().enumerate() {
        let theirs: Said = if scene == "breaking" { 3.0.into() } else { "not given for it".into() };
        let what = format!("FAR : CULLIDE, both as published, {scene}");
        compared.push(timed(Published::new(what, theirs, "times", source), ratios[place].into()));
        let what = format!("FAR with cells : CULLIDE, {scene}");
        compared.push(timed(Published::new(what, "not published", "times", source), cell_ratios[place].into()));
    }
    let misses = Published::new("triangle pairs that CULLIDE misses, breaking", "several", "", source);
    compared.push(if has { misses.ours(missed[0]) } else { misses });
    let trees = format!(
        "Trees that are built from nothing for each frame take {} ms on this CPU, building and searching; the paper's SOLID took \
         100 to 176 ms to build alone.",
        Said::span(&rebuilt)
    );
    let paragraph = match has {
        true => format!(
            "Drawing boxes in place of triangles makes the paper's FAR nearly 3 times as slow as CULLIDE. As published, ours takes \
             {} times as long while the dragon breaks, {} times among leaves and {} times on two bunnies: for the dragon, it draws {} \
             times as many triangles and asks {} times as many queries. With cells it takes {}, {} and {} times as long as CULLIDE, because \
             all triangles are tested at once, in three views, and no answer is waited for: so our own FAR is the faster of the two \
             where this is below 1. CULLIDE misses {} of {} triangle pairs of the dragon, FAR none. {trees}",
            shown(ratios[0]),
            shown(ratios[1]),
            shown(ratios[2]),
            shown(column("triangles drawn by FAR")[0] / column("triangles drawn by CULLIDE")[0]),
            shown(column("queries of FAR")[0] / column("queries of CULLIDE")[0]),
            shown(cell_ratios[0]),
            shown(cell_ratios[1]),
            shown(cell_ratios[2]),
            shown(missed[0]),
            shown(column("triangle pairs")[0]),
        ),
        false => trees,
    };
    let labels = breaking::labels(bench).into_iter().chain([bench.without_gpu("FAR and CULLIDE")]);
    let outcome = Outcome::default().plot("", plot).table(table).table(means).published(compared);
    Ok(labels.fold(outcome.paragraph(paragraph), Outcome::label))
}
