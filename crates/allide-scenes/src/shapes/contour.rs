//! The surface where a function is zero.

use crate::surface::Surface;
use allide::{Aabb, DVec3};
use std::collections::HashMap;

/// Cells along each side of a block of the lattice, which is looked at as a whole first.
const BLOCK: i32 = 8;

/// Negative inside a body and positive outside; rises by less than [`Field::STEEPEST`] times the way.
pub(crate) trait Field {
    const STEEPEST: f64 = 1.5;
    fn at(&self, point: DVec3) -> f64;
    /// A box around the body.
    fn bounds(&self) -> Aabb;
}

/// The zero surface of a field with `wanted` triangles, which is rounded up to an even number: closed, oriented outwards.
///
/// Marching tetrahedra on the finest lattice that does not give too many, then faces cut in three until there are enough.
/// Sheets and limbs much thinner than a cell come out in pieces.
pub(crate) fn contour(field: &impl Field, wanted: usize) -> Surface {
    let wanted = wanted.next_multiple_of(2);
    let size = field.bounds().size().max_element();
    let mut cells = 12.0;
    let mut surface = Lattice::new(field, size / cells).surface();
    // The number grows with the square of the fineness, nearly: two more looks are enough to come close.
    for _ in 0..2 {
        cells *= (wanted as f64 / surface.triangles.len() as f64).sqrt();
        surface = Lattice::new(field, size / cells).surface();
    }
    while surface.triangles.len() > wanted {
        cells *= 0.99;
        surface = Lattice::new(field, size / cells).surface();
    }
    smooth(field, &mut surface, size / cells);
    surface.refine(wanted, |corners| (corners[0] + corners[1] + corners[2]) / 3.0);
    surface
}

/// Cells of one size, in corners counted from a place beyond the body.
struct Lattice<'f, F> {
    field: &'f F,
    origin: DVec3,
    cell: f64,
    blocks: [i32; 3],
    surface: Surface,
    /// The vertex on each edge that the surface cuts, by the edge's ends.
    cuts: HashMap<([i32; 3], [i32; 3]), u32>,
}

impl<'f, F: Field> Lattice<'f, F> {
    fn new(field: &'f F, cell: f64) -> Self {
        let bounds = field.bounds().grown(cell);
        let block = cell * f64::from(BLOCK);
        let blocks = (bounds.size() / block).to_array().map(|count| count.ceil() as i32);
        Self { field, origin: bounds.min, cell, blocks, surface: Surface::default(), cuts: HashMap::new() }
    }

    fn point(&self, corner: [i32; 3]) -> DVec3 {
        self.origin + DVec3::from_array(corner.map(f64::from)) * self.cell
    }

    fn surface(mut self) -> Surface {
        let [nx, ny, nz] = self.blocks;
        for (z, y, x) in (0..nz).flat_map(|z| (0..ny).flat_map(move |y| (0..nx).map(move |x| (z, y, x)))) {
            self.block([x, y, z].map(|place| place * BLOCK));
        }
        self.surface
    }

    fn block(&mut self, first: [i32; 3]) {
        let half = f64::from(BLOCK) / 2.0 * self.cell;
        let middle = self.point(first) + DVec3::splat(half);
        if self.field.at(middle).abs() > F::STEEPEST * half * 3f64.sqrt() {
            return;
        }
        let side = BLOCK + 1;
        let corners = (0..side * side * side).map(|k| [k % side, k / side % side, k / side / side]);
        let values: Vec<f64> = corners.map(|step| self.field.at(self.point(sum(first, step)))).collect();
        let value = |[x, y, z]: [i32; 3]| values[(x + side * (y + side * z)) as usize];
        for k in 0..BLOCK * BLOCK * BLOCK {
            let cell = [k % BLOCK, k / BLOCK % BLOCK, k / BLOCK / BLOCK];
            let is_inside = |step: [i32; 3]| value(sum(cell, step)) < 0.0;
            let inside = CORNERS.iter().filter(|&&step| is_inside(step)).count();
            if inside > 0 && inside < 8 {
                for order in PATHS {
                    let steps = path(order).map(|step| sum(cell, step));
                    self.tetrahedron(steps.map(|step| (sum(first, step), value(step))), is_even(order));
                }
            }
        }
    }

    /// Cuts a tetrahedron: corners and values; `is_positive` if the last three lie counterclockwise seen from the first.
    fn tetrahedron(&mut self, corners: [([i32; 3], f64); 4], is_positive: bool) {
        let mut order = [0, 1, 2, 3];
        order.sort_by_key(|&corner| corners[corner].1 >= 0.0);
        let inside = corners.iter().filter(|(_, value)| *value < 0.0).count();
        let mut cut = |from: usize, to: usize| self.cut(corners[order[from]], corners[order[to]]);
        let ring = match inside {
            1 => vec![cut(0, 1), cut(0, 2), cut(0, 3)],
            2 => vec![cut(0, 2), cut(0, 3), cut(1, 3), cut(1, 2)],
            3 => vec![cut(0, 3), cut(1, 3), cut(2, 3)],
            _ => return,
        };
        let fan = (2..ring.len()).map(|k| [ring[0], ring[k - 1], ring[k]]);
        let flip = is_positive != is_even(order);
        self.surface.triangles.extend(fan.map(|[a, b, c]| if flip { [a, c, b] } else { [a, b, c] }));
    }

    fn cut(&mut self, a: ([i32; 3], f64), b: ([i32; 3], f64)) -> u32 {
        let (low, high) = if a.0 < b.0 { (a, b) } else { (b, a) };
        let place = self.point(low.0).lerp(self.point(high.0), low.1 / (low.1 - high.1));
        let Self { surface, cuts, .. } = self;
        *cuts.entry((low.0, high.0)).or_insert_with(|| surface.vertex(place.to_array()))
    }
}

const CORNERS: [[i32; 3]; 8] = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]];
/// The orders of the axes: a cell is the six tetrahedra along the ways from its first corner to its last.
const PATHS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

fn sum(a: [i32; 3], b: [i32; 3]) -> [i32; 3] {
    std::array::from_fn(|axis| a[axis] + b[axis])
}

fn path(axes: [usize; 3]) -> [[i32; 3]; 4] {
    let mut here = [0; 3];
    let mut step = |axis: usize| {
        here[axis] = 1;
        here
    };
    let [first, second, third] = axes;
    [[0; 3], step(first), step(second), step(third)]
}

/// Whether an even number of swaps leads to this order.
fn is_even<const N: usize>(order: [usize; N]) -> bool {
    let swaps = (0..N).flat_map(|i| (i + 1..N).map(move |j| (i, j))).filter(|&(i, j)| order[i] > order[j]);
    swaps.count().is_multiple_of(2)
}

/// Moves vertices between their neighbours, for triangles of better shape, and back to the zero surface.
fn smooth(field: &impl Field, surface: &mut Surface, cell: f64) {
    let step = cell / 64.0;
    for _ in 0..2 {
        let mut sums = vec![(DVec3::ZERO, 0.0); surface.positions.len()];
        for &[a, b, c] in &surface.triangles {
            for (own, other) in [(a, b), (b, c), (c, a), (a, c), (b, a), (c, b)] {
                let (sum, count) = &mut sums[own as usize];
                *sum += DVec3::from(surface.positions[other as usize]);
                *count += 1.0;
            }
        }
        for (position, (sum, count)) in surface.positions.iter_mut().zip(sums) {
            let mut point = DVec3::from(*position).lerp(sum / count, 0.5);
            for _ in 0..2 {
                let value = field.at(point);
                let slope = DVec3::from_array(
                    DVec3::AXES
                        .map(|axis| (field.at(point + axis * step) - field.at(point - axis * step)) / (2.0 * step)),
                );
                let back = -slope * (value / slope.length_squared().max(0.1));
                point += back.clamp_length_max(cell / 8.0);
            }
            *position = point.to_array();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Ball;

    impl Field for Ball {
        fn at(&self, point: DVec3) -> f64 {
            point.length() - 1.0
        }

        fn bounds(&self) -> Aabb {
            Aabb::around([DVec3::NEG_ONE, DVec3::ONE])
        }
    }

    #[test]
    fn a_contour_has_the_triangles_asked_for_and_lies_where_the_field_is_zero() {
        for wanted in [1_000, 1_001, 20_000] {
            let surface = contour(&Ball, wanted);
            assert_eq!(surface.triangles.len(), wanted.next_multiple_of(2));
            let off = |point: &[f64; 3]| (DVec3::from(*point).length() - 1.0).abs();
            assert!(surface.positions.iter().map(off).fold(0.0, f64::max) < 0.05);
        }
    }
}
