//! Section 5.2: FAR against a tree that is built in each frame, and against CULLIDE.

use super::{
    CELLS, CULLIDE, FRAMES, PUBLISHED, REBUILT, breaking, cells, cullide, follow, frame, mean, published,
    reduced_views, spread, trees,
};
use crate::bench::New;
use crate::outcome::shown;
use crate::{Bench, Error, Outcome, Published, Said, Steps};
use allide_io::plot::Axis;
use allide_scenes::triangle_count;

/// Section 5.2.
pub(crate) fn section_5_2(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let course = breaking::course(bench);
    let frames = spread(bench.size(2, 4, 16), FRAMES);
    let contenders = bench.able(vec![cells()?, published(bench)?, cullide(bench)?, trees()?]);
    let table = follow(bench, steps, &frames, |number| frame(&course, number), &contenders, New::Objects)?;
    let axes = [Axis::linear("frame"), Axis::logarithmic("time of a frame [ms]")];
    let names: Vec<&str> = contenders.iter().map(|contender| contender.name.as_str()).collect();
    let plot = table.plot("FAR, CULLIDE and trees while a dragon breaks (section 5.2)", axes, "frame", &names);
    let [ours, drawn, sampled, rebuilt] = [CELLS, PUBLISHED, CULLIDE, REBUILT].map(|name| mean(&table.numbers(name)));
    let missed = table.numbers(&format!("missed, {CULLIDE}")).iter().sum::<f64>();
    let source = "section 5.2";
    let has = bench.lacks().is_none();
    let timed = |published: Published, ours: Said| if has { published.timed(ours) } else { published };
    let compared = [
        Published::new("building trees anew: SOLID, ours with the search", [100.0, 176.0], "ms", source)
            .timed(Said::span(&table.numbers(REBUILT))),
        timed(
            Published::new("all collisions by FAR, at most", 50.0, "ms", source),
            Said::span(&table.numbers(PUBLISHED)),
        ),
        timed(Published::new("FAR : CULLIDE, both as published", 3.0, "times", source), (drawn / sampled).into()),
        timed(Published::new("FAR with cells : CULLIDE", "not published", "times", source), (ours / sampled).into()),
    ];
    let misses = Published::new("triangle pairs that CULLIDE misses", "several", "", source);
    let misses = if has { misses.ours(missed) } else { misses };
    let paragraph = if has {
        format!(
            "Drawing boxes in place of triangles makes the paper's FAR nearly 3 times as slow as CULLIDE. As published, ours takes \
             {} times as long; with cells, {} times. CULLIDE misses {} of {} triangle pairs in these frames, FAR none. Trees that are \
             built anew for each frame take {} ms on this CPU, building and searching; the paper's SOLID took 100 to 176 ms to build alone.",
            shown(drawn / sampled),
            shown(ours / sampled),
            shown(missed),
            shown(table.numbers("triangle pairs").iter().sum()),
            shown(rebuilt)
        )
    } else {
        format!(
            "Trees that are built anew for each frame take {} ms on this CPU, building and searching; the paper's SOLID took \
             100 to 176 ms to build alone.",
            shown(rebuilt)
        )
    };
    let triangles = triangle_count(&frame(&course, 0));
    let labels = [
        bench.reduced(triangles, breaking::TRIANGLES, "triangles"),
        reduced_views(bench),
        bench.without_gpu("FAR and CULLIDE"),
    ];
    let outcome = Outcome::default().plot("", plot).table(table).published(compared).published([misses]);
    Ok(labels.into_iter().fold(outcome.paragraph(paragraph), Outcome::label))
}
