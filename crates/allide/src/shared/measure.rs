//! Measures of the region that two objects share, and whether it exceeds a tolerance.

use super::body::Body;
use super::penetration::Found;
use super::same::are_same;
use super::{Contact, Curve, Depth, Overlay, Patch, Penetration, Region, local, scaled};
use crate::confirm::Keep;
use crate::solids::{Relation, overlaps, relation};
use crate::words::words;
use crate::world::{WorldObject, WorldPair};
use crate::{DuplicateSet, Measure, ObjectId, ObjectPair, PairClass, TrianglePair, Watch};
use allide_geom::DVec3;
use rayon::prelude::*;
use std::sync::OnceLock;

/// Measures of the region that two objects share: see [`Solids::measured`](crate::Solids::measured).
///
/// ```
/// use allide::{Engine, Mesh, Pose, Scene, Solids};
///
/// let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let wedge = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
/// let mut scene = Scene::new();
/// scene.add("base", &wedge, Pose::IDENTITY);
/// scene.add("lid", &wedge, Pose::translation(0.25, 0.25, 0.25)?);
///
/// let report = Engine::cpu().run(&scene, &Solids::new().measured())?;
/// let shared = report.pairs[0].shared.as_ref().expect("they share volume");
/// let volume = shared.volume.expect("both are solids");
/// assert!((volume.value - 1.0 / 384.0).abs() <= volume.error);
/// assert!(shared.depth.exact && (shared.depth.upper - 0.25 / 3_f64.sqrt()).abs() < 1e-12);
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Shared {
    /// How far one goes into the other where they meet.
    pub penetration: Penetration,
    /// How far one must be moved to leave the other: the way out.
    pub depth: Depth,
    /// The volume that both have; `None` if it is [unknown](Self::unknown).
    pub volume: Option<Measure>,
    /// The area of its surface; `None` likewise.
    pub area: Option<Measure>,
    /// Why volume and area are not known, if they are not.
    pub unknown: Option<Unknown>,
    /// Where surfaces cross: see [`Solids::with_contacts`](crate::Solids::with_contacts). Empty unless both are closed and
    /// neither overlaps itself, or if they were not asked for; likewise the other lists.
    pub curves: Vec<Curve>,
    /// Where faces lie in one plane.
    pub patches: Vec<Patch>,
    /// Where the objects push each other, and in which direction.
    pub contacts: Vec<Contact>,
}

/// Why the volume that two objects share is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Unknown {
    /// One of them is not closed: it has no volume.
    NotClosed,
    /// One of them overlaps itself, or parts of its surface bound nothing: walls inside, or flat parts.
    OverlapsItself,
    /// The numbers are too large.
    OutOfRange,
}

impl Unknown {
    /// All reasons.
    pub const ALL: [Self; 3] = [Self::NotClosed, Self::OverlapsItself, Self::OutOfRange];

    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotClosed => "not-closed",
            Self::OverlapsItself => "overlaps-itself",
            Self::OutOfRange => "out-of-range",
        }
    }
}

words!(Unknown, "reason");

/// The options of a measurement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// Penetrations up to this are shallow; 0 for none.
    pub(crate) tolerance: f64,
    /// Shared volumes up to this are shallow; 0 for none.
    pub(crate) min_volume: f64,
    /// Whether curves, patches and contacts are wanted.
    pub(crate) contacts: bool,
}

/// The measurement of everything that was found in a scene.
pub(crate) struct Measurement<'m> {
    objects: &'m [WorldObject],
    wanted: Wanted,
    watch: &'m Watch,
    /// By object; none until it takes part.
    bodies: Vec<OnceLock<Body<'m>>>,
}

impl<'m> Measurement<'m> {
    pub(crate) fn new(objects: &'m [WorldObject], wanted: Wanted, watch: &'m Watch) -> Self {
        Self { objects, wanted, watch, bodies: objects.iter().map(|_| OnceLock::new()).collect() }
    }

    fn body(&self, id: ObjectId) -> &Body<'m> {
        let body = &self.bodies[id.index()];
        if let Some(known) = body.get() {
            return known;
        }
        // Outside the lock: a thread that waits for others while it holds one may be given work that needs it.
        let made = Body::new(&self.objects[id.index()]);
        body.get_or_init(|| made)
    }

    /// Measures pairs that share something, and tells which are shallow or the same within the tolerance.
    pub(crate) fn pairs(&self, pairs: &mut [ObjectPair], findings: &[TrianglePair]) {
        let share = 1.0 / pairs.len().max(1) as f64;
        let is_shared =
            |pair: &&ObjectPair| matches!(pair.class, PairClass::Hard | PairClass::Contained | PairClass::Duplicate);
        // Each body once, by whichever thread: pairs would compute the same one at the same time.
        let mut ids: Vec<ObjectId> = pairs.iter().filter(is_shared).flat_map(|pair| [pair.a, pair.b]).collect();
        ids.sort_unstable();
        ids.dedup();
        ids.par_iter().filter(|_| !self.watch.is_cancelled()).for_each(|&id| _ = self.body(id));
        pairs.par_iter_mut().for_each(|pair| {
            if is_shared(&&*pair) && !self.watch.is_cancelled() {
                let bodies = [self.body(pair.a), self.body(pair.b)];
                let (shared, settled) = scaled::measure(bodies, Some(&findings[pair.findings.clone()]), self.wanted);
                pair.class = class_within(bodies, pair.class, &shared, settled, self.wanted);
                pair.inside = pair.inside.filter(|_| pair.class == PairClass::Contained);
                pair.shared = Some(Box::new(shared));
            }
            self.watch.add(share);
        });
    }

    /// Measures the first two objects of each set.
    pub(crate) fn sets(&self, sets: &mut [DuplicateSet]) {
        sets.par_iter_mut().filter(|_| !self.watch.is_cancelled()).for_each(|set| {
            let bodies = [self.body(set.objects[0]), self.body(set.objects[1])];
            set.shared = Some(Box::new(scaled::measure(bodies, None, self.wanted).0));
        });
    }
}

/// Measures the shared region of two bodies, given all their overlapping triangles in order; `None` if they are duplicates.
/// And a lower bound on penetration that does not depend on the tolerance.
pub(super) fn measure([a, b]: [&Body<'_>; 2], findings: Option<&[TrianglePair]>, wanted: Wanted) -> (Shared, f64) {
    let separates = |by: DVec3| are_separate(a.object, b.object, by);
    let (Some(first), Some(second)) = (a.solid(), b.solid()) else {
        let inside = local::penetration([a, b], wanted.tolerance);
        let least = inside.map_or(0.0, |penetration| penetration.lower);
        let depth = Depth::of_surfaces([a.object, b.object], findings.unwrap_or_default(), least, separates);
        let penetration = inside.unwrap_or(Penetration { lower: 0.0, upper: depth.upper });
        let is_closed = a.is_closed() && b.is_closed();
        let unknown = Some(if is_closed { Unknown::OverlapsItself } else { Unknown::NotClosed });
        let (curves, patches, contacts) = (Vec::new(), Vec::new(), Vec::new());
        return (Shared { penetration, depth, volume: None, area: None, unknown, curves, patches, contacts }, 0.0);
    };
    let overlay = match findings {
        Some(findings) => Overlay::of(first, second, findings),
        None => Overlay::of_same(first, second),
    };
    let Region { volume, volume_error, area, area_error } = overlay.region();
    let bends = [a.bend(), b.bend()];
    let Found { penetration, settled } = overlay.find_penetration(bends, wanted.tolerance);
    let (volume, area) = (finite(volume, volume_error), finite(area, area_error));
    let shared = Shared {
        penetration,
        depth: overlay.depth(bends, penetration.lower, separates),
        volume,
        area,
        unknown: (volume.is_none() || area.is_none()).then_some(Unknown::OutOfRange),
        curves: if wanted.contacts { overlay.curves() } else { Vec::new() },
        patches: if wanted.contacts { overlay.patches() } else { Vec::new() },
        contacts: if wanted.contacts { overlay.contacts() } else { Vec::new() },
    };
    (shared, settled)
}

/// A number with its error, unless it left the range of numbers.
fn finite(value: f64, error: f64) -> Option<Measure> {
    (value.is_finite() && error.is_finite()).then_some(Measure { value, error })
}

/// Whether two objects share no volume, nor cross, once the second is moved.
fn are_separate(a: &WorldObject, b: &WorldObject, by: DVec3) -> bool {
    let Some(moved) = b.moved(by) else { return false };
    let pair = WorldPair { a, b: &moved };
    if !a.outer_bounds.overlaps(&moved.outer_bounds) {
        return true;
    }
    let findings = overlaps(pair, Keep::UntilCrossing);
    matches!(relation(pair, &findings), Relation::Apart | Relation::Touch)
}

/// The class of two objects that share more than nothing: duplicates if they are the same within the tolerance, and shallow
/// if they go into each other by no more, or share too little volume.
///
/// A larger tolerance never takes away from either, nor does it turn one into the other: what is the same must differ by less
/// than its own thickness, `settled`, so small parts that have little to do with each other do not become duplicates, and thin ones
/// that are the same are not hidden.
fn class_within(bodies: [&Body<'_>; 2], class: PairClass, shared: &Shared, settled: f64, wanted: Wanted) -> PairClass {
    let is_little = |volume: Measure| volume.value + volume.error <= wanted.min_volume;
    match class {
        PairClass::Hard | PairClass::Contained if are_same(bodies, wanted.tolerance.min(0.5 * settled)) => {
            PairClass::Duplicate
        }
        PairClass::Hard | PairClass::Contained if shared.penetration.upper <= wanted.tolerance => PairClass::Shallow,
        PairClass::Hard | PairClass::Contained if shared.volume.is_some_and(is_little) => PairClass::Shallow,
        class => class,
    }
}
