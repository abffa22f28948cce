//! The potentially colliding set: parts of objects, at one height of their hierarchies.

use super::parts::Parts;
use super::stage::Patch;
use crate::world::WorldObject;
use allide_geom::{Aabb, DVec3};
use rayon::prelude::*;
use std::sync::Arc;

/// The objects and triangles that may still collide.
pub(crate) struct Set<'s> {
    objects: &'s [WorldObject],
    /// Number of the first triangle of each object, then the total.
    starts: &'s [u32],
    /// The hierarchy of each object that is looked at in parts.
    forest: Vec<Option<Arc<Parts>>>,
    /// Boxes around the parts of each object, from height 1 on.
    boxes: Vec<Vec<Vec<Aabb>>>,
    /// `None` while objects are looked at as a whole.
    height: Option<usize>,
    /// Object, and number of the part at this height, or, where the object is not that high, of the whole. Sorted.
    parts: Vec<(u32, u32)>,
}

impl<'s> Set<'s> {
    /// Objects that have triangles, as a whole.
    pub fn of(objects: &'s [WorldObject], starts: &'s [u32], which: impl Iterator<Item = u32>) -> Self {
        let has_triangles = |&object: &u32| objects[object as usize].triangle_count() > 0;
        let parts = which.filter(has_triangles).map(|object| (object, 0)).collect();
        let forest = vec![None; objects.len()];
        Self { objects, starts, forest, boxes: vec![Vec::new(); objects.len()], height: None, parts }
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Single triangles?
    pub fn is_finest(&self) -> bool {
        self.height == Some(0)
    }

    /// Whether no part has more triangles than this, though none of them need be single.
    pub fn is_divided(&self, leaf: u32) -> bool {
        self.height.is_some() && (0..self.len()).all(|index| self.patch(index).places.len() as u32 <= leaf)
    }

    /// How many parts there are.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    pub fn triangle_count(&self) -> u64 {
        (0..self.len()).map(|index| self.patch(index).places.len() as u64).sum()
    }

    /// Objects with something left, in order.
    pub fn objects(&self) -> impl Iterator<Item = u32> + '_ {
        self.parts.chunk_by(|x, y| x.0 == y.0).map(|parts| parts[0].0)
    }

    /// The triangles to draw.
    pub fn patches(&self) -> Vec<Patch> {
        (0..self.len()).map(|index| self.patch(index)).collect()
    }

    fn patch(&self, index: usize) -> Patch {
        let (owner, part) = self.parts[index];
        let first = self.starts[owner as usize];
        let places = match self.height {
            None => first..self.starts[owner as usize + 1],
            Some(_) => {
                let range = self.hierarchy(owner).range(self.height_of(owner), part);
                first + range.start..first + range.end
            }
        };
        Patch { owner, places }
    }

    /// The corners of all triangles of a part.
    pub fn corners(&self, index: usize) -> impl Iterator<Item = [DVec3; 3]> + '_ {
        let Patch { owner, places } = self.patch(index);
        let first = self.starts[owner as usize];
        let (order, corners) = (&self.forest[owner as usize], self.objects[owner as usize].corners());
        let triangle = move |place: u32| match order {
            Some(hierarchy) => hierarchy.order()[(place - first) as usize],
            None => place - first,
        };
        places.map(move |place| corners.of(triangle(place)))
    }

    fn hierarchy(&self, object: u32) -> &Parts {
        self.forest[object as usize].as_ref().expect("objects are opened before they are looked at in parts")
    }

    /// The height of the parts of this object.
    fn height_of(&self, object: u32) -> usize {
        self.height.unwrap_or(usize::MAX).min(self.hierarchy(object).height())
    }

    /// Keeps these parts.
    pub fn retain(&mut self, kept: &[bool]) {
        let mut kept = kept.iter();
        self.parts.retain(|_| kept.next() == Some(&true));
    }

    /// Keeps the parts of these objects.
    pub fn retain_objects(&mut self, mut keep: impl FnMut(u32) -> bool) {
        self.parts.retain(|&(object, _)| keep(object));
    }

    /// Looks at objects in parts from now on; the first are as large as the largest object. `hierarchy` is asked once for
    /// each object that is left.
    pub fn open(&mut self, hierarchy: impl Fn(u32) -> Arc<Parts>) {
        let left: Vec<u32> = self.objects().collect();
        left.iter().for_each(|&object| self.forest[object as usize] = Some(hierarchy(object)));
        let boxes: Vec<_> =
            left.par_iter().map(|&object| boxes(&self.objects[object as usize], self.hierarchy(object))).collect();
        left.iter().zip(boxes).for_each(|(&object, boxes)| self.boxes[object as usize] = boxes);
        self.height = left.iter().map(|&object| self.hierarchy(object).height()).max();
    }

    /// Replaces parts by those that they consist of.
    pub fn descend(&mut self) {
        let Some(height) = self.height.filter(|&height| height > 0) else { return };
        let mut parts = Vec::with_capacity(self.parts.len() * 2);
        for &(object, part) in &self.parts {
            let hierarchy = self.hierarchy(object);
            if hierarchy.height() < height {
                parts.push((object, part));
            } else {
                parts.extend(hierarchy.children(height, part).map(|child| (object, child)));
            }
        }
        (self.parts, self.height) = (parts, Some(height - 1));
    }

    /// Boxes around what is left of each object.
    pub fn left(&self) -> Vec<Aabb> {
        let mut left = vec![Aabb::EMPTY; self.objects.len()];
        let runs: Vec<&[(u32, u32)]> = self.parts.chunk_by(|x, y| x.0 == y.0).collect();
        let around: Vec<Aabb> = runs.par_iter().map(|parts| self.around(parts)).collect();
        runs.iter().zip(around).for_each(|(parts, around)| left[parts[0].0 as usize] = around);
        left
    }

    /// A box around some parts of one object.
    fn around(&self, parts: &[(u32, u32)]) -> Aabb {
        let object = parts[0].0;
        let world = &self.objects[object as usize];
        if self.height.is_none() {
            return world.outer_bounds;
        }
        match self.height_of(object) {
            0 => {
                let (order, corners) = (self.hierarchy(object).order(), world.corners());
                let around = |&(_, part): &(u32, u32)| Aabb::around(corners.of(order[part as usize]));
                let boxes = parts.par_iter().with_min_len(1024).map(around);
                boxes.reduce(|| Aabb::EMPTY, |x, y| x.union(&y))
            }
            height => {
                let boxes = &self.boxes[object as usize][height - 1];
                parts.iter().fold(Aabb::EMPTY, |around, &(_, part)| around.union(&boxes[part as usize]))
            }
        }
    }

    /// The triangles left of each object, counted inside it and in order.
    pub fn triangles(&self) -> Vec<Vec<u32>> {
        let mut triangles = vec![Vec::new(); self.objects.len()];
        for (index, &(object, _)) in self.parts.iter().enumerate() {
            let first = self.starts[object as usize];
            let places = self.patch(index).places;
            let local = (places.start - first) as usize..(places.end - first) as usize;
            match &self.forest[object as usize] {
                Some(hierarchy) => triangles[object as usize].extend_from_slice(&hierarchy.order()[local]),
                None => triangles[object as usize].extend(local.map(|triangle| triangle as u32)),
            }
        }
        triangles.par_iter_mut().for_each(|triangles| triangles.sort_unstable());
        triangles
    }
}

/// Boxes around the parts of an object, from height 1 on.
fn boxes(object: &WorldObject, parts: &Parts) -> Vec<Vec<Aabb>> {
    let corners = object.corners();
    let mut levels: Vec<Vec<Aabb>> = Vec::new();
    for height in 1..=parts.height() {
        let around = |part: u32| {
            let children = parts.children(height, part);
            match levels.last() {
                Some(below) => children.fold(Aabb::EMPTY, |around, child| around.union(&below[child as usize])),
                None => {
                    let triangles = &parts.order()[children.start as usize..children.end as usize];
                    Aabb::around(triangles.iter().flat_map(|&triangle| corners.of(triangle)))
                }
            }
        };
        let level = (0..parts.count(height) as u32).into_par_iter().with_min_len(64).map(around).collect();
        levels.push(level);
    }
    levels
}
