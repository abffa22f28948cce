//! Scenes that move: a [`Motion`] is a scene as a function of time.
//!
//! `at(seconds)` depends on nothing else, keeps meshes that do not change, and deforms those that do, so an engine can
//! reuse what it knows. Demo, `allide scene`, tests and benches use the same motions.

use allide::Scene;

/// A scene that moves: what there is at any time follows from that time alone, and nothing accumulates.
///
/// A rigid object has the same mesh at all times, and one that deforms keeps its triangles: so an engine that is
/// asked about one time after another can reuse what it knows.
///
/// ```
/// use allide_scenes::{Motion, scenes::Leaves};
///
/// let leaves = Leaves::new(2_000, 5);
/// let [early, late] = [0.5, 2.0].map(|seconds| leaves.at(seconds));
/// assert!(early.objects()[0].mesh().is_same(late.objects()[0].mesh()));
/// assert_eq!(leaves.at(0.5).objects()[1].mesh().positions(), early.objects()[1].mesh().positions());
/// ```
pub trait Motion {
    /// How long it lasts.
    fn seconds(&self) -> f64;

    /// The scene at a time from 0 to its end.
    fn moment(&self, seconds: f64) -> Scene;

    /// The scene at any time: before it begins it is as at the beginning, and after its end it stays as it is.
    fn at(&self, seconds: f64) -> Scene {
        // In this order, a time that is not a number is the beginning.
        self.moment(seconds.max(0.0).min(self.seconds()))
    }
}

/// From 0 to 1 while `time` goes from `start` to `end`, with rest at both ends.
pub(crate) fn eased(time: f64, start: f64, end: f64) -> f64 {
    let part = ((time - start) / (end - start)).clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

#[cfg(test)]
mod tests {
    use crate::{Motion, all};
    use allide::{Pose, Scene};

    fn small() -> impl Iterator<Item = (&'static str, Box<dyn Motion>)> {
        all().iter().filter_map(|entry| Some((entry.name, entry.small_motion()?)))
    }

    /// Name, place and shape of an object, to the last bit.
    type Content = (String, Pose, Vec<[u64; 3]>, Vec<[u32; 3]>);

    /// All objects.
    fn content(scene: &Scene) -> Vec<Content> {
        let object = |object: &allide::Object| {
            let bits = object.mesh().positions().iter().map(|point| point.to_array().map(f64::to_bits)).collect();
            (object.name().to_owned(), *object.pose(), bits, object.mesh().triangles().to_vec())
        };
        scene.objects().iter().map(object).collect()
    }

    #[test]
    fn the_motions_of_the_papers_and_of_the_demo_are_there() {
        let names: Vec<&str> = small().map(|(name, _)| name).collect();
        assert_eq!(names, ["breaking", "leaves", "ear", "passing", "drape", "pile"]);
    }

    #[test]
    fn a_time_gives_the_same_scene_whatever_was_asked_before() {
        for (name, motion) in small() {
            let times = [0.7, 0.0, 1.9, 0.7, 1e300, 0.3];
            let before: Vec<_> = times.map(|time| content(&motion.at(time))).into();
            for (time, before) in times.into_iter().zip(before).rev() {
                assert_eq!(content(&motion.at(time)), before, "{name} at {time}");
            }
        }
    }

    #[test]
    fn before_the_beginning_and_after_the_end_nothing_moves() {
        for (name, motion) in small() {
            let [first, last] = [0.0, motion.seconds()].map(|time| content(&motion.at(time)));
            assert_ne!(first, last, "{name}");
            for early in [-0.0, -1.0, f64::NEG_INFINITY, f64::NAN] {
                assert_eq!(content(&motion.at(early)), first, "{name} at {early}");
            }
            for late in [motion.seconds() + 1.0, 1e300, f64::INFINITY] {
                assert_eq!(content(&motion.at(late)), last, "{name} at {late}");
            }
        }
    }

    #[test]
    fn all_times_give_finite_scenes_that_move_on() {
        for (name, motion) in small() {
            let frames = 25;
            let at = |frame: u32| motion.at(motion.seconds() * f64::from(frame) / f64::from(frames));
            let mut changes = 0;
            for frame in 0..frames {
                let (now, next) = (crate::baked(&at(frame)), crate::baked(&at(frame + 1)));
                assert!(
                    now.objects().iter().flat_map(|object| object.mesh().positions()).all(|point| point.is_finite()),
                    "{name}"
                );
                changes += u32::from(content(&now) != content(&next));
            }
            assert!(changes * 2 > frames, "{name} moves in {changes} of {frames} frames");
        }
    }
}
