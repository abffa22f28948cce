//! The input from the host.

use crate::config::TRIANGLE_BITS;
use crate::{ChipError, Config};
use allide_geom::kdop::{FixedAxes, FixedTree, Format, Node, Placed, Tree, axes};
use glam::DAffine3;

/// Two placed trees as the machine sees them: coefficients in memory, and axes.
#[derive(Clone, Debug)]
pub struct Query<'a> {
    pub(crate) nodes: [&'a [Node]; 2],
    pub(crate) fixed: [FixedTree; 2],
    pub(crate) axes: FixedAxes,
    pub(crate) faces: usize,
    bytes: u64,
}

impl<'a> Query<'a> {
    /// Rounds coefficients and chooses axes for a machine of this configuration.
    ///
    /// # Errors
    /// Trees with other faces than the machine, words that fixed point does not have, or poses that flatten an object:
    /// growth is then not finite, and its coefficients fit no scale.
    pub fn new(config: &Config, trees: [&'a Tree; 2], poses: [DAffine3; 2]) -> Result<Self, ChipError> {
        for given in trees.map(|tree| tree.orientations().len()) {
            if given != config.faces {
                return Err(ChipError::Faces { expected: config.faces, given });
            }
        }
        let format = Format::words(config.bits)?;
        let growth = [0, 1].map(|side| trees[side].growth(poses[side]));
        let scale = format.scale_for([(trees[0], growth[0]), (trees[1], growth[1])]);
        let fixed = |side: usize| FixedTree::new(trees[side], format, scale, growth[side]);
        let [a, b] = [0, 1].map(|side| Placed { tree: trees[side], pose: poses[side] });
        let axes = FixedAxes::new(&axes(a, b, config.axes + config.more_axes), format, scale, growth);
        let bits =
            |tree: &Tree| tree.nodes().len() as u64 * config.node_bits() + tree.triangle_count() as u64 * TRIANGLE_BITS;
        let bytes = trees.iter().map(|tree| bits(tree).div_ceil(8)).sum();
        Ok(Self { nodes: trees.map(Tree::nodes), fixed: [fixed(0)?, fixed(1)?], axes, faces: config.faces, bytes })
    }

    /// The axes that the host sends.
    pub fn axes(&self) -> &FixedAxes {
        &self.axes
    }

    /// The coefficients of a node of the first tree (0) or the second.
    pub fn node(&self, side: usize, id: u32) -> &[i64] {
        self.fixed[side].node(id)
    }

    /// Bytes of memory that trees and triangles take.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}
