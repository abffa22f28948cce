//! The object pairs that a sampled method proposes, and their statistics.

use super::Engine;
use crate::answer::Found;
use crate::methods::propose::{Pairs, Proposal, propose};
use crate::near::ObjectPairs;
use crate::questions::Asked;
use crate::report::GpuStats;
use crate::world::{self, WorldObject};
use crate::{Device, Error, Scene, Tiers, Watch};

/// The proposal of a method, and where it ran.
#[derive(Debug, Default)]
pub(super) struct Proposed {
    pub pairs: Pairs,
    with_itself: u64,
    precision: Option<f64>,
    gpu: Option<GpuStats>,
}

impl Proposed {
    /// Adds the statistics of proposals, once each was decided. Returns the GPU's share.
    pub fn count<Finding>(self, found: &mut Found<Finding>) -> Option<GpuStats> {
        (found.proposals.with_itself, found.proposals.precision) = (self.with_itself, self.precision);
        let tiers = Tiers { cpu: found.candidates, ..Tiers::default() };
        self.gpu.map(|gpu| GpuStats { tiers, ..gpu })
    }
}

impl Engine {
    /// Lets a method look at all objects that may have a partner. The pairs that it proposes need not be wanted.
    pub(super) fn propose(
        &mut self,
        scene: &Scene,
        objects: &[WorldObject],
        asked: &Asked,
        device: Device,
        watch: Option<&Watch>,
    ) -> Result<Proposed, Error> {
        let leaders: Vec<u32> = objects.iter().map(|object| leader(object, asked)).collect();
        let looked_at = self.on_threads(|| looked_at(scene, objects, asked, &leaders))?;
        if looked_at.is_empty() {
            return Ok(Proposed::default());
        }
        let (proposal, gpu) = match device {
            Device::Cpu => (self.on_threads(|| propose(asked.method, &looked_at, None, watch))?, None),
            #[cfg(feature = "gpu")]
            Device::Gpu => self.propose_on_gpu(asked.method, &looked_at, watch)?,
            #[cfg(not(feature = "gpu"))]
            Device::Gpu => unreachable!("there is none"),
        };
        let Proposal { pairs, with_itself, precision, .. } = proposal;
        Ok(Proposed { pairs: pairs.led_by(leaders), with_itself, precision, gpu })
    }
}

/// Which object is looked at in place of this one. Duplicates share what they share, so one stands for all, unless their own
/// pairs are asked for, too: rays through many copies would have as many crossings, and their pairs are not listed.
fn leader(object: &WorldObject, asked: &Asked) -> u32 {
    object.class.filter(|_| !asked.duplicates).unwrap_or(object.id.index)
}

/// The objects of all pairs whose bounds meet, placed: without the others, views are tighter.
fn looked_at(
    scene: &Scene,
    objects: &[WorldObject],
    asked: &Asked,
    leaders: &[u32],
) -> Result<Vec<WorldObject>, Error> {
    let mut is_paired = vec![false; objects.len()];
    for (a, b) in ObjectPairs::new(scene, objects, asked, asked.method)?.flatten() {
        [a, b].into_iter().for_each(|object| is_paired[leaders[object as usize] as usize] = true);
    }
    let paired = objects.iter().zip(is_paired).filter(|(_, is_paired)| *is_paired);
    let paired: Vec<&WorldObject> = paired.map(|(object, _)| object).collect();
    world::place(paired.clone());
    Ok(paired.into_iter().cloned().collect())
}
