//! Figures 4.13 and 4.14: what is found among entangled objects and among many.

use super::solids::{knots, mixed};
use super::{Rays, Tally};
use crate::look;
use crate::outcome::shown;
use crate::{Bench, Claim, Data, Error, Kind, Outcome, Published, Steps, Table, Told};
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
    what: &str,
    sizes: &[usize],
    sides: &[u32],
    scene: impl Fn(usize, u64) -> Scene,
) -> Result<Table, Error> {
    let count = scenes(bench);
    let mut table = Table::new("")
        .counts([what, "solids", "pixels a side", "scenes", "pairs", "pairs found", "objects", "objects found"])
        .counts(["false, with itself", "false, apart", "pixels inside"])
        .measured("time", "ms");
    for (place, &size) in sizes.iter().enumerate() {
        for (step, &side) in sides.iter().enumerate() {
            steps.at(place * sides.len() + step, sizes.len() * sides.len() + 1)?;
            let tally = Tally::of(bench.rays()?, side, count, |seed| scene(place, seed))?;
            let counts = [tally.pairs, tally.found, tally.objects, tally.objects_found, tally.with_itself, tally.apart];
            let solids = scene(place, 0).objects().len();
            let first = [size.into(), solids.into(), side.into(), count.into()];
            let last = [tally.pixels.into(), tally.total().median.into()];
            table.row(first.into_iter().chain(counts.map(Into::into)).chain(last));
        }
    }
    Ok(table)
}

/// How much is found, a line for each size.
fn plot(table: &Table, what: &str, title: &str) -> Plot {
    let mut sizes = table.numbers(what);
    sizes.dedup();
    let series = sizes.into_iter().map(|size| {
        let own = table.those(what, |own| own == size);
        let found = own.points("pairs found", "pairs").into_iter().map(|[found, pairs]| 100.0 * found / pairs.max(1.0));
        let points = own.numbers("pixels a side").into_iter().zip(found).map(|(x, y)| [x, y]);
        Series::new(format!("{} {what}", shown(size)), points)
    });
    let (x, y) = (Axis::logarithmic("pixels along a side of the view"), Axis::linear("interfering pairs found [%]"));
    Plot { title: title.to_owned(), x, y, series: series.collect() }
}

/// One report, with places in the world, for a picture.
fn located(rays: &Rays, scene: &Scene, side: u32) -> Result<RaycastReport, Error> {
    let options = RaycastOptions { size: [side, side], locate: true, ..RaycastOptions::default() };
    Ok(rays.run(scene, &options)?)
}

/// How much of the pairs and of the objects is found with the most pixels, and how much is false.
struct Found {
    pixels: f64,
    pairs: f64,
    objects: f64,
    wrong: f64,
}

impl Found {
    fn of(table: &Table) -> Self {
        let pixels = table.numbers("pixels a side").into_iter().fold(f64::NAN, f64::max);
        let own = table.those("pixels a side", |own| own == pixels);
        let part = |found: &str, of: &str| 100.0 * own.sum(found) / own.sum(of);
        Self {
            pixels,
            pairs: part("pairs found", "pairs"),
            objects: part("objects found", "objects"),
            wrong: own.sum("false, with itself") + own.sum("false, apart"),
        }
    }

    fn claims(&self, told: Told) -> Told {
        told.claim(Claim::tests(
            Kind::Counted,
            &[("pixels", self.pixels), ("pairs", self.pairs), ("objects", self.objects)],
            self.pairs >= 100.0,
            [
                "With {pixels}², all pairs that interfere are found ({pairs} %; {objects} % of the objects).",
                "With {pixels}², {pairs} % of the pairs and {objects} % of the objects that interfere are found.",
            ],
        ))
        .claim(Claim::tests(
            Kind::Counted,
            &[("wrong", self.wrong)],
            self.wrong == 0.0,
            [
                "No pair is reported that does not interfere ({wrong}).",
                "{wrong} pairs are reported that do not interfere, or objects with themselves.",
            ],
        ))
    }
}

/// Figure 4.13.
pub(crate) fn figure_4_13(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let detail = bench.size(vec![[30, 6]], vec![[60, 8], [150, 12]], vec![[60, 8], [150, 12], [400, 20]]);
    let sides = bench.size(vec![64, 128], vec![128, 256, 512], vec![128, 256, 512, 1024]);
    let polygons: Vec<usize> = detail.iter().map(|[around, across]| 10 * around * across).collect();
    let scene = |place: usize, seed| knots(5, detail[place][0], detail[place][1], seed);
    let table = found(bench, steps, "polygons", &polygons, &sides, scene)?;
    let shown_scene = scene(0, 0);
    let report = located(bench.rays()?, &shown_scene, sides[sides.len() - 1])?;
    let ends: Vec<_> = report.edges.iter().map(|edge| edge.ends).collect();
    let mut picture_table = Table::new("picture").counts(["edges inside"]);
    picture_table.row([ends.len().into()]);
    let picture = look::lines(bench, &shown_scene, ends, "Edges inside another knot");
    let label = bench.reduced(scenes(bench) as usize, 20, "random scenes");
    let outcome = Outcome::default().picture("edges", "Edges inside another knot", picture);
    Ok(outcome.table(table).table(picture_table).label(label))
}

/// The statements about figure 4.13.
pub(crate) fn tell_4_13(data: &Data<'_>) -> Told {
    let (table, picture) = (data.first(), data.table("picture"));
    let plot = plot(&table, "polygons", "Pairs found among knots (figure 4.13)");
    let theirs = "several highly non-convex objects";
    let told = Told::default()
        .plot("", plot)
        .row(Published::new("objects", theirs, "", "figure 4.13, section 4.7.2").given(table.last("solids")))
        .claim(Claim::states(
            Kind::Counted,
            &[("edges", picture.last("edges inside"))],
            "The thesis shows the pixels whose edge is inside another of several entangled objects. The lines of our picture are the {edges} edges that rays found inside.",
        ));
    Found::of(&table).claims(told)
}

/// Figure 4.14.
pub(crate) fn figure_4_14(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let counts = bench.size(vec![20], vec![30, 60, 120], vec![50, 100, 200, 400]);
    let sides = bench.size(vec![64, 128], vec![128, 256, 512], vec![256, 512, 1024, 2048]);
    let scene = |place: usize, seed| mixed(counts[place], seed);
    let table = found(bench, steps, "objects of a scene", &counts, &sides, scene)?;
    let shown_scene = scene(counts.len() / 2, 0);
    let report = located(bench.rays()?, &shown_scene, sides[sides.len() - 1])?;
    let objects = report.objects();
    let mut picture_table = Table::new("picture").counts(["objects", "objects that interfere"]);
    picture_table.row([shown_scene.objects().len().into(), objects.len().into()]);
    let picture = look::objects(bench, &shown_scene, &objects, "Objects that interfere");
    let label = bench.reduced(counts[counts.len() - 1], 400, "objects of a full run");
    let outcome = Outcome::default().picture("objects", "Objects that interfere", picture);
    Ok(outcome.table(table).table(picture_table).label(label))
}

/// The statements about figure 4.14.
pub(crate) fn tell_4_14(data: &Data<'_>) -> Told {
    let (table, picture) = (data.first(), data.table("picture"));
    let plot = plot(&table, "objects of a scene", "Pairs found among many objects (figure 4.14)");
    let theirs = "several hundreds, of low polygon count";
    let told = Told::default()
        .plot("", plot)
        .row(
            Published::new("objects at once, at most", theirs, "", "section 4.7.2")
                .given(table.last("objects of a scene")),
        )
        .claim(Claim::states(
            Kind::Counted,
            &[("found", picture.last("objects that interfere")), ("all", picture.last("objects"))],
            "The thesis highlights the objects that interfere. In our picture, {found} of {all} are.",
        ));
    Found::of(&table).claims(told)
}
