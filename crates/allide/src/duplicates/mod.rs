//! Recognises objects with the same triangles in the same place, without comparing objects in pairs.
//!
//! The order of triangles, the order of their corners and the numbering of vertices do not matter, nor does the sign of
//! a zero. First, objects are sorted by numbers on which duplicates agree and which need no world coordinates: the
//! triangle count, where bounds begin, the mean of all corners. Rounding leaves some of them open, so each is an
//! interval, and the order is cut where intervals leave a gap. Objects that are still together are hashed triangle by
//! triangle, and those with the same hash are compared. Objects without a duplicate are never placed in the world.
//!
//! The class of an object goes into `WorldObject`. The first of a set, in each group of the scene, stands for the
//! others, which are in no pair. `near` gives a class one leaf of its tree, so pairs inside a class are never listed;
//! on a GPU, classes become groups that ignore themselves (`gpu/task.rs`). Sets are the classes, divided where the
//! scene ignores pairs.
//!
//! Which way triangles face makes no difference to surfaces, but may to solids: see `facing`.

mod facing;
mod same;
mod sets;

pub(crate) use sets::witness;

use crate::identity::PlacedId;
use crate::questions::Asked;
use crate::world::WorldObject;
use crate::{DuplicateSet, QuestionKind, Scene};
use rayon::prelude::*;
use std::collections::HashMap;

/// Objects whose intervals one task computes.
const CHUNK: usize = 256;
/// As many groups of objects are looked at one after the other.
const FEW_GROUPS: usize = 16;

/// An interval that contains a number on which duplicates agree.
type Interval = [f64; 2];
const ANY: Interval = [f64::NEG_INFINITY, f64::INFINITY];

/// The sets of duplicates that a question is about, in order. Also notes in each object of which class it is, and whether
/// another stands for it.
pub(crate) fn recognise(scene: &Scene, objects: &mut [WorldObject], asked: &Asked) -> Vec<DuplicateSet> {
    let is_there = asked.object.is_none_or(|id| scene.get(id).is_some());
    if asked.question.is_within() || !is_there {
        return Vec::new();
    }
    let mut classes = classes(objects, asked.object.map(|id| id.index));
    if asked.question == QuestionKind::Solids {
        classes = classes.into_iter().flat_map(|class| facing::alike(objects, class)).collect();
        let is_asked = |class: &Vec<u32>| asked.object.is_none_or(|id| class.contains(&id.index));
        classes.retain(|class| class.len() > 1 && is_asked(class));
        classes.sort_unstable();
    }
    for class in &classes {
        class.iter().for_each(|&member| objects[member as usize].class = Some(class[0]));
    }
    let mut sets = sets::of(scene, &classes, asked.object);
    if !asked.duplicates && asked.object.is_none() {
        sets.iter_mut().for_each(|set| sets::choose(scene, objects, set));
    }
    sets
}

/// Objects that are duplicates of each other, in order; only those of one object if it is given.
fn classes(objects: &[WorldObject], of: Option<u32>) -> Vec<Vec<u32>> {
    let mut groups = vec![candidates(objects, of)];
    groups = cut(groups, &|member| [objects[member as usize].triangle_count() as f64; 2]);
    for axis in 0..3 {
        groups = cut(groups, &|member| lowest(&objects[member as usize], axis));
    }
    for axis in 0..3 {
        groups = cut(groups, &|member| mean(&objects[member as usize], axis));
    }
    groups.retain(|group| of.is_none_or(|object| group.contains(&object)));
    let among = |group| same::among(objects, instances(objects, group));
    let mut classes: Vec<Vec<u32>> = if groups.len() <= FEW_GROUPS {
        // Threads share the members of a group, or their triangles.
        groups.into_iter().flat_map(among).collect()
    } else {
        groups.into_par_iter().flat_map_iter(among).collect()
    };
    classes.retain(|class| class.len() > 1 && of.is_none_or(|object| class.contains(&object)));
    classes.iter_mut().for_each(|class| class.sort_unstable());
    classes.sort_unstable();
    classes
}

/// The objects that may have duplicates.
fn candidates(objects: &[WorldObject], of: Option<u32>) -> Vec<u32> {
    let all = (0..).zip(objects).filter(|(_, object)| object.triangle_count() > 0);
    let Some(own) = of.map(|of| &objects[of as usize]) else { return all.map(|(member, _)| member).collect() };
    let may_be_own = |object: &WorldObject| {
        object.triangle_count() == own.triangle_count() && object.outer_bounds.overlaps(&own.outer_bounds)
    };
    all.filter(|(_, object)| may_be_own(object)).map(|(member, _)| member).collect()
}

/// Cuts groups where the intervals of their members leave a gap: what lies on both sides of it is not the same. Single
/// members are dropped.
fn cut(groups: Vec<Vec<u32>>, interval: &(dyn Fn(u32) -> Interval + Sync)) -> Vec<Vec<u32>> {
    let mut pieces = Vec::new();
    for group in groups {
        let members = group.into_par_iter().with_min_len(CHUNK);
        let mut members: Vec<(Interval, u32)> = members.map(|member| (interval(member), member)).collect();
        members.par_sort_unstable_by(|x, y| x.0[0].total_cmp(&y.0[0]));
        let (mut piece, mut end) = (Vec::new(), f64::NEG_INFINITY);
        for ([low, high], member) in members {
            if low > end {
                pieces.push(std::mem::take(&mut piece));
            }
            piece.push(member);
            end = end.max(high);
        }
        pieces.push(piece);
    }
    pieces.retain(|piece| piece.len() > 1);
    pieces
}

/// The lowest coordinate of an object.
fn lowest(object: &WorldObject, axis: usize) -> Interval {
    let bounds = object.outer_bounds;
    if object.has_exact_bounds() { [bounds.min[axis]; 2] } else { [bounds.min[axis], bounds.max[axis]] }
}

/// The mean of all corners of an object, each as often as triangles use it. An affine map of the mesh's own mean, but for
/// rounding.
fn mean(object: &WorldObject, axis: usize) -> Interval {
    let (matrix, translation) = object.pose.parts();
    let bounds = object.mesh.bounds();
    // Subnormal numbers are rounded too, and a matrix may make that large: the smallest normal number stands for them.
    let farthest = bounds.min.abs().max(bounds.max.abs()) + f64::MIN_POSITIVE;
    let magnitude = (matrix.abs() * farthest + translation.abs())[axis];
    // A rounding for each corner in the sum, a dozen for each that is placed and for the mean, all relative to this.
    let roundings = 3.0 * object.triangle_count() as f64 + 64.0;
    let rounding = roundings * f64::EPSILON * magnitude + f64::MIN_POSITIVE;
    let mean = object.pose.apply(object.mesh.mean_corner())[axis];
    let interval = [mean - rounding, mean + rounding];
    if interval.into_iter().all(f64::is_finite) { interval } else { ANY }
}

/// Groups objects that are instances of one mesh in one pose: nothing about them has to be compared.
fn instances(objects: &[WorldObject], group: Vec<u32>) -> Vec<Vec<u32>> {
    let mut places = HashMap::new();
    let mut instances: Vec<Vec<u32>> = Vec::new();
    for member in group {
        let object = &objects[member as usize];
        let place = *places.entry(PlacedId::new(&object.mesh, object.pose).bits()).or_insert(instances.len());
        if place == instances.len() {
            instances.push(Vec::new());
        }
        instances[place].push(member);
    }
    instances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mesh, Pose, world};

    fn corners(x: f64) -> Vec<[f64; 3]> {
        vec![[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x, 1.0, 0.25]]
    }

    fn classes_of(scene: &Scene, of: Option<u32>) -> Vec<Vec<u32>> {
        classes(&world::objects(scene, &[]).unwrap(), of)
    }

    #[test]
    fn gaps_between_intervals_cut_and_common_points_do_not() {
        let intervals = [[0.0, 1.0], [5.0, 5.0], [1.0, 2.0], [0.5, 0.75], [5.0, 6.0], [9.0, 9.0]];
        let pieces = cut(vec![(0..6).collect()], &|member| intervals[member as usize]);
        let mut pieces: Vec<Vec<u32>> = pieces;
        pieces.iter_mut().for_each(|piece| piece.sort_unstable());
        assert_eq!(pieces, [vec![0, 2, 3], vec![1, 4]]);
        assert_eq!(cut(vec![vec![0, 1]], &|member| if member == 0 { ANY } else { [3.0; 2] }).len(), 1);
        assert_eq!(cut(vec![vec![0, 1]], &|member| [if member == 0 { 0.0 } else { -0.0 }; 2]).len(), 1);
        assert!(cut(Vec::new(), &|_| ANY).is_empty() && cut(vec![Vec::new()], &|_| ANY).is_empty());
    }

    #[test]
    fn means_of_the_same_corners_have_a_common_interval_however_they_were_placed() {
        let mut scene = Scene::new();
        for scale in [1.0, 1e-310, 1e300, 1e150] {
            let points: Vec<[f64; 3]> =
                (0..3000).map(|k| [f64::from(k) % 7.3, f64::from(k) % 3.1, 0.1].map(|x| x * scale)).collect();
            let triangles: Vec<[u32; 3]> = (0..1000).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
            scene.add("", &Mesh::new(points.clone(), triangles.clone()).unwrap(), Pose::IDENTITY);
            // The same in other coordinates, a power of two apart, and in another order.
            let smaller = points.iter().rev().map(|point| point.map(|x| x * 0.25)).collect();
            let twice = Pose::affine([[4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]], [0.0; 3]).unwrap();
            scene.add("", &Mesh::new(smaller, triangles).unwrap(), twice);
        }
        let objects = world::objects(&scene, &[]).unwrap();
        for pair in objects.chunks(2) {
            for axis in 0..3 {
                let ([low, high], [other_low, other_high]) = (mean(&pair[0], axis), mean(&pair[1], axis));
                assert!(low <= other_high && other_low <= high, "{pair:?}");
                assert!(high - low < 1e-9 * pair[0].magnitude() + 1e-300, "it separates nothing");
            }
        }
    }

    #[test]
    fn ranges_that_overflow_separate_nothing() {
        let mut scene = Scene::new();
        for _ in 0..2 {
            let far = vec![[f64::MAX, 0.0, 0.0], [f64::MAX, f64::MAX, 0.0], [f64::MIN, 0.0, f64::MAX]];
            scene.add("", &Mesh::new(far, vec![[0, 1, 2]; 5]).unwrap(), Pose::IDENTITY);
        }
        assert_eq!(classes_of(&scene, None), [[0, 1]]);
    }

    #[test]
    fn one_object_has_the_class_that_it_has_among_all() {
        let mut scene = Scene::new();
        let mesh = |x: f64| Mesh::new(corners(x), vec![[0, 1, 2]]).unwrap();
        let shared = mesh(2.0);
        for x in [0.0, 1.0, 0.0, 2.0, 1.0, 0.0, 7.0] {
            scene.add("", &if x == 2.0 { shared.clone() } else { mesh(x) }, Pose::IDENTITY);
        }
        // Where the shared mesh is elsewhere, and with a rounding on the way.
        scene.add("", &shared, Pose::translation(5.0, 0.0, 0.0).unwrap());
        scene.add("", &Mesh::empty(), Pose::IDENTITY);
        scene.add("", &Mesh::empty(), Pose::IDENTITY);
        let all = classes_of(&scene, None);
        assert_eq!(all, [vec![0, 2, 5], vec![1, 4], vec![6, 7]]);
        for object in 0..10 {
            let own: Vec<Vec<u32>> = all.iter().filter(|class| class.contains(&object)).cloned().collect();
            assert_eq!(classes_of(&scene, Some(object)), own, "{object}");
        }
    }
}
