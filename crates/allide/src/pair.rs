//! Repeated questions about two meshes, without a scene.
//!
//! Objects are made on the stack. Bounds are compared first, then the triangles that overlapped last, then trees, all
//! on the thread that asks.

use crate::confirm::{Batch, Halt, Sink, Stoppable};
use crate::methods::bvh::{Care, Tree};
use crate::methods::{self, Method};
use crate::questions::Question;
use crate::world::{self, WorldObject, WorldPair};
use crate::{Clearance, Error, Mesh, Nearest, NearestPoints, ObjectId, Overlaps, Pose, near};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Two meshes that are compared in many poses: a robot's arm and its cell, for example.
///
/// [`Pair::new`] builds everything once. Every question is answered on the calling thread, and any number of threads
/// may ask at the same time. Answers are those of [`Engine::run`](crate::Engine::run) for a scene of the two.
///
/// ```
/// use allide::{Mesh, Pair, Pose};
///
/// let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let pair = Pair::new(&triangle, &triangle);
/// let (here, there) = (Pose::IDENTITY, Pose::translation(0.0, 0.0, 3.0)?);
/// assert!(pair.overlaps(&here, &here)? && !pair.overlaps(&here, &there)?);
/// assert!(pair.is_within(3.5, &here, &there)? && !pair.is_within(3.0, &here, &there)?);
/// assert_eq!(pair.nearest(&here, &there)?.unwrap().distance, 3.0);
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Debug)]
pub struct Pair {
    meshes: [Mesh; 2],
    trees: [Arc<Tree>; 2],
    /// The triangles that overlapped last, which may still do after a small movement.
    last: AtomicU64,
}

/// The names of the two in errors.
const NAMES: [&str; 2] = ["a", "b"];
const IDS: [ObjectId; 2] = [ObjectId::first(0), ObjectId::first(1)];

impl Pair {
    /// Prepares the two meshes for questions, in time that grows with their triangles.
    pub fn new(a: &Mesh, b: &Mesh) -> Self {
        let tree = |mesh: &Mesh| Arc::new(Tree::build(mesh, Care::Careful));
        let tree_a = tree(a);
        let tree_b = if a.is_same(b) { Arc::clone(&tree_a) } else { tree(b) };
        Self { meshes: [a.clone(), b.clone()], trees: [tree_a, tree_b], last: AtomicU64::new(0) }
    }

    /// Whether any two triangles share a point in these poses, as in [`Overlaps`]; touching counts.
    ///
    /// # Errors
    /// A pose that moves a vertex out of range.
    pub fn overlaps(&self, pose_a: &Pose, pose_b: &Pose) -> Result<bool, Error> {
        let objects = self.placed([pose_a, pose_b])?;
        if !near::are_near_by_bounds(&objects, 0.0) {
            return Ok(false);
        }
        let [a, b] = &objects;
        let pair = WorldPair { a, b };
        let last = self.last.load(Ordering::Relaxed);
        let sink = Overlaps::new().pairs_only().sink(pair);
        let mut batch = Batch::default();
        sink.offer(&mut batch, (last >> 32) as u32, &[last as u32]);
        if batch.findings.is_empty() {
            self.search(pair, sink, &mut batch, true);
        }
        if let Some(found) = batch.findings.first() {
            self.last.store(u64::from(found.a) << 32 | u64::from(found.b), Ordering::Relaxed);
        }
        Ok(!batch.findings.is_empty())
    }

    /// Whether they are closer than `distance` in these poses, as in [`Clearance`]: closer is strict, and an overlap is
    /// closer than anything.
    ///
    /// # Errors
    /// A distance that is not positive and finite, or a pose that moves a vertex out of range.
    pub fn is_within(&self, distance: f64, pose_a: &Pose, pose_b: &Pose) -> Result<bool, Error> {
        let question = Clearance::within(distance)?;
        let objects = self.placed([pose_a, pose_b])?;
        if !near::are_near_by_bounds(&objects, distance) {
            return Ok(false);
        }
        let pair = WorldPair { a: &objects[0], b: &objects[1] };
        let mut batch = Batch::default();
        self.search(pair, question.sink(pair), &mut batch, true);
        Ok(!batch.findings.is_empty())
    }

    /// Their distance and nearest points in these poses, as in [`Nearest`]: 0 if they overlap, `None` if one of them has no
    /// triangles.
    ///
    /// # Errors
    /// A pose that moves a vertex out of range.
    pub fn nearest(&self, pose_a: &Pose, pose_b: &Pose) -> Result<Option<NearestPoints>, Error> {
        let objects = self.placed([pose_a, pose_b])?;
        let (pair, question) = (WorldPair { a: &objects[0], b: &objects[1] }, Nearest::new());
        let mut batch = Batch::default();
        self.search(pair, question.sink(pair), &mut batch, false);
        Ok(question.conclude(pair, &mut batch.findings).and_then(|verdict| verdict.nearest))
    }

    /// The two in the world.
    fn placed(&self, poses: [&Pose; 2]) -> Result<[WorldObject; 2], Error> {
        let place = |side: usize| WorldObject::of((&self.meshes[side], *poses[side]), IDS[side], NAMES[side]);
        let mut objects = [place(0)?, place(1)?];
        world::share_bounds(&mut objects);
        Ok(objects)
    }

    /// Searches on this thread, to the end or to the first finding.
    fn search<S: Sink>(&self, pair: WorldPair<'_>, sink: S, batch: &mut Batch<S::Finding>, is_one_enough: bool) {
        let found = AtomicBool::new(false);
        let halt = Halt { first: is_one_enough.then_some(&found), watch: None };
        let sink = Stoppable::new(sink, halt, None, 0.0).alone(true);
        let tree_of = |object: &WorldObject| Some(&*self.trees[object.id.index()]);
        batch.append(methods::search(Method::Bvh, pair, tree_of, &sink));
    }
}
