//! Each algorithm as a proposal of object pairs.

use super::{Algorithm, Axis, RaycastOptions, cast_at};
use crate::methods::propose::{Pairs, Proposal, bounds};
use crate::world::WorldObject;
use crate::{Error, ObjectId, Stage};
use allide_gpu::Gpu;

/// Pixels along each side, unless something else is asked for.
const RESOLUTION: u32 = 1024;

/// Looks along the shortest side of the box around all objects, where pixels are smallest.
pub(crate) fn propose(
    gpu: &Gpu,
    objects: &[WorldObject],
    (algorithm, resolution): (Algorithm, Option<u32>),
) -> Result<Proposal, Error> {
    let sides = bounds(objects, 2.0).to_array();
    let axes = [(Axis::Z, 2), (Axis::Y, 1), (Axis::X, 0)];
    let shortest = axes.into_iter().min_by(|a, b| sides[a.1].total_cmp(&sides[b.1]));
    let (axis, size) = (shortest.map_or(Axis::Z, |(axis, _)| axis), [resolution.unwrap_or(RESOLUTION); 2]);
    let report = cast_at(gpu, objects, &RaycastOptions { algorithm, size, axis, ..RaycastOptions::default() })?;
    let numbers = |ids: &[ObjectId]| ids.iter().map(|id| id.index).collect();
    let all = || objects.iter().map(|object| object.id.index).collect();
    let pairs = match algorithm {
        _ if !report.interferes => Pairs::default(),
        Algorithm::Detect => Pairs::between([all(), all()]),
        Algorithm::IdentifyOne | Algorithm::IdentifyOneWithoutStencilRead => {
            Pairs::between([numbers(&report.penetrating), all()])
        }
        Algorithm::IdentifyBoth => Pairs::listed(report.object_pairs().iter().map(|[a, b]| (a.index, b.index))),
        Algorithm::Queries => Pairs::between([numbers(&report.penetrating), numbers(&report.penetrated)]),
    };
    let stages = report.times.render.map(|ms| Stage { name: "render", ms }).into_iter().collect();
    Ok(Proposal { pairs, with_itself: report.inside_themselves().len() as u64, precision: None, stages })
}
