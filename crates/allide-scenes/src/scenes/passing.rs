use crate::Motion;
use crate::shapes::cow;
use allide::{DVec3, Mesh, Scene};
use std::f64::consts::{PI, TAU};

/// Two cows walk past each other, too close: their sides and horns meet on the way.
///
/// Hard: both move and deform, and they are apart before and after.
#[derive(Clone, Debug)]
pub struct Passing {
    cow: Mesh,
}

/// How far each walks in a second.
const SPEED: f64 = 1.4;
/// When they are side by side.
const MIDDLE: f64 = 1.5;
/// Between their middles, across the way: less than they are wide.
const ASIDE: f64 = 0.62;

impl Passing {
    /// With `triangles` triangles in all.
    pub fn new(triangles: usize) -> Self {
        Self { cow: cow(triangles / 2) }
    }
}

impl Motion for Passing {
    fn seconds(&self) -> f64 {
        2.0 * MIDDLE
    }

    fn moment(&self, seconds: f64) -> Scene {
        let mut scene = Scene::new();
        let way = SPEED * (seconds - MIDDLE);
        let poses = [crate::moved(way, 0.0, 0.0), crate::turned([0.0, 0.0, 1.0], PI, [-way, ASIDE, 0.0])];
        for (name, (pose, start)) in ["cow a", "cow b"].into_iter().zip(poses.into_iter().zip([0.0, 0.3])) {
            let id = scene.add(name, &self.cow, pose);
            let positions = self.cow.positions().iter().map(|&point| walking(point, seconds + start)).collect();
            scene.set_positions(id, positions).expect("as many as before, and finite");
        }
        scene
    }
}

/// Swings a leg to and fro below the belly, those across from each other together.
fn walking(point: DVec3, time: f64) -> [f64; 3] {
    const BELLY: f64 = 0.55;
    let below = ((BELLY - point.z) / BELLY).clamp(0.0, 1.0);
    let side = (point.y / 0.12).clamp(-1.0, 1.0) * if point.x > -0.2 { 1.0 } else { -1.0 };
    let swing = 0.3 * (TAU * 1.1 * time).sin() * side * below * below;
    [point.x + swing, point.y, point.z]
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::{Engine, Overlaps, SelfOverlaps};

    #[test]
    fn they_meet_on_the_way_and_are_apart_before_and_after() {
        let passing = Passing::new(6_000);
        let mut engine = Engine::cpu();
        let mut pairs = |time| engine.run(&passing.at(time), &Overlaps::new()).unwrap().findings().len();
        assert_eq!([0.0, 3.0].map(&mut pairs), [0, 0]);
        assert!([1.2, 1.5, 1.8].into_iter().all(|time| pairs(time) > 10));
    }

    #[test]
    fn walking_does_not_fold_a_cow_into_itself() {
        let passing = Passing::new(40_000);
        let mut engine = Engine::cpu();
        for time in [0.0, 0.4, 1.1, 2.3] {
            assert!(engine.run(&passing.at(time), &SelfOverlaps::of_all()).unwrap().pairs.is_empty(), "at {time}");
        }
    }
}
