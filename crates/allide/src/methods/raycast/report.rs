//! The result of ray casting.

use super::eye::Precision;
use crate::ObjectId;
use allide_geom::DVec3;
use std::collections::BTreeSet;

/// The findings of a run, and its cost. Sampled: findings that no ray shows are missing, and reported ones may be false.
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
    /// The resolution of rays.
    pub precision: Precision,
    /// The evidence in the pixels.
    pub pixels: PixelCounts,
    /// Whether passes or reads were left out, since nothing interferes.
    pub early_exit: bool,
    /// The cost.
    pub times: RaycastTimes,
}

/// An object with an edge inside another, or itself where a surface crosses itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Penetration {
    /// Whose edge it is.
    pub penetrating: ObjectId,
    /// The objects that contain it.
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
    /// The largest and the smallest count, where they were asked for.
    pub extremes: Option<Extremes>,
}

/// By how much rays enter solids more often than they leave them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extremes {
    /// Of all pixels.
    pub largest: i16,
    /// Of all pixels.
    pub smallest: i16,
}

/// Milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RaycastTimes {
    /// Finding edges and normals, before the first command to the GPU.
    pub prepare: f64,
    /// Drawing, by the GPU's clock; `None` if it has none.
    pub render: Option<f64>,
    /// The remaining time until pixels or queries were in memory: recording, copies, waiting.
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

impl RaycastReport {
    /// All objects that were found, in order.
    pub fn objects(&self) -> Vec<ObjectId> {
        let all: BTreeSet<ObjectId> = self.penetrating.iter().chain(&self.penetrated).copied().collect();
        all.into_iter().collect()
    }

    /// Two objects each, whichever is inside the other: once, the lower number first, in order. Without objects inside themselves.
    pub fn object_pairs(&self) -> Vec<[ObjectId; 2]> {
        let sorted =
            |pair: &Penetration| [pair.penetrating.min(pair.penetrated), pair.penetrating.max(pair.penetrated)];
        let pairs: BTreeSet<[ObjectId; 2]> = self.pairs.iter().map(sorted).filter(|[a, b]| a != b).collect();
        pairs.into_iter().collect()
    }

    /// Objects that are inside themselves, in order: their surface crosses itself, or their edges were moved too little.
    pub fn inside_themselves(&self) -> Vec<ObjectId> {
        let own = self.pairs.iter().filter(|pair| pair.penetrating == pair.penetrated);
        own.map(|pair| pair.penetrating).collect()
    }
}
