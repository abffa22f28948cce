//! Where two surfaces cross, as polylines.

use super::Overlay;
use super::piece::{Bound, Place};
use super::solid::Bits;
use allide_geom::{Class, DVec3};
use rayon::prelude::*;

/// A polyline along which two surfaces cross. Seen from outside of the first solid, the inside of the second is to its left.
///
/// Which segments follow each other is decided by exact signs, the second solid being moved by infinitely little. So curves of
/// closed solids are closed, whatever touches what.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The points, in order. The first is not repeated at the end of a closed curve.
    pub points: Vec<DVec3>,
    /// Each point is at most this far from the true one, and from both surfaces.
    pub error: f64,
    /// Whether the last point is connected to the first. Only surfaces that are not closed have open curves.
    pub closed: bool,
    /// Whether triangles pass through each other somewhere along it. Otherwise they meet in edges and corners only: most
    /// often, the curve surrounds faces that touch.
    pub crossing: bool,
}

/// Segments, by number, that follow each other.
#[derive(Debug)]
pub(super) struct Chain {
    pub(super) segments: Vec<u32>,
    pub(super) closed: bool,
}

impl Overlay<'_> {
    /// The curves along which the surfaces cross, in the order of their first triangles. Curves that are a single point are
    /// left out.
    pub fn curves(&self) -> Vec<Curve> {
        self.chains().par_iter().filter_map(|chain| self.curve(chain)).collect()
    }

    pub(super) fn curve(&self, chain: &Chain) -> Option<Curve> {
        let segments = || chain.segments.iter().map(|&index| &self.segments[index as usize]);
        let open_end = segments().next_back().filter(|_| !chain.closed).map(|segment| segment.end.point);
        let nodes = || segments().map(|segment| segment.start.point).chain(open_end);
        let mut points: Vec<DVec3> = nodes().map(|node| node.at + self.origin).collect();
        points.dedup();
        while chain.closed && points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        if points.len() < 2 {
            return None;
        }
        let is_crossing = |index: &u32| {
            let segment = &self.segments[*index as usize];
            let place = self.pairs.binary_search_by_key(&(segment.a, segment.b), |pair| (pair.a, pair.b));
            place.is_ok_and(|place| self.pairs[place].class == Class::Crossing)
        };
        let error = nodes().map(|node| node.error).fold(0.0, f64::max);
        let rounding = points.iter().map(|point| point.abs().element_sum()).fold(0.0, f64::max) * f64::EPSILON;
        let crossing = chain.segments.iter().any(is_crossing);
        Some(Curve { points, error: error + rounding, closed: chain.closed, crossing })
    }

    /// All segments, each in one chain.
    pub(super) fn chains(&self) -> Vec<Chain> {
        let place = |bound: &super::meet::Crossing| Bound::crossing(bound).place;
        let mut starts: Vec<(Place, u32)> = self
            .segments
            .par_iter()
            .enumerate()
            .map(|(index, segment)| (place(&segment.start), index as u32))
            .collect();
        starts.par_sort_unstable();
        let mut ends: Vec<Place> = self.segments.par_iter().map(|segment| place(&segment.end)).collect();
        ends.par_sort_unstable();
        let has_none_before = |index: &u32| ends.binary_search(&place(&self.segments[*index as usize].start)).is_err();
        let all = 0..self.segments.len() as u32;
        let mut used = Bits::new(self.segments.len());
        let mut chains = Vec::new();
        for first in all.clone().filter(has_none_before).chain(all) {
            if used.has(first) {
                continue;
            }
            let mut segments = Vec::new();
            let mut next = Some(first);
            while let Some(index) = next {
                used.insert(index);
                segments.push(index);
                let end = place(&self.segments[index as usize].end);
                let from = starts.partition_point(|(start, _)| *start < end);
                let following = starts[from..].iter().take_while(|(start, _)| *start == end);
                next = following.map(|&(_, index)| index).find(|&index| !used.has(index));
            }
            let last = segments.last().map_or(first, |&last| last);
            let closed = place(&self.segments[last as usize].end) == place(&self.segments[first as usize].start);
            chains.push(Chain { segments, closed });
        }
        chains.sort_by_key(|chain| chain.segments.iter().copied().min());
        chains
    }
}
