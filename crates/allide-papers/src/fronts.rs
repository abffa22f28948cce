//! Greß and Zachmann: the analysis of their traversal that the slides announce.

use crate::{
    Answer, Bench, Cell, Claim, Contender, Data, Error, Kind, Line, New, Outcome, Published, Said, Steps, Table, Told,
    between,
};
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

fn table(name: &str, first: &str) -> Table {
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
    let mut by_depth = table("depth", DEPTH);
    by_depth.columns[0].unit = "% of the size".into();
    for &depth in &depths {
        work.row(&mut by_depth, depth.into(), &deep(body, depth), New::Poses)?;
    }
    let mut by_kind = table("motion", "in each run");
    for (name, new) in kinds {
        work.row(&mut by_kind, name.into(), &deep(body, 20), new)?;
    }
    steps.at(1, 1)?;
    let label = work.bench.reduced(sizes[sizes.len() - 1], 1_000_000, "triangles of a full run");
    let lacks = work.bench.without_gpu("fronts");
    let tables = [by_size, by_count, by_depth, by_kind].map(Table::without_empty);
    Ok(tables.into_iter().fold(Outcome::default(), Outcome::table).label(label).label(lacks))
}

const DEPTH: &str = "depth";

/// The statements about the analysis.
pub(crate) fn tell(data: &Data<'_>) -> Told {
    let [sizes, counts, depths, kinds] = ["", "objects", "depth", "motion"].map(|name| data.table(name));
    let logarithmic = |x: &str| [Axis::logarithmic(x), Axis::logarithmic("time [ms]")];
    let first = "triangles of a body";
    let by_size = sizes.plot("Two bodies, 20 % deep in each other", logarithmic(first), first, &ALL);
    let by_count = counts.plot("Many bodies", logarithmic("bodies"), "bodies", &ALL);
    let axes = [Axis::linear("depth of the bodies in each other [% of their size]"), Axis::linear("pairs")];
    let by_depth = depths.plot("From touching to coinciding", axes, DEPTH, &["node pairs", "triangle pairs"]);
    let (size, null, pairs) = (sizes.last(first), "pairs of arrays with NULL", "node pairs");
    let packed = sizes.last(null) / sizes.last(pairs);
    let scheme = "slides on the traversal scheme";
    let pairs: Vec<[f64; 2]> = sizes.points("triangle pairs", pairs).iter().map(|point| point.map(f64::ln)).collect();
    let growth = Line::through(&pairs).slope;
    let empty = depths.numbers("empty fronts").into_iter().fold(f64::NAN, f64::max);
    Told::default()
        .plot("", by_size)
        .plot("objects", by_count)
        .plot("depth", by_depth)
        .row(Published::new("triangles of one mesh, at most", 2_048.0, "", "slide on hardware limitations").given(size))
        .row(
            Published::new("fronts", "one for each level of the trees", "", scheme)
                .counted(Said::span(&sizes.numbers("fronts"))),
        )
        .row(
            Published::new("elements of arrays with NULL for each node pair of a front", "discarded", "times", scheme)
                .counted(packed),
        )
        .row(
            Published::new("levels that an occlusion query would spare, at most", "a possible optimisation", "", "last but one slide")
                .counted(empty),
        )
        .claim(against(&sizes, first, [
            "The slides give no numbers. With {size} triangles a body, fronts with trees that are rebuilt ({rebuilt} ms) are the fastest on this GPU: {moved} ms with trees built once and moved by matrices, as in the slides, {walk} ms by a walk for each leaf; trees on this CPU take {cpu} ms.",
            "The slides give no numbers. With {size} triangles a body, fronts are not the fastest: {rebuilt} ms with trees that are rebuilt, {moved} ms with trees built once and moved by matrices, as in the slides, {walk} ms by a walk for each leaf, and {cpu} ms by trees on this CPU.",
        ]))
        .claim(against(&counts, "bodies", [
            "With {size} bodies, they are the fastest, too: {rebuilt}, {moved}, {walk} and {cpu} ms.",
            "With {size} bodies, these are {rebuilt}, {moved}, {walk} and {cpu} ms.",
        ]))
        .claim(moving(&kinds))
        .claim(Claim::states(
            Kind::Counted,
            &[("growth", growth), ("packed", packed)],
            "Node pairs grow with the power {growth} of the triangle pairs that overlap; arrays with NULL elements would be {packed} times as long.",
        ))
        .claim(Claim::tests(
            Kind::Counted,
            &[("empty", empty)],
            empty == 0.0,
            [
                "No level is empty ({empty}), so an occlusion query that ends the traversal there would spare nothing.",
                "Up to {empty} levels are empty, which an occlusion query would end the traversal at.",
            ],
        ))
}

/// The four methods at the end of a table, and whether fronts are the fastest.
fn against(table: &Table, size: &str, words: [&'static str; 2]) -> Claim {
    let [rebuilt, moved, walk, cpu] = ALL.map(|name| table.last(name));
    let numbers = [("size", table.last(size)), ("rebuilt", rebuilt), ("moved", moved), ("walk", walk), ("cpu", cpu)];
    Claim::tests(Kind::Measured, &numbers, rebuilt.min(moved) < walk.min(cpu), words)
}

/// What trees that are built once gain where only poses change, and cost where shapes do.
fn moving(kinds: &Table) -> Claim {
    let of = |row: usize, title: &str| kinds.numbers(title).get(row).copied().unwrap_or(f64::NAN);
    let numbers = [
        ("rebuilt", of(0, REBUILT)),
        ("moved", of(0, MOVED)),
        ("deformed", of(1, REBUILT)),
        ("built again", of(1, MOVED)),
    ];
    let words = [
        "Trees that are built once gain where poses alone are new: {moved} ms against {rebuilt} with trees rebuilt. Where positions are new, they must be built again: {built again} against {deformed} ms.",
        "Trees that are built once do not even gain where poses alone are new: {moved} ms against {rebuilt} with trees rebuilt. Where positions are new, {built again} against {deformed} ms.",
    ];
    Claim::tests(Kind::Measured, &numbers, of(0, MOVED) < of(0, REBUILT), words)
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
