//! Triangles that a view can hardly show: seen edge-on, or smaller than a pixel.

use super::set::Set;
use super::view::View;
use allide_geom::Grid;
use rayon::prelude::*;

/// Radius, in pixels, of a disc that covers the middle of some pixel wherever it is: half a pixel's diagonal.
const DISC: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// For each of these parts, whether it has a triangle whose picture is too small for such a disc to fit in, so that perhaps no
/// pixel is filled by it.
pub(super) fn stays(set: &Set<'_>, places: &[usize], view: &View, grid: &Grid) -> Vec<bool> {
    let stays =
        |&place: &usize| set.corners(place).any(|corners| is_small(corners.map(|point| grid.place(point).0), view));
    places.par_iter().with_min_len(256).map(stays).collect()
}

/// Whether the circle inside the picture of a triangle is smaller than [`DISC`].
fn is_small(corners: [[i32; 3]; 3], view: &View) -> bool {
    let [a, b, c] = corners.map(|corner| view.in_pixels(corner));
    let sides = [[a, b], [b, c], [c, a]].map(|[from, to]| [to[0] - from[0], to[1] - from[1]]);
    let around: f64 = sides.iter().map(|[x, y]| x.hypot(*y)).sum();
    let doubled_area = (sides[0][0] * sides[2][1] - sides[0][1] * sides[2][0]).abs();
    // Its radius is the doubled area over the perimeter. Points have neither.
    doubled_area <= DISC * around
}

#[cfg(test)]
mod tests {
    use super::super::view::{Direction, Window};
    use super::*;

    #[test]
    fn a_triangle_is_small_where_the_circle_inside_it_is() {
        // 100 pixels of about 1,000 cells.
        let window = Window { low: [0; 3], high: [100_000; 3] };
        let view = View::of(&window, Direction::AXES[2], 100);
        let right = |size: i32| [[0, 0, 7], [size, 0, 9000], [0, size, 7]];
        // The circle in a right triangle with legs of 1 has the radius 1 - 1/√2.
        let least = 1000.0 * 1.02 * DISC / (1.0 - DISC);
        assert!(is_small(right((least * 0.95) as i32), &view) && !is_small(right((least * 1.05) as i32), &view));
        // Edge-on: its normal is square to the direction of the view.
        let upright = [[0, 0, 0], [50_000, 0, 0], [0, 0, 50_000]];
        assert!(is_small(upright, &view));
        assert!(!is_small(upright, &View::of(&window, Direction::AXES[1], 100)));
        assert!(is_small([[5; 3]; 3], &view) && is_small([[0; 3], [9; 3], [90_000, 90_000, 9]], &view));
    }
}
