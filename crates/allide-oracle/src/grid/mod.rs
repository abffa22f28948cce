//! Answers by counting: surfaces made of rectangles between whole coordinates, where every cell of a grid is inside or not.
//!
//! A [`Surface`] is a list of rectangles, and nothing else is known of it: what it encloses is counted along a ray for each
//! cell, what it touches is a comparison of whole numbers. No arithmetic beyond that is used, so there is nothing to round
//! and no case for what is flush, welded, nested or inside out. Tests carry the surfaces elsewhere by matrices, under which
//! all answers stay the same.
//!
//! The classes:
//!
//! 1. A surface is *closed* if every edge is used as often in one direction as in the other, and there is a rectangle at all.
//! 2. The *solid* of a closed surface is the closure of the interior of all points with a winding number other than zero. So a
//!    shell that faces inwards within one that faces outwards is a cavity, shells that face the same way are their union,
//!    and walls between points inside, or between points outside, are no part of its boundary.
//! 3. Two solids with volume: hard, inside, duplicate or touch, by the cells that they share and those that they do not.
//! 4. An object that is not closed, or encloses nothing, is a *sheet*. It is hard with a solid if a piece of it, connected over shared
//!    corners, has points in the interior and points outside; else it is inside if it has points in the interior; else it touches
//!    if the surfaces share a point.
//! 5. Two sheets are hard if along a common edge one has points on both sides of the other; else they touch if they share a
//!    point.

mod ball;
mod class;
mod sheets;
#[cfg(test)]
mod tests;

pub use ball::largest_ball;
pub use class::{class, surfaces_meet};
pub use sheets::is_open_question;

use std::collections::HashMap;

/// Coordinates go from 0 to here, so there are as many cells along each axis.
pub const SIDE: i32 = 6;

/// A point of the grid.
pub type Point = [i32; 3];

/// A rectangle across an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rect {
    /// The axis across which it lies: `min` and `max` agree on it, and on no other.
    pub axis: usize,
    /// Its lowest corner.
    pub min: Point,
    /// Its highest corner.
    pub max: Point,
    /// Whether it faces towards larger coordinates.
    pub faces_up: bool,
}

impl Rect {
    /// The corners, counterclockwise if seen from the side that it faces.
    pub fn corners(&self) -> [Point; 4] {
        let (u, v) = ((self.axis + 1) % 3, (self.axis + 2) % 3);
        let corner = |high_u: bool, high_v: bool| {
            let mut point = self.min;
            point[u] = if high_u { self.max[u] } else { self.min[u] };
            point[v] = if high_v { self.max[v] } else { self.min[v] };
            point
        };
        let [a, b, c, d] = [corner(false, false), corner(true, false), corner(true, true), corner(false, true)];
        if self.faces_up { [a, b, c, d] } else { [a, d, c, b] }
    }

    /// The same rectangle, facing the other way.
    pub fn flipped(self) -> Self {
        Self { faces_up: !self.faces_up, ..self }
    }

    /// The lowest corners of the squares of size 1 that it consists of.
    pub fn squares(&self) -> impl Iterator<Item = Point> + use<> {
        let span = |axis: usize| self.min[axis]..self.max[axis].max(self.min[axis] + 1);
        let (x, y, z) = (span(0), span(1), span(2));
        x.flat_map(move |x| {
            let z = z.clone();
            y.clone().flat_map(move |y| z.clone().map(move |z| [x, y, z]))
        })
    }

    /// Its parts between the given coordinates, which are sorted, along each axis.
    pub fn cut(&self, at: &[Vec<i32>; 3]) -> Vec<Self> {
        let spans = [0, 1, 2].map(|axis| {
            let within = at[axis].iter().copied().filter(|x| (self.min[axis]..=self.max[axis]).contains(x));
            let mut ends: Vec<i32> = within.chain([self.min[axis], self.max[axis]]).collect();
            ends.sort_unstable();
            ends.dedup();
            if ends.len() == 1 { vec![(ends[0], ends[0])] } else { ends.windows(2).map(|e| (e[0], e[1])).collect() }
        });
        let mut parts = Vec::new();
        for &(x0, x1) in &spans[0] {
            for &(y0, y1) in &spans[1] {
                parts.extend(spans[2].iter().map(|&(z0, z1)| Self { min: [x0, y0, z0], max: [x1, y1, z1], ..*self }));
            }
        }
        parts
    }
}

/// Rectangles, each cut into triangles within itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surface {
    /// In any order; the same one may be there several times.
    pub rects: Vec<Rect>,
}

impl Surface {
    /// The six faces of a box, outwards or inwards.
    pub fn of_box(min: Point, max: Point, outwards: bool) -> Self {
        let face = |axis: usize, up: bool| {
            let (mut low, mut high) = (min, max);
            low[axis] = if up { max[axis] } else { min[axis] };
            high[axis] = low[axis];
            Rect { axis, min: low, max: high, faces_up: up == outwards }
        };
        let rects = (0..3).flat_map(|axis| [face(axis, false), face(axis, true)]);
        Self { rects: rects.collect() }
    }

    /// The boundary of a set of cells, outwards. Between the coordinates that are given for each axis, in order, cells are alike,
    /// and there are none beyond them.
    pub fn of_cells(ends: &[Vec<i32>; 3], is_inside: impl Fn(Point) -> bool) -> Self {
        let mut rects = Vec::new();
        let count = ends.each_ref().map(|ends| ends.len().max(1) - 1);
        for block in (0..count[0] * count[1] * count[2])
            .map(|k| [k % count[0], k / count[0] % count[1], k / (count[0] * count[1])])
        {
            let [min, max] = [0, 1].map(|step| [0, 1, 2].map(|axis| ends[axis][block[axis] + step]));
            for face in Self::of_box(min, max, true).rects.into_iter().filter(|_| is_inside(min)) {
                let mut beside = min;
                beside[face.axis] = if face.faces_up { max[face.axis] } else { min[face.axis] - 1 };
                if !in_grid(beside) || !is_inside(beside) {
                    rects.push(face);
                }
            }
        }
        Self { rects }
    }

    /// Whether every edge is used as often in one direction as in the other, and there is one.
    pub fn is_closed(&self) -> bool {
        let mut edges: HashMap<[Point; 2], i32> = HashMap::new();
        for rect in &self.rects {
            let corners = rect.corners();
            for k in 0..4 {
                let [from, to] = [corners[k], corners[(k + 1) % 4]];
                *edges.entry([from.min(to), from.max(to)]).or_default() += if from < to { 1 } else { -1 };
            }
        }
        !self.rects.is_empty() && edges.values().all(|&balance| balance == 0)
    }

    /// How often the surface winds around each cell, in the order of [`cells`]: counted along the axis towards larger
    /// coordinates. For a closed surface, every axis gives the same.
    pub fn windings(&self, axis: usize) -> Vec<i32> {
        let mut crossed: HashMap<Point, i32> = HashMap::new();
        for rect in self.rects.iter().filter(|rect| rect.axis == axis) {
            for square in rect.squares() {
                *crossed.entry(square).or_default() += if rect.faces_up { 1 } else { -1 };
            }
        }
        let along = |cell: Point| {
            let ahead = (cell[axis] + 1..=SIDE).map(|x| {
                let mut square = cell;
                square[axis] = x;
                crossed.get(&square).copied().unwrap_or(0)
            });
            ahead.sum()
        };
        cells().map(along).collect()
    }

    /// The solid that it encloses, by cell; `None` if it is not closed or encloses nothing.
    pub fn solid(&self) -> Option<Vec<bool>> {
        let solid = || self.windings(0).into_iter().map(|count| count != 0).collect::<Vec<_>>();
        self.is_closed().then(solid).filter(|solid| solid.contains(&true))
    }
}

/// All cells, by their lowest corners.
pub fn cells() -> impl Iterator<Item = Point> {
    (0..SIDE).flat_map(|x| (0..SIDE).flat_map(move |y| (0..SIDE).map(move |z| [x, y, z])))
}

/// Whether there is such a cell.
pub fn in_grid(cell: Point) -> bool {
    cell.iter().all(|x| (0..SIDE).contains(x))
}

/// The place of a cell in the order of [`cells`].
pub fn index([x, y, z]: Point) -> usize {
    ((x * SIDE + y) * SIDE + z) as usize
}

/// Whether a cell belongs to a solid; those beyond the grid do not.
pub fn has(solid: &[bool], cell: Point) -> bool {
    in_grid(cell) && solid[index(cell)]
}
