//! How [`Method::Auto`] chooses, from earlier runs over the same shapes.
//!
//! No rule predicts the faster method for every scene, so both are tried where that pays off. The first runs use
//! `divide`, which needs no preparation. A pair that would be faster with trees is left to trees (see [`Budget`]), now
//! and in later runs. Shapes that recur run after run get trees for all pairs once; then the method that last took less
//! time is used.
//!
//! While `divide` works on a pair, it estimates the total cost from the finished part; if that exceeds twice the cost
//! of building trees, the pair is left to trees. Work is counted, not timed, so no scene takes more than about twice
//! the time of the better method. An object with many neighbours for its size (a terrain) gets a tree that serves all
//! its pairs (`hubs` in `engine/on_cpu.rs`). After more than four runs in a row with the same shapes, whose poses may
//! differ, one run uses trees for all pairs.

use crate::Scene;
use crate::identity::MeshId;
use crate::methods::Method;
use crate::near::Numbers;
use crate::questions::QuestionKind;
use crate::world::WorldPair;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Runs over the same shapes before trees are built: by then they are likely to pay off.
const RUNS_BEFORE_TREES: usize = 4;

/// A triangle of one object, and one of another.
pub(crate) type Triangles = (u32, u32);

/// Runs over the same shapes before trees that were built quickly are built well.
const RUNS_BEFORE_CARE: usize = 2;

/// The runs in a row that had the same shapes; poses may differ.
#[derive(Debug, Default)]
pub(crate) struct History {
    shapes: Vec<MeshId>,
    runs: usize,
    /// Object pairs that took more than their budget.
    hard: HashSet<Numbers>,
    /// The nearest triangles of object pairs when they were last looked for: after a small movement, others near them are.
    nearest: HashMap<Numbers, Triangles>,
    /// How long each method took last, by question.
    times: HashMap<QuestionKind, Times>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Times {
    divide: Option<Duration>,
    bvh: Option<Duration>,
}

impl History {
    /// Begins a run. Returns the shapes if they differ from the last run's.
    pub(crate) fn begin(&mut self, scene: &Scene) -> Option<&[MeshId]> {
        let shapes = || scene.objects().iter().map(|object| object.mesh.id());
        if shapes().eq(self.shapes.iter().copied()) {
            self.runs += 1;
            return None;
        }
        *self = Self { shapes: shapes().collect(), runs: 1, ..Self::default() };
        Some(&self.shapes)
    }

    /// Whether the same shapes came so often that trees for them all pay off.
    fn is_settled(&self) -> bool {
        self.runs > RUNS_BEFORE_TREES
    }

    /// Whether trees that are there anyway should be good ones.
    pub(crate) fn is_moving(&self) -> bool {
        self.runs > RUNS_BEFORE_CARE
    }

    /// The default method for pairs.
    pub(crate) fn choose(&self, question: QuestionKind) -> Method {
        let times = self.times.get(&question).copied().unwrap_or_default();
        match times {
            _ if !self.is_settled() => Method::Divide,
            Times { bvh: None, .. } => Method::Bvh,
            Times { divide: None, .. } => Method::Divide,
            Times { divide, bvh } if divide < bvh => Method::Divide,
            _ => Method::Bvh,
        }
    }

    /// Records how long the search took, without preparation.
    pub(crate) fn took(&mut self, question: QuestionKind, method: Method, time: Duration) {
        let times = self.times.entry(question).or_default();
        match method {
            Method::Divide => times.divide = Some(time),
            Method::Bvh => times.bvh = Some(time),
            _ => {}
        }
    }

    /// The triangles of two objects that were nearest last time.
    pub(crate) fn nearest(&self, pair: &Numbers) -> Option<Triangles> {
        if self.nearest.is_empty() { None } else { self.nearest.get(pair).copied() }
    }

    pub(crate) fn found_nearest(&mut self, found: Vec<(Numbers, Triangles)>) {
        self.nearest.extend(found);
    }

    pub(crate) fn is_hard(&self, pair: &Numbers) -> bool {
        !self.hard.is_empty() && self.hard.contains(pair)
    }

    pub(crate) fn found_hard(&mut self, pairs: &[Numbers]) {
        self.hard.extend(pairs);
    }
}

/// Decides whether to go on with a pair or to leave it to trees, from the work so far and the share of the whole that it
/// finished. Work is counted, not timed: the outcome does not depend on what else the machine does.
#[derive(Debug)]
pub struct Budget {
    /// The cost of building trees.
    trees: u64,
    /// Work on shares that are finished, or about to be.
    spent: AtomicU64,
    /// Work done ahead, for shares to come.
    invested: AtomicU64,
    /// The sum of the finished shares, in units of one over [`Budget::WHOLE`].
    finished: AtomicU64,
    exceeded: AtomicBool,
}

impl Budget {
    /// Comparing two boxes: the unit. About a sixteenth of a nanosecond.
    pub(crate) const BOXES: u64 = 1;
    /// Comparing the boxes of one more cell, however few.
    pub(crate) const CELL: u64 = 6000;
    /// Sorting a box into a finer grid.
    pub(crate) const SORTED: u64 = 4000;
    /// The cost of building a tree, per triangle.
    const TREE: u64 = 4000;

    /// Pairs of fewer triangles have no budget: any method is fast enough.
    const LEAST: usize = 1 << 10;
    /// How many times the cost of building trees may be spent: trees must also be walked once they are built.
    const MOST: u64 = 2;
    /// The total is estimated once this fraction (one over this number) of the trees' cost is spent.
    const SURVEY: u64 = 4;
    const WHOLE: f64 = (1_u64 << 40) as f64;

    pub(crate) fn of(pair: WorldPair<'_>) -> Option<Self> {
        let triangles = pair.a.triangle_count() + pair.b.triangle_count();
        (triangles >= Self::LEAST).then(|| Self::new(triangles as u64 * Self::TREE))
    }

    fn new(trees: u64) -> Self {
        let [spent, invested, finished] = [0; 3].map(AtomicU64::new);
        Self { trees, spent, invested, finished, exceeded: AtomicBool::new(false) }
    }

    /// Counts work on a share that is about to be finished.
    pub(crate) fn spend(&self, work: u64) {
        self.limit(&self.spent, work, self.most());
    }

    /// Counts work for shares to come. Each share counts its part of it again when it is finished.
    pub(crate) fn invest(&self, work: u64) {
        // Boxes that were sorted this many times are likely to be sorted again.
        self.limit(&self.invested, work, self.trees / 5 * 7);
    }

    fn limit(&self, sum: &AtomicU64, work: u64, most: u64) {
        let before = sum.fetch_add(work, Ordering::Relaxed);
        if before.saturating_add(work) > most {
            self.give_up();
        }
    }

    fn most(&self) -> u64 {
        Self::MOST * self.trees
    }

    /// A share of the whole is finished: estimates what the whole will take, and gives up if that is too much.
    pub(crate) fn finish(&self, share: f64) {
        let share = (share * Self::WHOLE) as u64;
        let finished = self.finished.fetch_add(share, Ordering::Relaxed) + share;
        let spent = self.spent.load(Ordering::Relaxed);
        let projected = spent as f64 * (Self::WHOLE / finished as f64);
        if spent > self.trees / Self::SURVEY && projected > self.most() as f64 {
            self.give_up();
        }
    }

    pub(crate) fn give_up(&self) {
        self.exceeded.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_exceeded(&self) -> bool {
        self.exceeded.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mesh, Pose};

    fn scene() -> Scene {
        let mesh = Mesh::new(vec![[0.0; 3]; 3], vec![[0, 1, 2]]).unwrap();
        let mut scene = Scene::new();
        scene.add("", &mesh, Pose::IDENTITY);
        scene
    }

    #[test]
    fn shapes_that_come_again_get_trees_and_then_what_was_faster() {
        let (scene, mut history) = (scene(), History::default());
        let mut run = |divide: u64, bvh: u64| {
            history.begin(&scene);
            let method = history.choose(QuestionKind::Overlaps);
            let time = Duration::from_millis(if method == Method::Divide { divide } else { bvh });
            history.took(QuestionKind::Overlaps, method, time);
            method
        };
        let first: Vec<Method> = (0..8).map(|_| run(5, 7)).collect();
        assert_eq!(first[..4], [Method::Divide; 4]);
        assert_eq!(first[4..], [Method::Bvh, Method::Divide, Method::Divide, Method::Divide]);
        // The scene moves, and `divide` takes longer than the trees did.
        let then: Vec<Method> = (0..3).map(|_| run(9, 8)).collect();
        assert_eq!(then, [Method::Divide, Method::Bvh, Method::Bvh]);
    }

    #[test]
    fn other_shapes_begin_anew() {
        let mut history = History::default();
        assert!(history.begin(&scene()).is_some());
        history.found_hard(&[(0, 0)]);
        let again = scene();
        assert!(history.begin(&again).is_some() && !history.is_hard(&(0, 0)));
        history.found_hard(&[(0, 0)]);
        assert!(history.begin(&again).is_none() && history.is_hard(&(0, 0)));
    }

    #[test]
    fn a_budget_ends_where_the_whole_would_take_too_long() {
        let is_exceeded = |work: u64, shares: usize| {
            let budget = Budget::new(1000);
            for _ in 0..shares {
                budget.spend(work);
                budget.finish(0.01);
            }
            budget.is_exceeded()
        };
        assert!(!is_exceeded(19, 100), "less than twice what trees take");
        assert!(!is_exceeded(21, 11) && is_exceeded(21, 13), "as soon as that can be told");
        let budget = Budget::new(1000);
        budget.finish(0.9);
        budget.spend(1999);
        assert!(!budget.is_exceeded());
        budget.spend(2);
        assert!(budget.is_exceeded(), "whatever was finished");
        let budget = Budget::new(1000);
        budget.invest(1400);
        assert!(!budget.is_exceeded());
        budget.invest(1);
        assert!(budget.is_exceeded(), "even ahead");
    }
}
