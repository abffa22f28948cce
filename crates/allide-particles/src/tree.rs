//! A tree of boxes over colliders.

use crate::boxes::Aabb;
use crate::chord::Chord;

/// Most items of a leaf.
const LEAF: usize = 4;

/// Nodes in depth-first order: a node's first child follows it.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    items: Vec<u32>,
    boxes: Vec<Aabb>,
}

#[derive(Debug)]
struct Node {
    bounds: Aabb,
    /// The node after all below this one.
    next: u32,
    /// Items of a leaf; none elsewhere.
    items: std::ops::Range<u32>,
}

impl Tree {
    pub fn new(boxes: &[Aabb]) -> Self {
        let mut items: Vec<u32> = (0..boxes.len() as u32).collect();
        let mut nodes = Vec::new();
        if !items.is_empty() {
            build(boxes, &mut items, 0, &mut nodes);
        }
        let boxes = items.iter().map(|&item| boxes[item as usize]).collect();
        Self { nodes, items, boxes }
    }

    /// Nodes in depth-first order: box, the node after all below it, and which of [`Tree::items`] are in it.
    #[cfg(feature = "gpu")]
    pub fn nodes(&self) -> impl Iterator<Item = (Aabb, u32, std::ops::Range<u32>)> {
        self.nodes.iter().map(|node| (node.bounds, node.next, node.items.clone()))
    }

    /// Items in the order of leaves.
    #[cfg(feature = "gpu")]
    pub fn items(&self) -> &[u32] {
        &self.items
    }

    /// A length that is small beside most items; infinite where there are few.
    pub fn grain(&self) -> f64 {
        if self.items.len() <= 2 * LEAF {
            return f64::INFINITY;
        }
        let mut sizes: Vec<f64> = self.boxes.iter().map(Aabb::diagonal).collect();
        let middle = sizes.len() / 2;
        0.25 * *sizes.select_nth_unstable_by(middle, f64::total_cmp).1
    }

    /// Calls `visit` for all items that a chord may meet. It returns the age from which on items do not matter any more.
    pub fn along(&self, chord: &Chord, mut visit: impl FnMut(u32) -> f64) {
        let mut until = f64::INFINITY;
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            if chord.enters(&node.bounds).is_none_or(|age| age > until) {
                at = node.next as usize;
                continue;
            }
            for k in node.items.start as usize..node.items.end as usize {
                if chord.enters(&self.boxes[k]).is_some_and(|age| age <= until) {
                    until = visit(self.items[k]);
                }
            }
            at += 1;
        }
    }

    /// Calls `visit` for all items whose boxes meet this one, until it returns false.
    pub fn visit(&self, bounds: &Aabb, mut visit: impl FnMut(u32) -> bool) {
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            if !node.bounds.meets(bounds) {
                at = node.next as usize;
                continue;
            }
            for k in node.items.start as usize..node.items.end as usize {
                if self.boxes[k].meets(bounds) && !visit(self.items[k]) {
                    return;
                }
            }
            at += 1;
        }
    }
}

fn build(boxes: &[Aabb], items: &mut [u32], first: u32, nodes: &mut Vec<Node>) {
    let bounds = items.iter().fold(Aabb::EMPTY, |all, &item| all.union(boxes[item as usize]));
    let index = nodes.len();
    let is_leaf = items.len() <= LEAF;
    let range = if is_leaf { first..first + items.len() as u32 } else { 0..0 };
    nodes.push(Node { bounds, next: 0, items: range });
    if !is_leaf {
        let middle = |item: u32| boxes[item as usize].min + boxes[item as usize].max;
        let spread = items.iter().fold(Aabb::EMPTY, |mut all, &item| {
            all.add(middle(item));
            all
        });
        let size = spread.max - spread.min;
        let axis = if size.x >= size.y && size.x >= size.z { 0 } else { 1 + usize::from(size.z > size.y) };
        let half = items.len() / 2;
        items.select_nth_unstable_by(half, |&a, &b| middle(a)[axis].total_cmp(&middle(b)[axis]).then(a.cmp(&b)));
        let (left, right) = items.split_at_mut(half);
        build(boxes, left, first, nodes);
        build(boxes, right, first + half as u32, nodes);
    }
    nodes[index].next = nodes.len() as u32;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Draws;
    use glam::DVec3;

    #[test]
    fn it_finds_the_same_as_all_boxes() {
        for count in [0u32, 1, 4, 5, 9, 300] {
            let random = |k: u32, scale: f64| {
                let [a, b, c, d] = Draws::new(1, k, u64::from(count)).four(0);
                let min = DVec3::new(a, b, c) * 10.0;
                Aabb { min, max: min + d * scale }
            };
            let boxes: Vec<Aabb> = (0..count).map(|k| random(k, 2.0)).collect();
            let tree = Tree::new(&boxes);
            for k in 0..200 {
                let query = random(1000 + k, 3.0);
                let mut found = Vec::new();
                tree.visit(&query, |item| {
                    found.push(item);
                    true
                });
                found.sort_unstable();
                let expected: Vec<u32> = (0..count).filter(|&item| boxes[item as usize].meets(&query)).collect();
                assert_eq!(found, expected);
            }
        }
    }
}
