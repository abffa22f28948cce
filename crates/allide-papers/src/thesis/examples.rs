//! Figures 4.13 and 4.14: what is found among entangled objects and among many.

use super::solids::{knots, mixed};
use super::{Rays, Tally};
use crate::look;
use crate::outcome::shown;
use crate::{Bench, Error, Outcome, Published, Steps, Table};
use allide::Scene;
use allide::raycast::{RaycastOptions, RaycastReport};
use allide_io::plot::{Axis, Plot, Series};

/// How many scenes are compared with the truth.
fn scenes(bench: &Bench) -> u64 {
    bench.size(2, 4, 20)
}

/// The findings at several resolutions, in scenes of several sizes.
fn found(
    bench: &mut Bench,
    steps: &Steps<'_>,
    [what, title]: [&str; 2],
    sizes: &[usize],
    sides: &[u32],
    scene: impl Fn(usize, u64) -> Scene,
) -> Result<(Table, Plot), Error> {
    let count = scenes(bench);
    let mut table = Table::new("")
        .counts([what, "pixels a side", "scenes", "pairs", "pairs found", "objects", "objects found"])
        .counts(["false, with itself", "false, apart", "pixels inside"])
        .measured("time", "ms");
    let mut series = Vec::new();
    for (place, &size) in sizes.iter().enumerate() {
        let mut points = Vec::new();
        for (step, &side) in sides.iter().enumerate() {
            steps.at(place * sides.len() + step, sizes.len() * sides.len() + 1)?;
            let tally = Tally::of(bench.rays()?, side, count, |seed| scene(place, seed))?;
            let counts = [tally.pairs, tally.found, tally.objects, tally.objects_found, tally.with_itself, tally.apart];
            let first = [size.into(), side.into(), count.into()];
            let last = [tally.pixels.into(), tally.total().median.into()];
            table.row(first.into_iter().chain(counts.map(Into::into)).chain(last));
            points.push([f64::from(side), 100.0 * tally.found as f64 / tally.pairs.max(1) as f64]);
        }
        series.push(Series::new(format!("{} {what}", shown(size as f64)), points));
    }
    let axes = [Axis::logarithmic("pixels along a side of the view"), Axis::linear("interfering pairs found [%]")];
    let [x, y] = axes;
    Ok((table, Plot { title: title.to_owned(), x, y, series }))
}

/// One report, with places in the world, for a picture.
fn located(rays: &Rays, scene: &Scene, side: u32) -> Result<RaycastReport, Error> {
    let options = RaycastOptions { size: [side, side], locate: true, ..RaycastOptions::default() };
    Ok(rays.run(scene, &options)?)
}

/// How much of the pairs and of the objects is found with the most pixels, and how much is false, in words.
fn said(table: &Table, sides: &[u32]) -> ([f64; 2], f64) {
    let most = f64::from(sides[sides.len() - 1]);
    let sum = |title: &str| {
        let rows = table.numbers(title).into_iter().zip(table.numbers("pixels a side"));
        rows.filter(|(_, side)| *side == most).map(|(count, _)| count).sum::<f64>()
    };
    let part = |found: &str, of: &str| 100.0 * sum(found) / sum(of).max(1.0);
    ([part("pairs found", "pairs"), part("objects found", "objects")], sum("false, with itself") + sum("false, apart"))
}

/// Figure 4.13.
pub(crate) fn figure_4_13(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let detail = bench.size(vec![[30, 6]], vec![[60, 8], [150, 12]], vec![[60, 8], [150, 12], [400, 20]]);
    let sides = bench.size(vec![64, 128], vec![128, 256, 512], vec![128, 256, 512, 1024]);
    let polygons: Vec<usize> = detail.iter().map(|[around, across]| 10 * around * across).collect();
    let scene = |place: usize, seed| knots(5, detail[place][0], detail[place][1], seed);
    let titles = ["polygons", "Pairs found among five knots (figure 4.13)"];
    let (table, plot) = found(bench, steps, titles, &polygons, &sides, scene)?;
    let shown_scene = scene(0, 0);
    let report = located(bench.rays()?, &shown_scene, sides[sides.len() - 1])?;
    let ends: Vec<_> = report.edges.iter().map(|edge| edge.ends).collect();
    let picture = look::lines(bench, &shown_scene, ends.clone(), "Edges inside another knot");
    let ([pairs, _], wrong) = said(&table, &sides);
    let most = sides[sides.len() - 1];
    let paragraph = format!(
        "The thesis shows the pixels whose edge is inside another of several entangled objects. The lines of our picture are the {} \
         edges that rays found inside. Of the pairs that interfere, {pairs:.1} % are found at {most}², and {} that do not \
         interfere are reported.",
        shown(ends.len() as f64),
        shown(wrong)
    );
    let published = [Published::new("objects", "several highly non-convex objects", "", "figure 4.13, section 4.7.2")
        .ours("five torus knots of four kinds")];
    let label = bench.reduced(scenes(bench) as usize, 20, "random scenes");
    let outcome = Outcome::default().plot("", plot).picture("edges", "Edges inside another knot", picture).table(table);
    Ok(outcome.published(published).paragraph(paragraph).label(label))
}

/// Figure 4.14.
pub(crate) fn figure_4_14(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let counts = bench.size(vec![20], vec![30, 60, 120], vec![50, 100, 200, 400]);
    let sides = bench.size(vec![64, 128], vec![128, 256, 512], vec![256, 512, 1024, 2048]);
    let scene = |place: usize, seed| mixed(counts[place], seed);
    let titles = ["objects", "Pairs found among many objects (figure 4.14)"];
    let (mut table, plot) = found(bench, steps, titles, &counts, &sides, scene)?;
    // Two columns would have one title.
    table.columns[0].title = "objects of a scene".into();
    let shown_scene = scene(counts.len() / 2, 0);
    let report = located(bench.rays()?, &shown_scene, sides[sides.len() - 1])?;
    let objects = report.objects();
    let picture = look::objects(bench, &shown_scene, &objects, "Objects that interfere");
    let ([pairs, involved], wrong) = said(&table, &sides);
    let most = sides[sides.len() - 1];
    let paragraph = format!(
        "The thesis highlights the objects that interfere. In our picture, {} of {} are. With {most}², {pairs:.1} % of the \
         pairs and {involved:.1} % of the objects that interfere are found, and {} that do not are reported.",
        shown(objects.len() as f64),
        shown(shown_scene.objects().len() as f64),
        shown(wrong)
    );
    let published = [Published::new("objects at once", "several hundreds, of low polygon count", "", "section 4.7.2")
        .ours(format!("up to {}", counts[counts.len() - 1]))];
    let label = bench.reduced(counts[counts.len() - 1], 400, "objects of a full run");
    let outcome = Outcome::default().plot("", plot).picture("objects", "Objects that interfere", picture).table(table);
    Ok(outcome.published(published).paragraph(paragraph).label(label))
}
