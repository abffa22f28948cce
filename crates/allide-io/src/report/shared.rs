//! The region that two objects share, as it is written and read.

use super::Detail;
use super::document::{coordinates, word};
use allide::{Depth, Measure, Penetration, Shared, Unknown};
use serde::{Deserialize, Serialize};

/// The region that two objects share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SharedEntry {
    /// How far one goes into the other where they meet.
    pub penetration: PenetrationEntry,
    /// How far `b` must be moved to leave `a`: the way out.
    pub depth: DepthEntry,
    /// The volume that both have, where both are solids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume: Option<MeasureEntry>,
    /// The area of its surface.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<MeasureEntry>,
    /// Why volume and area are not known, if they are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unknown: Option<Reason>,
    /// Where the surfaces cross, if that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<CurveEntry>,
    /// Where faces lie in one plane, if that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patches: Vec<PatchEntry>,
    /// Where they push each other, if that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contacts: Vec<ContactEntry>,
}

/// Why the volume that two objects share is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Reason(#[serde(with = "word")] pub Unknown);

/// How far one object goes into the other where they meet: the diameter of the largest ball in what both share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PenetrationEntry {
    /// A ball of this diameter fits.
    pub lower: f64,
    /// No larger one does.
    pub upper: f64,
}

/// How far one object must be moved to leave the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepthEntry {
    /// A move of this length along the direction separates them.
    pub upper: f64,
    /// No shorter move than this does.
    pub lower: f64,
    /// The direction in which `b` is moved, of length 1.
    pub direction: [f64; 3],
    /// Whether the bounds differ by more than rounding.
    pub estimate: bool,
}

/// A number, and how far it may be from the true one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "as in the library")]
pub struct MeasureEntry {
    pub value: f64,
    pub error: f64,
}

/// A curve along which two surfaces cross: see [`allide::Curve`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "as in the library")]
pub struct CurveEntry {
    pub points: Vec<[f64; 3]>,
    pub error: f64,
    pub closed: bool,
    pub crossing: bool,
}

/// The intersection of two coplanar triangles: see [`allide::Patch`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "as in the library")]
pub struct PatchEntry {
    pub a: u32,
    pub b: u32,
    pub points: Vec<[f64; 3]>,
    pub normal: [f64; 3],
    pub touching: bool,
}

/// A place where two objects push each other: see [`allide::Contact`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "as in the library")]
pub struct ContactEntry {
    pub point: [f64; 3],
    pub normal: [f64; 3],
    pub depth: f64,
    pub area: f64,
}

impl SharedEntry {
    pub(super) fn new(shared: &Shared, detail: Detail) -> Self {
        let Depth { upper, lower, direction, exact } = shared.depth;
        let Penetration { lower: fits, upper: no_larger, .. } = shared.penetration;
        let measure =
            |measure: Option<Measure>| measure.map(|Measure { value, error, .. }| MeasureEntry { value, error });
        let points = |points: &[allide::DVec3]| points.iter().copied().map(coordinates).collect();
        let curve = |curve: &allide::Curve| CurveEntry {
            points: points(&curve.points),
            error: curve.error,
            closed: curve.closed,
            crossing: curve.crossing,
        };
        let patch = |patch: &allide::Patch| PatchEntry {
            a: patch.a,
            b: patch.b,
            points: points(&patch.points),
            normal: coordinates(patch.normal),
            touching: patch.touching,
        };
        let contact = |contact: &allide::Contact| ContactEntry {
            point: coordinates(contact.point),
            normal: coordinates(contact.normal),
            depth: contact.depth,
            area: contact.area,
        };
        let entry = Self {
            penetration: PenetrationEntry { lower: fits, upper: no_larger },
            depth: DepthEntry { upper, lower, direction: coordinates(direction), estimate: !exact },
            volume: measure(shared.volume),
            area: measure(shared.area),
            unknown: shared.unknown.map(Reason),
            curves: Vec::new(),
            patches: Vec::new(),
            contacts: Vec::new(),
        };
        if !detail.contacts {
            return entry;
        }
        Self {
            curves: shared.curves.iter().map(curve).collect(),
            patches: shared.patches.iter().map(patch).collect(),
            contacts: shared.contacts.iter().map(contact).collect(),
            ..entry
        }
    }

    /// What types alone do not tell.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let check = |holds: bool, problem: &'static str| if holds { Ok(()) } else { Err(problem) };
        let DepthEntry { upper, lower, .. } = self.depth;
        check(0.0 <= lower && lower <= upper, "its depth is negative, or its bounds are not in order")?;
        let PenetrationEntry { upper, lower } = self.penetration;
        check(0.0 <= lower && lower <= upper, "its penetration is negative, or its bounds are not in order")?;
        let is_right = |measure: Option<MeasureEntry>| measure.is_none_or(|it| it.value >= 0.0 && it.error >= 0.0);
        check(is_right(self.volume) && is_right(self.area), "its volume or area is negative")?;
        check(self.curves.iter().all(|curve| curve.points.len() > 1 && curve.error >= 0.0), "a curve is a point")?;
        check(self.contacts.iter().all(|it| it.depth >= 0.0 && it.area >= 0.0), "a contact of negative size")
    }
}
