//! Leaving out bad triangles, on request.

use crate::error::Place;
use crate::note::{Notes, Oddity};

/// Why a triangle was left out: one text for each kind, so that equal ones are counted together.
pub(crate) const NO_VERTEX: &str = "a triangle uses a vertex that is not there";
pub(crate) const NOT_FINITE: &str = "a corner of a triangle has no finite coordinates";
pub(crate) const NOT_THREE: &str = "a triangle does not have 3 corners";

/// Leaves out the triangles from number `first` on that use a vertex beyond the positions, or one that is not finite.
/// `place` tells where a triangle is, counted from `first`.
pub(crate) fn leave_out(
    triangles: &mut Vec<[u32; 3]>,
    first: usize,
    positions: &[[f64; 3]],
    notes: &mut Notes,
    place: impl Fn(usize) -> Place,
) {
    let problem = |corners: &[u32; 3]| {
        let corners = corners.map(|vertex| positions.get(vertex as usize));
        if corners.contains(&None) {
            return Some(NO_VERTEX);
        }
        let is_finite = corners.iter().flatten().all(|position| position.iter().all(|value| value.is_finite()));
        (!is_finite).then_some(NOT_FINITE)
    };
    let (mut kept, mut number) = (first, 0);
    for index in first..triangles.len() {
        match problem(&triangles[index]) {
            Some(problem) => notes.add(Oddity::LeftOut(problem.into()), || place(number)),
            None => {
                triangles[kept] = triangles[index];
                kept += 1;
            }
        }
        number += 1;
    }
    triangles.truncate(kept);
}
