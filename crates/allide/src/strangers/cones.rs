//! How a surface bends: where it bends gently, no triangle faces its neighbours.

use super::fans::Fans;
use allide_geom::DVec3;
use rayon::prelude::*;

/// The largest angle between the normal of a plane and a way that faces it: its sine is one over the ratio. A little more,
/// for rounding.
const FACING: f64 = 0.339_836_909_454_121_9 + 1.0e-6;

/// Normals around an axis.
///
/// Every point of the triangles that it stands for, and all triangles around it, are a piece of surface that closes around
/// the point, whose normals are at most `angle` away from the axis. Then the surface leads from the point in every direction,
/// seen along the axis, and rises by at most that angle. A way that faces it is at most `angle` and [`FACING`] away from the axis
/// or its opposite: otherwise the surface would lead along it too well.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cone {
    axis: DVec3,
    /// Not less than [`Cone::WILD`] if there is no such axis: at borders, where three triangles meet at an edge, or where
    /// orientations do not fit.
    angle: f64,
}

impl Cone {
    const WILD: f64 = std::f64::consts::FRAC_PI_2;
    const ANY: Self = Self { axis: DVec3::Z, angle: f64::INFINITY };

    /// A cone around both.
    pub(crate) fn union(&self, other: &Self) -> Self {
        let Some(axis) = (self.axis + other.axis).try_normalize() else { return Self::ANY };
        let angle = |cone: &Self| cone.axis.angle_between(axis) + cone.angle;
        let angle = angle(self).max(angle(other));
        if angle < Self::WILD { Self { axis, angle } } else { Self::ANY }
    }

    /// Whether no way within `spread` of `way` (of length 1) faces the surface.
    pub(crate) fn is_beside(&self, way: DVec3, spread: f64) -> bool {
        let least = self.axis.dot(way).abs().min(1.0).acos() - spread;
        least > FACING + self.angle
    }
}

/// A cone for each triangle.
pub(super) fn around_triangles(fans: &Fans) -> Vec<Cone> {
    let at_corners: Vec<Cone> =
        (0..fans.corner_count() as u32).into_par_iter().map(|corner| at_corner(fans, corner)).collect();
    let around = |triangle: u32| {
        let axis = fans.normal(triangle);
        let bend = |corner: u32| {
            let cone = &at_corners[corner as usize];
            cone.axis.angle_between(axis) + cone.angle
        };
        let angle = fans.of(triangle).map(bend).into_iter().fold(0.0, f64::max);
        if axis != DVec3::ZERO && angle < Cone::WILD { Cone { axis, angle } } else { Cone::ANY }
    };
    (0..fans.triangle_count() as u32).into_par_iter().map(around).collect()
}

/// The normals around a corner, if triangles close around it.
fn at_corner(fans: &Fans, corner: u32) -> Cone {
    let triangles = fans.at(corner);
    let (mut sum, mut ahead, mut behind) = (DVec3::ZERO, Vec::with_capacity(8), Vec::with_capacity(8));
    for &triangle in triangles {
        let [a, b, c] = fans.of(triangle);
        let (next, last) = if a == corner {
            (b, c)
        } else if b == corner {
            (c, a)
        } else {
            (a, b)
        };
        ahead.push(next);
        behind.push(last);
        if !fans.has_area(triangle) {
            return Cone::ANY;
        }
        sum += fans.normal(triangle);
    }
    ahead.sort_unstable();
    behind.sort_unstable();
    let is_closed = ahead == behind && ahead.is_sorted_by(|x, y| x < y);
    let Some(axis) = sum.try_normalize().filter(|_| is_closed) else { return Cone::ANY };
    let angle = triangles.iter().map(|&triangle| fans.normal(triangle).angle_between(axis)).fold(0.0, f64::max);
    if angle < Cone::WILD { Cone { axis, angle } } else { Cone::ANY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strangers::RATIO;

    #[test]
    fn the_angle_is_that_of_the_ratio() {
        assert!(((1.0 / RATIO).asin() + 1.0e-6 - FACING).abs() < 1.0e-15);
    }
}
