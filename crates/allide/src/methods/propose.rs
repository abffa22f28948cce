//! Sampled methods for solids propose object pairs, and the CPU decides each of them exactly, as it decides all pairs
//! of an exact method. So nothing false is reported, whatever misleads a method, and classes are exact; pairs that a
//! method does not propose are missed.
//!
//! These methods see all objects at once, and name pairs, or two sets of objects.
//! [`ObjectPairs`](crate::near::ObjectPairs) keeps what was proposed; from there on, pairs are searched as by `auto`,
//! and `Found` counts why a pair is dropped ([`crate::Proposals`]). They look at objects that have a partner, and at
//! one of several duplicates. `Engine::any` stops at the first pair that is confirmed, not at the first triangles that
//! touch.
#![cfg_attr(
    not(feature = "gpu"),
    allow(dead_code, reason = "only the rasteriser of a GPU names sets, and has a clock")
)]

#[cfg(feature = "gpu")]
use super::raycast;
use super::{Method, rays};
use crate::near::Numbers;
use crate::world::WorldObject;
use crate::{Aabb, DVec3, Error, Stage, Watch};
#[cfg(feature = "gpu")]
pub(crate) use allide_gpu::Gpu;

/// There is no GPU.
#[cfg(not(feature = "gpu"))]
#[derive(Debug)]
pub(crate) enum Gpu {}

/// The proposal of a method.
#[derive(Debug)]
pub(crate) struct Proposal {
    pub pairs: Pairs,
    /// How many objects it takes for crossing themselves.
    pub with_itself: u64,
    /// It proposes all pairs of closed objects that share a ball as wide as this.
    pub precision: Option<f64>,
    /// Times by the GPU's clock.
    pub stages: Vec<Stage>,
}

/// Object pairs, by their places in the scene; by default none.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    which: Which,
    /// The object that stands for each; empty if all stand for themselves.
    leaders: Vec<u32>,
}

#[derive(Debug)]
enum Which {
    /// Each, smaller number first, in order.
    Listed(Vec<Numbers>),
    /// Every object of the one set with every object of the other, both in order.
    Between([Vec<u32>; 2]),
}

impl Default for Which {
    fn default() -> Self {
        Self::Listed(Vec::new())
    }
}

impl Pairs {
    /// These, in any order.
    pub fn listed(pairs: impl IntoIterator<Item = Numbers>) -> Self {
        let mut pairs: Vec<Numbers> = pairs.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        pairs.sort_unstable();
        Self { which: Which::Listed(pairs), leaders: Vec::new() }
    }

    /// Every object of one set with every other of the other.
    pub fn between(mut sets: [Vec<u32>; 2]) -> Self {
        sets.iter_mut().for_each(|set| set.sort_unstable());
        Self { which: Which::Between(sets), leaders: Vec::new() }
    }

    /// The same for all objects that others stand for.
    pub fn led_by(self, leaders: Vec<u32>) -> Self {
        Self { leaders, ..self }
    }

    /// Whether two objects are among them, in either order.
    pub fn has(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|object| self.leaders.get(object as usize).copied().unwrap_or(object));
        match &self.which {
            Which::Listed(pairs) => pairs.binary_search(&(a.min(b), a.max(b))).is_ok(),
            Which::Between([inside, around]) => {
                let is = |set: &[u32], object: u32| set.binary_search(&object).is_ok();
                is(inside, a) && is(around, b) || is(inside, b) && is(around, a)
            }
        }
    }
}

/// The proposal of a method for these objects, on a GPU or on the CPU.
///
/// # Errors
/// Options that make no sense, too many objects, a cancelled run, or a GPU that gives no answer.
pub(crate) fn propose(
    method: Method,
    objects: &[WorldObject],
    gpu: Option<&Gpu>,
    watch: Option<&Watch>,
) -> Result<Proposal, Error> {
    match (method, gpu) {
        (Method::Rays { resolution }, gpu) => rays::propose(objects, resolution, gpu, watch),
        #[cfg(feature = "gpu")]
        (Method::Raycast { algorithm, resolution }, Some(gpu)) => {
            raycast::propose(gpu, objects, (algorithm, resolution))
        }
        _ => unreachable!("the engine asks methods that propose, where they run"),
    }
}

/// The sides of the box around all objects, divided by `parts`, which is at least 2: no side is out of range.
pub(crate) fn bounds(objects: &[WorldObject], parts: f64) -> DVec3 {
    let bounds = objects.iter().fold(Aabb::EMPTY, |bounds, object| bounds.union(&object.bounds()));
    if bounds.is_empty() { DVec3::ZERO } else { bounds.max / parts - bounds.min / parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(pairs: &Pairs) -> Vec<Numbers> {
        let all = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b)));
        all.filter(|&(a, b)| {
            assert_eq!(pairs.has(a, b), pairs.has(b, a));
            pairs.has(a, b)
        })
        .collect()
    }

    #[test]
    fn pairs_are_had_in_either_order_by_name_or_by_sets() {
        assert_eq!(all(&Pairs::default()), []);
        assert_eq!(all(&Pairs::listed([(3, 1), (0, 4), (0, 1)])), [(0, 1), (0, 4), (1, 3)]);
        assert_eq!(all(&Pairs::between([vec![2], vec![4, 2, 0]])), [(0, 2), (2, 4)]);
        assert_eq!(all(&Pairs::between([vec![], vec![0, 1, 2, 3, 4]])), []);
        let every = || vec![0, 1, 2, 3, 4];
        assert_eq!(all(&Pairs::between([every(), every()])).len(), 10);
    }

    #[test]
    fn who_stands_for_others_is_in_all_their_pairs() {
        // 0 stands for 2 and 3, 1 for 4.
        let pairs = Pairs::listed([(0, 1)]).led_by(vec![0, 1, 0, 0, 1]);
        assert_eq!(all(&pairs), [(0, 1), (0, 4), (1, 2), (1, 3), (2, 4), (3, 4)]);
    }
}
