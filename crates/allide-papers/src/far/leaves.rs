//! Figure 1: leaves fall from a tree.

use super::{
    CELLS, Course, PUBLISHED, REBUILT, cells, follow, frame, mean, picture, published, reduced_views, spread, trees,
};
use crate::outcome::shown;
use crate::{Bench, Error, Outcome, Published, Said, Steps};
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
    let axes = [Axis::linear("frame"), Axis::logarithmic("time of a frame [ms]")];
    let names: Vec<&str> = contenders.iter().map(|contender| contender.name.as_str()).collect();
    let mut plot = table.plot("Leaves fall from a tree (figure 1)", axes, "frame", &names);
    plot.series.push(Series::new("published mean", course.numbers.iter().map(|&frame| [frame as f64, 35.0])));
    let [ours, drawn, rebuilt] = [CELLS, PUBLISHED, REBUILT].map(|name| mean(&table.numbers(name)));
    let source = "figure 1, section 5.1";
    let time = |published: Published, ours: f64| if ours > 0.0 { published.timed(ours) } else { published };
    let compared = [
        Published::new("triangles", TRIANGLES as f64, "", source).ours(triangles as f64),
        Published::new("leaves", 150.0, "", source).ours((shown_frame.objects().len() - 1) as f64),
        time(Published::new("mean time of a frame, cells", 35.0, "ms", source), ours),
        time(Published::new("mean time of a frame, UOBBs in order", 35.0, "ms", source), drawn),
        Published::new("triangle pairs of a frame", "not given", "", source)
            .ours(Said::span(&table.numbers("triangle pairs"))),
    ];
    let paragraph = match bench.lacks() {
        None => format!(
            "The paper needs 35 ms for a frame of 40,000 triangles. Ours have {}: cells take {} ms in the mean, the published \
             pipeline {} ms, and trees that are built from nothing on the CPU {} ms, on this device. All three find the same \
             triangle pairs.",
            shown(triangles as f64),
            shown(ours),
            shown(drawn),
            shown(rebuilt)
        ),
        Some(_) => format!(
            "The paper needs 35 ms for a frame of 40,000 triangles. Ours have {}, and trees that are built from nothing on the \
             CPU take {} ms in the mean.",
            shown(triangles as f64),
            shown(rebuilt)
        ),
    };
    let labels = [bench.reduced(triangles, TRIANGLES, "triangles"), reduced_views(bench), bench.without_gpu("FAR")];
    let outcome = Outcome::default().plot("", plot).table(table).published(compared).paragraph(paragraph);
    let picture = picture(bench, &shown_frame, CAPTION)?;
    Ok(labels.into_iter().fold(outcome.picture("scene", CAPTION, picture), Outcome::label))
}
