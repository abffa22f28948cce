//! Answers about any two small meshes with whole coordinates, by looking beside every part of every triangle.
//!
//! Each triangle is cut by all others into fragments that no other triangle divides. Every part of space that triangles bound
//! has a fragment on its boundary. So the pairs of winding numbers that occur anywhere, apart from 0 and 0 far away, are those that
//! occur beside fragments, and rays in directions that meet no edge count them.
//!
//! Points are homogeneous: whole numbers of 128 bits, which suffice for coordinates of at most [`LIMIT`] in size. Sums that do
//! not fit panic in the profile that tests are built in.
//!
//! [`crate::grid`] defines the classes.

mod fragment;
mod plane;
mod sheets;
#[cfg(test)]
mod tests;
mod winding;

use crate::solids::{SolidClass, surfaces_meet};
use fragment::{Fragment, fragments};
use plane::Plane;
use std::collections::{BTreeSet, HashMap};
use winding::winding_beside;

/// A point with whole coordinates.
pub type Point = [i64; 3];

/// Three corners.
pub type Face = [Point; 3];

/// Coordinates are at most so large.
pub const LIMIT: i64 = 8;

/// A list of triangles.
#[derive(Clone, Debug)]
pub struct Soup {
    /// Those with area.
    faces: Vec<(Face, Plane)>,
    is_closed: bool,
}

impl Soup {
    /// Triangles in any order. Those without area only count for whether it is closed.
    ///
    /// # Panics
    /// A coordinate is beyond [`LIMIT`].
    pub fn new(faces: &[Face]) -> Self {
        assert!(faces.as_flattened().as_flattened().iter().all(|x| x.abs() <= LIMIT), "coordinates of at most {LIMIT}");
        let mut edges: HashMap<[Point; 2], i32> = HashMap::new();
        for face in faces.iter().filter(|[p, q, r]| p != q && q != r && r != p) {
            for k in 0..3 {
                let [from, to] = [face[k], face[(k + 1) % 3]];
                *edges.entry([from.min(to), from.max(to)]).or_default() += if from < to { 1 } else { -1 };
            }
        }
        let faces: Vec<_> = faces.iter().filter_map(|face| Some((*face, Plane::through(face)?))).collect();
        let is_closed = !faces.is_empty() && edges.values().all(|&balance| balance == 0);
        Self { faces, is_closed }
    }

    /// Whether every edge is used as often in one direction as in the other, and some triangle has area.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    fn triangles(&self) -> Vec<crate::Triangle> {
        self.faces.iter().map(|(face, _)| face.map(|point| point.map(|x| x as f64))).collect()
    }
}

/// How two meshes meet, and whether the definitions leave room for [`SolidClass::Hard`] instead: sheets that lie on each
/// other may leave to one side here and to the other there.
pub fn class(a: &Soup, b: &Soup) -> (SolidClass, bool) {
    let soups = [a, b];
    let is_solid = soups.map(|soup| soup.is_closed && fragments(soup, &[]).iter().any(|at| has_inside(at, soup)));
    let found = match is_solid {
        [true, true] => of_solids(soups),
        [false, true] => of_sheet(a, b),
        [true, false] => of_sheet(b, a).map(SolidClass::swapped),
        [false, false] if sheets::pass_through(a, b) => Some(SolidClass::Hard),
        [false, false] => None,
    };
    let meet = || surfaces_meet(&a.triangles(), &b.triangles());
    let apart = || if meet() { SolidClass::Touch } else { SolidClass::Clear };
    let is_open_question = found.is_none() && is_solid == [false; 2] && sheets::lie_on_each_other(a, b);
    (found.unwrap_or_else(apart), is_open_question)
}

fn has_inside(fragment: &Fragment, soup: &Soup) -> bool {
    [1, -1].into_iter().any(|side| winding_beside(fragment, side, soup) != 0)
}

/// `None` if they share no volume.
fn of_solids(soups: [&Soup; 2]) -> Option<SolidClass> {
    let mut found: BTreeSet<[bool; 2]> = BTreeSet::new();
    for (own, other) in [(0, 1), (1, 0)] {
        for fragment in fragments(soups[own], &[soups[other]]) {
            found.extend([1, -1].map(|side| soups.map(|soup| winding_beside(&fragment, side, soup) != 0)));
        }
    }
    found.contains(&[true; 2]).then(|| match (found.contains(&[true, false]), found.contains(&[false, true])) {
        (false, false) => SolidClass::Duplicate,
        (false, true) => SolidClass::FirstInside,
        (true, false) => SolidClass::SecondInside,
        (true, true) => SolidClass::Hard,
    })
}

/// `None` if no part of the sheet lies in the interior of the solid.
fn of_sheet(sheet: &Soup, solid: &Soup) -> Option<SolidClass> {
    let mut has_inside = false;
    for piece in pieces(sheet) {
        let mut found = [false; 2];
        for fragment in fragments(&piece, &[solid]) {
            let [above, below] = [1, -1].map(|side| winding_beside(&fragment, side, solid) != 0);
            // With the solid on one side, the fragment is part of its boundary.
            if above == below {
                found[usize::from(above)] = true;
            }
        }
        if found == [true; 2] {
            return Some(SolidClass::Hard);
        }
        has_inside |= found[1];
    }
    has_inside.then_some(SolidClass::FirstInside)
}

/// The triangles that are connected over shared corners.
fn pieces(soup: &Soup) -> Vec<Soup> {
    let mut pieces: Vec<Soup> = Vec::new();
    for (face, plane) in &soup.faces {
        let touches =
            |piece: &Soup| piece.faces.iter().any(|(other, _)| other.iter().any(|corner| face.contains(corner)));
        let (joined, rest): (Vec<_>, Vec<_>) = pieces.into_iter().partition(touches);
        let mut faces = vec![(*face, *plane)];
        faces.extend(joined.into_iter().flat_map(|piece| piece.faces));
        pieces = rest;
        pieces.push(Soup { faces, is_closed: false });
    }
    pieces
}
