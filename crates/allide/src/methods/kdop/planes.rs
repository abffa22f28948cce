//! The axes of a pair of trees in whole numbers, computed before any node is tested.

use super::tree::KTree;
use crate::world::{WorldObject, WorldPair};
use allide_geom::kdop::{Axis, FixedAxis, Placed, axes};
use glam::DAffine3;

/// Axes that are tried for each pair of nodes.
const AXES: usize = 24;
/// Axes of two trees that have fewer nodes together than the next number: more would take longer to find than they save. The
/// first axes are normals of both in turn.
const FEW_AXES: usize = 6;
const FEW_NODES: usize = 64;

/// How the nodes of one object are projected: three faces and what their coefficients are multiplied by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) faces: [u8; 3],
    /// The faces on the other side.
    pub(super) opposite: [u8; 3],
    pub(super) weights: [i32; 3],
}

/// An axis. In units of 2^(S − b − c), where S is the larger scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub(super) sides: [Side; 2],
    /// How far the first object is shifted relative to the second, and the second relative to the first; each less all that
    /// was rounded, and less the margin.
    pub(super) shifts: [i64; 2],
}

/// The axes of two placed trees.
#[derive(Debug)]
pub(super) struct Planes {
    pub(super) all: Vec<Plane>,
    /// By how many bits the sums of each object are shifted to the right.
    pub(super) finer: [u32; 2],
}

impl Planes {
    /// For two objects.
    pub(super) fn new(pair: WorldPair<'_>, trees: [&KTree; 2], margin: f64, most: usize) -> Option<Self> {
        let pose = |object: &WorldObject| {
            let (matrix3, translation) = object.pose.parts();
            DAffine3 { matrix3, translation }
        };
        Self::of([pose(pair.a), pose(pair.b)], trees, margin, most)
    }

    /// For two trees in these poses. `None` if there is no axis. No more than `most` are looked for.
    pub(super) fn of(poses: [DAffine3; 2], trees: [&KTree; 2], margin: f64, most: usize) -> Option<Self> {
        let [scale_a, scale_b] = trees.map(|tree| tree.scale);
        let scale = scale_a.max(scale_b);
        let finer = [scale_a, scale_b].map(|own| scale.abs_diff(own));
        let is_few = trees[0].nodes.len() + trees[1].nodes.len() < FEW_NODES;
        let most = most.min(if is_few { FEW_AXES } else { AXES });
        let [a, b] = [0, 1].map(|side: usize| Placed { tree: &trees[side].full, pose: poses[side] });
        let found = axes(a, b, most);
        let all: Vec<Plane> = found.iter().filter_map(|axis| Plane::new(axis, trees, scale, margin)).collect();
        (!all.is_empty()).then_some(Self { all, finer })
    }
}

impl Plane {
    fn new(axis: &Axis, trees: [&KTree; 2], scale: i32, margin: f64) -> Option<Self> {
        let format = trees[0].format;
        // A gap between points is at least the difference of their places on the axis, divided by its length.
        let length = axis.direction.length() * (1.0 + 1.0e-12);
        let taken = (axis.slack() + margin * length) * (1.0 + 1.0e-12);
        let shift = |shift: f64| {
            let moved = (shift - taken).next_down().next_down();
            let mut axis = axis.clone();
            axis.shift = moved;
            moved.is_finite().then(|| FixedAxis::new(&axis, format, scale).shift << format.alignment())
        };
        let fixed = FixedAxis::new(axis, format, scale);
        let half = trees[0].full.orientations().len() as u8 / 2;
        let side = |projection: allide_geom::kdop::FixedProjection| {
            let faces = projection.faces.map(|face| face as u8);
            let opposite = faces.map(|face| if face < half { face + half } else { face - half });
            Side { faces, opposite, weights: projection.weights.map(|weight| weight as i32) }
        };
        Some(Self { sides: [side(fixed.a), side(fixed.b)], shifts: [shift(axis.shift)?, shift(-axis.shift)?] })
    }
}
