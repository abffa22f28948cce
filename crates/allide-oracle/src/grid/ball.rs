//! The largest ball in a set of cells.
//!
//! The distance to the nearest cell that does not belong is a closed form at every point, and it changes by no more than the
//! way from one point to another. So points of a fine lattice give bounds: the largest distance found, and that plus half of
//! the lattice's diagonal.

use super::{Point, SIDE, has};

/// Points of the lattice along the side of a cell.
const STEPS: i32 = 4;

/// Bounds on the diameter of the largest ball in the cells of a grid that are set.
pub fn largest_ball(cells: &[bool]) -> [f64; 2] {
    let ring = || (-1..=SIDE).flat_map(|x| (-1..=SIDE).flat_map(move |y| (-1..=SIDE).map(move |z| [x, y, z])));
    let outside: Vec<Point> = ring().filter(|&cell| !has(cells, cell)).collect();
    let mut largest: f64 = 0.0;
    for cell in ring().filter(|&cell| has(cells, cell)) {
        for step in 0..STEPS * STEPS * STEPS {
            let steps = [step % STEPS, step / STEPS % STEPS, step / (STEPS * STEPS)];
            let point = [0, 1, 2].map(|axis| f64::from(cell[axis]) + f64::from(steps[axis]) / f64::from(STEPS));
            let nearest = outside.iter().map(|&other| distance_squared(point, other)).fold(f64::INFINITY, f64::min);
            largest = largest.max(nearest);
        }
    }
    // Every point of a cell is within half a step of a point of the lattice along each axis, in this cell or the next.
    let reach = 0.5 / f64::from(STEPS) * 3f64.sqrt();
    let radius = largest.sqrt();
    if cells.contains(&true) { [2.0 * radius, 2.0 * (radius + reach)] } else { [0.0; 2] }
}

/// From a point to a cell.
fn distance_squared(point: [f64; 3], cell: Point) -> f64 {
    let along = |axis: usize| {
        let low = f64::from(cell[axis]);
        (low - point[axis]).max(point[axis] - low - 1.0).max(0.0)
    };
    (0..3).map(|axis| along(axis) * along(axis)).sum()
}
