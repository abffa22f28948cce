//! Both trees are walked at once.

use super::planes::{Plane, Planes, Side};
use super::tree::{Branch, Coefficients, KTree};
use crate::confirm::{Batch, Sink};
use crate::world::WorldPair;
use std::ops::{Add, Mul, Shr};

/// Nodes with fewer triangles together are visited by one thread.
const PARALLEL: u32 = 1 << 11;

/// A walk over two trees, or over one and itself.
pub(super) struct Walk<'w, S> {
    trees: [&'w KTree; 2],
    planes: &'w Planes,
    /// Whether both trees are one, in one place.
    within: bool,
    sink: &'w S,
}

/// Integers that a tree keeps, and those that sums fit in.
trait Number: Copy + Into<Self::Sum> {
    type Sum: Copy + Ord + Default + Add<Output = Self::Sum> + Mul<Output = Self::Sum> + Shr<u32, Output = Self::Sum>;
    /// The most bits that sums can be shifted by.
    const MOST: u32;
    fn sum(number: i64) -> Self::Sum;
}

impl Number for i16 {
    type Sum = i32;
    const MOST: u32 = 31;
    #[inline(always)]
    fn sum(number: i64) -> i32 {
        number as i32
    }
}

impl Number for i32 {
    type Sum = i64;
    const MOST: u32 = 63;
    #[inline(always)]
    fn sum(number: i64) -> i64 {
        number
    }
}

impl<'w, S: Sink> Walk<'w, S> {
    pub(super) fn new(pair: WorldPair<'_>, trees: [&'w KTree; 2], planes: &'w Planes, sink: &'w S) -> Self {
        Self { trees, planes, within: pair.a.id == pair.b.id, sink }
    }

    pub(super) fn run(&self) -> Batch<S::Finding> {
        let mut batch = Batch::default();
        match self.trees.map(|tree| &tree.coefficients) {
            [Coefficients::Short(a), Coefficients::Short(b)] => {
                Visit { walk: self, coefficients: [a, b] }.start(&mut batch)
            }
            [Coefficients::Long(a), Coefficients::Long(b)] => {
                Visit { walk: self, coefficients: [a, b] }.start(&mut batch)
            }
            _ => unreachable!("both trees are of one kind"),
        }
        batch
    }
}

/// A walk over coefficients of one width.
struct Visit<'v, S, N> {
    walk: &'v Walk<'v, S>,
    coefficients: [&'v [N]; 2],
}

impl<S: Sink, N: Number + Send + Sync> Visit<'_, S, N> {
    fn start(&self, batch: &mut Batch<S::Finding>) {
        self.visit([0, 0], (1.0, &mut 0), batch);
    }

    /// Visits two nodes, which are a share of all work. The axis that separated the last two often separates these.
    fn visit(&self, pair: [u32; 2], (share, axis): (f64, &mut usize), batch: &mut Batch<S::Finding>) {
        if self.walk.sink.is_done() {
            return;
        }
        let nodes = [0, 1].map(|side: usize| self.walk.trees[side].nodes[pair[side] as usize]);
        if self.are_apart(pair, axis) {
            return self.walk.sink.finished(share);
        }
        let (next, count) = self.next(pair, nodes);
        if count == 0 {
            self.offer(pair[0] == pair[1], nodes, batch);
            return self.walk.sink.finished(share);
        }
        let part = share / count as f64;
        if nodes[0].count + nodes[1].count < PARALLEL {
            next[..count].iter().for_each(|&next| self.visit(next, (part, &mut *axis), batch));
        } else {
            let (first, second) = next[..count].split_at(count / 2);
            let (mut other, mut last) = (Batch::default(), *axis);
            rayon::join(
                || first.iter().for_each(|&next| self.visit(next, (part, &mut *axis), batch)),
                || second.iter().for_each(|&next| self.visit(next, (part, &mut last), &mut other)),
            );
            batch.append(other);
        }
    }

    /// The next pairs after two nodes: the children of both, or of the one that is no leaf.
    fn next(&self, pair: [u32; 2], nodes: [Branch; 2]) -> ([[u32; 2]; 4], usize) {
        let ([a, b], [of_a, of_b]) = (pair, nodes.map(|node| node.children));
        match nodes.map(|node| node.is_leaf()) {
            [true, true] => ([pair; 4], 0),
            [false, true] => ([[of_a[0], b], [of_a[1], b], pair, pair], 2),
            [true, false] => ([[a, of_b[0]], [a, of_b[1]], pair, pair], 2),
            // Each two nodes of one tree once.
            _ if self.walk.within && a == b => ([[of_a[0], of_a[0]], [of_a[1], of_a[1]], [of_a[0], of_a[1]], pair], 3),
            _ => ([[of_a[0], of_b[0]], [of_a[0], of_b[1]], [of_a[1], of_b[0]], [of_a[1], of_b[1]]], 4),
        }
    }

    fn offer(&self, is_same: bool, [a, b]: [Branch; 2], batch: &mut Batch<S::Finding>) {
        let others = self.walk.trees[1].triangles(b);
        let is_within = self.walk.within && is_same;
        for (place, &triangle) in self.walk.trees[0].triangles(a).iter().enumerate() {
            let others = if is_within { &others[place + 1..] } else { others };
            if !others.is_empty() {
                self.walk.sink.offer(batch, triangle, others);
            }
        }
    }

    fn are_apart(&self, [a, b]: [u32; 2], axis: &mut usize) -> bool {
        let faces = self.walk.trees[0].full.orientations().len();
        let node = |side: usize, number: u32| &self.coefficients[side][number as usize * faces..][..faces];
        let (own, other) = (node(0, a), node(1, b));
        let finer = self.walk.planes.finer.map(|bits| bits.min(N::MOST));
        let planes = &self.walk.planes.all;
        let last = *axis;
        if separates(&planes[last], finer, own, other) {
            return true;
        }
        let found = (0..planes.len()).find(|&axis| axis != last && separates(&planes[axis], finer, own, other));
        *axis = found.unwrap_or(last);
        found.is_some()
    }
}

/// Whether any axis separates two nodes.
#[cfg(test)]
pub(super) fn are_apart(trees: [&KTree; 2], planes: &Planes, [a, b]: [u32; 2]) -> bool {
    fn any<N: Number>(planes: &Planes, faces: usize, all: [&[N]; 2], pair: [u32; 2]) -> bool {
        let [a, b] = [0, 1].map(|side: usize| &all[side][pair[side] as usize * faces..][..faces]);
        let finer = planes.finer.map(|bits| bits.min(N::MOST));
        planes.all.iter().any(|plane| separates(plane, finer, a, b))
    }
    let faces = trees[0].full.orientations().len();
    match trees.map(|tree| &tree.coefficients) {
        [Coefficients::Short(x), Coefficients::Short(y)] => any(planes, faces, [x, y], [a, b]),
        [Coefficients::Long(x), Coefficients::Long(y)] => any(planes, faces, [x, y], [a, b]),
        _ => unreachable!("both trees are of one kind"),
    }
}

/// Whether an axis separates two nodes: equations 7 to 10. Touching is not apart.
#[inline(always)]
fn separates<N: Number>(plane: &Plane, finer: [u32; 2], a: &[N], b: &[N]) -> bool {
    let [side_a, side_b] = &plane.sides;
    let zero = N::Sum::default();
    let first = (sum(side_a, &side_a.faces, a) >> finer[0]) + (sum(side_b, &side_b.opposite, b) >> finer[1]);
    if first + N::sum(plane.shifts[0]) > zero {
        return true;
    }
    let second = (sum(side_b, &side_b.faces, b) >> finer[1]) + (sum(side_a, &side_a.opposite, a) >> finer[0]);
    second + N::sum(plane.shifts[1]) > zero
}

/// The least value of a node on an axis or, with the opposite faces, the greatest, negated; both of them or less.
#[inline(always)]
fn sum<N: Number>(side: &Side, faces: &[u8; 3], coefficients: &[N]) -> N::Sum {
    let mut sum = N::Sum::default();
    for (&face, &weight) in faces.iter().zip(&side.weights) {
        let coefficient: N::Sum = coefficients[usize::from(face)].into();
        // Weights are rounded downwards. A negative coefficient takes the one above: it is added once more.
        sum = sum + N::sum(i64::from(weight)) * coefficient + coefficient.min(N::Sum::default());
    }
    sum
}
