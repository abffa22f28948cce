//! Every triangle against every other: nothing to get wrong, and the yardstick for all other methods.

use crate::confirm::{Batch, Sink};
use crate::world::WorldPair;
use rayon::prelude::*;

pub(crate) fn search<S: Sink>(pair: WorldPair<'_>, sink: &S) -> Batch<S::Finding> {
    let within = pair.a.id == pair.b.id;
    let count_b = pair.b.triangle_count() as u32;
    (0..pair.a.triangle_count() as u32)
        .into_par_iter()
        .fold(Batch::default, |mut batch, a| {
            let first = if within { a + 1 } else { 0 };
            (first..count_b).for_each(|b| sink.offer(&mut batch, a, b));
            batch
        })
        .reduce(Batch::default, Batch::join)
}
