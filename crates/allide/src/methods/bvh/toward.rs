//! Which triangles of a tree reach far in a direction.

use super::Tree;
use super::walk::{Node, for_each_bit};

/// Nodes that are looked at before a search is given up: flat surfaces across the direction reach equally far everywhere.
const NODES: u32 = 128;

/// How far a triangle reaches, and its number.
pub(super) type Reaching = (f64, u32);

/// A direction in the coordinates of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direction {
    pub(super) along: [f64; 3],
    /// The difference between the reach of a box and that of its triangles.
    pub(super) start: f64,
    /// More than the rounding of boxes and triangles.
    pub(super) slack: f64,
}

impl Tree {
    /// Those triangles that reach at least so far, the farthest first; `None` if these are more than `most`, or if finding
    /// them takes long. `reach` tells how far a triangle reaches.
    pub(super) fn reaching(
        &self,
        direction: Direction,
        least: f64,
        most: usize,
        reach: impl Fn(u32) -> f64,
    ) -> Option<Vec<Reaching>> {
        let mut search = Search { tree: self, direction, least, most, reach, found: Vec::new(), left: NODES };
        search.look_below(Node::root(self))?;
        search.found.sort_unstable_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
        Some(search.found)
    }
}

/// A search for what reaches far.
struct Search<'t, R> {
    tree: &'t Tree,
    direction: Direction,
    least: f64,
    most: usize,
    reach: R,
    found: Vec<Reaching>,
    /// How many nodes may still be looked at.
    left: u32,
}

impl<R: Fn(u32) -> f64> Search<'_, R> {
    fn look_below(&mut self, node: Node) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let Direction { along, start, slack } = self.direction;
        let lanes = node.boxes(self.tree).reaching(along, self.least - start - slack) & node.lanes;
        if node.level > 0 {
            let mut soon = Some(());
            for_each_bit(lanes, |lane| soon = soon.and_then(|()| self.look_below(node.child(self.tree, lane))));
            return soon;
        }
        for_each_bit(lanes, |lane| {
            let triangle = node.triangle(self.tree, lane);
            let reach = (self.reach)(triangle);
            if reach >= self.least {
                self.found.push((reach, triangle));
            }
        });
        (self.found.len() <= self.most).then_some(())
    }
}
