//! Proposes pairs to the engine, without measuring them.

#[cfg(feature = "gpu")]
use super::gpu::OnGpu;
use super::lattice::Lattice;
use super::list::OnCpu;
use super::search::Limits;
use super::{Find, MOST_OBJECTS, Search, most_cells};
use crate::methods::propose::{Gpu, Pairs, Proposal, bounds};
use crate::near::Numbers;
use crate::world::WorldObject;
use crate::{Error, Watch};

/// How many times as long as the precision the longest side is, unless something else is asked for.
const RESOLUTION: u32 = 1024;

/// Proposes all pairs that share a ball as wide as the longest side of the box around all objects, divided by the resolution.
pub(crate) fn propose(
    objects: &[WorldObject],
    resolution: Option<u32>,
    gpu: Option<&Gpu>,
    watch: Option<&Watch>,
) -> Result<Proposal, Error> {
    let parts = f64::from(resolution.unwrap_or(RESOLUTION));
    let precision = bounds(objects, 2.0 * parts).max_element() * 2.0;
    let lattice = Lattice::new(objects, precision);
    if lattice.objects.len() > MOST_OBJECTS {
        let count = lattice.objects.len();
        return Err(Error::TooMany { what: "objects that come near others", count, limit: MOST_OBJECTS });
    }
    let find = Find::new(&lattice, objects);
    let limits = Limits { cells: most_cells(&lattice), watch };
    let (found, _) = match gpu {
        #[cfg(feature = "gpu")]
        Some(gpu) => Search::run(&lattice, &lattice.pairs, &mut OnGpu::new(gpu, &lattice)?, find, limits)?,
        _ => Search::run(&lattice, &lattice.pairs, &mut OnCpu(&lattice), find, limits)?,
    };
    let name = |number: u32| objects[lattice.objects[number as usize] as usize].id.index;
    // A pair that the cells did not suffice for is proposed, too: it is decided exactly like the others.
    let is_proposed = |pair: &usize| found.points[*pair].is_some() || found.hidden[*pair].is_some();
    let pairs = (0..lattice.pairs.len()).filter(is_proposed).map(|pair| lattice.pairs[pair]);
    let pairs = pairs.map(|[a, b]| -> Numbers { (name(a), name(b)) });
    // Without any objects on it, the lattice has no size.
    let reached = if lattice.objects.is_empty() { precision } else { lattice.length(f64::from(lattice.precision)) };
    Ok(Proposal { pairs: Pairs::listed(pairs), with_itself: 0, precision: Some(reached), stages: Vec::new() })
}
