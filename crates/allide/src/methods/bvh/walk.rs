//! The walk over two trees, or over one and itself.

use super::eight::{Eight, Hits, WIDTH};
use super::relative::Relative;
use super::{Care, Tree};
use crate::Pose;
use crate::confirm::{Batch, Sink};
use crate::world::{WorldObject, WorldPair};
use allide_geom::Aabb;

/// From this level on, parts of the work may run on different threads.
const PARALLEL_LEVEL: u8 = 3;
/// Boxes are opened on both sides at once if neither side's are more than this many times larger.
const ALIKE: f64 = 2.0;

/// The candidates of one object pair, given the trees of the two meshes; `None` if trees are of no use for these poses.
pub(crate) fn search<S: Sink>(pair: WorldPair<'_>, trees: [&Tree; 2], sink: &S) -> Option<Batch<S::Finding>> {
    if trees.iter().any(|tree| tree.order.is_empty()) {
        return Some(Batch::default());
    }
    Some(walk(pair, (trees, [pair.a.pose, pair.b.pose]), Relative::new(pair)?, sink))
}

/// The candidates of one object pair by trees that are built for it alone, in world coordinates.
pub(crate) fn search_in_world<S: Sink>(pair: WorldPair<'_>, sink: &S) -> Batch<S::Finding> {
    let trees = [in_world(pair.a), in_world(pair.b)];
    if trees.iter().any(|tree| tree.order.is_empty()) {
        return Batch::default();
    }
    let relative = Relative::in_world([pair.a.outer_bounds, pair.b.outer_bounds]);
    walk(pair, ([&trees[0], &trees[1]], [Pose::IDENTITY; 2]), relative, sink)
}

fn in_world(object: &WorldObject) -> Tree {
    let corners = object.corners();
    Tree::over(object.triangle_count() as u32, Care::Quick, |triangle| Aabb::around(corners.of(triangle)))
}

/// The candidates of one object pair, given trees and where these stand in the world.
fn walk<S: Sink>(
    pair: WorldPair<'_>,
    (trees, poses): ([&Tree; 2], [Pose; 2]),
    relative: Relative,
    sink: &S,
) -> Batch<S::Finding> {
    let mut batch = Batch::default();
    let margin = Margin::new(&relative, sink.margin());
    let walk = Walk { trees, poses, relative, margin, within: pair.a.id == pair.b.id, sink };
    match sink.nearest() {
        Some(nearest) if walk.offer_facing(pair, nearest, &mut batch) => {}
        Some(nearest) => walk.find_nearest(nearest, &mut batch),
        None => walk.visit_together(Visit { a: Node::root(trees[0]), b: Node::root(trees[1]) }, 1.0, &mut batch),
    }
    batch
}

/// A node of a tree, and those of its boxes that matter, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) level: u8,
    pub(super) lanes: u8,
    index: u32,
}

impl Node {
    fn new(tree: &Tree, level: u8, index: u32) -> Self {
        let lanes = tree.levels[level as usize].lanes(index as usize);
        Self { level, lanes: (0xff_u32 >> (WIDTH - lanes)) as u8, index }
    }

    pub(super) fn root(tree: &Tree) -> Self {
        Self::new(tree, (tree.levels.len() - 1) as u8, 0)
    }

    pub(super) fn child(self, tree: &Tree, lane: usize) -> Self {
        Self::new(tree, self.level - 1, self.index * WIDTH as u32 + lane as u32)
    }

    pub(super) fn boxes(self, tree: &Tree) -> &Eight {
        &tree.levels[self.level as usize].nodes[self.index as usize]
    }

    fn size(self, tree: &Tree) -> f64 {
        tree.levels[self.level as usize].size
    }

    /// The smallest number of a triangle in or below one of its boxes.
    pub(super) fn first(self, tree: &Tree, lane: usize) -> u32 {
        let numbers = if self.level == 0 { &tree.order } else { &tree.levels[self.level as usize].firsts };
        numbers[self.index as usize * WIDTH + lane]
    }

    /// Its place on its level.
    pub(super) fn number(self) -> u32 {
        self.index
    }

    /// The triangles of a leaf that matter.
    pub(super) fn triangles(self, tree: &Tree) -> impl Iterator<Item = u32> {
        (0..WIDTH).filter(move |lane| self.lanes >> lane & 1 == 1).map(move |lane| self.triangle(tree, lane))
    }

    pub(super) fn triangle(self, tree: &Tree, lane: usize) -> u32 {
        tree.order[self.index as usize * WIDTH + lane]
    }
}

/// Two nodes to compare.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    pub(super) a: Node,
    pub(super) b: Node,
}

/// How far apart boxes may be.
#[derive(Clone, Copy, Debug)]
enum Margin {
    /// They meet, up to rounding.
    Meet([f64; 3]),
    /// The gap between them is no wider.
    Gap(f64),
}

impl Margin {
    fn new(relative: &Relative, margin: f64) -> Self {
        if margin > 0.0 { Self::Gap(relative.widest(margin)) } else { Self::Meet(relative.grown(0.0)) }
    }
}

/// A walk in progress.
pub(super) struct Walk<'w, S> {
    pub(super) trees: [&'w Tree; 2],
    /// From the coordinates of the trees to the world.
    pub(super) poses: [Pose; 2],
    pub(super) relative: Relative,
    margin: Margin,
    within: bool,
    pub(super) sink: &'w S,
}

impl<S: Sink> Walk<'_, S> {
    /// Visits two nodes with the help of other threads, if they are worth it. That is a share of all work.
    fn visit_together(&self, visit: Visit, share: f64, batch: &mut Batch<S::Finding>) {
        if visit.a.level.max(visit.b.level) < PARALLEL_LEVEL || self.sink.is_alone() {
            self.visit(visit, batch);
            self.sink.finished(share);
        } else if !self.sink.is_done() {
            let mut all = Vec::new();
            self.for_each_next(visit, self.hits(visit), |next, _| all.push(next));
            self.visit_all(&all, share, batch);
        }
    }

    /// Halves the work among threads.
    fn visit_all(&self, visits: &[Visit], share: f64, batch: &mut Batch<S::Finding>) {
        match visits {
            [] => self.sink.finished(share),
            [visit] => self.visit_together(*visit, share, batch),
            _ => {
                let (first, second) = visits.split_at(visits.len() / 2);
                let part = share * first.len() as f64 / visits.len() as f64;
                let mut other = Batch::default();
                rayon::join(|| self.visit_all(first, part, batch), || self.visit_all(second, share - part, &mut other));
                batch.append(other);
            }
        }
    }

    fn visit(&self, visit: Visit, batch: &mut Batch<S::Finding>) {
        if self.sink.is_done() {
            return;
        }
        let hits = self.hits(visit);
        match (visit.a.level, visit.b.level) {
            (0, 0) => self.offer(visit, hits, batch),
            (1, 1) => self.visit_leaves(visit, hits, batch),
            _ => self.for_each_next(visit, hits, |next, _| self.visit(next, batch)),
        }
    }

    /// All leaves below two nodes: one of `a` with all of `b` that it meets, so that each triangle has a longer list.
    fn visit_leaves(&self, Visit { a, b }: Visit, hits: Hits, batch: &mut Batch<S::Finding>) {
        let mut lists = [[0; WIDTH * WIDTH]; WIDTH];
        for lane in (0..WIDTH).filter(|&lane| hits.of(lane) != 0) {
            let leaf_a = a.child(self.trees[0], lane);
            let mut counts = [0; WIDTH];
            for_each_bit(hits.of(lane), |lane| {
                let leaf_b = b.child(self.trees[1], lane);
                for (own, other) in self.hits(Visit { a: leaf_a, b: leaf_b }).pairs() {
                    lists[own][counts[own]] = leaf_b.triangle(self.trees[1], other);
                    counts[own] += 1;
                }
            });
            for own in (0..WIDTH).filter(|&own| counts[own] > 0) {
                self.sink.offer(batch, leaf_a.triangle(self.trees[0], own), &lists[own][..counts[own]]);
            }
        }
    }

    /// The triangles of two leaves.
    fn offer(&self, Visit { a, b }: Visit, hits: Hits, batch: &mut Batch<S::Finding>) {
        for own in (0..WIDTH).filter(|&own| hits.of(own) != 0) {
            let (mut others, mut count) = ([0; WIDTH], 0);
            for_each_bit(hits.of(own), |other| {
                others[count] = b.triangle(self.trees[1], other);
                count += 1;
            });
            self.sink.offer(batch, a.triangle(self.trees[0], own), &others[..count]);
        }
    }

    fn hits(&self, Visit { a, b }: Visit) -> Hits {
        let (boxes_a, boxes_b) = (a.boxes(self.trees[0]), b.boxes(self.trees[1]));
        let hits = match self.margin {
            Margin::Meet(grown) => boxes_a.meet(boxes_b, &self.relative, grown),
            Margin::Gap(widest) => boxes_a.gaps(boxes_b, &self.relative).up_to(widest),
        };
        let hits = hits.among(a.lanes, b.lanes);
        // Each two triangles once; and boxes of one node also meet themselves, for what is below them.
        if self.within && a == b { hits.after(a.level > 0) } else { hits }
    }

    /// The next pairs after two nodes that are not both leaves: the boxes that meet, opened where they are larger. With each
    /// go the boxes on either side, one bit each: one on this and some on that.
    pub(super) fn for_each_next(&self, Visit { a, b }: Visit, hits: Hits, mut next: impl FnMut(Visit, (u8, u8))) {
        let [tree_a, tree_b] = self.trees;
        let (size_a, size_b) = (a.size(tree_a), b.size(tree_b) * self.relative.growth);
        let open_a = a.level > 0 && (b.level == 0 || size_b <= size_a * ALIKE);
        let open_b = b.level > 0 && (a.level == 0 || size_a <= size_b * ALIKE);
        for lane in 0..WIDTH {
            let of_a = hits.of(lane);
            if open_a && of_a != 0 {
                let child = a.child(tree_a, lane);
                if open_b {
                    for_each_bit(of_a, |other| {
                        next(Visit { a: child, b: b.child(tree_b, other) }, (1 << lane, 1 << other));
                    });
                } else {
                    next(Visit { a: child, b: Node { lanes: of_a, ..b } }, (1 << lane, of_a));
                }
            } else if !open_a && hits.with(lane) != 0 {
                let lanes = hits.with(lane);
                next(Visit { a: Node { lanes, ..a }, b: b.child(tree_b, lane) }, (lanes, 1 << lane));
            }
        }
    }
}

/// Calls `each` with the place of every bit.
#[inline]
pub(super) fn for_each_bit(mut bits: u8, mut each: impl FnMut(usize)) {
    while bits != 0 {
        each(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}
