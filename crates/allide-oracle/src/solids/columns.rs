//! Volumes as sums over columns.
//!
//! Below every triangle stands a column, down to one level for all. Take it as positive if the triangle faces up, as
//! negative if it faces down: the columns of a closed surface add up to its winding number, almost everywhere. So the common volume
//! of two solids is the sum, over all pairs of triangles, of what their two columns share: the integral of the lower
//! height over the common part of their shadows, a convex polygon. As the shadows of a closed surface cancel out, level 0
//! does for all.

use super::region::{Homogeneous, Region};
use super::spans_meet;
use crate::number::{Sum, integers};
use crate::{Fraction, Triangle, Vector, cross, is_zero, minus};
use num_bigint::{BigInt, Sign};

/// The column of a triangle that is not upright.
struct Column {
    faces_up: bool,
    /// Its shadow.
    region: Region,
    /// Its height is `height` / `over`; `over` is positive.
    height: Homogeneous,
    over: BigInt,
    /// The corners as given, for a quick look at bounds.
    triangle: Triangle,
}

impl Column {
    /// None for an upright triangle, which has no shadow.
    fn new(triangle: &Triangle, corners: [Vector; 3]) -> Option<Self> {
        let normal = cross(&minus(&corners[1], &corners[0]), &minus(&corners[2], &corners[0]));
        let faces_up = match normal[2].sign() {
            Sign::NoSign => return None,
            sign => sign == Sign::Plus,
        };
        let [x, y, over] = if faces_up { normal } else { normal.map(|x| -x) };
        let level = &x * &corners[0][0] + &y * &corners[0][1] + &over * &corners[0][2];
        let mut shadow = corners.map(|[x, y, _]| [x, y, BigInt::from(1)]);
        if !faces_up {
            shadow.swap(1, 2);
        }
        let region = Region::triangle(&shadow);
        Some(Self { faces_up, region, height: [-x, -y, level], over, triangle: *triangle })
    }

    /// Adds six times the volume that it shares with `other`.
    fn add_common(&self, other: &Self, sum: &mut Sum) {
        if !spans_meet(&self.triangle, &other.triangle, &[0, 1]) {
            return;
        }
        let shadow =
            other.region.lines().iter().fold(self.region.clone(), |region, line| {
                if region.is_empty() { region } else { region.clipped(line) }
            });
        if shadow.is_empty() {
            return;
        }
        // Positive where this column is the lower one.
        let difference = [0, 1, 2].map(|k| &other.height[k] * &self.over - &self.height[k] * &other.over);
        let negated = difference.clone().map(|x| -x);
        let here = shadow.clipped(&difference);
        // In one plane, either will do.
        let there = if is_zero(&difference) { Region::default() } else { shadow.clipped(&negated) };
        let is_negative = self.faces_up != other.faces_up;
        for (region, lower) in [(here, self), (there, other)] {
            for (numerator, denominator) in region.integral(&lower.height, &lower.over) {
                sum.add(if is_negative { -numerator } else { numerator }, denominator);
            }
        }
    }
}

/// The columns of several solids in common units of 2^exponent.
fn columns<const COUNT: usize>(solids: [&[Triangle]; COUNT]) -> ([Vec<Column>; COUNT], i64) {
    let (values, exponent) = integers(solids.iter().flat_map(|solid| solid.as_flattened().as_flattened()).copied());
    let mut values = values.into_iter();
    let mut vector = || -> Vector { std::array::from_fn(|_| values.next().expect("three for each corner")) };
    let columns = solids.map(|solid| {
        let column = |triangle| Column::new(triangle, [vector(), vector(), vector()]);
        solid.iter().filter_map(column).collect()
    });
    (columns, exponent)
}

fn sixth(sum: Sum, exponent: i64) -> Fraction {
    sum.total().over(6).times_power_of_two(3 * exponent)
}

/// The volume of a solid: negative if it faces inwards.
pub fn volume(solid: &[Triangle]) -> Fraction {
    let ([columns], exponent) = columns([solid]);
    let mut sum = Sum::default();
    for column in &columns {
        for (numerator, denominator) in column.region.integral(&column.height, &column.over) {
            sum.add(if column.faces_up { numerator } else { -numerator }, denominator);
        }
    }
    sixth(sum, exponent)
}

/// The volume that two solids share.
pub fn common_volume(a: &[Triangle], b: &[Triangle]) -> Fraction {
    let mut sum = Sum::default();
    // Solids with separate boxes share nothing, without a sum over all pairs.
    if !spans_meet(a.as_flattened(), b.as_flattened(), &[0, 1, 2]) {
        return sum.total();
    }
    let ([of_a, of_b], exponent) = columns([a, b]);
    for column in &of_a {
        for other in &of_b {
            column.add_common(other, &mut sum);
        }
    }
    sixth(sum, exponent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::product;

    /// The volume as a sum of tetrahedra with the origin, without shadows.
    fn by_tetrahedra(solid: &[Triangle]) -> Fraction {
        let (values, exponent) = integers(solid.as_flattened().as_flattened().iter().copied());
        let mut sum = Sum::default();
        for corners in values.chunks(9) {
            let [p, q, r] = [0, 3, 6].map(|at| [0, 1, 2].map(|k| corners[at + k].clone()));
            sum.add(product(&p, &cross(&q, &r)), BigInt::from(1));
        }
        sixth(sum, exponent)
    }

    #[test]
    fn columns_and_tetrahedra_give_the_same_volume() {
        let corner = |k: usize| [[0.5, 0.25, -3.0], [4.0, 1.0, 0.1], [-1.0, 5.0, 0.3], [0.2, 0.7, 9.0]][k];
        let solid = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]].map(|face| face.map(corner));
        assert!(volume(&solid).is_positive());
        assert_eq!(volume(&solid), by_tetrahedra(&solid));
        assert_eq!(common_volume(&solid, &solid), by_tetrahedra(&solid));
    }
}
