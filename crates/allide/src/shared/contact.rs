//! Contact points with normals, for whoever responds to a collision.

use super::Shared;
use super::piece::{Bound, Place, boundary};
use allide_geom::DVec3;
use rayon::prelude::*;
use std::collections::HashMap;

/// A place where two solids meet: the middle of a curve along which they cross, or of a patch where they touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Where.
    pub point: DVec3,
    /// The direction, of length 1, in which the second solid leaves the first.
    pub normal: DVec3,
    /// How far what both share around there reaches along the normal: about how far the second solid must move. Zero for
    /// patches. An estimate.
    pub depth: f64,
    /// The area of the patch, or the area around which the curve runs, seen along the normal.
    pub area: f64,
}

/// A connected part of what both share: corners of its surface, relative to the origin.
#[derive(Clone, Debug, Default)]
pub(super) struct Cluster {
    /// On the surface of the first solid, and of the second.
    pub(super) points: [Vec<DVec3>; 2],
}

impl Cluster {
    /// How far the second solid must move along a direction until, around here, it is beyond the first.
    pub(super) fn extent(&self, direction: DVec3) -> f64 {
        let along = |side: usize| self.points[side].iter().map(|point| point.dot(direction));
        along(0).fold(f64::NEG_INFINITY, f64::max) - along(1).fold(f64::INFINITY, f64::min)
    }
}

/// The connected parts of what both share, and which crossing belongs to which.
pub(super) struct Clusters {
    pub(super) all: Vec<Cluster>,
    of_place: HashMap<Place, u32>,
}

impl Clusters {
    /// The cluster of a crossing.
    fn of(&self, bound: &Bound) -> &Cluster {
        &self.all[self.of_place[&bound.place] as usize]
    }
}

impl Shared<'_> {
    /// One contact for each curve, and then for each patch where the solids touch.
    ///
    /// A solid that lies inside the other without any curve has no contact.
    pub fn contacts(&self) -> Vec<Contact> {
        let clusters = self.clusters();
        let chains = self.chains();
        let on_curves = chains.par_iter().filter(|chain| chain.closed).filter_map(|chain| {
            let segments = || chain.segments.iter().map(|&index| &self.segments[index as usize]);
            let first = segments().next()?;
            let apex = first.start.point.at;
            // The area vector of the surface of the first solid inside the second: it points into the second.
            let (mut vector, mut middle, mut length) = (DVec3::ZERO, DVec3::ZERO, 0.0);
            for segment in segments() {
                let (p, q) = (segment.start.point.at, segment.end.point.at);
                vector += (p - apex).cross(q - apex) * 0.5;
                middle += (p + q) * 0.5 * p.distance(q);
                length += p.distance(q);
            }
            let normal = vector.try_normalize()?;
            let depth = clusters.of(&Bound::crossing(&first.start)).extent(normal).max(0.0);
            let point = middle / length + self.origin;
            point.is_finite().then_some(Contact { point, normal, depth, area: vector.length() })
        });
        let mut contacts: Vec<Contact> = on_curves.collect();
        let [a, b] = self.sides.each_ref().map(|side| side.solid);
        contacts.par_extend(self.patches().into_par_iter().filter(|patch| patch.touching).filter_map(|patch| {
            let polygon = super::patches::patch(&a.corners(patch.a), &b.corners(patch.b), self.origin);
            let (area, _) = polygon.area();
            let point = polygon.middle() + self.origin;
            (polygon.points.len() > 2).then_some(Contact { point, normal: patch.normal, depth: 0.0, area })
        }));
        contacts
    }

    /// Joins what is connected along the edges of what both share.
    pub(super) fn clusters(&self) -> Clusters {
        let mut places: HashMap<Place, u32> = HashMap::new();
        let mut points: Vec<(DVec3, Place)> = Vec::new();
        let mut joined = Joined::default();
        for side in &self.sides {
            let boundaries = side.active.par_iter().with_min_len(64);
            let boundaries: Vec<_> =
                boundaries.map(|&triangle| boundary(side, triangle, &self.segments, self.origin)).collect();
            for bounds in boundaries.iter().flatten() {
                let [p, q] = bounds.each_ref().map(|bound| {
                    *places.entry(bound.place).or_insert_with(|| {
                        points.push((bound.point.at, bound.place));
                        joined.add()
                    })
                });
                joined.join(p, q);
            }
        }
        let mut all: Vec<Cluster> = Vec::new();
        let mut number: HashMap<u32, u32> = HashMap::new();
        let mut of_place = HashMap::with_capacity(points.len());
        for (index, (point, place)) in points.into_iter().enumerate() {
            let cluster = *number.entry(joined.root(index as u32)).or_insert_with(|| {
                all.push(Cluster::default());
                all.len() as u32 - 1
            });
            let cluster_points = &mut all[cluster as usize].points;
            match place {
                Place::Vertex(second, _) => cluster_points[usize::from(second)].push(point),
                Place::Crossing(..) => cluster_points.iter_mut().for_each(|points| points.push(point)),
            }
            of_place.insert(place, cluster);
        }
        Clusters { all, of_place }
    }
}

/// Sets that are joined step by step.
#[derive(Default)]
struct Joined(Vec<u32>);

impl Joined {
    fn add(&mut self) -> u32 {
        self.0.push(self.0.len() as u32);
        self.0.len() as u32 - 1
    }

    fn root(&mut self, mut element: u32) -> u32 {
        while self.0[element as usize] != element {
            let above = self.0[self.0[element as usize] as usize];
            self.0[element as usize] = above;
            element = above;
        }
        element
    }

    fn join(&mut self, p: u32, q: u32) {
        let (p, q) = (self.root(p), self.root(q));
        self.0[p.max(q) as usize] = p.min(q);
    }
}
