use crate::shapes::{bolt, cuboid, gear, torus};
use crate::{Motion, Random};
use allide::{DVec3, Mesh, Pose, Scene};
use std::f64::consts::TAU;

/// Parts fall on a floor and stay in a heap: each on a parabola of its own that ends where it comes to rest, in a lattice that
/// is shaken a little.
///
/// Hard: thousands of neighbours and few of them in each other; all move at first, and later fewer and fewer.
#[derive(Clone, Debug)]
pub struct Pile {
    floor: Mesh,
    shapes: [(&'static str, Mesh); 4],
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
struct Part {
    rest: DVec3,
    /// About the axis, how it lies in the end.
    turn: f64,
    axis: [f64; 3],
    /// When it lands.
    lands: f64,
    /// Where it goes on its way, and how fast it turns.
    drift: DVec3,
    spin: f64,
}

const GRAVITY: f64 = 9.8;
/// When the first layer lands, and how long all take.
const FIRST: f64 = 0.4;
const ALL: f64 = 2.2;
/// Between places in the lattice, in units of a part.
const STEP: f64 = 1.02;

impl Pile {
    /// With this many parts.
    pub fn new(parts: usize) -> Self {
        let side = (parts as f64).cbrt().round().max(1.0) as usize;
        let layers = parts.div_ceil(side * side).max(1);
        let mut random = Random::new(29);
        let part = |number: usize| {
            let [x, y, layer] = [number % side, number / side % side, number / side / side];
            let middle = (side - 1) as f64 / 2.0;
            let shaken = DVec3::from(random.point(-0.08, 0.08));
            let place = DVec3::new(x as f64 - middle, y as f64 - middle, layer as f64) * STEP;
            let from = random.direction();
            Part {
                rest: place + shaken + DVec3::Z * 0.62,
                turn: random.between(0.0, TAU),
                axis: random.direction(),
                lands: FIRST + ALL * (layer as f64 + random.between(0.0, 0.8)) / layers as f64,
                drift: DVec3::new(from[0], from[1], 0.0) * 0.8,
                spin: random.between(-5.0, 5.0),
            }
        };
        let parts = (0..parts).map(part).collect();
        let half = side as f64 * STEP / 2.0 + 1.0;
        let block = cuboid([-0.3, -0.28, -0.27], [0.3, 0.28, 0.27]);
        let wheel = crate::shapes::merge([(&gear(7, [0.34, 0.48], 0.16, 0.3), crate::moved(0.0, 0.0, -0.15))]);
        let screw = bolt(0.14, 0.6, 12);
        let center = screw.bounds().center();
        let screw = crate::shapes::merge([(&screw, crate::moved(-center.x, -center.y, -center.z))]);
        Self {
            floor: cuboid([-half, -half, -0.25], [half, half, 0.0]),
            shapes: [("block", block), ("wheel", wheel), ("bolt", screw), ("ring", torus(0.36, 0.12, 14, 7))],
            parts,
        }
    }
}

impl Motion for Pile {
    fn seconds(&self) -> f64 {
        3.0
    }

    fn moment(&self, seconds: f64) -> Scene {
        let mut scene = Scene::new();
        scene.add("floor", &self.floor, Pose::IDENTITY);
        for (number, part) in self.parts.iter().enumerate() {
            let (name, shape) = &self.shapes[number % self.shapes.len()];
            scene.add(format!("{name} {number}"), shape, part.pose(seconds));
        }
        scene
    }
}

impl Part {
    fn pose(&self, time: f64) -> Pose {
        let left = (self.lands - time).max(0.0);
        let place = self.rest - self.drift * left + DVec3::Z * (GRAVITY / 2.0 * left * left);
        crate::turned(self.axis, self.turn - self.spin * left, place.to_array())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::{Engine, Overlaps, SelfOverlaps};

    #[test]
    fn a_thousand_parts_come_to_rest_and_a_few_are_in_each_other() {
        let pile = Pile::new(1_000);
        let [falling, at_rest] = [0.0, 3.0].map(|time| pile.at(time));
        assert_eq!(at_rest.objects().len(), 1_001);
        assert!((falling.objects().iter().zip(at_rest.objects()).skip(1)).all(|(x, y)| x.pose() != y.pose()));
        let pairs = Engine::cpu().run(&at_rest, &Overlaps::new()).unwrap().pairs.len();
        assert!((10..400).contains(&pairs), "{pairs} pairs");
        let within = Engine::cpu().run(&at_rest, &SelfOverlaps::of_all()).unwrap();
        assert!(within.pairs.is_empty(), "{} parts overlap themselves", within.pairs.len());
    }

    #[test]
    fn parts_that_have_landed_stay_while_others_fall() {
        let pile = Pile::new(125);
        let [early, late] = [1.4, 1.5].map(|time| pile.at(time));
        let moved = early.objects().iter().zip(late.objects()).filter(|(x, y)| x.pose() != y.pose()).count();
        assert!((20..105).contains(&moved), "{moved} parts move");
    }
}
