//! Which vertices are at the same place.

use super::buckets::for_each_bucket;
use allide_geom::DVec3;
use rayon::prelude::*;
use std::cmp::Ordering;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// For each vertex, the first one at the same place; −0 and 0 are the same.
pub(crate) fn weld(positions: &[DVec3]) -> Vec<u32> {
    // About two vertices a bucket.
    let bits = (positions.len() / 2).max(1).ilog2();
    let key = |vertex: usize| (hash(positions[vertex]) >> 32 >> (32 - bits)) as u32;
    let first: Vec<AtomicU32> = (0..positions.len() as u32).map(AtomicU32::new).collect();
    for_each_bucket(
        positions.len(),
        1 << bits,
        |vertex| [(key(vertex), vertex as u32)],
        |_: &mut (), _, bucket| {
            if bucket.len() == 1 {
                return;
            }
            bucket.sort_unstable_by(|&a, &b| order(positions[a as usize], positions[b as usize]).then(a.cmp(&b)));
            for group in bucket.chunk_by(|&a, &b| positions[a as usize] == positions[b as usize]) {
                group[1..].iter().for_each(|&vertex| first[vertex as usize].store(group[0], Relaxed));
            }
        },
    );
    first.into_par_iter().map(AtomicU32::into_inner).collect()
}

/// The order by x, then y, then z. Coordinates are finite.
fn order(a: DVec3, b: DVec3) -> Ordering {
    let of = |x: f64, y: f64| x.partial_cmp(&y).expect("coordinates are finite");
    of(a.x, b.x).then_with(|| of(a.y, b.y)).then_with(|| of(a.z, b.z))
}

/// A number that equal points share. Points that are not equal may share it: it decides nothing.
fn hash(point: DVec3) -> u64 {
    // Adding 0 makes 0 of −0.
    (point + 0.0)
        .to_array()
        .iter()
        .fold(0, |hash: u64, coordinate| {
            let mixed = (hash ^ coordinate.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 29
        })
        .wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
