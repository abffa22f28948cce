//! Which triangles of one object are strangers: near each other in space, and far apart along the surface.
//!
//! The rule is that of [`crate::SelfClearance`]. It asks nothing about the distance that clearance is asked for, so what
//! is found within one distance is found within every larger one.
//!
//! Why a ball, and not the length of a path: a path over edges or centres of triangles depends on how a surface is cut, and
//! across a needle of a triangle it is arbitrarily longer than the way through it. The part of a surface inside a ball does
//! not depend on that. And every path that leaves the ball of [`RATIO`] times the distance is longer than that.
//!
//! Why points must face each other: of two strangers that do not, one can move along the surface towards the other, by more
//! than one part in [`RATIO`] of its way. The new ball lies inside the old one, so they stay strangers, and come nearer.
//! This ends where they face each other, or where the surface meets itself. So wherever there are strangers, there are such
//! that face each other and are nearer, or an overlap; and a smooth sheet, on which nothing faces its neighbours, is passed
//! over by a look at its normals (`cones.rs`), however small its triangles are.
//!
//! `slope.rs` says how the surface slopes at a point, `ball.rs` whether it connects two points inside a ball, over
//! corners that are the same by coordinates (`fans.rs`). `auto`, `bvh`, `divide` and `kdop` find candidates by a tree
//! of their own (`methods/calm.rs`), so the many near neighbours of a fine mesh are never listed. `sweep`, `brute` and
//! GPUs list all pairs within the distance, and the sink decides the same.

mod ball;
mod cones;
mod fans;
mod opposite;
mod pieces;
mod slope;

pub(crate) use cones::Cone;

use crate::world::WorldObject;
use allide_geom::{Aabb, DVec3, NearestPoints, Triangle, distance_below};
use fans::Fans;
use pieces::Pieces;

/// The diameter of the ball in which the surface has to connect neighbours, in units of their distance; one over it is the
/// steepest slope towards each other between points that face each other.
pub(crate) const RATIO: f64 = 3.0;

/// The surface of one object, prepared for the question which of its triangles are strangers.
#[derive(Debug)]
pub struct Strangers {
    fans: Fans,
    /// How the surface bends around each triangle.
    cones: Vec<Cone>,
    pieces: Pieces,
}

impl Strangers {
    pub(crate) fn of(object: &WorldObject) -> Self {
        let fans = Fans::new(object.positions(), object.mesh.triangles(), object.magnitude());
        let (cones, pieces) = (cones::around_triangles(&fans), Pieces::new(&fans));
        Self { fans, cones, pieces }
    }

    /// The factor that scales coordinates: the largest is about 1.
    pub(crate) fn scale(&self) -> f64 {
        self.fans.scale()
    }

    /// A box around a triangle, scaled.
    pub(crate) fn bounds(&self, triangle: u32) -> Aabb {
        Aabb::around(self.fans.corners(triangle))
    }

    /// The connected piece that a triangle belongs to.
    pub(crate) fn piece(&self, triangle: u32) -> u32 {
        self.pieces.of(triangle)
    }

    /// Whether all points of a piece in two boxes (scaled) are neighbours, because it is so small that it lies in their balls.
    pub(crate) fn are_neighbours(&self, piece: u32, boxes: [&Aabb; 2]) -> bool {
        self.pieces.is_around(piece, boxes)
    }

    /// How the surface bends around a triangle.
    pub(crate) fn cone(&self, triangle: u32) -> &Cone {
        &self.cones[triangle as usize]
    }

    /// The points at which two triangles, the smaller number first, are strangers, and their distance there, if it is less than
    /// `limit`. `corners` are theirs.
    pub(crate) fn meet(&self, [a, b]: [u32; 2], corners: [&Triangle; 2], limit: f64) -> Option<NearestPoints> {
        let fans = &self.fans;
        if fans.share_a_corner(a, b) || !fans.has_area(a) || !fans.has_area(b) {
            return None;
        }
        let nearest = distance_below(corners[0], corners[1], limit).filter(|nearest| nearest.distance > 0.0)?;
        if self.are_strangers([a, b], [nearest.on_a, nearest.on_b]) {
            return Some(nearest);
        }
        let unit = fans.scale().recip();
        let mut levels = opposite::points([fans.corners(a), fans.corners(b)]);
        levels.find_map(|[p, q]| {
            let [on_a, on_b] = [p * unit, q * unit];
            let apart = NearestPoints { distance: (p - q).length() * unit, on_a, on_b };
            let is_near = apart.distance < limit && apart.distance > 0.0;
            (is_near && self.are_strangers([a, b], [on_a, on_b])).then_some(apart)
        })
    }

    /// Whether points of two triangles face each other, and the surface does not connect them nearby.
    fn are_strangers(&self, triangles: [u32; 2], points: [DVec3; 2]) -> bool {
        let [p, q] = points.map(|point| point * self.fans.scale());
        let (offset, middle) = (q - p, p * 0.5 + q * 0.5);
        let Some(way) = offset.try_normalize() else { return false };
        let radius = offset.length() * (0.5 * RATIO);
        slope::faces(&self.fans, triangles[0], p, way)
            && slope::faces(&self.fans, triangles[1], q, -way)
            && !self.is_small([p, q], triangles)
            && !ball::connects(&self.fans, triangles, middle, radius)
    }

    /// Whether both are in one piece, which lies in the ball.
    fn is_small(&self, points: [DVec3; 2], [a, b]: [u32; 2]) -> bool {
        let [p, q] = points.map(|point| Aabb { min: point, max: point });
        self.piece(a) == self.piece(b) && self.are_neighbours(self.piece(a), [&p, &q])
    }
}
