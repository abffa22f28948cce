//! An object, and whether it can be measured as a solid.

use super::Solid;
use crate::solids::{Place, Probe, locate};
use crate::world::WorldObject;
use rayon::prelude::*;

/// An object, and what all measurements of it have in common.
pub(crate) struct Body<'w> {
    pub(crate) object: &'w WorldObject,
    /// By triangle, as in [`Solid::turned`]; `None` for an object that is not closed, or overlaps itself.
    turned: Option<Vec<bool>>,
    /// See [`Solid::bend`].
    bend: Option<f64>,
}

impl<'w> Body<'w> {
    pub(crate) fn new(object: &'w WorldObject) -> Self {
        let is_solid = object.mesh.topology().is_closed() && !object.overlaps_itself();
        let turned = is_solid.then(|| turned(object));
        let bend = turned.as_ref().and_then(|turned| bend(object, turned));
        Self { object, turned, bend }
    }

    /// The object as a solid, if it is one.
    pub(crate) fn solid(&self) -> Option<Solid<'_>> {
        let (mesh, turned) = (&self.object.mesh, self.turned.as_ref()?);
        let solid = Solid::new(mesh, self.object.positions(), self.object.bounds(), turned);
        Some(solid.placed(mesh, &self.object.pose))
    }

    pub(crate) fn bend(&self) -> Option<f64> {
        self.bend
    }
}

/// Which triangles turn clockwise seen from outside: a shell has its inside where a ray crosses the object an odd number
/// of times, whichever way its triangles were written.
fn turned(object: &WorldObject) -> Vec<bool> {
    let shells = object.mesh.topology().shells();
    let is_turned = |shell: usize| {
        let places = shells
            .triangles(shell)
            .iter()
            .map(|&triangle| locate(object, Probe::Beside(object.triangle(triangle), -1)));
        places.into_iter().find(|&place| place != Place::On) == Some(Place::Outside)
    };
    let shells_turned: Vec<bool> = (0..shells.len()).into_par_iter().map(is_turned).collect();
    if shells_turned.iter().all(|is_turned| !is_turned) {
        return Vec::new();
    }
    let of_triangle = |triangle: u32| shells.of_triangle(triangle).is_some_and(|shell| shells_turned[shell as usize]);
    (0..object.triangle_count() as u32).map(of_triangle).collect()
}

/// Rounding bends the faces of a box that is turned, so a mesh is asked whether it is convex where it was made.
fn bend(object: &WorldObject, turned: &[bool]) -> Option<f64> {
    let mesh = &object.mesh;
    let mirrored: Vec<bool> = match (object.pose.mirrors(), turned) {
        (false, turned) => turned.to_vec(),
        (true, []) => vec![true; mesh.triangles().len()],
        (true, turned) => turned.iter().map(|is_turned| !is_turned).collect(),
    };
    if Solid::new(mesh, mesh.positions(), mesh.bounds(), &mirrored).is_convex() {
        return Some(0.0);
    }
    Solid::new(mesh, object.positions(), object.bounds(), turned).bend()
}
