//! The walk over two trees, or over one and itself.

use super::{Kind, Tree};
use crate::confirm::{Batch, Sink};
use crate::world::{Corners, WorldObject, WorldPair, image_of_box};
use allide_geom::{Aabb, DVec3};

/// Boxes of triangles kept at hand while two leaves are compared.
const SHORT: usize = 8;
/// Down to this depth the two halves of the work may run on different threads.
const PARALLEL_DEPTH: usize = 8;

/// The candidates of one object pair, given the trees of the two meshes.
pub(crate) fn search<S: Sink>(pair: WorldPair<'_>, trees: [&Tree; 2], sink: &S) -> Batch<S::Finding> {
    let a = Side { tree: trees[0], object: pair.a, corners: pair.a.corners() };
    let b = Side { tree: trees[1], object: pair.b, corners: pair.b.corners() };
    let mut batch = Batch::default();
    if a.tree.nodes.is_empty() || b.tree.nodes.is_empty() {
        return batch;
    }
    let walk = Walk { a, b, sink };
    if pair.a.id == pair.b.id {
        walk.within(0, 0, &mut batch);
    } else {
        walk.between(a.visit(0), b.visit(0), 0, &mut batch);
    }
    batch
}

#[derive(Clone, Copy)]
struct Side<'w> {
    tree: &'w Tree,
    object: &'w WorldObject,
    corners: Corners<'w>,
}

/// A node and its box in the world.
#[derive(Clone, Copy)]
struct Visit {
    node: u32,
    bounds: Aabb,
}

impl Side<'_> {
    #[inline]
    fn visit(&self, node: u32) -> Visit {
        let local = &self.tree.nodes[node as usize].bounds;
        let pose = &self.object.pose;
        let bounds = if self.object.is_identity { *local } else { image_of_box(local, pose) };
        Visit { node, bounds }
    }

    fn kind(&self, node: u32) -> Kind {
        self.tree.nodes[node as usize].kind
    }

    fn triangles(&self, first: u32, count: u32) -> &[u32] {
        &self.tree.triangles[first as usize..(first + count) as usize]
    }
}

/// A walk in progress.
struct Walk<'w, S> {
    a: Side<'w>,
    b: Side<'w>,
    sink: &'w S,
}

impl<S: Sink> Walk<'_, S> {
    #[inline]
    fn apart(&self, a: &Aabb, b: &Aabb) -> bool {
        let margin = self.sink.margin();
        if margin == 0.0 {
            return !a.overlaps(b);
        }
        // Sums round monotonically: a box within the margin still touches the grown one.
        let reach = Aabb { min: a.min - margin, max: a.max + margin };
        !reach.overlaps(b)
    }

    fn between(&self, a: Visit, b: Visit, depth: usize, batch: &mut Batch<S::Finding>) {
        if self.apart(&a.bounds, &b.bounds) || self.sink.is_done() {
            return;
        }
        let size = |visit: &Visit| (visit.bounds.max * 0.5 - visit.bounds.min * 0.5).element_sum();
        match (self.a.kind(a.node), self.b.kind(b.node)) {
            (Kind::Leaf { first, count }, Kind::Leaf { first: first_b, count: count_b }) => {
                self.offer_all(self.a.triangles(first, count), self.b.triangles(first_b, count_b), batch);
            }
            (Kind::Inner { right }, kind) if matches!(kind, Kind::Leaf { .. }) || size(&a) > size(&b) => {
                let (left, right) = nearer_first(self.a.visit(a.node + 1), self.a.visit(right), &b);
                self.both(
                    depth,
                    batch,
                    |batch| self.between(left, b, depth + 1, batch),
                    |batch| self.between(right, b, depth + 1, batch),
                );
            }
            (_, Kind::Inner { right }) => {
                let (left, right) = nearer_first(self.b.visit(b.node + 1), self.b.visit(right), &a);
                self.both(
                    depth,
                    batch,
                    |batch| self.between(a, left, depth + 1, batch),
                    |batch| self.between(a, right, depth + 1, batch),
                );
            }
            (Kind::Inner { .. }, Kind::Leaf { .. }) => unreachable!("an inner node is opened before a leaf"),
        }
    }

    /// Pairs inside one subtree.
    fn within(&self, node: u32, depth: usize, batch: &mut Batch<S::Finding>) {
        if self.sink.is_done() {
            return;
        }
        match self.a.kind(node) {
            Kind::Leaf { first, count } => {
                let triangles = self.a.triangles(first, count);
                for (place, &triangle) in triangles.iter().enumerate() {
                    self.offer_all(&[triangle], &triangles[place + 1..], batch);
                }
            }
            Kind::Inner { right } => {
                let left = node + 1;
                self.both(
                    depth,
                    batch,
                    |batch| {
                        self.within(left, depth + 1, batch);
                        self.within(right, depth + 1, batch);
                    },
                    |batch| self.between(self.a.visit(left), self.a.visit(right), depth + 1, batch),
                );
            }
        }
    }

    /// Two halves of the work, on two threads while there is much of it.
    fn both(
        &self,
        depth: usize,
        batch: &mut Batch<S::Finding>,
        first: impl FnOnce(&mut Batch<S::Finding>) + Send,
        second: impl FnOnce(&mut Batch<S::Finding>) + Send,
    ) {
        if depth >= PARALLEL_DEPTH {
            first(batch);
            second(batch);
            return;
        }
        let mut other = Batch::default();
        rayon::join(|| first(batch), || second(&mut other));
        batch.append(other);
    }

    /// Offers the pairs of two short lists whose boxes come within the margin of each other.
    fn offer_all(&self, a: &[u32], b: &[u32], batch: &mut Batch<S::Finding>) {
        for b in b.chunks(SHORT) {
            let mut boxes = [Aabb::EMPTY; SHORT];
            for (bounds, &triangle) in boxes.iter_mut().zip(b) {
                *bounds = Aabb::around(self.b.corners.of(triangle));
            }
            for &triangle in a {
                let bounds = Aabb::around(self.a.corners.of(triangle));
                let (mut near, mut count) = ([0; SHORT], 0);
                for (other, &triangle_b) in boxes.iter().zip(b) {
                    if !self.apart(&bounds, other) {
                        near[count] = triangle_b;
                        count += 1;
                    }
                }
                if count > 0 {
                    self.sink.offer(batch, triangle, &near[..count]);
                }
            }
        }
    }
}

/// The nearer of two nodes first: when only the smallest distance is wanted, the rest is then ruled out soon.
fn nearer_first(x: Visit, y: Visit, other: &Visit) -> (Visit, Visit) {
    let gap = |visit: &Visit| {
        let gap = (visit.bounds.min - other.bounds.max).max(other.bounds.min - visit.bounds.max).max(DVec3::ZERO);
        gap.length_squared()
    };
    if gap(&y) < gap(&x) { (y, x) } else { (x, y) }
}
