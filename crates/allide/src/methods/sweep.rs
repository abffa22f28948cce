//! Sweep and prune.
//!
//! Paper: Cohen, Lin, Manocha and Ponamgi, I-COLLIDE (1995). Boxes are sorted along an axis; a sweep over the sorted
//! list meets every pair that overlaps on that axis, and the other two axes are compared directly.
//! Guarantee: exact. Deviations from the paper: one sorted axis, the one on which the boxes are spread most, instead of
//! three; sorted anew each time, since scenes may change in any way between runs. For the nearest triangles alone, the axis
//! is the line between the nearest points of a first guess: along it, most triangles are farther apart than those.

use crate::confirm::{Batch, DistanceSink, Sink};
use crate::world::{WorldObject, WorldPair};
use allide_geom::{Aabb, DVec3};
use rayon::prelude::*;

/// A box, and whose it is.
#[derive(Clone, Copy)]
struct Entry {
    bounds: Aabb,
    index: u32,
    /// 0 or 1: the first or the second object. Only entries of different sides are paired, unless there is one side.
    side: u8,
}

/// The candidates of one object pair.
pub(crate) fn search<S: Sink>(pair: WorldPair<'_>, sink: &S) -> Batch<S::Finding> {
    if let Some(batch) = sink.nearest().and_then(|known| along_gap(pair, known, sink)) {
        return batch;
    }
    let within = pair.a.id == pair.b.id;
    let margin = sink.margin();
    let all = |object: &WorldObject| (0..object.triangle_count() as u32).into_par_iter();
    let mut entries = entries(pair.a, all(pair.a), &pair.b.bounds(), margin, 0);
    if !within {
        entries.extend(self::entries(pair.b, all(pair.b), &pair.a.bounds().grown(margin), 0.0, 1));
    }
    let (entries, axis) = sorted(entries);
    let sweep = |mut batch: Batch<S::Finding>, place: usize| {
        let entry = &entries[place];
        for other in begun_within(entry, &entries[place + 1..], axis) {
            if sink.is_done() {
                break;
            }
            if within || entry.side < other.side {
                sink.offer(&mut batch, entry.index, &[other.index]);
            } else if entry.side > other.side {
                sink.offer(&mut batch, other.index, &[entry.index]);
            }
        }
        sink.finished(1.0 / entries.len() as f64);
        batch
    };
    (0..entries.len()).into_par_iter().fold(Batch::default, sweep).reduce(Batch::default, Batch::join)
}

/// Pairs for each triangle, up to which a sweep along the gap is worth it. Objects that overlap have no gap, or none that
/// tells their triangles apart.
const CROWD: usize = 64;

/// The candidates for the nearest triangles, by a sweep along the gap between those that are known; `None` if there are
/// too many.
fn along_gap<S: Sink>(pair: WorldPair<'_>, known: &DistanceSink<'_>, sink: &S) -> Option<Batch<S::Finding>> {
    let (glance, best) = (known.glance()?, known.best());
    let of_a = extents(pair.a, &|triangle| glance.of_a(triangle), -1.0);
    let of_b = extents(pair.b, &|triangle| glance.of_b(triangle), 1.0);
    // From the first of both on, all others are farther apart.
    let may_matter = |a: f64, b: f64| best.may_precede(glance.steps(a, b), 0, 0);
    if count(&of_a, &of_b, &may_matter) > CROWD * (of_a.len() + of_b.len()) {
        return None;
    }
    let sweep = |mut batch: Batch<S::Finding>, &(extent, a): &(f64, u32)| {
        for &(other, b) in of_b.iter().take_while(|other| may_matter(extent, other.0)) {
            if sink.is_done() {
                break;
            }
            if best.may_precede(glance.steps(extent, other), a, b) {
                sink.offer(&mut batch, a, &[b]);
            }
        }
        sink.finished(1.0 / of_a.len() as f64);
        batch
    };
    Some(of_a.par_iter().fold(Batch::default, sweep).reduce(Batch::default, Batch::join))
}

/// The triangles of an object with their places along an axis, in order, or in reverse if `sign` is negative.
fn extents(object: &WorldObject, of: &(dyn Fn(u32) -> f64 + Sync), sign: f64) -> Vec<(f64, u32)> {
    let all = (0..object.triangle_count() as u32).into_par_iter().with_min_len(1 << 12);
    let mut extents: Vec<(f64, u32)> = all.map(|triangle| (of(triangle), triangle)).collect();
    extents.par_sort_unstable_by(|x, y| (sign * x.0).total_cmp(&(sign * y.0)).then(x.1.cmp(&y.1)));
    extents
}

/// How many pairs may matter; of each one in `a`, the first ones in `b`.
fn count(a: &[(f64, u32)], b: &[(f64, u32)], may_matter: &(dyn Fn(f64, f64) -> bool + Sync)) -> usize {
    a.par_iter().with_min_len(1 << 10).map(|x| b.partition_point(|y| may_matter(x.0, y.0))).sum()
}

#[cfg(feature = "gpu")]
/// Pairs of these triangles of two objects whose boxes are at most `margin` apart, the first object's first; where both are
/// one object, of the first list alone, with the smaller number first.
pub(crate) fn pairs_among(pair: WorldPair<'_>, triangles: [&[u32]; 2], margin: f64) -> Vec<[u32; 2]> {
    let within = pair.a.id == pair.b.id;
    let everywhere = Aabb { min: DVec3::NEG_INFINITY, max: DVec3::INFINITY };
    let of = |object: &WorldObject, side: u8, region: &Aabb| {
        let which = triangles[usize::from(side)].par_iter().copied();
        entries(object, which, region, if side == 0 { margin } else { 0.0 }, side)
    };
    let around = |entries: &[Entry]| entries.iter().fold(Aabb::EMPTY, |around, entry| around.union(&entry.bounds));
    let mut entries = of(pair.a, 0, &everywhere);
    if !within {
        let others = of(pair.b, 1, &around(&entries));
        let region = around(&others);
        entries.retain(|entry| entry.bounds.overlaps(&region));
        entries.extend(others);
    }
    let (entries, axis) = sorted(entries);
    let sweep = |place: usize| {
        let (entry, entries) = (&entries[place], &entries[place + 1..]);
        begun_within(entry, entries, axis).filter(move |other| within || entry.side != other.side).map(move |other| {
            let swap = if within { other.index < entry.index } else { other.side < entry.side };
            if swap { [other.index, entry.index] } else { [entry.index, other.index] }
        })
    };
    (0..entries.len()).into_par_iter().with_min_len(256).flat_map_iter(sweep).collect()
}

/// The boxes, grown by `margin`, of those triangles whose grown box reaches `region`.
fn entries(
    object: &WorldObject,
    which: impl ParallelIterator<Item = u32>,
    region: &Aabb,
    margin: f64,
    side: u8,
) -> Vec<Entry> {
    let corners = object.corners();
    let entry = |index: u32| {
        let bounds = Aabb::around(corners.of(index));
        // Sums round monotonically: a box within the margin still touches the grown one.
        let bounds = Aabb { min: bounds.min - margin, max: bounds.max + margin };
        Entry { bounds, index, side }
    };
    which.map(entry).filter(|entry| entry.bounds.overlaps(region)).collect()
}

/// The boxes in the order in which they begin along the axis on which they are spread most, and that axis.
fn sorted(mut entries: Vec<Entry>) -> (Vec<Entry>, usize) {
    let centers = || entries.iter().map(|entry| entry.bounds.center());
    let mean = centers().fold(DVec3::ZERO, |sum, center| sum + center / entries.len() as f64);
    let spread = centers().fold(DVec3::ZERO, |sum, center| sum + (center - mean).abs());
    let axis = spread.max_position();
    entries.par_sort_unstable_by(|x, y| {
        let begin = |entry: &Entry| entry.bounds.min[axis];
        begin(x).total_cmp(&begin(y)).then((x.side, x.index).cmp(&(y.side, y.index)))
    });
    (entries, axis)
}

/// Those of the following boxes that overlap the entry's.
fn begun_within<'e>(entry: &'e Entry, following: &'e [Entry], axis: usize) -> impl Iterator<Item = &'e Entry> {
    let end = entry.bounds.max[axis];
    let begun = following.iter().take_while(move |other| other.bounds.min[axis] <= end);
    begun.filter(|other| other.bounds.overlaps(&entry.bounds))
}
