//! Shapes of colliders, in local coordinates.

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
    /// x²/rx² + y²/ry² = z between two heights, or with one radius negated −: a saddle.
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
