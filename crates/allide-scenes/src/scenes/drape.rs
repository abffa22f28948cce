use crate::Motion;
use crate::motion::eased;
use crate::shapes::icosphere;
use crate::surface::Surface;
use allide::{DVec3, Mesh, Pose, Scene};
use std::f64::consts::FRAC_PI_2;

/// A square cloth falls on a ball, wraps it and hangs down in folds that go through themselves.
///
/// Hard: a sheet that deforms all over, beside a body that it lies on; contacts are many, shallow and nearly tangential.
#[derive(Clone, Debug)]
pub struct Drape {
    cloth: Mesh,
    ball: Mesh,
}

/// Of the ball.
const RADIUS: f64 = 0.7;
/// Half the length of a side of the cloth.
const HALF: f64 = 1.5;
/// When the cloth reaches the ball.
const CONTACT: f64 = 0.6;
/// Folds around the ball.
const FOLDS: f64 = 12.0;

impl Drape {
    /// With a cloth of about this many triangles.
    pub fn new(triangles: usize) -> Self {
        let cells = (triangles / 2).isqrt().max(1);
        let mut sheet = Surface::default();
        for place in 0..(cells + 1) * (cells + 1) {
            let [x, y] =
                [place % (cells + 1), place / (cells + 1)].map(|k| HALF * (2.0 * k as f64 / cells as f64 - 1.0));
            sheet.vertex([x, y, 0.0]);
        }
        let row = cells as u32 + 1;
        for first in (0..cells as u32).flat_map(|j| (0..cells as u32).map(move |i| j * row + i)) {
            sheet.quad([first, first + 1, first + 1 + row, first + row]);
        }
        let half = Pose::affine([[RADIUS, 0.0, 0.0], [0.0, RADIUS, 0.0], [0.0, 0.0, RADIUS]], [0.0; 3]);
        let ball = icosphere(if triangles < 4_000 { 2 } else { 4 });
        Self { cloth: sheet.mesh(), ball: crate::shapes::merge([(&ball, half.expect("finite"))]) }
    }
}

impl Motion for Drape {
    fn seconds(&self) -> f64 {
        2.5
    }

    fn moment(&self, seconds: f64) -> Scene {
        let mut scene = Scene::new();
        scene.add("ball", &self.ball, Pose::IDENTITY);
        let id = scene.add("cloth", &self.cloth, Pose::IDENTITY);
        let before = (CONTACT - seconds).max(0.0);
        let height = 4.9 * (CONTACT * CONTACT - (CONTACT - before).powi(2));
        let wrapped = eased(seconds, CONTACT, self.seconds());
        let place = |&point: &DVec3| (draped(point, wrapped) + DVec3::Z * height).to_array();
        let positions = self.cloth.positions().iter().map(place).collect();
        scene.set_positions(id, positions).expect("as many as before, and finite");
        scene
    }
}

/// Where a point of the flat cloth is while it wraps the ball: up to an angle from the top it lies on it, and beyond it goes
/// on straight, in folds.
fn draped(flat: DVec3, wrapped: f64) -> DVec3 {
    // It lies a little over the ball here, and a little in it there.
    let lift = 0.003 * (9.0 * flat.x).cos() * (9.0 * flat.y).cos();
    let radius = RADIUS + lift;
    let (reach, angle) = (flat.truncate().length(), FRAC_PI_2 * wrapped);
    let bend = (reach / radius).min(angle);
    let free = reach - bend * radius;
    let (out, up) = (radius * bend.sin() + free * bend.cos(), radius * bend.cos() - free * bend.sin());
    // The hanging part is longer than the way around the ball: it folds to and fro, at last through itself.
    let loose = wrapped * (free / 0.9).min(1.0).powi(2);
    let around = flat.y.atan2(flat.x);
    let turned = around + 2.2 * loose / FOLDS * (FOLDS * around).sin();
    let out = out + 0.35 * loose * (FOLDS * around).cos();
    DVec3::new(out * turned.cos(), out * turned.sin(), up)
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::{Engine, Overlaps, SelfOverlaps};

    #[test]
    fn the_cloth_meets_the_ball_and_at_last_itself() {
        let drape = Drape::new(12_000);
        let mut engine = Engine::cpu();
        let mut count = |time| {
            let scene = drape.at(time);
            let between = engine.run(&scene, &Overlaps::new()).unwrap().findings().len();
            (between, engine.run(&scene, &SelfOverlaps::of_all()).unwrap().findings().len())
        };
        assert_eq!([0.0, 0.5].map(&mut count), [(0, 0); 2]);
        let (between, within) = count(1.3);
        assert!(between > 100 && within == 0, "{between}, {within}");
        let (between, within) = count(2.5);
        assert!(between > 100 && within > 30, "{between}, {within}");
    }

    #[test]
    fn the_middle_of_the_cloth_lands_on_the_top_of_the_ball() {
        let top = draped(DVec3::ZERO, 1.0);
        assert!((top - DVec3::Z * (RADIUS + 0.003)).length() < 1e-12);
        let hem = draped(DVec3::new(HALF, 0.0, 0.0), 1.0);
        assert!(hem.z < 0.0 && hem.truncate().length() < 1.2, "{hem}");
    }
}
