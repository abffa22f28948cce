//! Which points of a surface are there: constraint functions c(p) > 0, in local coordinates.

use glam::{DVec2, DVec3};

/// Which side of a region stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Points inside are there.
    Inside,
    /// Points outside are there: the region is a hole.
    Outside,
}

/// A region of local space. Its boundary belongs to what is kept, on either side: touching counts, and seams between colliders have
/// no gap. (As published, c(p) > 0 is strict.)
#[derive(Clone, Debug, PartialEq)]
pub enum Region {
    /// x and y within a disc: an upright cylinder.
    Disc {
        /// Centre, in x and y.
        center: DVec2,
        /// Radius.
        radius: f64,
    },
    /// x and y within a rectangle.
    Rectangle {
        /// Lowest corner.
        min: DVec2,
        /// Highest corner.
        max: DVec2,
    },
    /// x and y within a simple polygon, by the even-odd rule.
    Polygon(Vec<DVec2>),
    /// Within an axis-aligned box.
    Box {
        /// Lowest corner.
        min: DVec3,
        /// Highest corner.
        max: DVec3,
    },
    /// Where normal · p < offset.
    HalfSpace {
        /// Away from the region; any length but zero.
        normal: DVec3,
        /// Where it ends.
        offset: f64,
    },
}

impl Region {
    /// A box around it, unbounded where it is; none for a half-space.
    pub(crate) fn bounds(&self) -> Option<(DVec3, DVec3)> {
        let flat = |min: DVec2, max: DVec2| Some((min.extend(f64::NEG_INFINITY), max.extend(f64::INFINITY)));
        match self {
            Self::Disc { center, radius } => flat(*center - *radius, *center + *radius),
            Self::Rectangle { min, max } => flat(*min, *max),
            Self::Polygon(corners) => {
                let low = corners.iter().fold(DVec2::INFINITY, |low, &corner| low.min(corner));
                flat(low, corners.iter().fold(DVec2::NEG_INFINITY, |high, &corner| high.max(corner)))
            }
            Self::Box { min, max } => Some((*min, *max)),
            Self::HalfSpace { .. } => None,
        }
    }
}
