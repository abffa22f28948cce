//! The nearest two of all objects, without measuring pairs that bounds keep farther apart than the best so far.
//!
//! One tree over the objects' bounds is walked with itself (`bvh/couples.rs`), near pairs first. The best distance so
//! far is the limit for every further pair, widened by a step of `Order`, so that the result is the one that a report
//! of all pairs has.

use super::Engine;
use crate::answer::Found;
use crate::confirm::{Batch, Halt, Order, Sink, Stoppable, reach};
use crate::methods::bvh::{Care, Tree, Wanted};
use crate::methods::{self, Method};
use crate::near;
use crate::questions::{Question, QuestionKind};
use crate::world::{self, WorldObject, WorldPair};
use crate::{Aabb, Device, Error, Nearest, ObjectPair, Scene};

impl Engine {
    /// The two objects that are nearest to each other, with their nearest points: the first by distance, then by ids, of the
    /// pairs that [`Engine::run`] reports for this question, without solving the others. `None` if there is no pair.
    ///
    /// Found on the CPU, whatever the engine has.
    ///
    /// ```
    /// use allide::{Engine, Mesh, Nearest, Pose, Scene};
    ///
    /// let triangle = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let mut scene = Scene::new();
    /// let mut add = |z| Ok::<_, allide::Error>(scene.add("", &triangle, Pose::translation(0.0, 0.0, z)?));
    /// let ids = [add(0.0)?, add(9.0)?, add(4.0)?, add(6.0)?];
    /// let closest = Engine::cpu().closest(&scene, &Nearest::new())?.expect("there are pairs");
    /// assert_eq!((closest.a, closest.b, closest.nearest.unwrap().distance), (ids[2], ids[3], 2.0));
    /// let closest = Engine::cpu().closest(&scene, &Nearest::new().of(ids[0]))?.expect("there are pairs");
    /// assert_eq!((closest.b, closest.nearest.unwrap().distance), (ids[2], 4.0));
    /// # Ok::<(), allide::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Engine::run`].
    pub fn closest(&mut self, scene: &Scene, question: &Nearest) -> Result<Option<ObjectPair>, Error> {
        let asked = question.asked();
        asked.method.check(QuestionKind::Nearest)?;
        if !asked.method.devices().contains(&Device::Cpu) {
            return Err(Error::NotOnCpu { method: asked.method.name() });
        }
        let one = match asked.object {
            Some(id) if scene.get(id).is_none() => {
                return Err(Error::NoSuchObject { index: id.index(), count: scene.ids().count() });
            }
            one => one.map(|id| id.index),
        };
        let objects = world::objects(scene, &self.placed)?;
        self.begin(scene);
        let watch = self.watch.clone();
        let halt = Halt { first: None, watch: watch.as_ref() };
        let method = if asked.method == Method::Auto { Method::Bvh } else { asked.method };
        let mut search = Search { engine: self, objects: &objects, question, method, halt, best: None };
        let is_wanted = |a: u32, b: u32| !scene.ignores_at(a as usize, b as usize);
        match search.engine.pool.clone().filter(|_| objects.len() > 2) {
            Some(pool) => pool.install(|| search.all(one, &is_wanted)),
            None => search.all(one, &is_wanted),
        }
        let best = search.best;
        if halt.is_cancelled() { Err(Error::Cancelled) } else { Ok(best) }
    }
}

/// A search for the nearest two objects.
struct Search<'s> {
    engine: &'s mut Engine,
    objects: &'s [WorldObject],
    question: &'s Nearest,
    method: Method,
    halt: Halt<'s>,
    best: Option<ObjectPair>,
}

impl Search<'_> {
    fn all(&mut self, one: Option<u32>, is_wanted: &(dyn Fn(u32, u32) -> bool + Sync)) {
        let objects = self.objects;
        let bounds = |object: u32| objects[object as usize].outer_bounds;
        let filled: Vec<u32> = (0..objects.len() as u32).filter(|&object| !bounds(object).is_empty()).collect();
        let around = filled.iter().fold(Aabb::EMPTY, |all, &object| all.union(&bounds(object)));
        let magnitude = objects.iter().map(WorldObject::magnitude).fold(0.0, f64::max);
        let mut try_pair = |a: u32, b: u32| {
            if is_wanted(a, b) && !self.halt.is_cancelled() {
                self.solve(a, b);
            }
            self.wanted(magnitude)
        };
        if let Some(one) = one {
            let others = filled.into_iter().filter(|&other| other != one);
            let gap = |other: u32| near::gap(&bounds(one), &bounds(other));
            let mut others: Vec<(f64, u32)> = others.map(|other| (gap(other), other)).collect();
            others.sort_unstable_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
            let mut wanted = Wanted { distance: f64::INFINITY, number: u32::MAX };
            for (gap, other) in others.into_iter().filter(|_| !bounds(one).is_empty()) {
                if gap <= wanted.distance {
                    wanted = try_pair(one.min(other), one.max(other));
                }
            }
            return;
        }
        let tree = Tree::over(filled.len() as u32, Care::Careful, |place| bounds(filled[place as usize]));
        tree.couples(around, |a, b| {
            let wanted = try_pair(filled[a as usize], filled[b as usize]);
            // By place among those that are not empty, which have the same order.
            Wanted { number: filled.partition_point(|&object| object < wanted.number) as u32, ..wanted }
        });
    }

    /// Which pairs may still come before the best.
    fn wanted(&self, magnitude: f64) -> Wanted {
        let all = Wanted { distance: f64::INFINITY, number: u32::MAX };
        let Some((best, distance)) = self.best() else { return all };
        if self.halt.is_cancelled() {
            return Wanted { distance: -1.0, number: 0 };
        }
        // Of pairs that overlap, the one with the smallest ids.
        let number = if distance == 0.0 { best.a.index } else { u32::MAX };
        Wanted { distance: reach(distance, magnitude), number }
    }

    fn best(&self) -> Option<(&ObjectPair, f64)> {
        let best = self.best.as_ref()?;
        Some((best, best.nearest?.distance))
    }

    /// Replaces the best pair by this one if it comes before it.
    fn solve(&mut self, a: u32, b: u32) {
        let objects = self.objects;
        let pair = world::pair(objects, (a, b));
        let ids = (pair.a.id, pair.b.id);
        let known = self.best().map(|(best, distance)| (distance, (best.a, best.b)));
        if known.is_some_and(|(distance, best)| distance == 0.0 && best < ids) {
            return;
        }
        // As near as the best is near enough, and so are pairs of triangles that only rounding makes farther apart.
        let limit = known.map_or(f64::INFINITY, |(distance, _)| Order::of(pair).beyond(distance));
        let batch = self.search(pair, limit);
        if batch.findings.is_empty() && limit.is_finite() {
            return;
        }
        let mut found = Found::default();
        found.add(self.question, pair, batch);
        let Some(solved) = found.pairs.pop() else { return };
        let Some(distance) = solved.nearest.map(|nearest| nearest.distance) else { return };
        if known.is_none_or(|(best, best_ids)| distance < best || distance == best && ids < best_ids) {
            self.best = Some(solved);
        }
    }

    /// The nearest triangles of two objects, if they are nearer than the limit.
    fn search(&mut self, pair: WorldPair<'_>, limit: f64) -> Batch<crate::TriangleDistance> {
        let trees = &mut self.engine.trees;
        if self.method == Method::Bvh || self.method.finds_nearest_as_bvh() {
            trees.prepare([&pair.a.mesh, &pair.b.mesh].into_iter(), Care::Quick);
        }
        let [tree_a, tree_b] = [pair.a, pair.b].map(|object| trees.of(&object.mesh));
        let tree_of = |object: &WorldObject| if object.id == pair.a.id { tree_a.as_deref() } else { tree_b.as_deref() };
        let sink = Stoppable::new(crate::confirm::DistanceSink::new(pair, limit, false), self.halt, None, 0.0);
        if sink.is_done() {
            return Batch::default();
        }
        methods::search(self.method, pair, tree_of, &sink)
    }
}
