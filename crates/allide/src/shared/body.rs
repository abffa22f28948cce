//! An object, and whether it can be measured as a solid.

use super::Solid;
use crate::solids::{Place, Probe, locate};
use crate::world::WorldObject;
use rayon::prelude::*;

/// An object, and what all measurements of it have in common.
pub(crate) struct Body<'w> {
    pub(crate) object: &'w WorldObject,
    kind: Kind,
}

/// An object, prepared for measuring.
enum Kind {
    /// A closed surface all of which bounds the solid. By triangle, whether it is [turned](Solid::turned); and, if the solid is
    /// convex or nearly so, [how much not](Solid::bend).
    Solid(Vec<bool>, Option<f64>),
    /// A closed surface that overlaps itself, or parts of which bound nothing.
    Tangled,
    /// A surface that is not closed.
    Open,
}

impl<'w> Body<'w> {
    pub(crate) fn new(object: &'w WorldObject) -> Self {
        let kind = if !object.mesh.topology().is_closed() {
            Kind::Open
        } else if let Some(turned) = convex(object) {
            Kind::Solid(turned, Some(0.0))
        } else if object.overlaps_itself() {
            Kind::Tangled
        } else {
            turned(object).map_or(Kind::Tangled, |turned| {
                let bend = Solid::new(&object.mesh, object.positions(), object.bounds(), &turned).bend();
                Kind::Solid(turned, bend)
            })
        };
        Self { object, kind }
    }

    /// The object as a solid, if it is one all of whose surface bounds it.
    pub(crate) fn solid(&self) -> Option<Solid<'_>> {
        let Kind::Solid(turned, _) = &self.kind else { return None };
        let mesh = &self.object.mesh;
        let solid = Solid::new(mesh, self.object.positions(), self.object.bounds(), turned);
        Some(solid.placed(mesh, &self.object.pose))
    }

    /// How much a solid is bent, unless by a lot: see [`Solid::bend`].
    pub(crate) fn bend(&self) -> Option<f64> {
        match self.kind {
            Kind::Solid(_, bend) => bend,
            _ => None,
        }
    }

    pub(crate) fn is_closed(&self) -> bool {
        !matches!(self.kind, Kind::Open)
    }
}

/// Which triangles turn clockwise seen from outside, if that is said of all of the surface: a shell has its inside on one side
/// of its triangles, whichever way these were written. `None` if some shell has it on both sides or on none.
fn turned(object: &WorldObject) -> Option<Vec<bool>> {
    let topology = object.mesh.topology();
    let shells = topology.shells();
    // Around an edge that more than two triangles use, parts may cross that do not overlap: then each triangle is looked at.
    let all = 0..object.triangle_count() as u32;
    let each: Vec<Vec<u32>> = match topology.non_manifold_edges() {
        [] => (0..shells.len()).map(|shell| shells.triangles(shell).to_vec()).collect(),
        _ => all.clone().map(|triangle| vec![triangle]).collect(),
    };
    let is_turned = |triangles: &Vec<u32>| {
        let mut places = triangles.iter().filter_map(|&triangle| {
            let shape = object.triangle(triangle);
            let places = [-1, 1].map(|side| locate(object, Probe::Beside(shape, side)));
            (!places.contains(&Place::On)).then_some(places)
        });
        match places.next() {
            Some([Place::Inside, Place::Outside]) => Some(false),
            Some([Place::Outside, Place::Inside]) => Some(true),
            // Without area, a triangle bounds nothing and is in nothing's way.
            None if triangles.len() == 1 => Some(false),
            _ => None,
        }
    };
    let turned: Option<Vec<bool>> = each.par_iter().map(is_turned).collect();
    let turned = turned.filter(|turned| !turned.is_empty())?;
    if turned.iter().all(|is_turned| !is_turned) {
        return Some(Vec::new());
    }
    if turned.len() == object.triangle_count() && !topology.non_manifold_edges().is_empty() {
        return Some(turned);
    }
    let of_triangle = |triangle: u32| shells.of_triangle(triangle).is_some_and(|shell| turned[shell as usize]);
    Some(all.map(of_triangle).collect())
}

/// A pose that flattens an object by more than this is not trusted to keep it convex.
const FLAT: f64 = 1.0e-9;

/// Which triangles of a convex object are turned; `None` if it is not convex. Rounding bends the faces of a box that is turned, so a
/// mesh is asked whether it is convex where it was made. A convex object does not overlap itself.
fn convex(object: &WorldObject) -> Option<Vec<bool>> {
    let (mesh, (matrix, _)) = (&object.mesh, object.pose.parts());
    let longest = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| axis.length());
    let is_flat = matrix.determinant().abs() <= FLAT * longest.iter().product::<f64>();
    if is_flat || mesh.triangles().is_empty() {
        return None;
    }
    let all = |is_turned: bool| if is_turned { vec![true; mesh.triangles().len()] } else { Vec::new() };
    let is_convex = |turned: &[bool]| Solid::new(mesh, mesh.positions(), mesh.bounds(), turned).is_convex();
    let is_turned = [false, true].into_iter().find(|&is_turned| is_convex(&all(is_turned)))?;
    Some(all(is_turned != object.pose.mirrors()))
}
