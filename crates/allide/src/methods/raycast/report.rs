//! What rays found.

use super::eye::Precision;
use crate::ObjectId;
use allide_geom::DVec3;
use std::collections::BTreeSet;

/// What a run found, and what it cost. Sampled: what no ray shows is missing, and what is reported may be false.
#[derive(Clone, Debug, PartialEq)]
pub struct RaycastReport {
    /// Whether any ray ends inside a solid.
    pub interferes: bool,
    /// Objects with an edge inside a solid. Not by [`super::Algorithm::Detect`].
    pub penetrating: Vec<ObjectId>,
    /// Objects with an edge inside; by [`super::Algorithm::IdentifyBoth`] only the last drawn of those around an edge. By
    /// [`super::Algorithm::Queries`] also.
    pub penetrated: Vec<ObjectId>,
    /// Who is inside whom, by [`super::Algorithm::IdentifyBoth`] alone.
    pub pairs: Vec<Penetration>,
    /// Where, if asked for.
    pub edges: Vec<EdgeInside>,
    /// What rays can tell apart.
    pub precision: Precision,
    /// What was seen in pixels.
    pub pixels: PixelCounts,
    /// Whether passes or reads were left out, since nothing interferes.
    pub early_exit: bool,
    /// What it took.
    pub times: RaycastTimes,
}

/// An object with an edge inside another, or itself where a surface crosses itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Penetration {
    /// Whose edge it is.
    pub penetrating: ObjectId,
    /// What it is inside of.
    pub penetrated: ObjectId,
    /// How many pixels show it.
    pub pixels: u32,
}

/// An edge of which some points are inside a solid.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeInside {
    /// Whose edge it is.
    pub object: ObjectId,
    /// The vertices of the object's mesh that it is between.
    pub vertices: [u32; 2],
    /// Where they are in the world.
    pub ends: [DVec3; 2],
    /// The points, within [`RaycastReport::precision`], and what each is inside of, where that is known.
    pub points: Vec<(DVec3, Option<ObjectId>)>,
}

/// Pixels by what they say; `None` where they were not looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PixelCounts {
    /// Rays that end inside a solid.
    pub inside: Option<u32>,
    /// Rays with more back than front faces: an object is open, or there are more than 127 solids around an edge.
    pub negative: Option<u32>,
    /// The largest and smallest count, where they were asked for.
    pub extremes: Option<[i16; 2]>,
}

/// Milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RaycastTimes {
    /// Finding edges and normals, before the first command to the GPU.
    pub prepare: f64,
    /// Drawing, by the GPU's clock; `None` if it has none.
    pub render: Option<f64>,
    /// What else passed until pixels or queries were in memory: recording, copies, waiting.
    pub read: f64,
    /// Going through the pixels.
    pub parse: f64,
}

impl RaycastTimes {
    /// From the first command to the answer, as the thesis counts.
    pub fn total(&self) -> f64 {
        self.render.unwrap_or(0.0) + self.read + self.parse
    }
}

/// Pairs that an exact test upholds, and how many it does not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confirmed {
    /// Two objects each, once, the lower number first.
    pub pairs: Vec<[ObjectId; 2]>,
    /// Dropped because an object crosses only itself.
    pub with_itself: usize,
    /// Dropped because two objects do not interfere: edges were moved into a neighbour, or an object is open.
    pub apart: usize,
}

impl RaycastReport {
    /// All objects that were found, in order.
    pub fn objects(&self) -> Vec<ObjectId> {
        let all: BTreeSet<ObjectId> = self.penetrating.iter().chain(&self.penetrated).copied().collect();
        all.into_iter().collect()
    }

    /// Asks for every pair of objects whether it really interferes.
    pub fn confirm(&self, mut interferes: impl FnMut(ObjectId, ObjectId) -> bool) -> Confirmed {
        let sorted =
            |pair: &Penetration| [pair.penetrating.min(pair.penetrated), pair.penetrating.max(pair.penetrated)];
        let reported: BTreeSet<[ObjectId; 2]> = self.pairs.iter().map(sorted).collect();
        let mut confirmed = Confirmed::default();
        for pair in reported {
            match pair {
                [a, b] if a == b => confirmed.with_itself += 1,
                [a, b] if interferes(a, b) => confirmed.pairs.push(pair),
                _ => confirmed.apart += 1,
            }
        }
        confirmed
    }
}
