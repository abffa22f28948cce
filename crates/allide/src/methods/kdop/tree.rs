//! A tree of k-DOPs in few bits.

use super::Kdop;
use crate::Mesh;
use allide_geom::DVec3;
use allide_geom::kdop::{self, FixedTree, Format, Node, Orientations};
use std::sync::Arc;

/// The most triangles of a leaf.
pub(super) const LEAF: u32 = 4;

/// A node: its triangles in the order of the tree, and its children; a leaf has no children.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub(super) first: u32,
    pub(super) count: u32,
    /// Node 0 is the root and nobody's child.
    pub(super) children: [u32; 2],
}

impl Branch {
    pub(super) fn is_leaf(&self) -> bool {
        self.children == [0; 2]
    }
}

/// The coefficients of all nodes, one after another.
#[derive(Debug)]
pub(super) enum Coefficients {
    Short(Vec<i16>),
    Long(Vec<i32>),
}

/// A tree of k-DOPs over the triangles of a mesh, in its own coordinates.
#[derive(Debug)]
pub(crate) struct KTree {
    /// In `f64`: what the axes need, and what is refitted when a mesh deforms.
    pub(super) full: Arc<kdop::Tree>,
    pub(super) nodes: Vec<Branch>,
    pub(super) order: Vec<u32>,
    pub(super) coefficients: Coefficients,
    pub(super) format: Format,
    /// Coefficients are in units of 2^(scale − b).
    pub(super) scale: i32,
}

impl KTree {
    /// `None` if numbers are out of range.
    pub(super) fn build(mesh: &Mesh, kdop: Kdop) -> Option<Self> {
        Self::over(mesh.triangles(), mesh.positions(), kdop)
    }

    /// The tree over these triangles.
    pub(super) fn over(triangles: &[[u32; 3]], positions: &[DVec3], kdop: Kdop) -> Option<Self> {
        let orientations = Orientations::standard(usize::from(kdop.faces)).ok()?;
        let triangle = |index: usize| triangles[index].map(|vertex| positions[vertex as usize]);
        let full = kdop::Tree::build(&orientations, triangles.len(), triangle).ok()?;
        Self::of(full, kdop)
    }

    /// The tree of a mesh with the same triangles over other positions.
    pub(super) fn refitted(&self, mesh: &Mesh, kdop: Kdop) -> Option<Self> {
        let mut full = kdop::Tree::clone(&self.full);
        let triangle = |index: usize| mesh.triangles()[index].map(|vertex| mesh.positions()[vertex as usize]);
        full.refit(mesh.triangles().len(), triangle).ok()?;
        Self::of(full, kdop)
    }

    fn of(full: kdop::Tree, kdop: Kdop) -> Option<Self> {
        if !kdop.is_known() {
            return None;
        }
        let after = u32::from(kdop.bits) - 1;
        // Two bits less for weights: then sums fit into 32 bits, or 64. Four are the fewest.
        let format = Format::new(after, (after - 2).max(4), after).ok()?;
        let scale = format.scale_for([(&full, 0.0)]);
        let fixed = FixedTree::new(&full, format, scale, 0.0).ok()?;
        let mut made = Made { full: &full, nodes: Vec::new(), order: Vec::new(), from: Vec::new() };
        if !full.nodes().is_empty() {
            made.add(0);
        }
        let Made { nodes, order, from, .. } = made;
        let all = from.iter().flat_map(|&node| fixed.node(node).iter().copied());
        let coefficients = if kdop.bits <= 16 {
            Coefficients::Short(all.map(|coefficient| coefficient as i16).collect())
        } else {
            Coefficients::Long(all.map(|coefficient| coefficient as i32).collect())
        };
        Some(Self { full: Arc::new(full), nodes, order, coefficients, format, scale })
    }

    /// How far each node is above the triangles: 1 for leaves.
    #[cfg(feature = "gpu")]
    pub(super) fn heights(&self) -> Vec<u32> {
        let mut heights = vec![1; self.nodes.len()];
        // Children come after their parents.
        for (number, node) in self.nodes.iter().enumerate().rev().filter(|(_, node)| !node.is_leaf()) {
            let [left, right] = node.children.map(|child| heights[child as usize]);
            heights[number] = 1 + left.max(right);
        }
        heights
    }

    pub(super) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The triangles of a node.
    pub(super) fn triangles(&self, node: Branch) -> &[u32] {
        &self.order[node.first as usize..][..node.count as usize]
    }

    /// Bytes that a search reads.
    pub(crate) fn bytes(&self) -> usize {
        let coefficients = match &self.coefficients {
            Coefficients::Short(all) => size_of_val(&all[..]),
            Coefficients::Long(all) => size_of_val(&all[..]),
        };
        coefficients + size_of_val(&self.nodes[..]) + size_of_val(&self.order[..])
    }
}

/// A tree in the making: nodes of few triangles become leaves.
struct Made<'f> {
    full: &'f kdop::Tree,
    nodes: Vec<Branch>,
    order: Vec<u32>,
    /// Which node each was.
    from: Vec<u32>,
}

impl Made<'_> {
    /// Adds a node and all below it; its number.
    fn add(&mut self, node: u32) -> u32 {
        let (number, first) = (self.nodes.len() as u32, self.order.len() as u32);
        self.nodes.push(Branch { first, count: 0, children: [0; 2] });
        self.from.push(node);
        match self.full.nodes()[node as usize] {
            Node::Leaf(triangle) => self.order.push(triangle),
            Node::Inner(children) => {
                let added = children.map(|child| self.add(child));
                if self.order.len() as u32 - first > LEAF {
                    self.nodes[number as usize].children = added;
                } else {
                    // The whole subtree is offered.
                    self.nodes.truncate(number as usize + 1);
                    self.from.truncate(number as usize + 1);
                }
            }
        }
        self.nodes[number as usize].count = self.order.len() as u32 - first;
        number
    }
}
