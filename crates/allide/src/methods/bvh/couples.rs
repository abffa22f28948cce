//! Pairs of boxes of one tree that may be near each other, near pairs first.

use super::Tree;
use super::relative::Relative;
use super::walk::{Node, Visit};
use allide_geom::Aabb;

/// Which couples are still wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// No farther apart than this.
    pub distance: f64,
    /// One of the two has a number that is no larger.
    pub number: u32,
}

/// Two nodes to visit: a bound on the distance of what is below them, and the smallest numbers there.
type Entry = ((f64, u32, u32), Visit);

impl Tree {
    /// Calls `each` with every two boxes that are wanted, smaller number first, until none is left: those with smaller gaps and
    /// smaller numbers first, but for those in different parts of the tree. It returns what is wanted from then on. `around` is
    /// a box around all.
    pub(crate) fn couples(&self, around: Aabb, mut each: impl FnMut(u32, u32) -> Wanted) {
        let mut wanted = Wanted { distance: f64::INFINITY, number: u32::MAX };
        if self.order.is_empty() {
            return;
        }
        let relative = Relative::in_world([around; 2]);
        let root = Node::root(self);
        let (mut stack, mut next): (Vec<Entry>, Vec<Entry>) =
            (vec![((0.0, 0, 0), Visit { a: root, b: root })], Vec::new());
        let is_wanted =
            |(least, a, b): (f64, u32, u32), wanted: Wanted| least <= wanted.distance && a.min(b) <= wanted.number;
        while let Some((key, Visit { a, b })) = stack.pop() {
            if !is_wanted(key, wanted) {
                continue;
            }
            let gaps = a.boxes(self).gaps(b.boxes(self), &relative);
            let hits = gaps.up_to(relative.widest(wanted.distance)).among(a.lanes, b.lanes);
            let hits = if a == b { hits.after(a.level > 0) } else { hits };
            for (own, other) in hits.pairs() {
                let key = (relative.least(gaps.0[own][other]), a.first(self, own), b.first(self, other));
                if is_wanted(key, wanted) {
                    // The leaves have no children, and their boxes are named by the numbers.
                    let visit = if a.level == 0 {
                        Visit { a, b }
                    } else {
                        Visit { a: a.child(self, own), b: b.child(self, other) }
                    };
                    next.push((key, visit));
                }
            }
            next.sort_unstable_by(|x, y| y.0.0.total_cmp(&x.0.0).then((y.0.1, y.0.2).cmp(&(x.0.1, x.0.2))));
            if a.level > 0 {
                stack.append(&mut next);
            }
            for (key, _) in next.drain(..).rev().filter(|_| a.level == 0) {
                if is_wanted(key, wanted) {
                    wanted = each(key.1.min(key.2), key.1.max(key.2));
                }
            }
        }
    }
}
