//! parry3d-f64: do surfaces meet, and if not, is a vertex of one inside the other. It cannot tell contact from common volume.
//!
//! Two ways to the first half: parry's own test of two meshes; and its trees, both walked at once, with allide's exact test, which
//! also finds triangles that cross and is sure of them.

use super::case::{Case, Lap, Verdict};
use crate::arrays::Arrays;
use allide_geom::{Class, overlap};
use parry3d_f64::math::{Pose, Vector};
use parry3d_f64::partitioning::BvhNode;
use parry3d_f64::query::{PointQuery, intersection_test};
use parry3d_f64::shape::{TriMesh, TriMeshFlags};
use rayon::prelude::*;
use std::time::Instant;

/// How it is found out whether surfaces meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Own,
    Walk,
}

impl Way {
    pub const ALL: [Self; 2] = [Self::Own, Self::Walk];

    pub fn name(self) -> &'static str {
        match self {
            Self::Own => "parry3d-f64",
            Self::Walk => "parry3d-f64, both trees",
        }
    }
}

/// # Errors
/// A part that is no closed, oriented mesh.
pub fn answer(case: &Case, pairs: &[Vec<(u32, u32)>], way: Way) -> Result<Lap, String> {
    let start = Instant::now();
    let meshes: Vec<TriMesh> = case.objects.par_iter().map(mesh).collect::<Result<_, _>>()?;
    let build = Some(start.elapsed().as_secs_f64() * 1e3);
    let mut lap = Lap { build, queries: Vec::new(), answers: Vec::new() };
    for (frame, pairs) in pairs.iter().enumerate() {
        let start = Instant::now();
        let judge = |&(a, b): &(u32, u32)| {
            let shift = Vector::from((case.place(b, frame) - case.place(a, frame)).to_array());
            judge(&meshes[a as usize], &meshes[b as usize], shift, way)
        };
        let verdicts = pairs.par_iter().map(judge).collect();
        lap.queries.push(start.elapsed().as_secs_f64() * 1e3);
        lap.answers.push(verdicts);
    }
    Ok(lap)
}

/// With the normals that tell inside from outside.
fn mesh(part: &Arrays) -> Result<TriMesh, String> {
    let vertices = part.positions.iter().map(|&point| Vector::from(point)).collect();
    TriMesh::with_flags(vertices, part.triangles.clone(), TriMeshFlags::ORIENTED).map_err(|error| error.to_string())
}

fn judge(a: &TriMesh, b: &TriMesh, shift: Vector, way: Way) -> Verdict {
    let surfaces = match way {
        Way::Own => own_test(a, b, shift),
        Way::Walk => walk(a, b, shift),
    };
    let (vertex_a, vertex_b) = (a.vertices()[0], b.vertices()[0]);
    surfaces.unwrap_or_else(|| {
        if b.contains_local_point(vertex_a - shift) {
            Verdict::Within
        } else if a.contains_local_point(vertex_b + shift) {
            Verdict::Around
        } else {
            Verdict::Apart
        }
    })
}

fn own_test(a: &TriMesh, b: &TriMesh, shift: Vector) -> Option<Verdict> {
    let place = Pose::from_translation(shift);
    intersection_test(&Pose::IDENTITY, a, &place, b).is_ok_and(|found| found.intersecting).then_some(Verdict::Meet)
}

fn walk(a: &TriMesh, b: &TriMesh, shift: Vector) -> Option<Verdict> {
    let near =
        |x: &BvhNode, y: &BvhNode| x.mins().cmple(y.maxs() + shift).all() && (y.mins() + shift).cmple(x.maxs()).all();
    let mut verdict = None;
    for (i, j) in a.bvh().leaf_pairs(b.bvh(), near) {
        let (x, y) = (a.triangle(i), b.triangle(j));
        let x = [x.a, x.b, x.c].map(|corner| allide::DVec3::from(corner.to_array()));
        let y = [y.a, y.b, y.c].map(|corner| allide::DVec3::from((corner + shift).to_array()));
        match overlap(&x, &y) {
            Some(Class::Crossing) => return Some(Verdict::Hard),
            Some(_) => verdict = Some(Verdict::Meet),
            None => {}
        }
    }
    verdict
}
