//! Where the trees of a scene lie, and which pairs of them are traversed.

use crate::gpu::{GridBox, Span};
use crate::methods::bvh::gpu as bvh;

/// All trees lie side by side in one heap: a tree of height h is the part below one node of it, so it takes 2ʰ slots among
/// the leaves, those that it does not fill included. Taller trees come first; then each starts at a multiple of its size.
#[derive(Clone, Debug)]
pub(crate) struct FrontsPlan {
    /// For each object the lowest corner of its curve, and how cells are made of it: see keys.wgsl.
    pub curves: Vec<[i32; 4]>,
    /// For each tree: see slots.wgsl.
    pub trees: Vec<[u32; 4]>,
    /// Pairs of roots, by the height of the taller one: taller ones first.
    pub roots: Vec<Root<2>>,
    /// Bits of the curve along an axis, and of the rank.
    pub curve_bits: u32,
    pub rank_bits: u32,
    /// Leaves of the heap, and levels below its root.
    pub slots: u32,
    pub depth: u32,
}

/// A pair of roots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Root<const N: usize> {
    /// As the kernels take it.
    pub pair: [u32; N],
    /// Of the taller one.
    pub height: u32,
    /// Slots of the first one.
    pub slots: [u32; 2],
}

/// Pairs of roots as the kernels take them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Entering<const N: usize> {
    pub roots: Vec<[u32; N]>,
    /// How many of them enter at each height, from 0 up to that of the tallest tree.
    pub counts: Vec<u32>,
}

/// The pairs of roots, taller ones first, whose first tree has leaves in the part.
pub(crate) fn entering<const N: usize>(roots: &[Root<N>], part: Span) -> Entering<N> {
    let end = part.first + part.count;
    let tallest = roots.first().map_or(0, |root| root.height);
    let mut entering = Entering { roots: Vec::new(), counts: vec![0; tallest as usize + 1] };
    for root in roots.iter().filter(|root| root.slots[0] < end && root.slots[1] > part.first) {
        entering.roots.push(root.pair);
        entering.counts[root.height as usize] += 1;
    }
    entering
}

impl FrontsPlan {
    /// For objects with these bounds and numbers of triangles, and for these pairs of them, smaller first. `None` if there
    /// is no pair with triangles.
    pub fn new(bounds: &[GridBox], counts: &[u32], pairs: &[(usize, usize)]) -> Option<Self> {
        let pairs = || pairs.iter().filter(|&&(a, b)| counts[a] > 0 && counts[b] > 0);
        let mut is_paired = vec![false; counts.len()];
        pairs().for_each(|&(a, b)| [a, b].into_iter().for_each(|object| is_paired[object] = true));
        let mut ranked: Vec<usize> = (0..counts.len()).filter(|&object| is_paired[object]).collect();
        ranked.sort_by_key(|&object| std::cmp::Reverse(height(counts[object])));

        let (mut slots, mut leaves) = (0, 0);
        // Objects without a pair have no tree: their rank is behind all others, and nobody looks at what is sorted there.
        let mut ranks = vec![ranked.len() as u32; counts.len()];
        let mut trees = Vec::with_capacity(ranked.len());
        for (rank, &object) in (0..).zip(&ranked) {
            ranks[object] = rank;
            trees.push([slots, leaves, counts[object], 0]);
            slots += 1 << height(counts[object]);
            leaves += counts[object];
        }
        let rank_bits = 32 - (ranked.len() as u32).leading_zeros();
        // Each byte of the key is a pass of the sort.
        let key_bits = if leaves <= 1 << 18 { 24 } else { 32 };
        let curve_bits = ((key_bits - rank_bits) / 3).min(10);
        let curve = |(&[low, high], &rank): (&GridBox, &u32)| {
            let extent = (0..3).map(|k| high[k].abs_diff(low[k])).max().unwrap_or(0);
            let shift = (32 - extent.leading_zeros()).saturating_sub(curve_bits);
            [low[0], low[1], low[2], (shift | rank << 5) as i32]
        };
        let curves = bounds.iter().zip(&ranks).map(curve).collect();

        let depth = bvh::depth(slots);
        let root = |object: usize| {
            let (first, height) = (trees[ranks[object] as usize][0], height(counts[object]));
            (((1 << depth) + first) >> height, height, [first, first + (1 << height)])
        };
        let mut roots: Vec<Root<2>> = pairs()
            .map(|&(a, b)| {
                let ((node_a, height_a, slots), (node_b, height_b, _)) = (root(a), root(b));
                Root { pair: [node_a, node_b], height: height_a.max(height_b), slots }
            })
            .collect();
        roots.sort_by_key(|root| std::cmp::Reverse(root.height));
        (!roots.is_empty()).then_some(Self { curves, trees, roots, curve_bits, rank_bits, slots, depth })
    }
}

/// Levels below the root of a tree with `leaves` leaves, at least one.
fn height(leaves: u32) -> u32 {
    32 - (leaves - 1).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPACE: GridBox = [[0; 3], [1 << 30; 3]];

    fn plan(counts: &[u32], pairs: &[(usize, usize)]) -> FrontsPlan {
        FrontsPlan::new(&vec![SPACE; counts.len()], counts, pairs).unwrap()
    }

    #[test]
    fn every_tree_is_a_part_of_the_heap_and_none_shares_a_slot() {
        let counts = [3, 1, 1000, 0, 64, 65, 1, 7];
        let pairs = [(0, 2), (1, 6), (4, 5), (5, 7)];
        let plan = plan(&counts, &pairs);
        let mut end = 0;
        for &[first, _, count, _] in &plan.trees {
            let size = 1 << height(count);
            assert_eq!((first, first % size), (end, 0));
            end = first + size;
        }
        assert_eq!((end, plan.trees.len()), (plan.slots, 7));
        for root in &plan.roots {
            for node in root.pair {
                let height = plan.depth - node.ilog2();
                let first = (node << height) - (1 << plan.depth);
                assert!(plan.trees.iter().any(|tree| tree[0] == first && self::height(tree[2]) == height), "{root:?}");
            }
        }
    }

    #[test]
    fn roots_enter_at_the_height_of_the_taller_tree() {
        let plan = plan(&[5, 1, 1, 2], &[(0, 1), (1, 2), (1, 3), (2, 3)]);
        let all = Span { first: 0, count: plan.slots };
        assert_eq!(entering(&plan.roots, all).counts, [1, 2, 0, 1]);
        // The tree of object 0 has the slots up to 8, that of object 3 the next two, then objects 1 and 2 have one each.
        let bottom = 1 << plan.depth;
        assert_eq!(
            entering(&plan.roots, all).roots,
            [
                [bottom >> 3, bottom + 10],
                [bottom + 10, (bottom + 8) >> 1],
                [bottom + 11, (bottom + 8) >> 1],
                [bottom + 10, bottom + 11]
            ]
        );
    }

    #[test]
    fn a_root_enters_with_every_part_that_has_leaves_of_its_first_tree() {
        let plan = plan(&[8, 3], &[(0, 1)]);
        let entering = |first, count| self::entering(&plan.roots, Span { first, count }).roots.len();
        assert_eq!([entering(0, 3), entering(3, 5), entering(7, 1), entering(8, 4)], [1, 1, 1, 0]);
    }

    #[test]
    fn pairs_without_triangles_are_no_pairs() {
        assert!(FrontsPlan::new(&[SPACE; 2], &[0, 5], &[(0, 1)]).is_none());
        assert!(FrontsPlan::new(&[SPACE; 2], &[5, 5], &[]).is_none());
    }

    #[test]
    fn keys_fit_a_word_however_many_trees_there_are() {
        for count in [2, 3, 1000, 100_000] {
            let pairs: Vec<_> = (1..count).map(|object| (object - 1, object)).collect();
            let plan = plan(&vec![2; count], &pairs);
            assert!(plan.rank_bits + 3 * plan.curve_bits <= 32 && plan.curve_bits > 0, "{plan:?}");
            assert!(count < 1 << plan.rank_bits);
        }
    }
}
