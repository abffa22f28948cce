//! Polygons become triangles, as they were drawn.
//!
//! A polygon of n corners always becomes n − 2 triangles that wind like it and have no other corners; each of its edges
//! is an edge of one of them. The work is done in the plane: along the axis that its normal is closest to, one
//! coordinate is dropped, which changes no other, and all decisions are exact orientation signs.
//!
//! - Triangles that share the first corner (a fan) are taken if they all have an area and wind the same way, less than one
//!   turn in all: for every convex polygon, unless its first corner is on a straight run of corners. A triangle without
//!   area is tolerated only where the file repeats a corner: elsewhere it would leave a corner on an edge. Time: O(n).
//! - Otherwise ears are clipped: see [`clip`]. Holes that are joined to the outline by an edge there and back, islands
//!   that are joined likewise, and corners that touch are cut exactly. Time: about O(n log n); 100,000 corners of a star,
//!   spiral, comb or maze take a second. O(n²) only where very many corners lie in most ears, or at one place as tips.
//! - **Not flat**: a corner is farther from the plane than a thousandth of the polygon's size and 10⁻⁵ of its largest
//!   coordinate together, so that numbers of six digits are flat. Such a polygon is cut like a flat one.
//! - **Self-crossing**: two edges cross, or a triangle had to wind the other way. Ears are clipped as far as possible;
//!   where there are none, the next corner that turns the right way is cut off, and if there is none nearby, the next.
//! - **No area**: what it encloses is empty. It becomes triangles without area.
//!
//! The ear clipping is our own: libraries for it round, or drop triangles, where edges touch.

mod clip;
mod cross;
mod plane;
#[cfg(test)]
mod tests;
mod tree;

use crate::soup::fan;
use allide_geom::DVec2;
use allide_geom::predicates::{Sign, orient2d, turn};
use clip::Clip;
use plane::{Plane, projection};
use std::cmp::Ordering;

/// The kind of a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) flat: bool,
    pub(crate) outline: Outline,
}

impl Shape {
    pub(crate) const GOOD: Self = Self { flat: true, outline: Outline::Simple };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outline {
    Simple,
    /// Edges cross.
    Crossing,
    /// Encloses nothing.
    NoArea,
}

/// Cuts polygons, and keeps its memory from one to the next.
#[derive(Default)]
pub(crate) struct Cutter {
    points: Vec<DVec2>,
    clip: Clip,
}

impl Cutter {
    /// Appends the triangles of a polygon of at least 3 corners.
    #[inline]
    pub(crate) fn cut(&mut self, corners: &[u32], positions: &[[f64; 3]], out: &mut Vec<[u32; 3]>) -> Shape {
        if let [a, b, c] = *corners {
            out.push([a, b, c]);
            return Shape::GOOD;
        }
        self.cut_polygon(corners, positions, out)
    }

    fn cut_polygon(&mut self, corners: &[u32], positions: &[[f64; 3]], out: &mut Vec<[u32; 3]>) -> Shape {
        let position = |&corner: &u32| positions[corner as usize];
        if let [a, b, c, d] = *corners {
            let quad = [a, b, c, d].map(|corner| position(&corner));
            if let Some(plane) = Plane::of_quad(&quad) {
                let [p, q, r, s] = quad.map(projection(plane.axes()[0]));
                let sign = orient2d(p, q, r);
                if sign != 0 && sign == orient2d(p, r, s) {
                    out.extend([[a, b, c], [a, c, d]]);
                    return Shape { flat: plane.is_flat(), outline: Outline::Simple };
                }
            }
        }
        let plane = Plane::of(corners.iter().map(position));
        Shape { flat: plane.is_flat(), outline: self.cut_in_plane(corners, positions, &plane, out) }
    }

    fn cut_in_plane(
        &mut self,
        corners: &[u32],
        positions: &[[f64; 3]],
        plane: &Plane,
        out: &mut Vec<[u32; 3]>,
    ) -> Outline {
        // An axis along which nothing is enclosed is a bad choice, made by rounding, if another one is better.
        let mut last = None;
        for axis in plane.axes() {
            let projection = projection(axis);
            self.points.clear();
            self.points.extend(corners.iter().map(|&corner| projection(positions[corner as usize])));
            match fan_of(&self.points) {
                Fan::Right => {
                    fan(corners, out);
                    return Outline::Simple;
                }
                Fan::Flat => {}
                Fan::Wrong => match turn(&self.points) {
                    0 => last = Some(axis),
                    sign => return self.clip_ears(corners, sign, out),
                },
            }
        }
        let Some(axis) = last else {
            fan(corners, out);
            return Outline::NoArea;
        };
        let projection = projection(axis);
        self.points.clear();
        self.points.extend(corners.iter().map(|&corner| projection(positions[corner as usize])));
        self.clip_ears(corners, 0, out)
    }

    fn clip_ears(&mut self, corners: &[u32], sign: Sign, out: &mut Vec<[u32; 3]>) -> Outline {
        if sign < 0 {
            // The mirror image turns the other way.
            self.points.iter_mut().for_each(|point| *point = DVec2::new(point.y, point.x));
        }
        let is_right = self.clip.run(&self.points, |ear| out.push(ear.map(|corner| corners[corner as usize])));
        match (is_right, sign) {
            (true, 0) => Outline::NoArea,
            (true, _) if !cross::edges_cross(&self.points) => Outline::Simple,
            _ => Outline::Crossing,
        }
    }
}

/// The quality of the fan of triangles that share the first corner of a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fan {
    /// They are the polygon.
    Right,
    Wrong,
    /// None of them has an area.
    Flat,
}

fn fan_of(points: &[DVec2]) -> Fan {
    let (first, last) = (points[0], points.len() - 1);
    let mut sign = 0;
    let mut tolerable = true;
    for i in 1..last {
        let (p, q) = (points[i], points[i + 1]);
        match orient2d(first, p, q) {
            0 => tolerable &= p == q || i == 1 && p == first || i + 1 == last && q == first,
            other if sign == -other => return Fan::Wrong,
            other => sign = other,
        }
        if sign != 0 && !tolerable {
            return Fan::Wrong;
        }
    }
    match sign {
        0 => Fan::Flat,
        _ if within_one_turn(points, sign) => Fan::Right,
        _ => Fan::Wrong,
    }
}

/// Whether all corners, seen from the first one, pass by in less than one turn, given that none steps back.
fn within_one_turn(points: &[DVec2], sign: Sign) -> bool {
    let first = points[0];
    let mut others = points[1..].iter().filter(|&&point| point != first);
    let Some(&start) = others.next() else { return false };
    // Before, at and behind half a turn. Neighbours are less than that apart, so none leaps over it.
    let mut half = Ordering::Less;
    others.skip_while(|&&point| point == start).all(|&point| {
        let side = (orient2d(first, start, point) * sign).cmp(&0).reverse();
        let goes_on = side >= half;
        half = side;
        goes_on
    })
}
