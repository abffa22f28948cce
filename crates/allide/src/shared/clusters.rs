//! The connected parts of what two solids share.

use super::Overlay;
use super::piece::{Bound, Place, boundary};
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

    /// The same for one of so many points.
    pub(super) fn extent_of_some(&self, direction: DVec3, step: usize) -> f64 {
        let along = |side: usize| self.points[side].iter().step_by(step).map(|point| point.dot(direction));
        along(0).fold(f64::NEG_INFINITY, f64::max) - along(1).fold(f64::INFINITY, f64::min)
    }
}

/// The connected parts, and which crossing belongs to which.
pub(super) struct Clusters {
    pub(super) all: Vec<Cluster>,
    /// All crossings, in order, and the cluster of each.
    crossings: Vec<Bound>,
    of_crossing: Vec<u32>,
}

impl Clusters {
    /// The number of a crossing's cluster.
    pub(super) fn of(&self, place: &Place) -> usize {
        self.of_crossing[find(&self.crossings, place)] as usize
    }
}

fn find(crossings: &[Bound], place: &Place) -> usize {
    crossings.binary_search_by_key(place, |crossing| crossing.place).expect("all crossings are listed")
}

impl Overlay<'_> {
    /// Joins what is connected along the edges of what both share.
    pub(super) fn clusters(&self) -> Clusters {
        let ends =
            self.segments.par_iter().flat_map_iter(|segment| [&segment.start, &segment.end].map(Bound::crossing));
        let mut crossings: Vec<Bound> = ends.collect();
        crossings.par_sort_unstable_by_key(|crossing| crossing.place);
        crossings.dedup_by_key(|crossing| crossing.place);
        let counts = self.sides.each_ref().map(|side| side.solid.positions.len());
        // Vertices of the first solid, vertices of the second, crossings.
        let number = |place: &Place| match *place {
            Place::Vertex(second, vertex) => vertex as usize + if second { counts[0] } else { 0 },
            Place::Crossing(..) => counts[0] + counts[1] + find(&crossings, place),
        };
        let mut joined = Joined((0..counts[0] + counts[1] + crossings.len()).collect());
        for side in &self.sides {
            let edges = side.active.par_iter().with_min_len(64).flat_map_iter(|&triangle| {
                let bounds = boundary(side, triangle, &self.segments, self.origin);
                bounds.into_iter().map(|[start, end]| [number(&start.place), number(&end.place)])
            });
            edges.collect::<Vec<_>>().into_iter().for_each(|[p, q]| joined.join(p, q));
        }
        let mut all: Vec<Cluster> = Vec::new();
        let mut cluster_of_root = vec![u32::MAX; joined.0.len()];
        let mut cluster = |index: usize, all: &mut Vec<Cluster>| {
            let cluster = &mut cluster_of_root[joined.root(index)];
            if *cluster == u32::MAX {
                *cluster = all.len() as u32;
                all.push(Cluster::default());
            }
            *cluster
        };
        let mut of_crossing = Vec::with_capacity(crossings.len());
        for (index, crossing) in crossings.iter().enumerate() {
            of_crossing.push(cluster(counts[0] + counts[1] + index, &mut all));
            let points = &mut all[of_crossing[index] as usize].points;
            points.iter_mut().for_each(|points| points.push(crossing.point.at));
        }
        for side in &self.sides {
            for vertex in side.inside.iter() {
                let cluster = cluster(number(&Place::Vertex(side.second, vertex)), &mut all);
                let point = side.solid.positions[vertex as usize] - self.origin;
                all[cluster as usize].points[usize::from(side.second)].push(point);
            }
        }
        Clusters { all, crossings, of_crossing }
    }
}

/// Sets that are joined step by step.
struct Joined(Vec<usize>);

impl Joined {
    fn root(&mut self, mut element: usize) -> usize {
        while self.0[element] != element {
            let above = self.0[self.0[element]];
            self.0[element] = above;
            element = above;
        }
        element
    }

    fn join(&mut self, p: usize, q: usize) {
        let (p, q) = (self.root(p), self.root(q));
        self.0[p.max(q)] = p.min(q);
    }
}
