//! The corners of a polygon as a tree of boxes, to ask for those inside a triangle.

use allide_geom::DVec2;
use allide_geom::predicates::orient2d;

/// The most corners in a leaf.
const LEAF: usize = 8;

struct Node {
    low: DVec2,
    high: DVec2,
    /// The corners below it: a range of the order.
    start: u32,
    end: u32,
    /// How many of them are present.
    present: u32,
    parent: u32,
    /// The first of two children; 0 for a leaf.
    child: u32,
}

#[derive(Default)]
pub(super) struct Tree {
    order: Vec<u32>,
    nodes: Vec<Node>,
    /// By corner.
    leaf: Vec<u32>,
    present: Vec<bool>,
    stack: Vec<u32>,
    random: u64,
}

impl Tree {
    /// Splits boxes in the middle of their corners, across the longer side: O(n log n). No corner is present.
    pub(super) fn build(&mut self, points: &[DVec2]) {
        self.order.clear();
        self.order.extend(0..points.len() as u32);
        self.leaf.clear();
        self.leaf.resize(points.len(), 0);
        self.present.clear();
        self.present.resize(points.len(), false);
        self.nodes.clear();
        self.random = 0x9e37_79b9_7f4a_7c15;
        self.add(points, 0, points.len(), 0);
        let mut at = 0;
        while at < self.nodes.len() {
            let Node { low, high, start, end, .. } = self.nodes[at];
            let (start, end) = (start as usize, end as usize);
            if end - start > LEAF {
                let middle = start + (end - start) / 2;
                // Halves, because the difference of two numbers may overflow.
                let size = high * 0.5 - low * 0.5;
                let key = |corner: &u32| {
                    if size.x > size.y { points[*corner as usize].x } else { points[*corner as usize].y }
                };
                self.order[start..end].select_nth_unstable_by(middle - start, |p, q| key(p).total_cmp(&key(q)));
                self.nodes[at].child = self.nodes.len() as u32;
                self.add(points, start, middle, at);
                self.add(points, middle, end, at);
            } else {
                self.order[start..end].iter().for_each(|&corner| self.leaf[corner as usize] = at as u32);
            }
            at += 1;
        }
    }

    fn add(&mut self, points: &[DVec2], start: usize, end: usize, parent: usize) {
        let inside = self.order[start..end].iter().map(|&corner| points[corner as usize]);
        let first = points[self.order[start] as usize];
        let (low, high) = inside.fold((first, first), |(low, high), point| (low.min(point), high.max(point)));
        let (start, end, parent) = (start as u32, end as u32, parent as u32);
        self.nodes.push(Node { low, high, start, end, present: 0, parent, child: 0 });
    }

    /// Makes a corner present or absent.
    pub(super) fn set(&mut self, corner: u32, present: bool) {
        if std::mem::replace(&mut self.present[corner as usize], present) == present {
            return;
        }
        let mut at = self.leaf[corner as usize];
        loop {
            let node = &mut self.nodes[at as usize];
            node.present = if present { node.present + 1 } else { node.present - 1 };
            if at == 0 {
                return;
            }
            at = node.parent;
        }
    }

    /// The first present corner in the box of a counter-clockwise triangle that `wanted` takes, in an order that is
    /// random, though the same each time: so different triangles find different ones.
    ///
    /// Corners at the first or the last place of the triangle may be left out.
    pub(super) fn find(
        &mut self,
        points: &[DVec2],
        triangle: &[DVec2; 3],
        mut wanted: impl FnMut(u32) -> bool,
    ) -> Option<u32> {
        let [p, q, r] = *triangle;
        let (low, high) = (p.min(q).min(r), p.max(q).max(r));
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.push(0);
        let mut found = None;
        while let Some(at) = stack.pop() {
            let node = &self.nodes[at as usize];
            let misses = node.present == 0 || node.low.cmpgt(high).any() || node.high.cmplt(low).any();
            if misses || node.low == node.high && (node.low == p || node.low == r) {
                continue;
            }
            if node.child == 0 {
                let corners = self.order[node.start as usize..node.end as usize].iter().copied();
                found = corners.filter(|&corner| self.present[corner as usize]).find(|&corner| {
                    let point = points[corner as usize];
                    point.cmpge(low).all() && point.cmple(high).all() && wanted(corner)
                });
                if found.is_some() {
                    break;
                }
            } else if ![(p, q), (q, r), (r, p)].iter().any(|&(from, to)| is_right_of(from, to, node)) {
                self.random = self.random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let first = (self.random >> 63) as u32;
                stack.extend([node.child + first, node.child + 1 - first]);
            }
        }
        self.stack = stack;
        found
    }
}

/// Whether all of a box is on the right side of a line: if its leftmost corner is.
fn is_right_of(from: DVec2, to: DVec2, node: &Node) -> bool {
    let x = if to.y > from.y { node.low.x } else { node.high.x };
    let y = if to.x > from.x { node.high.y } else { node.low.y };
    orient2d(from, to, DVec2::new(x, y)) < 0
}
