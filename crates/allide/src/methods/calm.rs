//! A tree over the triangles of one object whose nodes know how the surface bends, to find strangers.
//!
//! Two nodes are left out if they are too far apart, or if one of them bends so little that nothing in it faces the other: on
//! a smooth surface that holds for all nodes whose bounding spheres are apart. So the cost depends on the number of triangles,
//! and on what faces each other, but not on how small the triangles are compared to the distance. Compact pieces, whose
//! opposite sides are neighbours by the rule, are left out as a whole.

use crate::confirm::{Batch, Sink};
use crate::strangers::{Cone, Strangers};
use crate::world::WorldObject;
use allide_geom::{Aabb, DVec3};

/// Triangles in a leaf.
const LEAF: usize = 4;
/// Nodes with fewer triangles are the work of one thread.
const ALONE: usize = 1 << 10;
/// More than all rounding of points and boxes, the largest coordinate being about 1.
const ROUNDING: f64 = 1.0e-14;

/// A box with a sphere around it, and how what is in it bends.
struct Extent {
    bounds: Aabb,
    cone: Cone,
    /// The connected piece of all of it, if it is one.
    piece: Option<u32>,
}

impl Extent {
    fn of(strangers: &Strangers, triangle: u32) -> Self {
        let (bounds, cone) = (strangers.bounds(triangle), *strangers.cone(triangle));
        Self { bounds, cone, piece: Some(strangers.piece(triangle)) }
    }

    fn union(&self, other: &Self) -> Self {
        let piece = self.piece.filter(|_| self.piece == other.piece);
        Self { bounds: self.bounds.union(&other.bounds), cone: self.cone.union(&other.cone), piece }
    }
}

struct Node {
    extent: Extent,
    /// A leaf has triangles, others have two children.
    triangles: Vec<u32>,
    children: Option<Box<[Node; 2]>>,
    count: usize,
}

/// The candidates of one object.
pub(super) fn search<S: Sink>(object: &WorldObject, strangers: &Strangers, sink: &S) -> Batch<S::Finding> {
    let mut batch = Batch::default();
    let count = object.triangle_count();
    if count == 0 {
        return batch;
    }
    let mut triangles: Vec<(DVec3, u32)> =
        (0..count as u32).map(|triangle| (strangers.bounds(triangle).center(), triangle)).collect();
    let walk = Walk { sink, strangers };
    let root = walk.build(&mut triangles);
    walk.inside(&root, 1.0, &mut batch);
    batch
}

struct Walk<'w, S> {
    sink: &'w S,
    strangers: &'w Strangers,
}

impl<S: Sink> Walk<'_, S> {
    fn build(&self, triangles: &mut [(DVec3, u32)]) -> Node {
        let count = triangles.len();
        if count <= LEAF {
            let triangles: Vec<u32> = triangles.iter().map(|&(_, triangle)| triangle).collect();
            let extents = triangles.iter().map(|&triangle| Extent::of(self.strangers, triangle));
            let extent = extents.reduce(|all, extent| all.union(&extent)).expect("a leaf has triangles");
            return Node { extent, triangles, children: None, count };
        }
        let centers = Aabb::around(triangles.iter().map(|&(center, _)| center));
        let axis = centers.size().max_position();
        triangles.select_nth_unstable_by(count / 2, |x, y| x.0[axis].total_cmp(&y.0[axis]).then(x.1.cmp(&y.1)));
        let (first, second) = triangles.split_at_mut(count / 2);
        let (first, second) = if count > ALONE {
            rayon::join(|| self.build(first), || self.build(second))
        } else {
            (self.build(first), self.build(second))
        };
        let extent = first.extent.union(&second.extent);
        Node { extent, triangles: Vec::new(), children: Some(Box::new([first, second])), count }
    }

    /// Pairs of triangles in one node.
    fn inside(&self, node: &Node, share: f64, batch: &mut Batch<S::Finding>) {
        if self.sink.is_done() {
            return;
        }
        let Some([first, second]) = node.children.as_deref() else {
            for (place, &a) in node.triangles.iter().enumerate() {
                node.triangles[place + 1..].iter().for_each(|&b| self.offer(a, b, batch));
            }
            return self.sink.finished(share);
        };
        let work = |node: &Node, batch: &mut Batch<S::Finding>| self.inside(node, share / 3.0, batch);
        if node.count > ALONE {
            let (mut of_second, mut of_both) = (Batch::default(), Batch::default());
            rayon::join(
                || work(first, batch),
                || rayon::join(|| work(second, &mut of_second), || self.between(first, second, &mut of_both)),
            );
            batch.append(of_second);
            batch.append(of_both);
        } else {
            work(first, batch);
            work(second, batch);
            self.between(first, second, batch);
        }
        self.sink.finished(share / 3.0);
    }

    /// Pairs with a triangle of either node.
    fn between(&self, a: &Node, b: &Node, batch: &mut Batch<S::Finding>) {
        if self.is_left_out(&a.extent, &b.extent) || self.sink.is_done() {
            return;
        }
        // The larger one is opened.
        let is_larger = |a: &Node, b: &Node| a.children.is_some() && (b.children.is_none() || a.count >= b.count);
        if let Some(children) = a.children.as_deref().filter(|_| is_larger(a, b)) {
            return self.open(children, b, batch);
        }
        if let Some(children) = b.children.as_deref() {
            return self.open(children, a, batch);
        }
        for &of_a in &a.triangles {
            b.triangles.iter().for_each(|&of_b| self.offer(of_a, of_b, batch));
        }
    }

    fn open(&self, [first, second]: &[Node; 2], other: &Node, batch: &mut Batch<S::Finding>) {
        if first.count.min(other.count) > ALONE {
            let mut of_second = Batch::default();
            rayon::join(|| self.between(first, other, batch), || self.between(second, other, &mut of_second));
            return batch.append(of_second);
        }
        // The nearer child goes first, as it bounds the farther one.
        let gap = |node: &Node| node.extent.bounds.gap(&other.extent.bounds).length_squared();
        let (near, far) = if gap(second) < gap(first) { (second, first) } else { (first, second) };
        self.between(near, other, batch);
        self.between(far, other, batch);
    }

    fn offer(&self, a: u32, b: u32, batch: &mut Batch<S::Finding>) {
        let extent = |triangle: u32| Extent::of(self.strangers, triangle);
        if !self.is_left_out(&extent(a), &extent(b)) {
            self.sink.offer(batch, a, &[b]);
        }
    }

    /// Whether nothing in the two is near enough and faces each other.
    fn is_left_out(&self, a: &Extent, b: &Extent) -> bool {
        let margin = self.sink.margin() * self.strangers.scale();
        if a.bounds.gap(&b.bounds).length() > margin * (1.0 + 1.0e-9) + ROUNDING {
            return true;
        }
        if let Some(piece) = a.piece.filter(|_| a.piece == b.piece)
            && self.strangers.are_neighbours(piece, [&a.bounds, &b.bounds])
        {
            return true;
        }
        let offset = b.bounds.center() - a.bounds.center();
        let distance = offset.length();
        let radius = |extent: &Extent| (extent.bounds.size() * 0.5).length();
        let reach = radius(a) + radius(b) + ROUNDING;
        if reach >= distance {
            return false;
        }
        let (way, spread) = (offset / distance, (reach / distance).asin());
        a.cone.is_beside(way, spread) || b.cone.is_beside(way, spread)
    }
}
