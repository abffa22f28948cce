//! How triangles are divided into a binary tree.
//!
//! Binned surface-area heuristic, on boxes: of sixteen cuts along each axis, the one with the least sum of area times
//! count. It makes smaller nodes than the median where triangles differ in size, as in CAD parts. Boxes stand in for
//! DOPs, since the areas of DOPs cost far more, and rank cuts much the same. Where no cut divides the centres, or the
//! tree is already twice as deep as a balanced one, the median along the longest extent divides: so hostile input
//! cannot make the tree deep.

use super::tree::Node;
use crate::Aabb;
use glam::DVec3;
use std::ops::Range;

const BINS: usize = 16;

/// The nodes of a tree over these boxes, parents before children.
pub(super) fn nodes(boxes: &[Aabb]) -> Vec<Node> {
    let mut nodes = Vec::with_capacity((2 * boxes.len()).saturating_sub(1));
    if boxes.is_empty() {
        return nodes;
    }
    let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
    let deepest = 2 * boxes.len().ilog2() + 4;
    // A range of the order, how deep it is, and whose child it is.
    let mut open = vec![(0..boxes.len(), 0, None)];
    while let Some((range, depth, parent)) = open.pop() {
        let id = nodes.len() as u32;
        if let Some((parent, side)) = parent
            && let Node::Inner(children) = &mut nodes[parent as usize]
        {
            children[side] = id;
        }
        if range.len() == 1 {
            nodes.push(Node::Leaf(order[range.start]));
            continue;
        }
        nodes.push(Node::Inner([0; 2]));
        let middle = divide(&mut order[range.clone()], boxes, depth < deepest) + range.start;
        open.push((middle..range.end, depth + 1, Some((id, 1))));
        open.push((range.start..middle, depth + 1, Some((id, 0))));
    }
    nodes
}

/// Reorders the triangles; where the second part begins.
fn divide(order: &mut [u32], boxes: &[Aabb], by_area: bool) -> usize {
    let center = |triangle: u32| boxes[triangle as usize].center();
    let centers = Aabb::around(order.iter().map(|&triangle| center(triangle)));
    let size = centers.size();
    if by_area && size.max_element() > 0.0 {
        let cut = (0..3).filter_map(|axis| cut(order, boxes, axis, centers.min[axis]..centers.max[axis]));
        if let Some((_, axis, bin)) = cut.min_by(|p, q| p.0.total_cmp(&q.0)) {
            let range = centers.min[axis]..centers.max[axis];
            return partition(order, |triangle| bin_of(center(triangle)[axis], &range) <= bin);
        }
    }
    let axis = if size.x >= size.y && size.x >= size.z { 0 } else { 1 + usize::from(size.z > size.y) };
    let middle = order.len() / 2;
    order.select_nth_unstable_by(middle, |&p, &q| center(p)[axis].total_cmp(&center(q)[axis]).then(p.cmp(&q)));
    middle
}

/// The best cut along an axis: its cost, the axis, and the last bin of the first part. `None` if all centres share a
/// bin.
fn cut(order: &[u32], boxes: &[Aabb], axis: usize, range: Range<f64>) -> Option<(f64, usize, usize)> {
    if range.end <= range.start {
        return None;
    }
    let mut bins = [(Aabb::EMPTY, 0_usize); BINS];
    for &triangle in order {
        let bounds = &boxes[triangle as usize];
        let bin = &mut bins[bin_of(bounds.center()[axis], &range)];
        *bin = (bin.0.union(bounds), bin.1 + 1);
    }
    let all = bins.iter().fold(Aabb::EMPTY, |all, bin| all.union(&bin.0));
    let unit = 1.0 / all.size().max_element();
    // From the far end first, so that each cut knows both sides.
    let mut behind = [(Aabb::EMPTY, 0); BINS];
    for bin in (0..BINS - 1).rev() {
        behind[bin] = (behind[bin + 1].0.union(&bins[bin + 1].0), behind[bin + 1].1 + bins[bin + 1].1);
    }
    let mut before = (Aabb::EMPTY, 0);
    let mut best: Option<(f64, usize, usize)> = None;
    for bin in 0..BINS - 1 {
        before = (before.0.union(&bins[bin].0), before.1 + bins[bin].1);
        if before.1 == 0 || behind[bin].1 == 0 {
            continue;
        }
        let cost = area(&before.0, unit) * before.1 as f64 + area(&behind[bin].0, unit) * behind[bin].1 as f64;
        if best.is_none_or(|(least, ..)| cost < least) {
            best = Some((cost, axis, bin));
        }
    }
    best
}

fn bin_of(center: f64, range: &Range<f64>) -> usize {
    // Halves, so that the largest coordinates do not overflow.
    let part = (center * 0.5 - range.start * 0.5) / (range.end * 0.5 - range.start * 0.5);
    ((part * BINS as f64) as usize).min(BINS - 1)
}

/// Half the surface, in units in which the largest box has edges of length 1.
fn area(bounds: &Aabb, unit: f64) -> f64 {
    let DVec3 { x, y, z } = bounds.size() * unit;
    x * y + y * z + z * x
}

fn partition(order: &mut [u32], is_first: impl Fn(u32) -> bool) -> usize {
    let mut first = 0;
    for i in 0..order.len() {
        if is_first(order[i]) {
            order.swap(first, i);
            first += 1;
        }
    }
    first
}
