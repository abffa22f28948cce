//! Which object pairs a question is about: those whose bounds come near enough, found a block at a time.
//!
//! Objects may all be near each other, and then there are too many pairs to keep. So they are found anew from a tree over
//! the bounds of all objects, from the first object to the last, and no more than a block of them is in memory at once.

use crate::confirm::reach;
use crate::methods::Method;
use crate::methods::bvh::Tree;
use crate::questions::Scope;
use crate::world::WorldObject;
use crate::{Aabb, Error, Scene};
use allide_geom::DVec3;
use rayon::prelude::*;
use std::ops::{ControlFlow, Range};

/// Pairs per block.
const BLOCK: usize = 1 << 20;
/// Objects whose partners are looked for at a time, to begin with.
const FEW: u32 = 64;

/// Two objects by their places in the scene, smaller first; or one twice.
pub(crate) type Numbers = (u32, u32);

/// The object pairs of a question, in order.
pub(crate) struct ObjectPairs<'s> {
    scene: &'s Scene,
    partners: Partners,
    /// The objects whose pairs with later ones are still to come.
    left: Range<u32>,
}

/// Who is paired with whom.
enum Partners {
    /// Each with itself.
    Itself,
    /// All with all.
    All,
    /// Those whose boxes overlap.
    Near { boxes: Vec<Aabb>, filled: Vec<u32>, tree: Tree },
}

impl<'s> ObjectPairs<'s> {
    pub(crate) fn new(scene: &'s Scene, objects: &[WorldObject], scope: &Scope, method: Method) -> Result<Self, Error> {
        let count = objects.len() as u32;
        let (partners, left) = match *scope {
            Scope::Within(Some(id)) if id.0 < count => (Partners::Itself, id.0..id.0 + 1),
            Scope::Within(Some(id)) => return Err(Error::NoSuchObject { index: id.index(), count: objects.len() }),
            Scope::Within(None) => (Partners::Itself, 0..count),
            Scope::Between { .. } if method == Method::Brute => (Partners::All, 0..count),
            Scope::Between { margin } => (Partners::near(objects, margin), 0..count),
        };
        Ok(Self { scene, partners, left })
    }

    /// Whether an object is paired with at least `many` others, groups aside.
    pub(crate) fn has_neighbours(&self, object: u32, many: usize) -> bool {
        let Partners::Near { boxes, filled, tree } = &self.partners else { return false };
        let own = &boxes[object as usize];
        let mut left = many;
        let count = |place: u32| {
            let other = filled[place as usize];
            left -= usize::from(other != object && own.overlaps(&boxes[other as usize]));
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        !own.is_empty() && tree.query(own, count).is_break()
    }

    /// The pairs of one object with later ones, in order.
    fn of(&self, object: u32, count: u32) -> Vec<Numbers> {
        let wanted = |other: &u32| !self.scene.ignores(crate::ObjectId(object), crate::ObjectId(*other));
        let mut others: Vec<u32> = match &self.partners {
            Partners::Itself => return vec![(object, object)],
            Partners::All => (object + 1..count).filter(wanted).collect(),
            Partners::Near { boxes, filled, tree } => {
                let own = &boxes[object as usize];
                let mut others = Vec::new();
                if !own.is_empty() {
                    let _ = tree.query(own, |place| {
                        let other = filled[place as usize];
                        let is_near = other > object && own.overlaps(&boxes[other as usize]);
                        others.extend((is_near && wanted(&other)).then_some(other));
                        ControlFlow::Continue(())
                    });
                }
                others
            }
        };
        others.sort_unstable();
        others.into_iter().map(|other| (object, other)).collect()
    }
}

impl Partners {
    fn near(objects: &[WorldObject], margin: f64) -> Self {
        let magnitude = objects.iter().map(WorldObject::magnitude).fold(0.0, f64::max);
        let half = 0.5 * reach(margin, magnitude);
        // What grows out of range stays finite: the tree has centres.
        let bounds = |object: &WorldObject| match object.outer_bounds {
            bounds if half == 0.0 || bounds.is_empty() => bounds,
            bounds => bounds.grown(half).intersection(&Aabb { min: DVec3::MIN, max: DVec3::MAX }),
        };
        let boxes: Vec<Aabb> = objects.iter().map(bounds).collect();
        let filled: Vec<u32> = (0..).zip(&boxes).filter(|(_, bounds)| !bounds.is_empty()).map(|(k, _)| k).collect();
        let tree = Tree::over(filled.len() as u32, |place| boxes[filled[place as usize] as usize]);
        Self::Near { boxes, filled, tree }
    }
}

/// Blocks of pairs.
impl Iterator for ObjectPairs<'_> {
    type Item = Vec<Numbers>;

    fn next(&mut self) -> Option<Vec<Numbers>> {
        let (mut pairs, mut few) = (Vec::new(), FEW);
        while !self.left.is_empty() && pairs.len() < BLOCK {
            let (count, end) = (self.left.end, self.left.end.min(self.left.start + few));
            let objects = (self.left.start..end).into_par_iter().with_min_len(FEW as usize);
            let lists: Vec<Vec<Numbers>> = objects.map(|object| self.of(object, count)).collect();
            lists.iter().for_each(|list| pairs.extend_from_slice(list));
            self.left.start = end;
            few = if pairs.len() < BLOCK / 16 { few.saturating_mul(4) } else { FEW };
        }
        (!pairs.is_empty()).then_some(pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mesh, Pose, world};

    /// Small triangles at these places, a mesh without any at the others.
    fn scene(places: &[Option<f64>]) -> Scene {
        let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 1.0]];
        let triangle = Mesh::new(corners, vec![[0, 1, 2]]).unwrap();
        let nothing = Mesh::new(Vec::new(), Vec::new()).unwrap();
        let mut scene = Scene::new();
        for place in places {
            let mesh = if place.is_some() { &triangle } else { &nothing };
            scene.add("", mesh, Pose::translation(place.unwrap_or(0.0), 0.0, 0.0));
        }
        scene
    }

    fn pairs(places: &[Option<f64>], margin: f64) -> Vec<Numbers> {
        let scene = scene(places);
        let objects = world::objects(&scene, &[]).unwrap();
        let pairs = ObjectPairs::new(&scene, &objects, &Scope::Between { margin }, Method::Auto).unwrap();
        pairs.flatten().collect()
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
        let pairs = ObjectPairs::new(&scene, &objects, &Scope::Between { margin: 0.0 }, Method::Auto).unwrap();
        assert!(pairs.has_neighbours(9, 1799) && !pairs.has_neighbours(9, 1800));
        let blocks: Vec<Vec<Numbers>> = pairs.collect();
        assert!(blocks.len() > 1);
        let expected = (0..1800).flat_map(|a| (a + 1..1800).map(move |b| (a, b)));
        assert!(blocks.into_iter().flatten().eq(expected));
    }
}
