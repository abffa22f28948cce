//! How far two objects go into each other where not both are solids all of whose surface bounds them.

use super::Penetration;
use super::body::Body;
use super::facet::{Facet, Part, facets};
use super::penetration::{refined, rounding};
use super::refine::Field;
use super::walls::{Wall, triangles_within, walls};
use crate::solids::{Place, Probe, locate};
use crate::world::WorldObject;
use allide_geom::{Aabb, DVec3};

/// One of two objects, and its triangles that may bound what is measured.
struct Side<'b> {
    object: &'b WorldObject,
    /// None of an object without volume there, nor of one whose inside is all around.
    walls: Vec<Wall>,
    /// Whether it has volume there.
    is_solid: bool,
}

impl<'b> Side<'b> {
    fn new(body: &Body<'b>, within: &Aabb) -> Self {
        let object = body.object;
        let (walls, is_solid) = if body.solid().is_some() {
            let all = triangles_within(object, within).into_iter();
            (all.map(|triangle| Wall { triangle, is_certain: true }).collect(), true)
        } else if body.is_closed() {
            let walls = walls(object, within);
            let is_solid = !walls.is_empty() || surrounds(object, within);
            (walls, is_solid)
        } else {
            (Vec::new(), false)
        };
        Self { object, walls, is_solid }
    }

    /// `None` on the surface, be it on a wall inside.
    fn is_inside(&self, point: DVec3) -> Option<bool> {
        match locate(self.object, Probe::Point(point)) {
            Place::On => None,
            place => Some(place == Place::Inside && point.is_finite()),
        }
    }

    /// A bound on how far walls reach from an origin.
    fn reach(&self, origin: DVec3) -> f64 {
        let corners = self.walls.iter().flat_map(|wall| self.object.triangle(wall.triangle));
        corners.map(|corner| (corner - origin).abs().max_element()).fold(0.0, f64::max)
    }

    fn facets(&self, origin: DVec3, rounding: f64, reach: f64) -> Vec<Facet> {
        let (triangles, first) = (self.object.mesh.triangles(), self.object.mesh.topology().first_vertices());
        let part = |wall: &Wall| Part {
            vertices: triangles[wall.triangle as usize].map(|vertex| first[vertex as usize]),
            corners: self.object.triangle(wall.triangle).map(|corner| corner - origin),
            is_certain: wall.is_certain,
        };
        facets(&self.walls.iter().map(part).collect::<Vec<_>>(), rounding, reach).0
    }
}

/// Whether a box in which nothing bounds a closed object is inside of it: so is any of its points that lies on no wall inside.
fn surrounds(object: &WorldObject, within: &Aabb) -> bool {
    let parts = [[0.5, 0.5, 0.5], [0.47, 0.61, 0.39], [0.59, 0.37, 0.53], [0.41, 0.43, 0.67]];
    let points = parts.map(|part| within.min + within.size() * DVec3::from_array(part));
    let mut places = points.into_iter().map(|point| locate(object, Probe::Point(point)));
    places.find(|&place| place != Place::On) == Some(Place::Inside)
}

/// Bounds on how far two objects go into each other; `None` if neither has an inside where they meet.
pub(super) fn penetration([a, b]: [&Body<'_>; 2], tolerance: f64) -> Option<Penetration> {
    let common = a.object.bounds().intersection(&b.object.bounds());
    if common.is_empty() {
        return Some(Penetration::NONE);
    }
    let origin = common.center();
    // A point inside is no farther from the surface than from the nearest side of the box around it.
    let limit = |object: &WorldObject| object.bounds().size().min_element() * 0.5;
    let mut sides = [a, b].map(|body| Side::new(body, &common));
    if let [true, false] | [false, true] = sides.each_ref().map(|side| side.is_solid) {
        // How deep a surface lies is told by walls beyond it.
        let own = usize::from(sides[1].is_solid);
        let body = [a, b][own];
        sides[own] = Side { is_solid: true, ..Side::new(body, &common.grown(limit(body.object))) };
    }
    let bounds = Aabb { min: common.min - origin, max: common.max - origin };
    let reach = (sides[0].reach(origin).max(sides[1].reach(origin)) + bounds.size().max_element()) * 2.0;
    let rounding = rounding(reach, origin);
    let (solids, surface): (Vec<&Side<'_>>, Option<&Side<'_>>) = match [sides[0].is_solid, sides[1].is_solid] {
        [true, true] => (sides.iter().collect(), None),
        [true, false] => (vec![&sides[0]], Some(&sides[1])),
        [false, true] => (vec![&sides[1]], Some(&sides[0])),
        [false, false] => return None,
    };
    let all: Vec<Facet> = solids.iter().flat_map(|side| side.facets(origin, rounding, reach)).collect();
    let is_inside = |point: DVec3| {
        let places: Vec<Option<bool>> = solids.iter().map(|side| side.is_inside(point + origin)).collect();
        if places.contains(&Some(false)) {
            Some(false)
        } else {
            places.into_iter().collect::<Option<Vec<_>>>().map(|_| true)
        }
    };
    let pieces = surface.map(|side| {
        let near = triangles_within(side.object, &common);
        near.into_iter().map(|triangle| side.object.triangle(triangle).map(|corner| corner - origin).to_vec()).collect()
    });
    let (limit, scale) = match surface {
        None => (bounds.size().min_element() * 0.5, 2.0),
        Some(_) => (limit(solids[0].object), 1.0),
    };
    let field = Field { facets: &all, is_inside: &is_inside, pieces, rounding };
    Some(refined(field, &bounds, limit + rounding, (scale, tolerance)).penetration)
}
