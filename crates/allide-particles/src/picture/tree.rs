//! A tree of boxes over colliders, for rays.

use glam::DVec3;

/// At most this many colliders in a leaf.
const LEAF: usize = 4;

/// A node: its box, and either where its second child is (the first follows it) or its colliders.
#[derive(Clone, Copy, Debug)]
struct Node {
    min: DVec3,
    max: DVec3,
    /// First collider of a leaf in the order, or index of the second child.
    first: u32,
    /// Colliders of a leaf; 0 for others.
    count: u32,
}

/// Boxes, halved at the median of the longest side.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    order: Vec<u32>,
}

impl Tree {
    pub fn new(boxes: &[(DVec3, DVec3)]) -> Self {
        let mut tree = Self { nodes: Vec::new(), order: (0..boxes.len() as u32).collect() };
        if !boxes.is_empty() {
            tree.build(boxes, 0, boxes.len());
        }
        tree
    }

    fn build(&mut self, boxes: &[(DVec3, DVec3)], from: usize, to: usize) {
        let part = &mut self.order[from..to];
        let grow = |(min, max): (DVec3, DVec3), &k: &u32| (min.min(boxes[k as usize].0), max.max(boxes[k as usize].1));
        let (min, max) = part.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), grow);
        let here = self.nodes.len();
        self.nodes.push(Node { min, max, first: from as u32, count: (to - from) as u32 });
        if to - from <= LEAF {
            return;
        }
        let axis = (max - min).max_position();
        let middle = |k: u32| boxes[k as usize].0[axis] + boxes[k as usize].1[axis];
        part.sort_by(|&a, &b| middle(a).total_cmp(&middle(b)).then(a.cmp(&b)));
        let half = from + (to - from) / 2;
        self.build(boxes, from, half);
        let second = self.nodes.len() as u32;
        self.build(boxes, half, to);
        (self.nodes[here].first, self.nodes[here].count) = (second, 0);
    }

    /// Offers colliders whose boxes a ray meets before `far`, which `meet` may shorten; stops where it becomes negative.
    pub fn each(&self, origin: DVec3, direction: DVec3, mut far: f64, mut meet: impl FnMut(u32, f64) -> f64) {
        let inverse = direction.recip();
        let mut stack = [0_u32; 64];
        let mut depth = usize::from(!self.nodes.is_empty());
        while depth > 0 {
            depth -= 1;
            let index = stack[depth] as usize;
            let node = &self.nodes[index];
            let [a, b] = [(node.min - origin) * inverse, (node.max - origin) * inverse];
            // A ray in a face's plane divides 0 by 0: NaN, which min and max leave out, so the box is met.
            let [enter, leave] = [a.min(b), a.max(b)];
            let enter = enter.x.max(enter.y).max(enter.z).max(0.0);
            let leave = leave.x.min(leave.y).min(leave.z).min(far);
            if enter > leave * (1.0 + 1e-12) {
                continue;
            }
            if node.count == 0 {
                // Trees halve, so 64 levels are enough for any number.
                (stack[depth], stack[depth + 1]) = (node.first, index as u32 + 1);
                depth += 2;
            } else {
                for &collider in &self.order[node.first as usize..(node.first + node.count) as usize] {
                    far = meet(collider, far);
                }
                if far < 0.0 {
                    return;
                }
            }
        }
    }
}
