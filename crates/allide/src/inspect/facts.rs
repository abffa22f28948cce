//! Facts about a mesh, independent of where its instances are.

use super::measure::{Measure, volume};
use crate::Mesh;
use allide_geom::is_degenerate;
use rayon::prelude::*;

/// Facts about a mesh.
#[derive(Debug)]
pub(super) struct Facts {
    pub degenerate: Vec<u32>,
    pub duplicates: Vec<[u32; 2]>,
    /// The sign of the volume of each shell, exactly, and the volume in the mesh's own coordinates; none if it is open.
    pub volumes: Vec<Option<(i8, Measure)>>,
    /// The same for all together; `None` if a shell is open or the mesh has no shells.
    pub total: Option<(i8, Measure)>,
}

impl Facts {
    pub fn new(mesh: &Mesh) -> Self {
        let (triangles, positions, topology) = (mesh.triangles(), mesh.positions(), mesh.topology());
        let has_no_area =
            |triangle: &u32| is_degenerate(&triangles[*triangle as usize].map(|vertex| positions[vertex as usize]));
        let shells = topology.shells();
        let of_shell = |shell: usize| {
            let list = shells.triangles(shell);
            shells.is_closed(shell).then(|| volume(positions, &|at| triangles[list[at] as usize], list.len()))
        };
        let volumes: Vec<Option<(i8, Measure)>> = (0..shells.len()).into_par_iter().map(of_shell).collect();
        let total = match volumes[..] {
            [one] => one,
            // Triangles in no shell have no volume below them.
            [_, ..] if volumes.iter().all(Option::is_some) => {
                Some(volume(positions, &|at| triangles[at], triangles.len()))
            }
            _ => None,
        };
        Self {
            degenerate: (0..triangles.len() as u32).into_par_iter().filter(has_no_area).collect(),
            duplicates: topology.duplicate_triangles(),
            volumes,
            total,
        }
    }
}
