//! Winding numbers without following rays to their ends.
//!
//! Where a surface meets itself nowhere, the winding number is the same all along one side of a shell: a point that walks on
//! the surface meets no other part of it, except at single corners, which it can go around. So a ray has to go no farther than to
//! the first triangle that it crosses. In shells within shells, it would go on through all the others.
//!
//! The winding of a shell follows from the shell above its highest corner in the same way, so all of them together take
//! about as long as a search for self-overlaps.

#[cfg(test)]
mod tests;

use super::ray::{Probe, Ray, for_each_crossed};
use crate::methods::bvh::Tree;
use crate::topology::{Shells, weld};
use crate::world::WorldObject;
use allide_geom::predicates::Sign;
use allide_geom::{DVec3, is_degenerate};

/// The winding numbers on both sides of all shells of an object that meets itself nowhere.
#[derive(Debug)]
pub(super) struct Windings {
    /// Behind the triangles of a shell, and in front of them.
    of_shell: Vec<[i64; 2]>,
}

/// What the first triangle on a way says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// The winding number up to there.
    Winding(i64),
    /// The way begins on the surface.
    On,
    /// Rounding leaves open which is the first.
    Unclear,
}

impl Windings {
    /// `None` unless the object is closed and meets itself nowhere but at corners.
    pub(super) fn of(object: &WorldObject) -> Option<Self> {
        let topology = object.mesh.topology();
        // Where rounding moves different corners to one place, shells may touch where the mesh does not say so.
        let is_as_the_mesh_says = || object.is_identity || weld(object.positions()) == topology.first_vertices();
        let is_plain = topology.is_closed() && topology.non_manifold_edges().is_empty() && is_as_the_mesh_says();
        if !is_plain || object.overlaps_itself() {
            return None;
        }
        let (shells, corners) = (topology.shells(), object.corners());
        let higher = |x: DVec3, y: DVec3| if y.z > x.z { y } else { x };
        let top = |list: &[u32]| list.iter().flat_map(|&triangle| corners.of(triangle)).reduce(higher);
        let tops: Vec<DVec3> = shells.iter().map(|list| top(list).unwrap_or_default()).collect();
        let mut order: Vec<usize> = (0..shells.len()).collect();
        order.sort_unstable_by(|&x, &y| tops[y].z.total_cmp(&tops[x].z));
        let mut windings = Self { of_shell: vec![[0; 2]; shells.len()] };
        for shell in order {
            let others = windings.of_others(object, shells, (shell, tops[shell]))?;
            windings.of_shell[shell] = own(object, shells.triangles(shell)).map(|own| own + others);
        }
        Some(windings)
    }

    /// How often all others wind around a shell, given its highest corner: only higher shells have a say. `None` if it is on one.
    fn of_others(&self, object: &WorldObject, shells: &Shells, (shell, top): (usize, DVec3)) -> Option<i64> {
        let is_other = |triangle: u32| shells.of_triangle(triangle) != Some(shell as u32);
        match self.first(object, &Ray::along(top, 2, 1), is_other) {
            First::Winding(winding) => Some(winding),
            First::On => None,
            First::Unclear => {
                let mut winding = 0;
                let count = |triangle, crossing| winding += if is_other(triangle) { i64::from(crossing) } else { 0 };
                let seen = for_each_crossed(object, &Ray::along(top, 2, 1), is_other, count);
                seen.is_continue().then_some(winding)
            }
        }
    }

    /// What the first of the wanted triangles on a ray says: one of those that may be the first is, and mostly they agree.
    pub(super) fn first(&self, object: &WorldObject, ray: &Ray<'_>, is_wanted: impl Fn(u32) -> bool) -> First {
        let (corners, tree): (_, &Tree) = (object.corners(), object.mesh.rays().built(&object.mesh));
        let (mut reach, mut is_on, mut looked) = (f64::INFINITY, false, 0);
        let mut crossed: Vec<(f64, u32, Sign)> = Vec::new();
        tree.ahead(&object.pose, &ray.beam(), |triangle| {
            looked += 1;
            if is_on || !is_wanted(triangle) {
                return reach;
            }
            let shape = corners.of(triangle);
            match ray.crossing(&shape) {
                None => (is_on, reach) = (true, f64::NEG_INFINITY),
                Some(0) => {}
                Some(crossing) => {
                    let (low, high) = ray.distance(&shape);
                    crossed.push((low, triangle, crossing));
                    reach = reach.min(high);
                }
            }
            reach
        });
        object.followed().add(looked);
        if is_on {
            return First::On;
        }
        let near = crossed.into_iter().filter(|&(low, ..)| low <= reach);
        let mut found = near.map(|(_, triangle, crossing)| self.before(object, triangle, crossing));
        match found.next() {
            None => First::Winding(0),
            Some(first) if found.all(|other| other == first) => first.map_or(First::Unclear, First::Winding),
            Some(_) => First::Unclear,
        }
    }

    /// The winding number where a ray comes to a triangle.
    fn before(&self, object: &WorldObject, triangle: u32, crossing: Sign) -> Option<i64> {
        let shell = object.mesh.topology().shells().of_triangle(triangle)?;
        Some(self.of_shell[shell as usize][usize::from(crossing < 0)])
    }
}

/// How often a shell winds around points behind its triangles, and in front of them.
fn own(object: &WorldObject, triangles: &[u32]) -> [i64; 2] {
    let corners = object.corners();
    let first = triangles.iter().map(|&triangle| corners.of(triangle)).find(|shape| !is_degenerate(shape));
    let ray = first.and_then(|shape| Probe::Beside(shape, -1).ray(&object.outer_bounds));
    let Some(ray) = ray else { return [0; 2] };
    let crossings = triangles.iter().filter_map(|&triangle| ray.crossing(&corners.of(triangle)));
    let behind: i64 = crossings.map(i64::from).sum();
    [behind, behind - 1]
}
