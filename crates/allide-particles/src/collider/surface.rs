//! Shapes of colliders, in local coordinates.

use super::side::Test;
use super::{Keep, Region};
use glam::DVec3;

/// A surface f(p) = 0 in local coordinates.
///
/// The extents of planes come from a region that the collider keeps; those of other surfaces are part of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Surface {
    /// z = 0. A region that is kept bounds it.
    Plane,
    /// x²/rx² + y²/ry² + z²/rz² = 1: a sphere where all are equal.
    Ellipsoid {
        /// The half axes.
        radii: DVec3,
    },
    /// x²/rx² + y²/ry² = 1 between two heights.
    Cylinder {
        /// Half axes in x and y.
        radii: [f64; 2],
        /// Lowest and highest z.
        heights: [f64; 2],
    },
    /// x²/rx² + y²/ry² = z² between two heights: the apex is the origin, and the radii are those at z = 1.
    Cone {
        /// Half axes in x and y at z = 1.
        radii: [f64; 2],
        /// Lowest and highest z.
        heights: [f64; 2],
    },
    /// x²/rx² + y²/ry² = z between two heights.
    Paraboloid {
        /// Half axes in x and y at z = 1.
        radii: [f64; 2],
        /// Lowest and highest z.
        heights: [f64; 2],
    },
    /// x²/rx² + y²/ry² − z²/rz² = 1 (one sheet) or −1 (two sheets), between two heights.
    Hyperboloid {
        /// The half axes.
        radii: DVec3,
        /// One or two.
        sheets: u8,
        /// Lowest and highest z.
        heights: [f64; 2],
    },
    /// A x² + B y² + C z² + 2D xy + 2E xz + 2F yz + 2G x + 2H y + 2I z + J = 0 within a box.
    Quadric {
        /// A to J.
        coefficients: [f64; 10],
        /// Lowest corner of the box.
        min: DVec3,
        /// Highest corner of the box.
        max: DVec3,
    },
    /// Σ max(0, 1 − |p − centre|²/radius²)³ = level: balls that melt into each other.
    Blobby {
        /// Centres and radii.
        balls: Vec<(DVec3, f64)>,
        /// Between 0 and 1: small for fat, large for lean.
        level: f64,
    },
}

impl Surface {
    /// A to J of the quadric, as the numbers that roots are computed from. None for planes and blobby surfaces.
    pub fn coefficients(&self) -> Option<[f64; 10]> {
        let inverse = |radius: f64| 1.0 / (radius * radius);
        let diagonal = |a, b, c, i, j| Some([a, b, c, 0.0, 0.0, 0.0, 0.0, 0.0, i, j]);
        match *self {
            // A sphere's coefficients need no division.
            Self::Ellipsoid { radii } if radii.x == radii.y && radii.x == radii.z => {
                diagonal(1.0, 1.0, 1.0, 0.0, -(radii.x * radii.x))
            }
            Self::Ellipsoid { radii } => diagonal(inverse(radii.x), inverse(radii.y), inverse(radii.z), 0.0, -1.0),
            Self::Cylinder { radii: [x, y], .. } if x == y => diagonal(1.0, 1.0, 0.0, 0.0, -(x * x)),
            Self::Cylinder { radii: [x, y], .. } => diagonal(inverse(x), inverse(y), 0.0, 0.0, -1.0),
            Self::Cone { radii: [x, y], .. } => diagonal(inverse(x), inverse(y), -1.0, 0.0, 0.0),
            Self::Paraboloid { radii: [x, y], .. } => diagonal(inverse(x), inverse(y), 0.0, -0.5, 0.0),
            Self::Hyperboloid { radii, sheets, .. } => {
                let j = if sheets == 1 { -1.0 } else { 1.0 };
                diagonal(inverse(radii.x), inverse(radii.y), -inverse(radii.z), 0.0, j)
            }
            Self::Quadric { coefficients, .. } => Some(coefficients),
            Self::Plane | Self::Blobby { .. } => None,
        }
    }

    /// Lowest and highest z, where they bound it.
    pub(crate) fn heights(&self) -> Option<[f64; 2]> {
        match *self {
            Self::Cylinder { heights, .. }
            | Self::Cone { heights, .. }
            | Self::Paraboloid { heights, .. }
            | Self::Hyperboloid { heights, .. } => Some(heights),
            _ => None,
        }
    }

    /// The bounds that are part of the surface.
    pub(crate) fn own_tests(&self) -> Vec<Test> {
        let (min, max) = match (self, self.heights()) {
            (&Self::Quadric { min, max, .. }, _) => (min, max),
            // Only z bounds these, but a box bounds all: x and y stay within the finite numbers that scenes allow.
            (_, Some([low, high])) => (DVec3::new(-WIDE, -WIDE, low), DVec3::new(WIDE, WIDE, high)),
            _ => return Vec::new(),
        };
        vec![Test { keep: Keep::Inside, region: Region::Box { min, max } }]
    }

    /// A local box around it; planes have none of their own.
    pub(crate) fn own_bounds(&self) -> (DVec3, DVec3) {
        let round = |[x, y]: [f64; 2], [low, high]: [f64; 2]| (DVec3::new(-x, -y, low), DVec3::new(x, y, high));
        match self {
            Self::Plane => (DVec3::new(-WIDE, -WIDE, 0.0), DVec3::new(WIDE, WIDE, 0.0)),
            Self::Ellipsoid { radii } => (-*radii, *radii),
            Self::Cylinder { radii, heights } => round(*radii, *heights),
            Self::Cone { radii: [x, y], heights } => {
                let most = heights[0].abs().max(heights[1].abs());
                round([x * most, y * most], *heights)
            }
            Self::Paraboloid { radii: [x, y], heights } => {
                let most = heights[1].max(0.0).sqrt();
                round([x * most, y * most], *heights)
            }
            Self::Hyperboloid { radii, heights, sheets } => {
                let most = heights[0].abs().max(heights[1].abs()) / radii.z;
                let offset = if *sheets == 1 { 1.0 } else { -1.0 };
                let most = (most * most + offset).max(0.0).sqrt();
                round([radii.x * most, radii.y * most], *heights)
            }
            Self::Quadric { min, max, .. } => (*min, *max),
            Self::Blobby { balls, .. } => balls
                .iter()
                .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(min, max), &(c, r)| (min.min(c - r), max.max(c + r))),
        }
    }
}

/// Beyond every coordinate that a scene allows.
const WIDE: f64 = 1e15;
