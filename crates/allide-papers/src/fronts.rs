//! Greß and Zachmann: the analysis of their traversal that the slides announce.

use crate::bench::{Answer, Ask, Contender, New};
use crate::outcome::shown;
use crate::{Bench, Error, Line, Outcome, Published, Steps, Table};
use allide::{Pose, Scene};
use allide_io::plot::{Axis, Plot};
use allide_scenes::shapes::bunny;
use allide_scenes::{moved, scenes, triangle_count};

const FRONTS: &str = "fronts, GPU";
const TREES: &str = "trees one after the other, CPU";

/// What a search in fronts reports; nothing without a GPU.
const FOUND: [&str; 4] = ["fronts", "longest front", "node pairs", "candidates"];

struct Analysis<'b, 's> {
    bench: &'b mut Bench,
    steps: &'s Steps<'s>,
    done: usize,
    all: usize,
}

impl Analysis<'_, '_> {
    /// A row about a scene: what was asked, what the fronts were, and times.
    fn row(&mut self, table: &mut Table, first: crate::Cell, scene: &Scene, new: New) -> Result<(), Error> {
        self.steps.at(self.done, self.all)?;
        self.done += 1;
        let expected = self.bench.expected(scene, Ask::Between)?;
        let [fronts, trees] = [Contender::new(FRONTS, "fronts")?, Contender::new(TREES, "bvh")?];
        let ours = match self.bench.lacks() {
            Some(_) => None,
            None => Some(self.bench.time(scene, Ask::Between, &fronts, new, &expected)?),
        };
        let peer = self.bench.time(scene, Ask::Between, &trees, new, &expected)?;
        let counts = [scene.objects().len().into(), triangle_count(scene).into(), expected.findings().len().into()];
        let found = lengths(ours.as_ref()).map(Into::into);
        let times = [ours.map_or(f64::NAN, |answer| answer.ms).into(), peer.ms.into()];
        table.row([first].into_iter().chain(counts).chain(found).chain(times));
        Ok(())
    }
}

fn lengths(answer: Option<&Answer>) -> [f64; 4] {
    let Some(answer) = answer else { return [f64::NAN; 4] };
    let fronts = answer.report.run.stats.gpu.as_ref().map(|gpu| gpu.fronts()).unwrap_or_default();
    let longest = fronts.iter().copied().max().unwrap_or(0);
    [fronts.len() as u64, longest, fronts.iter().sum(), answer.report.run.stats.candidates].map(|count| count as f64)
}

fn table(name: &'static str, first: &str) -> Table {
    let table = Table::new(name).counts([first, "objects", "triangles", "triangle pairs"]).counts(FOUND);
    table.measured(FRONTS, "ms").measured(TREES, "ms")
}

/// Two bunnies, the second so many parts of its size away from the first.
fn apart(triangles: usize, distance: f64) -> Scene {
    let body = bunny(triangles);
    let mut scene = Scene::new();
    scene.add("a", &body, Pose::IDENTITY);
    let size = body.bounds().size();
    scene.add("b", &body, moved(distance * size.x, 0.01 * size.y, 0.013 * size.z));
    scene
}

/// The analysis.
pub(crate) fn analysis(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let sizes = bench.size(vec![200, 800], vec![1_000, 4_000, 16_000], vec![1_000, 4_000, 16_000, 64_000, 256_000]);
    let counts = bench.size(vec![2, 8], vec![2, 8, 32, 128], vec![2, 8, 32, 128, 512]);
    let depths = bench.size(vec![0.1, 1.2], vec![0.05, 0.2, 0.4, 0.8, 1.2], vec![0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.2]);
    let body = bench.size(300, 4_000, 64_000);
    let per_object = bench.size(50, 200, 1_000);
    let kinds =
        [("poses are new", New::Poses), ("positions are new", New::Positions), ("objects are new", New::Objects)];
    let all = sizes.len() + counts.len() + depths.len() + kinds.len();
    let mut work = Analysis { bench, steps, done: 0, all };

    let mut by_size = table("", "triangles of a body");
    for &size in &sizes {
        work.row(&mut by_size, size.into(), &scenes::bunnies(size), New::Positions)?;
    }
    let mut by_count = table("objects", "bodies");
    for &count in &counts {
        work.row(&mut by_count, count.into(), &scenes::asteroids(3, count, per_object), New::Positions)?;
    }
    let mut by_depth = table("depth", "distance / size");
    for &depth in &depths {
        work.row(&mut by_depth, depth.into(), &apart(body, depth), New::Positions)?;
    }
    let mut by_kind = table("motion", "in each run");
    for (name, new) in kinds {
        work.row(&mut by_kind, name.into(), &scenes::bunnies(body), new)?;
    }
    steps.at(1, 1)?;
    Ok(told(bench, [by_size, by_count, by_depth, by_kind], *sizes.last().unwrap_or(&0), *counts.last().unwrap_or(&0)))
}

fn told(bench: &Bench, [sizes, counts, depths, kinds]: [Table; 4], size: usize, count: usize) -> Outcome {
    let logarithmic = |x: &str| [Axis::logarithmic(x), Axis::logarithmic("time [ms]")];
    let columns = [FRONTS, TREES];
    let by_size: Plot = sizes.plot(
        "Two bodies, deep in each other",
        logarithmic("triangles of a body"),
        "triangles of a body",
        &columns,
    );
    let by_count = counts.plot("Many bodies", logarithmic("bodies"), "bodies", &columns);
    let axes = [Axis::linear("distance of the bodies / their size"), Axis::linear("pairs")];
    let by_depth =
        depths.plot("Less and less overlap", axes, "distance / size", &["node pairs", "candidates", "triangle pairs"]);
    let source = "last slide: ongoing and future work";
    let published = [
        Published::new("performance", "an in-depth analysis is announced", "", source)
            .ours("tables and plots of this entry"),
        Published::new("triangles of one mesh, at most", 2_048.0, "", "slide on hardware limitations")
            .ours(format!("{} here; limited by memory", shown(size as f64))),
        Published::new("fronts", "one for each level of the trees", "", "slides on the traversal scheme").ours(
            format!(
                "{} to {}",
                shown(sizes.numbers("fronts").first().copied().unwrap_or(f64::NAN)),
                shown(sizes.numbers("fronts").last().copied().unwrap_or(f64::NAN))
            ),
        ),
    ];
    let ratio = |table: &Table| {
        let [fronts, trees] = columns.map(|title| table.numbers(title).last().copied().unwrap_or(f64::NAN));
        trees / fronts
    };
    let pairs: Vec<[f64; 2]> = sizes.points("triangle pairs", "node pairs");
    let growth = Line::through(&pairs.iter().map(|point| point.map(f64::ln)).collect::<Vec<_>>()).slope;
    let paragraph = match bench.lacks() {
        None => format!(
            "The slides give no numbers. Here, with {} triangles a body, fronts on this GPU take {} times the time of trees on \
             this CPU, and with {} bodies {} times. Node pairs grow with the power {:.2} of the triangle pairs that overlap. Where \
             bodies move apart, {} node pairs shrink to {}. Trees are built for each question, so new poses, positions and \
             objects cost {}, {} and {} ms.",
            shown(size as f64),
            shown(1.0 / ratio(&sizes)),
            shown(count as f64),
            shown(1.0 / ratio(&counts)),
            growth,
            shown(depths.numbers("node pairs").first().copied().unwrap_or(f64::NAN)),
            shown(depths.numbers("node pairs").last().copied().unwrap_or(f64::NAN)),
            shown(kinds.numbers(FRONTS)[0]),
            shown(kinds.numbers(FRONTS)[1]),
            shown(kinds.numbers(FRONTS)[2]),
        ),
        Some(_) => {
            "The slides give no numbers, and fronts need a GPU: only the times of trees on the CPU are here.".to_owned()
        }
    };
    let label = bench.reduced(size, 256_000, "triangles of a full run");
    let lacks = bench.without_gpu("fronts");
    Outcome::default()
        .plot("", by_size)
        .plot("objects", by_count)
        .plot("depth", by_depth)
        .table(sizes)
        .table(counts)
        .table(depths)
        .table(kinds)
        .published(published)
        .paragraph(paragraph)
        .label(label)
        .label(lacks)
}
