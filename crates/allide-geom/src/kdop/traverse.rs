//! Both trees are walked at once (section 3.1).

use super::Node;
use std::collections::VecDeque;

/// Which waiting pair of nodes is tested next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// The last: few pairs wait.
    #[default]
    Stack,
    /// The first: level by level. Many pairs wait (section 5.2).
    Queue,
}

/// The work of a traversal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visits {
    /// Pairs of nodes that were tested.
    pub tests: u64,
    /// Those of them that were apart.
    pub apart: u64,
    /// Pairs of triangles that were reported.
    pub leaves: u64,
    /// The most pairs of nodes that waited at the same time.
    pub most_waiting: usize,
}

/// The pairs to test after a pair of nodes that are not apart: children of both, or of one with the other, if that is a
/// leaf. None for two leaves. Each shares a node with the next.
pub fn children(pair: [u32; 2], nodes: [Node; 2]) -> impl DoubleEndedIterator<Item = [u32; 2]> + ExactSizeIterator {
    let [a, b] = pair;
    let (pairs, count) = match nodes {
        [Node::Inner([a0, a1]), Node::Inner([b0, b1])] => ([[a0, b0], [a0, b1], [a1, b1], [a1, b0]], 4),
        [Node::Inner([a0, a1]), Node::Leaf(_)] => ([[a0, b], [a1, b], pair, pair], 2),
        [Node::Leaf(_), Node::Inner([b0, b1])] => ([[a, b0], [a, b1], pair, pair], 2),
        [Node::Leaf(_), Node::Leaf(_)] => ([pair; 4], 0),
    };
    pairs.into_iter().take(count)
}

/// Reports every pair of triangles whose nodes, and all above them, are not apart.
pub fn traverse(
    [a, b]: [&[Node]; 2],
    order: Order,
    mut apart: impl FnMut(u32, u32) -> bool,
    mut report: impl FnMut(u32, u32),
) -> Visits {
    let mut visits = Visits::default();
    let mut waiting = VecDeque::new();
    if !a.is_empty() && !b.is_empty() {
        waiting.push_back([0, 0]);
    }
    loop {
        visits.most_waiting = visits.most_waiting.max(waiting.len());
        let next = match order {
            Order::Stack => waiting.pop_back(),
            Order::Queue => waiting.pop_front(),
        };
        let Some(pair) = next else { return visits };
        visits.tests += 1;
        if apart(pair[0], pair[1]) {
            visits.apart += 1;
            continue;
        }
        let nodes = [a[pair[0] as usize], b[pair[1] as usize]];
        if let [Node::Leaf(a), Node::Leaf(b)] = nodes {
            visits.leaves += 1;
            report(a, b);
        }
        match order {
            Order::Stack => waiting.extend(children(pair, nodes).rev()),
            Order::Queue => waiting.extend(children(pair, nodes)),
        }
    }
}
