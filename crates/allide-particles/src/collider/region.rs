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

/// A region of local space. Its boundary belongs neither to its inside nor to its outside: c(p) > 0 is strict on both sides.
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
