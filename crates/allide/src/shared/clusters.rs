//! The connected parts of what two solids share.

use super::Overlay;
use super::piece::{Bound, Place, boundary};
use crate::topology::Joined;
use allide_geom::DVec3;
use rayon::prelude::*;

/// A connected part of what both share: corners of its surface, relative to the origin.
#[derive(Clone, Debug, Default)]
pub(super) struct Cluster {
    /// On the surface of the first solid, and of the second.
    pub(super) points: [Vec<DVec3>; 2],
}

impl Cluster {
    /// How far the second solid must move along a direction until, around here, it is beyond the first.
    pub(super) fn extent(&self, direction: DVec3) -> f64 {
        self.extent_of_some(direction, 1)
    }

    /// The same for a cluster with this many points.
    pub(super) fn extent_of_some(&self, direction: DVec3, step: usize) -> f64 {
        let along = |side: usize| self.points[side].iter().step_by(step).map(|point| point.dot(direction));
        along(0).fold(f64::NEG_INFINITY, f64::max) - along(1).fold(f64::INFINITY, f64::min)
    }
}

/// The connected parts, and what belongs to which.
pub(super) struct Clusters {
    pub(super) all: Vec<Cluster>,
    /// All corners of what both share, in order, and the cluster of each.
    corners: Vec<Bound>,
    of_corner: Vec<u32>,
}

impl Clusters {
    /// The number of a corner's cluster.
    pub(super) fn of(&self, place: &Place) -> usize {
        self.of_corner[find(&self.corners, place)] as usize
    }
}

fn find(corners: &[Bound], place: &Place) -> usize {
    corners.binary_search_by_key(place, |corner| corner.place).expect("all corners are listed")
}

impl Overlay<'_> {
    /// Joins what is connected along the edges of what both share.
    pub(super) fn clusters(&self) -> Clusters {
        let edges = self.sides.each_ref().map(|side| {
            let edges = side.active.par_iter().with_min_len(64);
            edges.flat_map_iter(|&triangle| boundary(side, triangle, &self.segments, self.origin)).collect::<Vec<_>>()
        });
        let ends = edges.iter().flatten().flatten().copied();
        let crossings = self.segments.iter().flat_map(|segment| [&segment.start, &segment.end].map(Bound::crossing));
        let mut corners: Vec<Bound> = ends.chain(crossings).collect();
        corners.par_sort_unstable_by_key(|corner| corner.place);
        corners.dedup_by_key(|corner| corner.place);
        let joined = Joined::new(corners.len());
        let number = |corner: &Bound| find(&corners, &corner.place) as u32;
        let join = |[start, end]: &[Bound; 2]| joined.join(number(start), number(end));
        edges.iter().for_each(|edges| edges.par_iter().with_min_len(256).for_each(join));
        let mut all: Vec<Cluster> = Vec::new();
        let mut cluster_of_root = vec![u32::MAX; corners.len()];
        let mut of_corner = Vec::with_capacity(corners.len());
        for (index, corner) in (0..).zip(&corners) {
            let cluster = &mut cluster_of_root[joined.root(index) as usize];
            if *cluster == u32::MAX {
                *cluster = all.len() as u32;
                all.push(Cluster::default());
            }
            of_corner.push(*cluster);
            let points = &mut all[*cluster as usize].points;
            match corner.place {
                Place::Vertex(is_second, _) => points[usize::from(is_second)].push(corner.point.at),
                Place::Crossing(..) => points.iter_mut().for_each(|points| points.push(corner.point.at)),
            }
        }
        Clusters { all, corners, of_corner }
    }
}
