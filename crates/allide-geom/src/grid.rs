use crate::Aabb;
use glam::DVec3;

/// The integer grid that a scene is laid on for devices that compute with integers: one cube of 2³⁰ cells along each
/// axis, the size of a cell being a power of two.
///
/// A point is placed at the nearest grid point, so at most half a cell away along each axis, and exactly there if it is
/// on the grid. Placing keeps the order along each axis: the greater of two coordinates is never placed below the
/// other. So boxes that overlap still do once their corners are placed, on the grid or not: integer boxes need no
/// enlarging to keep all overlapping pairs.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// The size of a cell is two to this.
    exponent: i32,
    axes: [Axis; 3],
}

#[derive(Clone, Copy, Debug)]
enum Axis {
    /// All points have the same coordinate. It may be too large to be counted in cells, and need not be.
    Constant,
    /// The coordinate, in cells, that is placed at 0: a whole number.
    From(f64),
}

impl Grid {
    /// Placed coordinates range from 0 to this.
    pub const CELLS: i32 = 1 << 30;

    /// The smallest cells that are the smallest positive `f64` or larger, and with which the cube contains `bounds`.
    ///
    /// Bounds that are not finite are cut off at the largest `f64`, and bounds that are not numbers are as good as empty: all
    /// points are placed at 0.
    pub fn over(bounds: &Aabb) -> Self {
        if bounds.is_empty() || bounds.min.is_nan() || bounds.max.is_nan() {
            return Self { exponent: 0, axes: [Axis::Constant; 3] };
        }
        let bounds =
            &Aabb { min: bounds.min.clamp(DVec3::MIN, DVec3::MAX), max: bounds.max.clamp(DVec3::MIN, DVec3::MAX) };
        let extent = (bounds.max - bounds.min).max_element().min(f64::MAX);
        // A cube of half the extent is too small, even if the subtraction has rounded up to a power of two.
        let mut exponent = (exponent_of(extent) - 31).max(SMALLEST);
        loop {
            let scale = Scale::cells(exponent);
            let axis = |k: usize| match (bounds.min[k], bounds.max[k]) {
                (min, max) if min == max => Some(Axis::Constant),
                (min, max) => {
                    let first = scale.of(min).round_ties_even();
                    (scale.of(max).round_ties_even() - first <= f64::from(Self::CELLS)).then_some(Axis::From(first))
                }
            };
            if let (Some(x), Some(y), Some(z)) = (axis(0), axis(1), axis(2)) {
                return Self { exponent, axes: [x, y, z] };
            }
            exponent += 1;
        }
    }

    /// The size of a cell is two to this.
    pub fn exponent(&self) -> i32 {
        self.exponent
    }

    /// Where a point inside the bounds is placed, and whether it is exactly there.
    #[inline]
    pub fn place(&self, point: DVec3) -> ([i32; 3], bool) {
        let scale = Scale::cells(self.exponent);
        let [(x, on_x), (y, on_y), (z, on_z)] = [0, 1, 2].map(|k| self.axes[k].place(point[k], scale));
        ([x, y, z], on_x & on_y & on_z)
    }

    /// A length in cells, rounded up; infinite if it exceeds all `f32`. A length that is not zero stays so.
    pub fn length(&self, length: f64) -> f32 {
        let cells = Scale::cells(self.exponent).of(length);
        let near = cells as f32;
        if f64::from(near) < cells || (near == 0.0 && length > 0.0) { near.next_up() } else { near }
    }
}

/// The exponent of the smallest positive `f64`.
const SMALLEST: i32 = -1074;

/// Two to this is at most `value`, which is not negative, and the largest such power; of zero, [`SMALLEST`].
fn exponent_of(value: f64) -> i32 {
    let bits = value.to_bits();
    match (bits >> 52) as i32 {
        0 => SMALLEST + 63 - (bits | 1).leading_zeros() as i32,
        exponent => exponent - 1023,
    }
}

/// Converts coordinates to cells.
///
/// Multiplying with a power of two is exact unless the product leaves the range of `f64`; in two steps, because
/// 2^1074 is not an `f64`. It cannot leave the range upwards: only a coordinate of an axis that is not constant is
/// converted, `min` and `max` then differ by at least 2⁻⁵³ of either, and by at most 2³² cells for the exponents tried, so
/// coordinates are below 2⁸⁶ cells. (Lengths, which have no such limit, may become infinite.) Downwards it can: a
/// coordinate that is far less than half a cell becomes another such number, or zero, and is placed at the same grid
/// point; only whether it is on the grid takes a look at the coordinate itself.
#[derive(Clone, Copy)]
struct Scale(f64, f64);

impl Scale {
    #[inline]
    fn cells(exponent: i32) -> Self {
        let first = exponent / 2;
        let power = |exponent: i32| f64::from_bits(((1023 - exponent) as u64) << 52);
        Self(power(first), power(exponent - first))
    }

    #[inline]
    fn of(self, coordinate: f64) -> f64 {
        coordinate * self.0 * self.1
    }
}

/// `f64::round_ties_even`, which without its own instruction is a call.
#[inline]
fn whole(value: f64) -> f64 {
    // Next to this number floats are the whole numbers, so that the sum is rounded to one, ties to even.
    const WHOLE: f64 = 1.5 * (1u64 << 52) as f64;
    if value.abs() < (1u64 << 51) as f64 { (value + WHOLE) - WHOLE } else { value.round_ties_even() }
}

impl Axis {
    #[inline]
    fn place(self, coordinate: f64, scale: Scale) -> (i32, bool) {
        let Axis::From(first) = self else { return (0, true) };
        let cells = scale.of(coordinate);
        let whole = whole(cells);
        // The difference is exact: both are whole, and either below 2⁵³ or, being within 2³⁰ of each other, within a
        // factor of two.
        ((whole - first) as i32, whole == cells && (cells != 0.0 || coordinate == 0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;
    use proptest::prelude::*;
    use std::cmp::Ordering;

    /// The coordinate in units of the smallest `f64`.
    fn integer(value: f64) -> BigInt {
        let bits = value.abs().to_bits();
        let (exponent, fraction) = (bits >> 52, bits & ((1 << 52) - 1));
        let magnitude =
            if exponent == 0 { BigInt::from(fraction) } else { BigInt::from(fraction | 1 << 52) << (exponent - 1) };
        if value < 0.0 { -magnitude } else { magnitude }
    }

    /// The whole number nearest to `value` / `unit`, the even one of two.
    fn nearest(value: &BigInt, unit: &BigInt) -> BigInt {
        let remainder = ((value % unit) + unit) % unit;
        let below: BigInt = (value - &remainder) / unit;
        let is_odd = &below % 2 != BigInt::ZERO;
        let up = match (&remainder * 2u8).cmp(unit) {
            Ordering::Equal => is_odd,
            order => order == Ordering::Greater,
        };
        below + i32::from(up)
    }

    /// Compares with the same grid in big integers.
    fn check(points: &[DVec3]) -> Result<(), TestCaseError> {
        let bounds = Aabb::around(points.iter().copied());
        let grid = Grid::over(&bounds);
        let cell = BigInt::from(1) << (grid.exponent() - SMALLEST);
        let min = bounds.min.to_array().map(integer);
        let max = bounds.max.to_array().map(integer);
        for &point in points {
            let (cells, on_grid) = grid.place(point);
            let exact = point.to_array().map(integer);
            let changing = |k: &usize| min[*k] != max[*k];
            let expected = [0, 1, 2].map(|k| match changing(&k) {
                true => nearest(&exact[k], &cell) - nearest(&min[k], &cell),
                false => BigInt::ZERO,
            });
            prop_assert_eq!(cells.map(BigInt::from), expected, "{}", point);
            prop_assert!(cells.iter().all(|cells| (0..=Grid::CELLS).contains(cells)), "{cells:?}");
            prop_assert_eq!(on_grid, (0..3).filter(changing).all(|k| &exact[k] % &cell == BigInt::ZERO), "{}", point);
        }
        // Cells of half the size would be too many.
        let half: BigInt = &cell / 2;
        let too_many = |k: usize| nearest(&max[k], &half) - nearest(&min[k], &half) > BigInt::from(Grid::CELLS);
        prop_assert!(half == BigInt::ZERO || (0..3).any(too_many), "exponent {}", grid.exponent());
        Ok(())
    }

    fn coordinate() -> impl Strategy<Value = f64> {
        prop_oneof![
            -1.0..1.0f64,
            (-1000..1000i32).prop_map(|k| f64::from(k) * 0.125),
            (any::<f32>()).prop_filter("finite", |x| x.is_finite()).prop_map(f64::from),
            any::<f64>().prop_filter("finite", |x| x.is_finite()),
            (-20..20i64).prop_map(|k| f64::from_bits(k.unsigned_abs()) * k.signum() as f64),
            Just(0.0),
            Just(-0.0),
            Just(1e300),
            Just(1e300f64.next_up()),
            Just(f64::MAX),
            Just(f64::MIN),
        ]
    }

    fn points(one: impl Strategy<Value = f64> + Clone) -> impl Strategy<Value = Vec<DVec3>> {
        prop::collection::vec([one.clone(), one.clone(), one].prop_map(DVec3::from), 1..12)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn any_points_are_placed_as_promised(points in points(coordinate().boxed())) {
            check(&points)?;
        }

        #[test]
        fn points_of_one_size_are_placed_as_promised(
            points in points(-1.0..1.0f64), exponent in -1060..1023i32, shift in coordinate(),
        ) {
            let scale = |p: &DVec3| *p * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2);
            check(&points.iter().map(scale).collect::<Vec<_>>())?;
            let shifted: Vec<_> = points.iter().map(|p| scale(p) + shift).collect();
            if shifted.iter().all(|p| p.is_finite()) {
                check(&shifted)?;
            }
        }
    }

    #[test]
    fn single_points_and_no_points_have_a_grid() {
        for value in [0.0, -0.0, 1.0, 0.1, 1e300, -1e-300, f64::MAX, f64::from_bits(1)] {
            let point = DVec3::new(value, 0.1, -value);
            assert_eq!(Grid::over(&Aabb { min: point, max: point }).place(point), ([0; 3], true));
        }
        assert_eq!(Grid::over(&Aabb::EMPTY).exponent(), 0);
    }

    #[test]
    fn the_largest_extents_use_the_whole_cube() {
        let all = Aabb { min: DVec3::MIN, max: DVec3::MAX };
        let grid = Grid::over(&all);
        assert_eq!(grid.exponent(), 995);
        assert_eq!(grid.place(all.min), ([0; 3], false));
        assert_eq!(grid.place(all.max), ([Grid::CELLS; 3], false));
        assert_eq!(grid.place(DVec3::splat(1e-300)), ([Grid::CELLS / 2; 3], false));
        assert_eq!(grid.place(DVec3::ZERO), ([Grid::CELLS / 2; 3], true));
        let unit = Grid::over(&Aabb { min: DVec3::ZERO, max: DVec3::ONE });
        assert_eq!((unit.exponent(), unit.place(DVec3::ONE)), (-30, ([Grid::CELLS; 3], true)));
    }

    #[test]
    fn bounds_that_are_not_finite_have_a_grid() {
        let infinite = DVec3::splat(f64::INFINITY);
        for (min, max) in
            [(-infinite, infinite), (DVec3::ZERO, infinite), (-infinite, DVec3::ONE), (infinite, infinite)]
        {
            let grid = Grid::over(&Aabb { min, max });
            let places = [-infinite, DVec3::ZERO, DVec3::ONE, infinite].map(|point| grid.place(point).0[0]);
            assert!(places.is_sorted(), "{min} {max}: {places:?}");
            assert!(grid.exponent() <= 995);
        }
        let odd = Aabb { min: DVec3::new(-1.0, f64::NAN, f64::NEG_INFINITY), max: DVec3::splat(2.0) };
        assert_eq!(Grid::over(&odd).place(DVec3::ONE), ([0; 3], true));
    }

    #[test]
    fn rounding_is_to_the_nearest_and_even() {
        let large = (1u64 << 51) as f64;
        for value in [0.0, 0.5, 1.5, 2.5, 0.49999999999999994, 1e-320, large - 0.5, large - 1.5, large + 0.5, 1e80] {
            assert_eq!((whole(value), whole(-value)), (value.round_ties_even(), (-value).round_ties_even()));
        }
    }

    #[test]
    fn lengths_are_rounded_up() {
        let unit = Grid::over(&Aabb { min: DVec3::ZERO, max: DVec3::ONE });
        assert_eq!(unit.length(0.5), (1 << 29) as f32);
        assert!(f64::from(unit.length(0.1)) >= 0.1 * f64::from(Grid::CELLS));
        assert!(unit.length(1e-300) > 0.0);
        assert_eq!(unit.length(1e300), f32::INFINITY);
        assert_eq!(unit.length(0.0), 0.0);
    }
}
