//! Figures 5 and 6: a dragon breaks.

use super::{
    CELLS, FRAMES, PUBLISHED, REBUILT, cells, follow, frame, mean, picture, published, reduced_views, spread, trees,
};
use crate::bench::New;
use crate::outcome::shown;
use crate::{Bench, Error, Outcome, Published, Said, Steps, Table};
use allide_io::plot::{Axis, Series};
use allide_scenes::scenes::Breaking;
use allide_scenes::triangle_count;

const CAPTION: &str = "Frame 28, with what overlaps";

/// Of both bodies.
pub(super) const TRIANGLES: usize = 147_000;

/// The scene at a size for this bench.
pub(super) fn course(bench: &Bench) -> Breaking {
    bench.size(Breaking::new(150, 500, 6), Breaking::new(2_500, 8_000, 60), Breaking::published())
}

fn frames(bench: &Bench) -> Vec<usize> {
    spread(bench.size(2, 5, 16))
}

/// Figure 5.
pub(crate) fn figure_5(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let (course, frames) = (course(bench), frames(bench));
    let contenders = bench.able(vec![cells()?, published(bench)?, trees()?]);
    let table = follow(bench, steps, &frames, |number| frame(&course, number), &contenders, Some(New::Objects))?;
    let axes = [Axis::linear("frame"), Axis::logarithmic("time of a frame [ms]")];
    let names: Vec<&str> = contenders.iter().map(|contender| contender.name.as_str()).collect();
    let mut plot = table.plot("A dragon breaks (figure 5)", axes, "frame", &names);
    let ends = [[0.0, 35.0], [(FRAMES - 1) as f64, 50.0]];
    plot.series.push(Series::new("published, from beginning to end", ends));
    let shown_frame = frame(&course, 28);
    let triangles = triangle_count(&frame(&course, 0));
    let source = "figure 5, section 5.1";
    let time = |published: Published, name: &str| match Said::span(&table.numbers(name)) {
        Said::Words(_) => published,
        span => published.timed(span),
    };
    let compared = [
        Published::new("triangles", TRIANGLES as f64, "", source).ours(triangles as f64),
        Published::new("objects at the end", "hundreds", "", source).ours(last(&table, "objects")),
        time(Published::new("time of a frame, cells", [30.0, 60.0], "ms", source), CELLS),
        time(Published::new("time of a frame, UOBBs in order", [30.0, 60.0], "ms", source), PUBLISHED),
    ];
    let rest = format!(
        "trees that are built anew on the CPU take {} ms. Each run that is timed gets objects that no run before has seen, as \
         where pieces break off.",
        shown(mean(&table.numbers(REBUILT)))
    );
    let paragraph = match bench.lacks() {
        None => format!(
            "The paper needs 30 to 60 ms a frame, about 35 in the beginning and 50 at the end. With {} triangles and up to {} \
             objects, cells take {} ms on this device, the published pipeline {} ms, and {rest}",
            shown(triangles as f64),
            shown(last(&table, "objects")),
            Said::span(&table.numbers(CELLS)),
            Said::span(&table.numbers(PUBLISHED)),
        ),
        Some(_) => format!("The paper needs 30 to 60 ms a frame. With {} triangles, {rest}", shown(triangles as f64)),
    };
    let labels = [bench.reduced(triangles, TRIANGLES, "triangles"), reduced_views(bench), bench.without_gpu("FAR")];
    let outcome = Outcome::default().plot("", plot).table(table).published(compared).paragraph(paragraph);
    let picture = picture(bench, &shown_frame, CAPTION)?;
    Ok(labels.into_iter().fold(outcome.picture("scene", CAPTION, picture), Outcome::label))
}

fn last(table: &Table, title: &str) -> f64 {
    table.numbers(title).last().copied().unwrap_or(f64::NAN)
}

/// Figure 6.
pub(crate) fn figure_6(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let (course, frames) = (course(bench), frames(bench));
    let contenders = [cells()?, published(bench)?];
    let table = follow(bench, steps, &frames, |number| frame(&course, number), &contenders, None)?;
    let left = [CELLS, PUBLISHED].map(|name| format!("pairs left, {name}"));
    let axes = [Axis::linear("frame"), Axis::linear("object pairs")];
    let columns = ["pairs of boxes", &left[0], &left[1], "pairs that overlap"];
    let plot = table.plot("Pairs that culling leaves while a dragon breaks (figure 6)", axes, "frame", &columns);
    let sum = |title: &str| table.numbers(title).iter().sum::<f64>();
    let boxes = sum("pairs of boxes");
    let [cells, drawn] = left.each_ref().map(|title| boxes / sum(title));
    let source = "figure 6, section 5.1";
    let compared = [
        Published::new("pairs of boxes for each pair left, cells", 6.9, "times", source).ours(cells),
        Published::new("pairs of boxes for each pair left, UOBBs in order", 6.9, "times", source).ours(drawn),
        Published::new("pairs of boxes for each pair that overlaps", "not given", "times", source)
            .ours(boxes / sum("pairs that overlap")),
    ];
    let paragraph = format!(
        "Over the whole simulation, the paper's boxes leave 6.9 times as many object pairs as FAR. Over our frames, {} pairs of \
         boxes meet: {} times as many as cells leave and {} times as many as the published pipeline does. {} pairs overlap, \
         which nothing can be below.",
        shown(boxes),
        shown(cells),
        shown(drawn),
        shown(sum("pairs that overlap"))
    );
    let triangles = triangle_count(&frame(&course, 0));
    let labels = [bench.reduced(triangles, TRIANGLES, "triangles"), reduced_views(bench)];
    let outcome = Outcome::default().plot("", plot).table(table).published(compared).paragraph(paragraph);
    Ok(labels.into_iter().fold(outcome, Outcome::label))
}
