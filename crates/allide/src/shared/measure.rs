//! What two objects of a scene share, and whether it is more than a tolerance.

use super::body::Body;
use super::{Contact, Curve, Depth, Overlay, Patch, Penetration};
use crate::confirm::{Keep, OverlapSink};
use crate::inspect::volume;
use crate::methods::{self, Method};
use crate::solids::{Relation, is_near, relation};
use crate::world::{WorldObject, WorldPair};
use crate::{DuplicateSet, Measure, ObjectId, ObjectPair, PairClass, TrianglePair, Watch};
use allide_geom::DVec3;
use rayon::prelude::*;
use std::sync::OnceLock;

/// What two objects share: see [`Solids::measured`](crate::Solids::measured).
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
    /// The volume that both have; `None` unless both are closed and neither overlaps itself, or if it is out of range.
    pub volume: Option<Measure>,
    /// The area of its surface; `None` likewise.
    pub area: Option<Measure>,
    /// Where surfaces cross: see [`Solids::with_contacts`](crate::Solids::with_contacts). Empty unless both are closed and
    /// neither overlaps itself, or if they were not asked for; likewise the other lists.
    pub curves: Vec<Curve>,
    /// Where faces lie in one plane.
    pub patches: Vec<Patch>,
    /// Where the objects push each other, and in which direction.
    pub contacts: Vec<Contact>,
}

/// Objects with more triangles than this are searched by trees, which are kept with their meshes.
const LARGE: usize = 1 << 10;

/// What is wanted of a measurement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// Depths below this do not count; 0 for all.
    pub(crate) tolerance: f64,
    /// Volumes up to this do not count; 0 for all.
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
                let shared = measure(bodies, &findings[pair.findings.clone()], self.wanted);
                pair.class = class_within(bodies, pair.class, &shared, self.wanted.tolerance);
                pair.class = class_above(self.wanted.min_volume, pair.class, &shared);
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
            let findings = overlaps(WorldPair { a: bodies[0].object, b: bodies[1].object }, Keep::All);
            set.shared = Some(Box::new(measure(bodies, &findings, self.wanted)));
        });
    }
}

/// What two bodies share, given all their overlapping triangles in order.
fn measure([a, b]: [&Body<'_>; 2], findings: &[TrianglePair], wanted: Wanted) -> Shared {
    let separates = |by: DVec3| are_separate(a.object, b.object, by);
    let (Some(first), Some(second)) = (a.solid(), b.solid()) else {
        let depth = Depth::of_surfaces([a.object, b.object], findings, wanted.tolerance, separates);
        let (curves, patches, contacts) = (Vec::new(), Vec::new(), Vec::new());
        let penetration = Penetration { lower: 0.0, upper: depth.upper };
        return Shared { penetration, depth, volume: None, area: None, curves, patches, contacts };
    };
    let overlay = Overlay::of(first, second, findings);
    let region = overlay.region();
    let depth = overlay.depth([a.bend(), b.bend()], wanted.tolerance, separates);
    Shared {
        // No move shorter than the diameter of a ball in both separates them.
        penetration: Penetration { lower: (2.0 * overlay.ball()).min(depth.upper), upper: depth.upper },
        depth,
        volume: finite(region.volume, region.volume_error),
        area: finite(region.area, region.area_error),
        curves: if wanted.contacts { overlay.curves() } else { Vec::new() },
        patches: if wanted.contacts { overlay.patches() } else { Vec::new() },
        contacts: if wanted.contacts { overlay.contacts() } else { Vec::new() },
    }
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

/// The overlapping triangles of two objects, in order.
fn overlaps(pair: WorldPair<'_>, keep: Keep) -> Vec<TrianglePair> {
    let objects = [pair.a, pair.b];
    let is_large = objects.iter().any(|object| object.triangle_count() > LARGE);
    let trees = is_large.then(|| objects.map(|object| object.mesh.rays().built(&object.mesh)));
    let method = if is_large { Method::Bvh } else { Method::Divide };
    let tree_of = |object: &WorldObject| trees.map(|trees| trees[usize::from(object.id == pair.b.id)]);
    let mut found = methods::search(method, pair, tree_of, &OverlapSink::new(pair, keep)).findings;
    found.par_sort_unstable();
    found
}

/// The class of two objects that share more than nothing, at a tolerance: shallow if a move shorter than it separates
/// them, and duplicates if they are the same within it.
fn class_within(bodies: [&Body<'_>; 2], class: PairClass, shared: &Shared, tolerance: f64) -> PairClass {
    match class {
        PairClass::Hard | PairClass::Contained if shared.depth.upper < tolerance => PairClass::Shallow,
        PairClass::Hard | PairClass::Contained if are_same(bodies, shared, tolerance) => PairClass::Duplicate,
        class => class,
    }
}

/// The class of two objects that share more than nothing, where so little volume does not count: shallow if they certainly
/// share no more.
fn class_above(min_volume: f64, class: PairClass, shared: &Shared) -> PairClass {
    let is_little = shared.volume.is_some_and(|volume| volume.value + volume.error <= min_volume);
    match class {
        PairClass::Hard | PairClass::Contained if min_volume > 0.0 && is_little => PairClass::Shallow,
        class => class,
    }
}

/// Whether two solids are the same within a tolerance: no vertex of one is farther from the surface of the other, and what
/// only one of them has is, on average over its surface, no thicker.
fn are_same([a, b]: [&Body<'_>; 2], shared: &Shared, tolerance: f64) -> bool {
    let (Some(first), Some(second)) = (a.solid(), b.solid()) else { return false };
    let (x, y) = (first.bounds, second.bounds);
    let are_close = |p: DVec3, q: DVec3| (p - q).abs().max_element() <= tolerance;
    if tolerance <= 0.0 || !are_close(x.min, y.min) || !are_close(x.max, y.max) {
        return false;
    }
    let (Some(common), Some(area)) = (shared.volume, shared.area) else { return false };
    let own = |solid: &super::Solid<'_>| {
        volume(solid.positions, &|triangle| solid.vertices(triangle as u32), solid.triangles.len()).1.value.abs()
    };
    let differs = own(&first) + own(&second) - 2.0 * (common.value - common.error);
    let is_near_to = |from: &super::Solid<'_>, to: &WorldObject| {
        let vertices = (0..from.positions.len() as u32).into_par_iter().with_min_len(64);
        let is_used = |vertex: &u32| !from.around(*vertex).is_empty();
        vertices.filter(is_used).all(|vertex| is_near(to, from.positions[vertex as usize], tolerance))
    };
    differs <= tolerance * area.value && is_near_to(&first, b.object) && is_near_to(&second, a.object)
}
