//! Every triangle against every other: nothing to get wrong, and the yardstick for all other methods.

use crate::confirm::{Batch, Sink};
use crate::world::WorldPair;
use rayon::prelude::*;

pub(crate) fn search<S: Sink>(pair: WorldPair<'_>, sink: &S) -> Batch<S::Finding> {
    let within = pair.a.id == pair.b.id;
    let others: Vec<u32> = (0..pair.b.triangle_count() as u32).collect();
    (0..pair.a.triangle_count() as u32)
        .into_par_iter()
        .fold(Batch::default, |mut batch, a| {
            let first = if within { a as usize + 1 } else { 0 };
            sink.offer(&mut batch, a, &others[first..]);
            batch
        })
        .reduce(Batch::default, Batch::join)
}
