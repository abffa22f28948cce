//! Cheap tests in plain `f64` that are never wrong in one direction: what they rule out needs no roots.

use super::form::{Equation, Form};
use super::side::keeps;
use crate::chord::Chord;
use crate::number::Ball;
use glam::DVec3;

/// More than what rounding costs a sum of a few dozen terms, as a share of the largest.
const ROUNDING: f64 = 1e-13;

impl Form {
    /// Whether a piece of a path may meet the surface, bounded or not: never false where it does. A few dozen operations decide, where
    /// roots take hundreds.
    pub fn may_meet(&self, chord: &Chord) -> bool {
        let q = match &self.equation {
            Equation::Plane => {
                let axis = self.axes[2];
                let [a, b] = [chord.start, chord.end].map(|point| axis.dot(point - self.origin));
                let off =
                    axis.abs().dot(chord.off + ROUNDING * (self.origin.abs() + chord.start.abs().max(chord.end.abs())));
                return a.min(b) <= off && a.max(b) >= -off;
            }
            Equation::Blobby(_) => return true,
            Equation::Quadric(q) => q,
        };
        let (middle, reach) = (0.5 * (chord.start + chord.end), 0.5 * (chord.end - chord.start).abs() + chord.off);
        let reach = reach + ROUNDING * (middle.abs() + self.origin.abs());
        let at = self.local(middle);
        let off = DVec3::from_array(self.axes.map(|axis| axis.abs().dot(reach)));
        let (squares, lines) = (DVec3::new(q[0], q[1], q[2]), DVec3::new(q[6], q[7], q[8]));
        let around =
            |p: DVec3, [d, e, f]: [f64; 3]| DVec3::new(d * p.y + e * p.z, d * p.x + f * p.z, e * p.x + f * p.y);
        let mixed = [q[3], q[4], q[5]];
        let most = mixed.map(f64::abs);
        let half_slope = squares * at + around(at, mixed) + lines;
        let value = (half_slope + lines).dot(at) + q[9];
        let far_slope = squares.abs() * at.abs() + around(at.abs(), most) + lines.abs();
        let change = 2.0 * half_slope.abs().dot(off) + (squares.abs() * off + around(off, most)).dot(off);
        let rounding = ROUNDING * ((far_slope + lines.abs()).dot(at.abs()) + 2.0 * far_slope.dot(off) + q[9].abs());
        value.abs() <= change + rounding
    }

    /// The equation's value at a point of the world, rounded.
    pub fn value(&self, point: DVec3) -> f64 {
        let local = self.local(point);
        match &self.equation {
            Equation::Plane => local.z,
            Equation::Quadric(q) => (self.gradient(local) * 0.5 + DVec3::new(q[6], q[7], q[8])).dot(local) + q[9],
            Equation::Blobby(blobs) => blobs.value(local),
        }
    }

    /// Whether a point of the world is on the collider, if each of its coordinates may be off by `reach`; never false where it is.
    pub fn is_near(&self, point: DVec3, reach: f64) -> bool {
        let reach = 2.0 * reach + 16.0 * f64::EPSILON * (point.abs() + self.origin.abs()).max_element();
        let local = self.local(point);
        let (curve, size) = match &self.equation {
            Equation::Plane => (0.0, 0.0),
            Equation::Quadric(q) => {
                let most = q.iter().fold(0f64, |most, value| most.max(value.abs()));
                let far = 1.0 + local.abs().max_element();
                (9.0 * most, 32.0 * f64::EPSILON * most * far * far)
            }
            Equation::Blobby(blobs) => {
                let curve = blobs.balls.iter().map(|(_, radius)| 30.0 / (radius * radius)).sum();
                (curve, 64.0 * f64::EPSILON * blobs.balls.len() as f64)
            }
        };
        // By how much the value may change within reach, and be off.
        let change = (2.0 * self.gradient(local).length() + curve * reach) * reach + size;
        let ball = local.to_array().map(|middle| Ball::<f64>::new(middle, reach));
        self.value(point).abs() <= change && self.tests.iter().all(|test| keeps(test, &ball) != Ok(false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Draws;
    use crate::{Collider, Keep, Path, Pose, Region, Surface};

    /// Wherever a path meets a surface, the piece of it around that time is not ruled out, and the point is near; most others are.
    #[test]
    fn nothing_that_meets_is_ruled_out() {
        let surfaces = [
            Surface::Plane,
            Surface::Ellipsoid { radii: DVec3::new(0.5, 0.7, 0.4) },
            Surface::Cylinder { radii: [0.4, 0.6], heights: [-1.0, 1.0] },
            Surface::Cone { radii: [0.6, 0.6], heights: [-1.0, 1.0] },
            Surface::Quadric {
                coefficients: [1.0, -1.0, 0.3, 0.2, -0.4, 0.1, 0.2, 0.0, -0.25, -0.1],
                min: DVec3::splat(-1.0),
                max: DVec3::ONE,
            },
            Surface::Blobby { balls: vec![(DVec3::ZERO, 1.0), (DVec3::new(0.5, 0.0, 0.2), 0.7)], level: 0.3 },
        ];
        let (mut met, mut kept, mut asked) = (0, 0, 0);
        for case in 0..6000u32 {
            let surface = surfaces[case as usize % surfaces.len()].clone();
            let vector = |salt: u32, scale: f64| {
                let [a, b, c, _] = Draws::new(9, case, 0).four(salt);
                (DVec3::new(a, b, c) * 2.0 - 1.0) * scale
            };
            let region = Region::Box { min: DVec3::splat(-1.0), max: DVec3::ONE };
            let constraints = if surface == Surface::Plane { vec![(Keep::Inside, region)] } else { Vec::new() };
            let pose = Pose::at(vector(1, 1.0)).turned(vector(2, 1.0), 100.0 * vector(3, 1.0).x);
            let collider = Collider { name: String::new(), pose, surface, constraints, material: 0, image: None };
            let form = Form::new(&collider);
            let position = vector(4, 3.0);
            let acceleration = if case % 2 == 0 { DVec3::ZERO } else { vector(5, 2.0) };
            let path = Path { start: 0.0, position, velocity: vector(6, 1.5) - position, acceleration };
            let meeting = form.meeting(&path, 2.0, false);
            // Also where the meeting is at the very end of a piece.
            let ends = meeting.map(|meeting| Chord::new(&path, (meeting.age - 0.05).max(0.0), meeting.age));
            assert!(ends.is_none_or(|chord| form.may_meet(&chord)), "{path:?} {collider:?}");
            for piece in 0..20 {
                let [from, to] = [piece, piece + 1].map(|k| f64::from(k) * 0.1);
                let may = form.may_meet(&Chord::new(&path, from, to));
                (kept, asked) = (kept + u32::from(may), asked + 1);
                if let Some(meeting) = meeting.filter(|meeting| (from..=to).contains(&meeting.age)) {
                    assert!(may, "{path:?} {collider:?}");
                    assert!(form.is_near(path.position_at(meeting.age), 1e-12), "{path:?} {collider:?}");
                    met += 1;
                }
            }
        }
        assert!(met > 1000 && kept < asked / 2, "{met} {kept} {asked}");
    }
}
