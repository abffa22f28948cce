//! Greß and Zachmann: the analysis of their traversal that the slides announce.

use crate::outcome::shown;
use crate::{Answer, Bench, Cell, Contender, Error, Line, New, Outcome, Published, Said, Steps, Table, between};
use allide::{Method, Scene, TrianglePair};
use allide_io::plot::Axis;
use allide_scenes::{moved, scenes, shapes, triangle_count};

/// Trees of all objects, built on the GPU for each question.
const REBUILT: &str = "fronts, trees rebuilt";
/// As in the slides: trees of boxes in the coordinates of their mesh, built once and moved by matrices.
const MOVED: &str = "fronts, trees moved by matrices";
const WALK: &str = "one tree, a walk for each leaf";
const CPU: &str = "trees one after the other, CPU";
const ALL: [&str; 4] = [REBUILT, MOVED, WALK, CPU];

/// The statistics of a search in fronts; nothing without a GPU.
const FOUND: [&str; 4] = ["fronts", "empty fronts", "longest front", "node pairs"];

fn contenders() -> Result<[Contender; 4], Error> {
    Ok([
        Contender::new(REBUILT, "fronts")?,
        Contender::new(MOVED, "kdop(faces=6)")?.on_gpu(),
        Contender::new(WALK, "bvh")?.on_gpu(),
        Contender::new(CPU, "bvh")?,
    ])
}

struct Analysis<'b, 's> {
    bench: &'b mut Bench,
    steps: &'s Steps<'s>,
    done: usize,
    all: usize,
}

impl Analysis<'_, '_> {
    /// A row about a scene: what was asked, what the fronts were, and times.
    fn row(&mut self, table: &mut Table, first: Cell, scene: &Scene, new: New) -> Result<(), Error> {
        self.steps.at(self.done, self.all)?;
        self.done += 1;
        let expected = self.bench.expected(scene, &between(Method::Divide))?;
        let (mut lengths, mut times) = ([f64::NAN; FOUND.len()], [f64::NAN; ALL.len()]);
        for (place, contender) in contenders()?.iter().enumerate() {
            if contender.is_gpu && self.bench.lacks().is_some() {
                continue;
            }
            let answer = self.bench.time(scene, between, contender, new, &expected)?;
            times[place] = answer.ms;
            if place == 0 {
                lengths = self::lengths(&answer);
            }
        }
        let counts = [scene.objects().len().into(), triangle_count(scene).into(), expected.findings().len().into()];
        let found = [null_pairs(scene)].into_iter().chain(lengths).chain(times).map(Cell::from);
        table.row([first].into_iter().chain(counts).chain(found));
        Ok(())
    }
}

fn lengths(answer: &Answer<TrianglePair>) -> [f64; FOUND.len()] {
    let fronts = answer.report.run.stats.gpu.as_ref().map(|gpu| gpu.fronts()).unwrap_or_default();
    let longest = fronts.iter().copied().max().unwrap_or(0);
    let empty = fronts.iter().filter(|&&length| length == 0).count() as u64;
    [fronts.len() as u64, empty, longest, fronts.iter().sum()].map(|count| count as f64)
}

/// How many elements the slides' arrays with NULL elements would have over all levels: every node of one tree against every node
/// of the other, for each two objects.
fn null_pairs(scene: &Scene) -> f64 {
    let counts: Vec<f64> = scene.objects().iter().map(|object| object.mesh().triangles().len() as f64).collect();
    let levels = counts.iter().fold(1.0_f64, |most, count| most.max(count.log2().ceil())) as i32;
    let nodes = |level: i32, count: f64| count.min(2_f64.powi(level));
    let at = |level: i32| {
        let sum: f64 = counts.iter().map(|&count| nodes(level, count)).sum();
        let squares: f64 = counts.iter().map(|&count| nodes(level, count).powi(2)).sum();
        (sum * sum - squares) / 2.0
    };
    (0..=levels).map(at).sum()
}

fn table(name: &'static str, first: &str) -> Table {
    let table = Table::new(name).counts([first, "objects", "triangles", "triangle pairs"]);
    let table = table.counts(["pairs of arrays with NULL"]).counts(FOUND);
    ALL.into_iter().fold(table, |table, name| table.measured(name, "ms"))
}

/// Two bodies with this many triangles that penetrate each other by a percentage of their size.
fn deep(triangles: usize, depth: usize) -> Scene {
    let (a, b) = (shapes::blob(1, triangles), shapes::blob(2, triangles));
    let bounds = [&a, &b].map(|mesh| mesh.bounds());
    let size = bounds[0].size().x.min(bounds[1].size().x);
    let touching = bounds[0].max.x - bounds[1].min.x;
    let mut scene = Scene::new();
    scene.add("a", &a, moved(0.0, 0.0, 0.0));
    scene.add("b", &b, moved(touching - size * depth as f64 / 100.0, 0.0, 0.0));
    scene
}

/// The analysis.
pub(crate) fn analysis(bench: &mut Bench, steps: &Steps<'_>) -> Result<Outcome, Error> {
    let sizes = bench.size(vec![200, 800], vec![1_000, 4_000, 16_000], vec![1_000, 10_000, 100_000, 1_000_000]);
    let counts = bench.size(vec![2, 8], vec![2, 8, 32, 128], vec![2, 10, 50, 200, 800]);
    let depths = bench.size(vec![1, 60], vec![0, 1, 5, 20, 50, 100], vec![0, 1, 2, 5, 10, 20, 50, 100]);
    let body = bench.size(300, 4_000, 64_000);
    let per_object = bench.size(50, 200, 500);
    let kinds =
        [("poses are new", New::Poses), ("positions are new", New::Positions), ("objects are new", New::Objects)];
    let all = sizes.len() + counts.len() + depths.len() + kinds.len();
    let mut work = Analysis { bench, steps, done: 0, all };

    let mut by_size = table("", "triangles of a body");
    for &size in &sizes {
        work.row(&mut by_size, size.into(), &deep(size, 20), New::Poses)?;
    }
    let mut by_count = table("objects", "bodies");
    for &count in &counts {
        work.row(&mut by_count, count.into(), &scenes::asteroids(3, count, per_object), New::Poses)?;
    }
    let mut by_depth = table("depth", "depth [% of the size]");
    for &depth in &depths {
        work.row(&mut by_depth, depth.into(), &deep(body, depth), New::Poses)?;
    }
    let mut by_kind = table("motion", "in each run");
    for (name, new) in kinds {
        work.row(&mut by_kind, name.into(), &deep(body, 20), new)?;
    }
    steps.at(1, 1)?;
    Ok(told(bench, [by_size, by_count, by_depth, by_kind]))
}

fn told(bench: &Bench, [sizes, counts, depths, kinds]: [Table; 4]) -> Outcome {
    let logarithmic = |x: &str| [Axis::logarithmic(x), Axis::logarithmic("time [ms]")];
    let first = "triangles of a body";
    let by_size = sizes.plot("Two bodies, 20 % deep in each other", logarithmic(first), first, &ALL);
    let by_count = counts.plot("Many bodies", logarithmic("bodies"), "bodies", &ALL);
    let axes = [Axis::linear("depth of the bodies in each other [% of their size]"), Axis::linear("pairs")];
    let by_depth =
        depths.plot("From touching to coinciding", axes, "depth [% of the size]", &["node pairs", "triangle pairs"]);
    let last = |table: &Table, title: &str| table.numbers(title).last().copied().unwrap_or(f64::NAN);
    let [size, count] = [last(&sizes, first), last(&counts, "bodies")];
    let packed = last(&sizes, "pairs of arrays with NULL") / last(&sizes, "node pairs");
    let empty = Said::span(&depths.numbers("empty fronts"));
    let scheme = "slides on the traversal scheme";
    let mut published = vec![
        Published::new("performance", "an in-depth analysis is announced", "", "last slide: ongoing and future work")
            .ours("tables and plots of this entry"),
        Published::new("triangles of one mesh, at most", 2_048.0, "", "slide on hardware limitations")
            .ours(format!("{} here; limited by memory", shown(size))),
    ];
    if bench.lacks().is_none() {
        published.extend([
            Published::new("fronts", "one for each level of the trees", "", scheme)
                .ours(Said::span(&sizes.numbers("fronts"))),
            Published::new("elements of arrays with NULL for each node pair of a front", "discarded", "times", scheme)
                .ours(packed),
            Published::new(
                "levels that an occlusion query would spare",
                "a possible optimisation",
                "",
                "last but one slide",
            )
            .ours(empty.clone()),
        ]);
    }
    let paragraph = match bench.lacks() {
        None => {
            let pairs: Vec<[f64; 2]> = sizes.points("triangle pairs", "node pairs");
            let growth = Line::through(&pairs.iter().map(|point| point.map(f64::ln)).collect::<Vec<_>>()).slope;
            let of = |row: usize, title: &str| shown(kinds.numbers(title)[row]);
            format!(
                "The slides give no numbers. With {} triangles a body, fronts take {} ms on this GPU with trees that are rebuilt, {} ms \
                 with trees that are built once and moved by matrices, as in the slides, and {} ms by a walk for each leaf; trees \
                 on this CPU take {} ms. With {} bodies these are {}, {}, {} and {} ms. Node pairs grow with the power {growth:.2} of the \
                 triangle pairs that overlap; arrays with NULL elements would be {} times as long. New positions cost {} ms with trees \
                 rebuilt and {} ms where they are built once, because they must be built again; new poses {} and {} ms. Empty levels, \
                 which an occlusion query would end the traversal at, are {empty}: the host records them without knowing, and each is over at once.",
                shown(size),
                shown(last(&sizes, REBUILT)),
                shown(last(&sizes, MOVED)),
                shown(last(&sizes, WALK)),
                shown(last(&sizes, CPU)),
                shown(count),
                shown(last(&counts, REBUILT)),
                shown(last(&counts, MOVED)),
                shown(last(&counts, WALK)),
                shown(last(&counts, CPU)),
                shown(packed),
                of(1, REBUILT),
                of(1, MOVED),
                of(0, REBUILT),
                of(0, MOVED),
            )
        }
        Some(_) => {
            "The slides give no numbers, and fronts need a GPU: only the times of trees on the CPU are here.".to_owned()
        }
    };
    let label = bench.reduced(size as usize, 1_000_000, "triangles of a full run");
    let lacks = bench.without_gpu("fronts");
    let outcome = Outcome::default().plot("", by_size).plot("objects", by_count).plot("depth", by_depth);
    let outcome = [sizes, counts, depths, kinds].into_iter().fold(outcome, Outcome::table);
    outcome.published(published).paragraph(paragraph).label(label).label(lacks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_with_null_hold_all_pairs_of_nodes_of_a_level() {
        // Two trees of 4 leaves: 1 + 4 + 16 pairs.
        let four = |mut scene: Scene| {
            let mesh = shapes::cuboid([0.0; 3], [1.0; 3]);
            let points = mesh.positions().iter().map(|point| point.to_array()).collect();
            let part = allide::Mesh::new(points, mesh.triangles()[..4].to_vec()).unwrap();
            scene.add("", &part, moved(0.0, 0.0, 0.0));
            scene
        };
        assert_eq!(null_pairs(&four(four(Scene::new()))), 21.0);
        assert_eq!(null_pairs(&four(four(four(Scene::new())))), 63.0);
        assert_eq!(null_pairs(&Scene::new()), 0.0);
    }
}
