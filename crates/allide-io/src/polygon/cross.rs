//! Whether edges of a polygon cross: a sweep from left to right, after Shamos and Hoey 1976, in O(n log n).
//!
//! Deviation: edges may touch and lie on each other, as those do that join a hole to the outline. Only edges with one
//! common point, inside both of them, cross.

use allide_geom::DVec2;
use allide_geom::predicates::orient2d;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::Bound::{Excluded, Unbounded};

/// An edge from its lower end to its higher one, by x, then by y. Edges are ordered from bottom to top where the sweep
/// meets them both; as long as they do not cross, that order is the same everywhere.
#[derive(Clone, Copy, PartialEq)]
struct Edge {
    from: DVec2,
    to: DVec2,
    number: u32,
}

impl Eq for Edge {}

impl PartialOrd for Edge {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Edge {
    fn cmp(&self, other: &Self) -> Ordering {
        let beside = |edge: &Self, other: &Self| match orient2d(edge.from, edge.to, other.from) {
            0 => orient2d(edge.from, edge.to, other.to),
            side => side,
        };
        let order = if is_before(other.from, self.from) { beside(other, self) } else { -beside(self, other) };
        order.cmp(&0).then(self.number.cmp(&other.number))
    }
}

fn is_before(p: DVec2, q: DVec2) -> bool {
    p.x < q.x || p.x == q.x && p.y < q.y
}

impl Edge {
    fn crosses(&self, other: &Self) -> bool {
        let parts =
            |edge: &Self, by: &Self| orient2d(by.from, by.to, edge.from) * orient2d(by.from, by.to, edge.to) < 0;
        parts(self, other) && parts(other, self)
    }
}

/// Whether any two edges of the closed path through `points` cross.
pub(super) fn edges_cross(points: &[DVec2]) -> bool {
    let next = |number: usize| if number + 1 < points.len() { number + 1 } else { 0 };
    let edge = |number: u32| {
        let (p, q) = (points[number as usize], points[next(number as usize)]);
        let (from, to) = if is_before(p, q) { (p, q) } else { (q, p) };
        Edge { from, to, number }
    };
    // At one place, edges end before others begin.
    let mut events: Vec<(u32, bool)> =
        (0..points.len() as u32).flat_map(|number| [(number, false), (number, true)]).collect();
    let place = |&(number, begins): &(u32, bool)| if begins { edge(number).from } else { edge(number).to };
    events.sort_unstable_by(|x, y| {
        let (p, q) = (place(x), place(y));
        let order = p.x.partial_cmp(&q.x).and_then(|order| Some(order.then(p.y.partial_cmp(&q.y)?)));
        order.unwrap_or(Ordering::Equal).then(x.1.cmp(&y.1))
    });
    let mut met: BTreeSet<Edge> = BTreeSet::new();
    for (number, begins) in events {
        let edge = edge(number);
        if edge.from == edge.to {
            continue;
        }
        if !begins {
            met.remove(&edge);
        }
        let below = met.range(..edge).next_back();
        let above = met.range((Excluded(edge), Unbounded)).next();
        let crossing = match (below, above) {
            (Some(below), Some(above)) if !begins => below.crosses(above),
            _ if !begins => false,
            _ => [below, above].into_iter().flatten().any(|other| other.crosses(&edge)),
        };
        if crossing {
            return true;
        }
        if begins {
            met.insert(edge);
        }
    }
    false
}
