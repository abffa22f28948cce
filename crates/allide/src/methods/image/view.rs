//! Orthographic views of a scene on its grid.

use allide_geom::{Aabb, DVec3, Grid};
use allide_gpu::immediates;

immediates! {
    /// The parameters of view.wgsl.
    pub(crate) struct ViewParams {
        centre: [i32; 3],
        pixels: u32,
        right: [f32; 4],
        up: [f32; 4],
        forward: [f32; 4],
        reach: [f32; 4],
    }
}

/// Where a view looks, by three directions that are at right angles to each other, of small whole numbers.
///
/// `right` × `up` points against `forward`: what is counter-clockwise seen from in front is counter-clockwise in the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Direction {
    right: [i8; 3],
    up: [i8; 3],
    forward: [i8; 3],
}

impl Direction {
    /// Along x, y and z.
    pub const AXES: [Self; 3] = [
        Self { right: [0, 0, 1], up: [0, 1, 0], forward: [1, 0, 0] },
        Self { right: [1, 0, 0], up: [0, 0, 1], forward: [0, 1, 0] },
        Self { right: [0, 1, 0], up: [1, 0, 0], forward: [0, 0, 1] },
    ];

    /// Along the four diagonals of a cube.
    pub const DIAGONALS: [Self; 4] = [
        Self { right: [1, -1, 0], up: [-1, -1, 2], forward: [1, 1, 1] },
        Self { right: [1, -1, 0], up: [1, 1, 2], forward: [1, 1, -1] },
        Self { right: [1, 1, 0], up: [1, -1, -2], forward: [1, -1, 1] },
        Self { right: [1, 1, 0], up: [1, -1, 2], forward: [-1, 1, 1] },
    ];

    /// Where it looks.
    pub fn forward(self) -> DVec3 {
        DVec3::from_array(self.forward.map(f64::from))
    }

    /// From the other side.
    pub fn opposite(self) -> Self {
        Self { right: self.up, up: self.right, forward: self.forward.map(|x| -x) }
    }
}

/// A box of the grid, in cells; both ends belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub low: [i32; 3],
    pub high: [i32; 3],
}

impl Window {
    /// Around a box that is not empty; where it leaves the grid, so that the window does not.
    pub fn around(grid: &Grid, bounds: &Aabb) -> Self {
        let place = |point| grid.place(point).0.map(|x| x.clamp(0, Grid::CELLS));
        Self { low: place(bounds.min), high: place(bounds.max) }
    }

    /// By this number of cells on all sides.
    pub fn grown(self, cells: i32) -> Self {
        Self { low: self.low.map(|x| x.saturating_sub(cells)), high: self.high.map(|x| x.saturating_add(cells)) }
    }

    fn centre(&self) -> [i32; 3] {
        std::array::from_fn(|k| self.low[k].midpoint(self.high[k]))
    }

    /// How far the window reaches from its centre along a direction, in units of its length.
    fn half(&self, direction: [i8; 3]) -> f32 {
        let centre = self.centre();
        let reach = |k: usize| {
            let side =
                (i64::from(self.high[k]) - i64::from(centre[k])).max(i64::from(centre[k]) - i64::from(self.low[k]));
            side as f32 * f32::from(direction[k].abs())
        };
        reach(0) + reach(1) + reach(2)
    }
}

/// A view of a window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    direction: Direction,
    centre: [i32; 3],
    /// From the middle of the view to its edge along right, up and forward.
    half: [f32; 3],
    /// Pixels along each side.
    pixels: u32,
}

impl View {
    /// `pixels` by `pixels` over a window. Geometry outside is not drawn; there is a pixel to spare on each side, and
    /// likewise in depth.
    pub fn of(window: &Window, direction: Direction, pixels: u32) -> Self {
        // One pixel of many to each side, and a cell for a window without extent.
        let room = 1.0 + 2.0 / pixels as f32;
        let half = |direction: [i8; 3], room: f32| window.half(direction) * room + 1.0;
        let half = [half(direction.right, room), half(direction.up, room), half(direction.forward, 1.01)];
        Self { direction, centre: window.centre(), half, pixels }
    }

    /// Size of a pixel in cells, for views along axes.
    pub fn pixel(&self) -> [f32; 2] {
        [self.half[0], self.half[1]].map(|half| 2.0 * half / self.pixels as f32)
    }

    /// Where a cell is seen, in pixels right and up from the middle.
    pub fn in_pixels(&self, cell: [i32; 3]) -> [f64; 2] {
        let Direction { right, up, .. } = self.direction;
        let along = |way: [i8; 3], half: f32| {
            let at: f64 = (0..3).map(|k| f64::from(way[k]) * (f64::from(cell[k]) - f64::from(self.centre[k]))).sum();
            at / f64::from(half) * 0.5 * f64::from(self.pixels)
        };
        [along(right, self.half[0]), along(up, self.half[1])]
    }

    /// From the middle to the greatest depth in cells, for views along axes.
    pub fn deep(&self) -> f32 {
        self.half[2]
    }

    /// Pixels along each side.
    pub fn pixels(&self) -> u32 {
        self.pixels
    }

    /// The view as shaders read it: see `view.wgsl`. `reach` is for covers, see there.
    pub fn params(&self, reach: [f32; 4]) -> ViewParams {
        let Direction { right, up, forward } = self.direction;
        let row = |direction: [i8; 3], scale: f32, shift: f32| {
            let [x, y, z] = direction.map(|x| f32::from(x) * scale);
            [x, y, z, shift]
        };
        ViewParams {
            centre: self.centre,
            pixels: self.pixels,
            right: row(right, self.half[0].recip(), 0.0),
            up: row(up, self.half[1].recip(), 0.0),
            forward: row(forward, 0.5 * self.half[2].recip(), 0.5),
            reach,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cross(a: [i8; 3], b: [i8; 3]) -> [i8; 3] {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }

    #[test]
    fn directions_are_at_right_angles_and_keep_the_sense_of_rotation() {
        let dot = |a: [i8; 3], b: [i8; 3]| (0..3).map(|k| a[k] * b[k]).sum::<i8>();
        for direction in Direction::AXES.into_iter().chain(Direction::DIAGONALS) {
            for Direction { right, up, forward } in [direction, direction.opposite()] {
                assert_eq!((dot(right, up), dot(up, forward), dot(forward, right)), (0, 0, 0), "{forward:?}");
                assert!(dot(cross(right, up), forward) < 0, "{forward:?}");
            }
        }
    }

    #[test]
    fn windows_fit_into_their_views() {
        let window = Window { low: [0, 5, 1 << 29], high: [1 << 30, 5, (1 << 29) + 7] };
        for direction in Direction::AXES.into_iter().chain(Direction::DIAGONALS) {
            for pixels in [1, 16, 1400] {
                let view = View::of(&window, direction, pixels);
                for corner in 0..8 {
                    let at = |k: usize| if corner >> k & 1 == 0 { window.low[k] } else { window.high[k] };
                    let along = |row: [i8; 3]| {
                        (0..3).map(|k| f64::from(row[k]) * f64::from(at(k) - view.centre[k])).sum::<f64>().abs()
                    };
                    let Direction { right, up, forward } = direction;
                    assert!(along(right) < f64::from(view.half[0]), "{direction:?}");
                    assert!(along(up) < f64::from(view.half[1]), "{direction:?}");
                    assert!(along(forward) < f64::from(view.half[2]), "{direction:?}");
                }
            }
        }
    }
}
