//! Shells: which way they face, and which lies inside which.

use super::facts::Facts;
use super::measure::{Measure, volume};
use super::nest::Nest;
use crate::TrianglePair;
use crate::words::words;
use crate::world::WorldObject;
use allide_geom::Aabb;
use rayon::prelude::*;

/// Triangles of an object that are connected over edges.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Shell {
    /// How many triangles it has.
    pub triangles: usize,
    /// Its first triangle.
    pub first: u32,
    /// Whether it is closed and consistently oriented.
    pub is_closed: bool,
    /// Which way its triangles face; none if it is open.
    pub orientation: Option<Orientation>,
    /// The volume it encloses, negative if its triangles face inwards; none if it is open.
    pub volume: Option<Measure>,
    /// How many closed shells it lies inside of. None if that has no answer, because it overlaps another shell or has no
    /// area.
    pub depth: Option<u32>,
    /// The innermost of these.
    pub parent: Option<u32>,
    /// The smallest box around it.
    pub bounds: Aabb,
}

impl Shell {
    /// Whether it is inside out: solids face outwards, their cavities inwards, and what lies in a cavity outwards again.
    /// Not known, and false, where its depth is not.
    pub fn is_inverted(&self) -> bool {
        let is_cavity = self.depth.map(|depth| depth % 2 == 1);
        match self.orientation {
            Some(Orientation::Outward) => is_cavity == Some(true),
            Some(Orientation::Inward) => is_cavity == Some(false),
            _ => false,
        }
    }
}

/// Which way the triangles of a closed shell face, if they are counter-clockwise seen from where they face to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Orientation {
    /// Away from the volume it encloses.
    Outward,
    /// Into that volume.
    Inward,
    /// It encloses none.
    Flat,
}

words!(Orientation, "orientation");

impl Orientation {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Outward, Self::Inward, Self::Flat];

    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outward => "outward",
            Self::Inward => "inward",
            Self::Flat => "flat",
        }
    }

    fn of_sign(sign: i8) -> Self {
        match sign {
            1 => Self::Outward,
            -1 => Self::Inward,
            _ => Self::Flat,
        }
    }
}

/// All shells of an object, given what it overlaps of itself.
pub(super) fn shells(object: &WorldObject, facts: &Facts, overlaps: &[TrianglePair]) -> Vec<Shell> {
    let shells = object.mesh.topology().shells();
    let nest = Nest::new(object, facts, overlaps);
    let one = |shell: usize| {
        let list = shells.triangles(shell);
        let corners = |at: usize| object.mesh.triangles()[list[at] as usize];
        let own = facts.volumes[shell];
        Shell {
            triangles: list.len(),
            first: list[0],
            is_closed: shells.is_closed(shell),
            orientation: own.map(|(sign, _)| Orientation::of_sign(sign)),
            volume: own.map(|own| in_world(object, own, &corners, list.len())),
            depth: nest.places[shell].map(|place| place.depth),
            parent: nest.places[shell].and_then(|place| place.parent),
            bounds: nest.bounds[shell],
        }
    };
    (0..shells.len()).into_par_iter().map(one).collect()
}

/// The volume of all shells together, if all are closed and there is one.
pub(super) fn total_volume(object: &WorldObject, facts: &Facts) -> Option<Measure> {
    let triangles = object.mesh.triangles();
    facts.total.map(|own| in_world(object, own, &|at| triangles[at], triangles.len()))
}

/// A volume in the world, given that in the mesh's own coordinates. A mirrored instance is no more inside out than its mesh.
fn in_world(
    object: &WorldObject,
    (sign, own): (i8, Measure),
    corners: &(impl Fn(usize) -> [u32; 3] + Sync),
    count: usize,
) -> Measure {
    if object.is_identity {
        return own;
    }
    let (_, Measure { value, error }) = volume(object.positions(), corners, count);
    Measure { value: value.abs() * f64::from(sign), error }
}
