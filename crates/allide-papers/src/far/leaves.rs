//! Figure 1: leaves fall from a tree.

use super::breaking::waiting;
use super::{
    CELLS, Course, PUBLISHED, REBUILT, busy, cells, follow, frame, mean, picture, published, reduced_views, spread,
    trees,
};
use crate::{Bench, Claim, Data, Error, Kind, Outcome, Published, Said, Steps, Told};
use allide::Scene;
use allide_io::plot::{Axis, Series};
use allide_scenes::scenes::Leaves;
use allide_scenes::triangle_count;

const CAPTION: &str = "Frame 24, with what overlaps";

/// Of the tree and its leaves.
pub(super) const TRIANGLES: usize = 40_000;

/// The scene at a size for this bench.
fn leaves(bench: &Bench) -> Leaves {
    bench.size(Leaves::new(300, 4), Leaves::new(4_000, 30), Leaves::published())
}

/// Frames of it. All leaves bend, so that no engine knows them; the tree stands still.
pub(super) fn course(bench: &Bench, frames: usize) -> Course<impl Fn() -> Vec<Scene> + use<>> {
    let leaves = leaves(bench);
    super::course(spread(frames), move || leaves.clone())
}

/// Figure 1.
pub(crate) fn figure_1(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let contenders = bench.able(vec![cells()?, published(bench)?, trees()?]);
    let course = course(bench, bench.size(2, 4, 16));
    let table = follow(bench, steps, &course, &contenders, true)?.table("", &course.numbers, &contenders, true);
    let shown_frame = frame(&leaves(bench), 24);
    let triangles = triangle_count(&shown_frame);
    let labels = [bench.reduced(triangles, TRIANGLES, "triangles"), reduced_views(bench), bench.without_gpu("FAR")];
    let picture = picture(bench, &shown_frame, CAPTION)?;
    let outcome = Outcome::default().table(table).picture("scene", CAPTION, picture);
    Ok(labels.into_iter().fold(outcome, Outcome::label))
}

/// The statements about figure 1.
pub(crate) fn tell_1(data: &Data<'_>) -> Told {
    let table = data.first();
    let axes = [Axis::linear("frame"), Axis::logarithmic("time of a frame [ms]")];
    let mut plot = table.plot("Leaves fall from a tree (figure 1)", axes, "frame", &[CELLS, PUBLISHED, REBUILT]);
    let mean_of_theirs = table.numbers("frame").into_iter().map(|frame| [frame, 35.0]);
    plot.series.push(Series::new("published mean", mean_of_theirs));
    let busy = busy(&table);
    let [cells, drawn, rebuilt] = [CELLS, PUBLISHED, REBUILT].map(|name| mean(&busy.numbers(name)));
    let source = "figure 1, section 5.1";
    Told::default()
        .plot("", plot)
        .row(Published::new("triangles", TRIANGLES as f64, "", source).counted(table.last("triangles")))
        .row(Published::new("leaves", 150.0, "", source).counted(table.last("objects") - 1.0))
        .row(Published::new("mean time of a frame, cells", 35.0, "ms", source).measured(cells))
        .row(Published::new("mean time of a frame, UOBBs in order", 35.0, "ms", source).measured(drawn))
        .row(
            Published::new("triangle pairs of a frame", "not given", "", source)
                .counted(Said::span(&busy.numbers("triangle pairs"))),
        )
        .claim(Claim::tests(
            Kind::Measured,
            &[("cells", cells)],
            cells < 35.0,
            [
                "By cells, a frame in which boxes meet takes {cells} ms in the mean, less than the paper's 35 ms.",
                "By cells, a frame in which boxes meet takes {cells} ms in the mean, not less than the paper's 35 ms.",
            ],
        ))
        .claim(Claim::tests(
            Kind::Measured,
            &[("UOBBs", drawn)],
            drawn < 35.0,
            [
                "As published, it takes {UOBBs} ms, less than the paper's 35 ms.",
                "As published, it takes {UOBBs} ms, not less than the paper's 35 ms.",
            ],
        ))
        .claim(Claim::states(
            Kind::Measured,
            &[("trees", rebuilt)],
            "Trees that are built from nothing on the CPU take {trees} ms. Whatever is timed here found the same triangle pairs, or the run would have failed.",
        ))
        .claim(waiting(&busy))
}
