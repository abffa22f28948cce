//! Every triangle against every other: obviously right, and the reference for all other methods.

use super::FEW;
use crate::confirm::{Batch, Sink};
use crate::world::WorldPair;
use rayon::prelude::*;

/// Triangles between two looks at whether to stop.
const CHUNK: usize = 1 << 12;

pub(crate) fn search<S: Sink>(pair: WorldPair<'_>, sink: &S) -> Batch<S::Finding> {
    let within = pair.a.id == pair.b.id;
    let others: Vec<u32> = (0..pair.b.triangle_count() as u32).collect();
    let count = pair.a.triangle_count() as u32;
    (0..count)
        .into_par_iter()
        .fold(Batch::default, |mut batch, a| {
            let first = if within { a as usize + 1 } else { 0 };
            for others in others[first..].chunks(CHUNK) {
                if sink.is_done() {
                    return batch;
                }
                sink.offer(&mut batch, a, others);
            }
            sink.finished(1.0 / count as f64);
            batch
        })
        .reduce(Batch::default, Batch::join)
}

/// The same for two objects of few triangles, on this thread.
pub(crate) fn offer_few<S: Sink>(pair: WorldPair<'_>, sink: &S) -> Batch<S::Finding> {
    let mut batch = Batch::default();
    let mut others = [0; FEW];
    let others = &mut others[..pair.b.triangle_count()];
    others.iter_mut().zip(0..).for_each(|(other, number)| *other = number);
    if !others.is_empty() {
        (0..pair.a.triangle_count() as u32).for_each(|a| sink.offer(&mut batch, a, others));
    }
    batch
}
