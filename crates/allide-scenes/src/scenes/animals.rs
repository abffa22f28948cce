//! Bodies of many parts that go through each other, or through themselves.

use crate::Motion;
use crate::motion::eased;
use crate::shapes::{EAR, bunny, cow, merge};
use allide::{DVec3, Mesh, Pose, Scene};

/// Two bunnies of `triangles` triangles each, deep in each other: Figure 7 of "Fast and Reliable Collision Culling".
///
/// Hard: they meet along a long thin curve, far away from most of their triangles, and cross at all angles.
pub fn bunnies(triangles: usize) -> Scene {
    deep(&bunny(triangles))
}

/// A body of one's own twice, the second time turned and moved a little, so that it is deep in the first.
pub fn deep(body: &Mesh) -> Scene {
    let center = body.bounds().center();
    let aside = body.bounds().size().max_element() * DVec3::new(0.1, 0.05, 0.025);
    let home = crate::moved(-center.x, -center.y, -center.z);
    let turned = crate::turned([0.0, 0.0, 1.0], 0.5, (center + aside).to_array());
    let mut scene = Scene::new();
    scene.add("bunny a", body, Pose::IDENTITY);
    scene.add("bunny b", body, turned.after(&home).expect("places near the origin"));
    scene
}

/// A bunny of `triangles` triangles with one ear bent down until its tip goes into the head: the first example of
/// "Self-intersections with CULLIDE", which has it with 5,000 to 270,000 triangles.
///
/// Hard: one small place to find, in a closed body whose parts hide each other from every side.
pub fn deformed_bunny(triangles: usize) -> Scene {
    let folding = Ear::new(triangles);
    folding.at(folding.seconds())
}

/// A bunny whose ear folds down until its tip goes into the head, as [`deformed_bunny`] shows it.
///
/// Hard: a closed body that deforms, and overlaps itself only at the end.
#[derive(Clone, Debug)]
pub struct Ear {
    bunny: Mesh,
    fold: Fold,
}

/// Where an ear is, and how narrow it is bent: towards -x, about an axis along y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fold {
    /// Where it begins. It is all that is above, and beyond...
    root: [f64; 3],
    /// ... this number on this axis.
    beyond: (usize, f64),
    radius: f64,
}

impl Fold {
    /// Of our own bunny's left ear.
    const OURS: Self = Self { root: EAR, beyond: (1, 0.0), radius: 0.16 };
    /// Of the Stanford bunny, with z up: the ear that lies over its back, which is so short that it meets its own root.
    pub const STANFORD: Self = Self { root: [-0.03, 0.012, 0.1642], beyond: (0, -0.055), radius: 0.004 };
}

impl Ear {
    /// With a bunny of this many triangles.
    pub fn new(triangles: usize) -> Self {
        Self::of(bunny(triangles), Fold::OURS)
    }

    /// With a bunny of one's own.
    pub fn of(bunny: Mesh, fold: Fold) -> Self {
        Self { bunny, fold }
    }
}

impl Motion for Ear {
    fn seconds(&self) -> f64 {
        2.0
    }

    fn moment(&self, seconds: f64) -> Scene {
        const ANGLE: f64 = 2.7;
        let angle = ANGLE * eased(seconds, 0.0, 1.75);
        let bent = |&point: &DVec3| self.fold.bent(point, angle).to_array();
        let positions = self.bunny.positions().iter().map(bent).collect();
        let mut scene = Scene::new();
        let id = scene.add("bunny", &self.bunny, Pose::IDENTITY);
        scene.set_positions(id, positions).expect("bending keeps points finite");
        scene
    }
}

impl Fold {
    /// Bends what is above the root of the ear by an angle; beyond the bend it goes on straight.
    fn bent(&self, point: DVec3, angle: f64) -> DVec3 {
        let (root, radius, (axis, least)) = (DVec3::from(self.root), self.radius, self.beyond);
        let up = point.z - root.z;
        if point[axis] <= least || up <= 0.0 {
            return point;
        }
        let angle = (up / radius).min(angle);
        let straight = up - angle * radius;
        let from_axis = point.x - root.x + radius;
        let x = root.x - radius + from_axis * angle.cos() - straight * angle.sin();
        let z = root.z + from_axis * angle.sin() + straight * angle.cos();
        DVec3::new(x, point.y, z)
    }
}

/// Two cows merged into one object of `triangles` triangles: the second example of "Self-intersections with CULLIDE".
///
/// Hard: it goes through itself in many places, all along both bodies, with legs, horns and tails between.
pub fn merged_cows(triangles: usize) -> Scene {
    let first = cow(triangles / 2);
    let second = cow(triangles - first.triangles().len());
    merged(&first, &second)
}

/// Two bodies of one's own as one object, the second one turned and moved a little.
pub fn merged(first: &Mesh, second: &Mesh) -> Scene {
    let [x, y, z] = (first.bounds().size().max_element() * DVec3::new(0.04, 0.04, 0.01)).to_array();
    let across = crate::turned([0.0, 0.0, 1.0], 0.4, [x, y, z]);
    let mut scene = Scene::new();
    scene.add("cows", &merge([(first, Pose::IDENTITY), (second, across)]), Pose::IDENTITY);
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::{Engine, Overlaps, SelfOverlaps};

    #[test]
    fn bunnies_are_deep_in_each_other() {
        let scene = bunnies(20_000);
        assert!(scene.objects().iter().all(|bunny| bunny.mesh().triangles().len() == 20_000));
        let found = Engine::cpu().run(&scene, &Overlaps::new()).unwrap();
        assert!((1_000..4_000).contains(&found.findings().len()), "{}", found.findings().len());
        let region = found.region(&scene, &found.pairs[0]).size().max_element();
        assert!(region > 0.5 * scene.objects()[0].mesh().bounds().size().max_element());
    }

    #[test]
    fn a_bent_ear_meets_the_head_in_one_small_place_at_any_size() {
        for triangles in [5_000, 20_000] {
            let scene = deformed_bunny(triangles);
            assert_eq!(scene.objects()[0].mesh().triangles().len(), triangles);
            let found = Engine::cpu().run(&scene, &SelfOverlaps::of_all()).unwrap();
            assert!(found.findings().len() > 20, "{triangles} triangles");
            let region = found.region(&scene, &found.pairs[0]).size().max_element();
            assert!(region < 0.25 * scene.objects()[0].mesh().bounds().size().max_element(), "{triangles} triangles");
        }
    }

    #[test]
    fn an_ear_that_folds_meets_the_head_only_at_the_end() {
        let folding = Ear::new(5_000);
        let mut engine = Engine::cpu();
        let mut count = |time| engine.run(&folding.at(time), &SelfOverlaps::of_all()).unwrap().findings().len();
        assert_eq!([0.0, 0.4, 0.8].map(&mut count), [0; 3]);
        assert!(count(2.0) > 20);
    }

    #[test]
    fn merged_cows_are_one_object_that_meets_itself_from_end_to_end() {
        for triangles in [3_000, 20_000] {
            let scene = merged_cows(triangles);
            assert_eq!((scene.objects().len(), scene.objects()[0].mesh().triangles().len()), (1, triangles));
            let found = Engine::cpu().run(&scene, &SelfOverlaps::of_all()).unwrap();
            assert!(found.findings().len() > 200, "{triangles} triangles");
            let region = found.region(&scene, &found.pairs[0]).size().max_element();
            assert!(region > 0.7 * scene.objects()[0].mesh().bounds().size().max_element(), "{triangles} triangles");
        }
    }
}
