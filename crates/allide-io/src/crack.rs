//! Cracks between corners that a file's rounding parted: see [`allide::Mesh::welded`].

use crate::error::Place;
use crate::note::{Notes, Oddity};
use crate::soup::{Part, Soup, memory};
use allide::{DVec3, Mesh, Welded};
use rayon::prelude::*;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

/// Which corners of an object become one when it is read, where that closes its surface.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Weld {
    /// Those that the rounding of a file parts: see [`Mesh::rounding`].
    #[default]
    Auto,
    /// None: each is where the file says.
    Off,
    /// Those at most so far apart, in the coordinates of the mesh as the file has them.
    Within(f64),
}

impl FromStr for Weld {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let within = |text: &str| text.parse().ok().filter(|within: &f64| *within >= 0.0 && within.is_finite());
        match text {
            "auto" => Ok(Self::Auto),
            "off" => Ok(Self::Off),
            _ => within(text).map(Self::Within).ok_or_else(|| "must be auto, off, or a distance of 0 or more".into()),
        }
    }
}

impl fmt::Display for Weld {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => out.write_str("auto"),
            Self::Off => out.write_str("off"),
            Self::Within(distance) => write!(out, "{distance}"),
        }
    }
}

impl Weld {
    fn of(self, mesh: &Mesh) -> Option<(Mesh, Welded)> {
        let within = match self {
            Self::Auto => mesh.rounding(),
            Self::Off => return None,
            Self::Within(distance) => distance,
        };
        // An invalid distance welds nothing.
        mesh.welded(within).ok().flatten()
    }
}

/// Closes the cracks of all parts, and tells about them. Parts that share a mesh go on sharing it.
pub(crate) fn close(parts: &mut [Part], weld: Weld, notes: &mut Notes) {
    if weld == Weld::Off {
        return;
    }
    let mut meshes: HashMap<*const DVec3, usize> = HashMap::new();
    let mut different: Vec<Mesh> = Vec::new();
    let places: Vec<usize> = parts
        .iter()
        .map(|part| {
            *meshes.entry(part.mesh.positions().as_ptr()).or_insert_with(|| {
                different.push(part.mesh.clone());
                different.len() - 1
            })
        })
        .collect();
    let closed: Vec<Option<(Mesh, Welded)>> = different.par_iter().map(|mesh| weld.of(mesh)).collect();
    let mut all = Welded { corners: 0, farthest: 0.0 };
    for (part, place) in parts.iter_mut().zip(places) {
        if let Some((mesh, welded)) = &closed[place] {
            (part.mesh, part.welded) = (mesh.clone(), Some(*welded));
            all = Welded { corners: all.corners + welded.corners, farthest: all.farthest.max(welded.farthest) };
        }
    }
    if all.corners > 0 {
        let farthest = format!("{:.0e}", all.farthest);
        notes.add(Oddity::Welded { corners: all.corners, farthest }, || Place::File);
    }
}

/// Tells if objects that are open are closed together: a body that a file divides into several.
pub(crate) fn look_at_whole(parts: &[Part], weld: Weld, limit: u64, notes: &mut Notes) {
    let open: Vec<&Part> = parts.iter().filter(|part| !part.mesh.topology().is_closed()).collect();
    let memory: u64 =
        open.iter().map(|part| memory(part.mesh.positions().len() as u64, part.mesh.triangles().len() as u64)).sum();
    if open.len() < 2 || memory > limit {
        return;
    }
    let mut soup = Soup::default();
    if !open.iter().all(|part| soup.append(&part.mesh, &part.pose)) {
        return;
    }
    let Ok(whole) = soup.into_mesh() else { return };
    let is_closed = |mesh: &Mesh| mesh.topology().is_closed();
    if is_closed(&whole) || weld.of(&whole).is_some_and(|(mesh, _)| is_closed(&mesh)) {
        notes.add(Oddity::ClosedTogether { objects: open.len() }, || Place::File);
    }
}
