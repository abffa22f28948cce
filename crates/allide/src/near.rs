//! The object pairs of a question: those whose bounds come close enough, found a block at a time.
//!
//! If all objects are close to each other, there are too many pairs to keep. So they are enumerated from a tree over
//! the bounds of all objects, from the first object to the last, and at most one block of them is in memory.

use crate::confirm::reach;
use crate::methods::Method;
use crate::methods::bvh::{Care, Tree};
use crate::methods::propose::Pairs;
use crate::questions::Asked;
use crate::world::WorldObject;
use crate::{Aabb, Error, Scene};
use allide_geom::DVec3;
use rayon::prelude::*;
use std::ops::{ControlFlow, Range};

/// Pairs per block.
const BLOCK: usize = 1 << 20;
/// How many objects are queried at a time, initially; with as many in all, no other thread is woken up.
pub(crate) const FEW: u32 = 64;

/// Two objects by their places in the scene, smaller first; or one twice.
pub(crate) type Numbers = (u32, u32);

/// The object pairs of a question, in order.
pub(crate) struct ObjectPairs<'s> {
    scene: &'s Scene,
    partners: Partners,
    /// The class of each object, if duplicates are left out.
    classes: Vec<Option<u32>>,
    /// Whether each object has pairs, and no other stands for it.
    is_told: Vec<bool>,
    /// Those that were proposed, if only these are wanted.
    proposed: Option<Pairs>,
    /// The objects whose pairs with later ones are still to come.
    left: Range<u32>,
    /// How many there were.
    all: u32,
}

/// Who is paired with whom.
enum Partners {
    /// Each with itself.
    Itself,
    /// All with all.
    All,
    /// Those whose boxes overlap.
    Near(Near),
    /// One object with those whose boxes overlap its own, or with all.
    One { object: u32, others: Vec<u32> },
}

/// The boxes of all objects, and a tree over them. Duplicates whose pairs are not wanted share a leaf: any number of them in
/// one place are one box, and their pairs are not even listed.
struct Near {
    boxes: Vec<Aabb>,
    /// How far apart objects may be; the boxes are grown by half of that.
    reach: f64,
    /// Objects whose boxes are not empty, leaf by leaf.
    filled: Vec<u32>,
    /// Where each leaf starts in `filled`, then the total.
    starts: Vec<u32>,
    /// The leaf of each object.
    leaf_of: Vec<u32>,
    tree: Tree,
}

impl Near {
    /// `leaders` tells which objects share a leaf.
    fn new((boxes, reach): (Vec<Aabb>, f64), leaders: impl Fn(u32) -> u32) -> Self {
        let mut filled: Vec<u32> = (0..).zip(&boxes).filter(|(_, bounds)| !bounds.is_empty()).map(|(k, _)| k).collect();
        // Leaders are first members, so this leaves alone what shares no leaf.
        filled.sort_by_key(|&object| leaders(object));
        let (mut starts, mut leaf_of) = (Vec::new(), vec![u32::MAX; boxes.len()]);
        for (place, &object) in filled.iter().enumerate() {
            if place == 0 || leaders(filled[place - 1]) != leaders(object) {
                starts.push(place as u32);
            }
            leaf_of[object as usize] = starts.len() as u32 - 1;
        }
        let leaves = starts.len() as u32;
        starts.push(filled.len() as u32);
        let bounds = |leaf: u32| {
            let members = &filled[starts[leaf as usize] as usize..starts[leaf as usize + 1] as usize];
            members.iter().fold(Aabb::EMPTY, |bounds, &member| bounds.union(&boxes[member as usize]))
        };
        let tree = Tree::over(leaves, Care::Careful, bounds);
        Self { boxes, reach, filled, starts, leaf_of, tree }
    }

    /// Visits the objects of other leaves whose boxes overlap that of `object`, until it breaks off.
    fn visit(&self, object: u32, mut visit: impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        let Self { boxes, reach, filled, starts, leaf_of, tree } = self;
        let own = &boxes[object as usize];
        if own.is_empty() {
            return ControlFlow::Continue(());
        }
        tree.query(own, |leaf| {
            if leaf == leaf_of[object as usize] {
                return ControlFlow::Continue(());
            }
            let members = &filled[starts[leaf as usize] as usize..starts[leaf as usize + 1] as usize];
            let is_near = |other: &&u32| are_near(own, &boxes[**other as usize], *reach);
            members.iter().filter(is_near).try_for_each(|&other| visit(other))
        })
    }
}

impl<'s> ObjectPairs<'s> {
    /// The pairs of a question, or all pairs regardless of bounds if the method works that way. Without those of
    /// duplicates, unless they are asked for.
    pub(crate) fn new(scene: &'s Scene, objects: &[WorldObject], asked: &Asked, method: Method) -> Result<Self, Error> {
        let count = objects.len() as u32;
        let object = asked.object.map(|id| match scene.get(id) {
            Some(_) => Ok(id.index),
            None => Err(Error::NoSuchObject { index: id.index(), count: scene.ids().count() }),
        });
        let are_left_out =
            |a: u32, b: u32| !asked.duplicates && objects[a as usize].is_duplicate_of(&objects[b as usize]);
        let (is_within, is_near) = (asked.question.is_within(), method != Method::Brute && asked.distance.is_finite());
        let reach = reach_of(objects, asked.distance);
        let (partners, left) = match object.transpose()? {
            Some(object) if is_within => (Partners::Itself, object..object + 1),
            Some(object) => {
                let boxes = is_near.then(|| boxes(objects, reach));
                let is_partner = |&other: &u32| {
                    let meets = |boxes: &Vec<Aabb>| are_near(&boxes[object as usize], &boxes[other as usize], reach);
                    other != object
                        && boxes.as_ref().is_none_or(meets)
                        && !are_left_out(object, other)
                        && !scene.ignores_at(object as usize, other as usize)
                };
                (Partners::One { object, others: (0..count).filter(is_partner).collect() }, object..object + 1)
            }
            None if is_within => (Partners::Itself, 0..count),
            None if is_near => {
                let class = |object: u32| objects[object as usize].class.filter(|_| !asked.duplicates);
                let near = Near::new((boxes(objects, reach), reach), |object| class(object).unwrap_or(object));
                (Partners::Near(near), 0..count)
            }
            None => (Partners::All, 0..count),
        };
        let classes = if asked.duplicates { Vec::new() } else { objects.iter().map(|object| object.class).collect() };
        let is_told = objects.iter().map(|object| object.stands_for > 0).collect();
        Ok(Self { scene, partners, classes, is_told, proposed: None, all: left.len() as u32, left })
    }

    /// Leaves out all pairs that were not proposed.
    pub(crate) fn keep(&mut self, proposed: Pairs) {
        self.proposed = Some(proposed);
    }

    /// The fraction of objects whose pairs were listed so far.
    pub(crate) fn fraction(&self) -> f64 {
        if self.left.is_empty() { 1.0 } else { 1.0 - f64::from(self.left.len() as u32) / f64::from(self.all) }
    }

    /// Whether an object is paired with at least `many` others, groups aside.
    pub(crate) fn has_neighbours(&self, object: u32, many: usize) -> bool {
        let Partners::Near(near) = &self.partners else { return false };
        let mut left = many;
        let count = |_| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        near.visit(object, count).is_break()
    }

    /// The pairs of one object with later ones, in order.
    fn of(&self, object: u32, count: u32) -> Vec<Numbers> {
        let is_proposed = |other: u32| self.proposed.as_ref().is_none_or(|pairs| pairs.has(object, other));
        let wanted = |other: &u32| !self.scene.ignores_at(object as usize, *other as usize) && is_proposed(*other);
        let mut others: Vec<u32> = match &self.partners {
            Partners::Itself => return vec![(object, object)],
            Partners::One { object, others } => {
                let others = others.iter().filter(|other| is_proposed(**other));
                return others.map(|&other| (other.min(*object), other.max(*object))).collect();
            }
            Partners::All => {
                let class = |object: u32| self.classes.get(object as usize).copied().flatten();
                let is_apart = |other: &u32| {
                    self.is_told[*other as usize] && (class(object).is_none() || class(object) != class(*other))
                };
                let count = if self.is_told[object as usize] { count } else { 0 };
                (object + 1..count).filter(|other| is_apart(other) && wanted(other)).collect()
            }
            Partners::Near(near) => {
                let mut others = Vec::new();
                let _ = near.visit(object, |other| {
                    others.extend((other > object && wanted(&other)).then_some(other));
                    ControlFlow::Continue(())
                });
                others
            }
        };
        others.sort_unstable();
        others.into_iter().map(|other| (object, other)).collect()
    }
}

/// Whether two objects can be so near each other, by their bounds alone.
pub(crate) fn are_near_by_bounds(objects: &[WorldObject; 2], distance: f64) -> bool {
    let reach = reach_of(objects, distance);
    let [a, b] = [0, 1].map(|side: usize| grown(&objects[side], 0.5 * reach));
    are_near(&a, &b, reach)
}

/// How far apart two boxes are, or a little less.
pub(crate) fn gap(a: &Aabb, b: &Aabb) -> f64 {
    let gap = (b.min - a.max).max(a.min - b.max).max(DVec3::ZERO);
    let largest = gap.max_element();
    // Scaled, so that no square is out of range; and a few roundings less.
    if largest > 0.0 && largest.is_finite() { (gap / largest).length() * largest * (1.0 - 1.0e-15) } else { 0.0 }
}

/// Up to this many objects are compared in pairs before anything else.
const FEWEST: usize = 16;

/// Whether no two of few objects are near enough for the question, by their bounds: then there is nothing to be found. So are
/// duplicates, which have common points. `false` where that takes more than a glance.
pub(crate) fn none_are(scene: &Scene, objects: &[WorldObject], asked: &Asked) -> bool {
    let is_there = asked.object.is_none_or(|id| scene.get(id).is_some());
    let is_told_by_bounds = !asked.question.is_within() && asked.distance.is_finite() && asked.method != Method::Brute;
    if objects.len() > FEWEST || !is_there || !is_told_by_bounds || asked.method.proposes() {
        return false;
    }
    let reach = reach_of(objects, asked.distance);
    let bounds = |object: &WorldObject| grown(object, 0.5 * reach);
    let are_apart = |(place, a): (usize, &WorldObject)| {
        let own = bounds(a);
        own.is_empty() || objects[..place].iter().all(|b| !are_near(&own, &bounds(b), reach))
    };
    objects.iter().enumerate().all(are_apart)
}

/// How far apart the bounds of objects within `distance` of each other can be, rounding included.
fn reach_of(objects: &[WorldObject], distance: f64) -> f64 {
    reach(distance, objects.iter().map(WorldObject::magnitude).fold(0.0, f64::max))
}

/// Whether two boxes, both grown by half of `reach`, were no farther apart than that before.
fn are_near(a: &Aabb, b: &Aabb, reach: f64) -> bool {
    let gap = || (b.min - a.max + reach).max(a.min - b.max + reach).max(DVec3::ZERO);
    // A distance whose square is out of range is not small.
    a.overlaps(b) && (reach == 0.0 || gap().length() <= reach || !reach.is_normal() || reach > 1.0e100)
}

/// The bounds of all objects, grown so that objects within `reach` of each other overlap; empty for those that others stand
/// for.
fn boxes(objects: &[WorldObject], reach: f64) -> Vec<Aabb> {
    objects.iter().map(|object| grown(object, 0.5 * reach)).collect()
}

/// The bounds of an object, grown on all sides.
fn grown(object: &WorldObject, by: f64) -> Aabb {
    match object.outer_bounds {
        _ if object.stands_for == 0 => Aabb::EMPTY,
        bounds if by == 0.0 || bounds.is_empty() => bounds,
        // Bounds that grow out of range are clamped: the tree needs finite centres.
        bounds => bounds.grown(by).intersection(&Aabb { min: DVec3::MIN, max: DVec3::MAX }),
    }
}

/// Blocks of pairs.
impl Iterator for ObjectPairs<'_> {
    type Item = Vec<Numbers>;

    fn next(&mut self) -> Option<Vec<Numbers>> {
        let (mut pairs, mut few) = (Vec::new(), FEW);
        while !self.left.is_empty() && pairs.len() < BLOCK {
            let (count, end) = (self.left.end, self.left.end.min(self.left.start + few));
            let objects = self.left.start..end;
            if objects.len() <= FEW as usize {
                // Too few for other threads to wake up for.
                objects.for_each(|object| pairs.append(&mut self.of(object, count)));
            } else {
                let objects = objects.into_par_iter().with_min_len(FEW as usize);
                let lists: Vec<Vec<Numbers>> = objects.map(|object| self.of(object, count)).collect();
                lists.iter().for_each(|list| pairs.extend_from_slice(list));
            }
            self.left.start = end;
            few = if pairs.len() < BLOCK / 16 { few.saturating_mul(4) } else { FEW };
        }
        (!pairs.is_empty()).then_some(pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clearance, Mesh, Overlaps, Pose, Question, world};

    /// Small triangles at these places, a mesh without any at the others.
    fn scene(places: &[Option<f64>]) -> Scene {
        let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 1.0]];
        let triangle = Mesh::new(corners, vec![[0, 1, 2]]).unwrap();
        let nothing = Mesh::new(Vec::new(), Vec::new()).unwrap();
        let mut scene = Scene::new();
        for place in places {
            let mesh = if place.is_some() { &triangle } else { &nothing };
            scene.add("", mesh, Pose::translation(place.unwrap_or(0.0), 0.0, 0.0).unwrap());
        }
        scene
    }

    fn asked(margin: f64) -> Asked {
        if margin > 0.0 { Clearance::within(margin).unwrap().asked() } else { Overlaps::new().asked() }
    }

    fn pairs_of(scene: &Scene, asked: &Asked) -> Vec<Numbers> {
        let objects = world::objects(scene, &[]).unwrap();
        ObjectPairs::new(scene, &objects, asked, Method::Auto).unwrap().flatten().collect()
    }

    fn pairs(places: &[Option<f64>], margin: f64) -> Vec<Numbers> {
        pairs_of(&scene(places), &asked(margin))
    }

    #[test]
    fn touching_boxes_are_paired_and_empty_ones_are_not() {
        let places = [Some(5.0), Some(1.0), None, Some(0.0), Some(2.0), Some(1.5)];
        assert_eq!(pairs(&places, 0.0), [(1, 3), (1, 4), (1, 5), (4, 5)]);
        assert_eq!(pairs(&places, 1.0), [(1, 3), (1, 4), (1, 5), (3, 4), (3, 5), (4, 5)]);
        assert_eq!(pairs(&places, f64::MAX).len(), 10);
        assert!(pairs(&[], 0.0).is_empty() && pairs(&[None; 3], 1.0).is_empty());
    }

    #[test]
    fn all_pairs_come_once_and_in_order_however_many_blocks_they_take() {
        let places: Vec<Option<f64>> = (0..1800).map(|k| Some(f64::from(k % 7) * 1.0e-3)).collect();
        let scene = scene(&places);
        let objects = world::objects(&scene, &[]).unwrap();
        let pairs = ObjectPairs::new(&scene, &objects, &asked(0.0), Method::Auto).unwrap();
        assert!(pairs.has_neighbours(9, 1799) && !pairs.has_neighbours(9, 1800));
        let blocks: Vec<Vec<Numbers>> = pairs.collect();
        assert!(blocks.len() > 1);
        let expected = (0..1800).flat_map(|a| (a + 1..1800).map(move |b| (a, b)));
        assert!(blocks.into_iter().flatten().eq(expected));
    }

    #[test]
    fn one_object_has_the_pairs_that_it_has_among_all() {
        let places = [Some(5.0), Some(1.0), None, Some(0.0), Some(2.0), Some(1.5)];
        let mut scene = scene(&places);
        let group = scene.add_group();
        let ids: Vec<_> = scene.ids().collect();
        [ids[1], ids[4]].into_iter().for_each(|id| scene.set_group(id, group));
        scene.ignore(group, group);
        for margin in [0.0, 1.0] {
            let all = pairs_of(&scene, &asked(margin));
            for &id in &ids {
                let own = |&(a, b): &Numbers| a == id.index || b == id.index;
                let expected: Vec<Numbers> = all.iter().copied().filter(own).collect();
                assert_eq!(pairs_of(&scene, &Asked { object: Some(id), ..asked(margin) }), expected);
            }
        }
        scene.remove(ids[3]);
        let objects = world::objects(&scene, &[]).unwrap();
        let removed = Asked { object: Some(ids[3]), ..asked(0.0) };
        assert!(ObjectPairs::new(&scene, &objects, &removed, Method::Auto).is_err());
        assert_eq!(pairs_of(&scene, &asked(0.0)), [(1, 5), (4, 5)]);
    }
}
