//! k-DOPs against exact arithmetic and against scenes whose answer is known.
#![allow(clippy::print_stderr, reason = "tests say what they measured")]

mod alternatives;
mod bound;
mod exact;
mod pairs;
mod touching;
mod trees;

use allide_geom::kdop::{Orientations, Tree};
use allide_geom::{DVec3, Triangle};
use glam::{DAffine3, DMat3, DQuat};
use std::sync::Arc;

const SETS: [usize; 5] = [6, 14, 18, 24, 26];

/// How many cases a test runs: `ALLIDE_CASES` of them, or its usual number.
fn cases(usual: usize) -> usize {
    std::env::var("ALLIDE_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

fn set(k: usize) -> Arc<Orientations> {
    Orientations::standard(k).unwrap()
}

fn tree(set: &Arc<Orientations>, triangles: &[Triangle]) -> Tree {
    Tree::build(set, triangles.len(), |i| triangles[i]).unwrap()
}

/// As documented at `Placed`.
fn place(pose: &DAffine3, point: DVec3) -> DVec3 {
    let [x, y, z] = [pose.matrix3.x_axis, pose.matrix3.y_axis, pose.matrix3.z_axis];
    ((x * point.x + y * point.y) + z * point.z) + pose.translation
}

/// Random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }

    /// From −1 to 1.
    fn number(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }

    fn triangle(&mut self, size: f64) -> Triangle {
        let middle = self.vector();
        [(); 3].map(|()| middle + self.vector() * size)
    }

    fn rotation(&mut self) -> DMat3 {
        DMat3::from_quat(DQuat::from_axis_angle(self.vector().normalize(), self.number() * 4.0))
    }

    /// A motion, sometimes far away, a turn by right angles with a shift of whole numbers, or any affine map.
    fn pose(&mut self) -> DAffine3 {
        let translation = self.vector() * 2.0;
        match self.below(5) {
            0 => DAffine3 { matrix3: self.rotation(), translation: translation * 1e7 },
            1 | 2 => DAffine3 { matrix3: self.rotation(), translation },
            3 => DAffine3 { matrix3: self.right_angles(), translation: translation.round() },
            _ => {
                let linear = DMat3::from_cols(self.vector(), self.vector(), self.vector());
                let size = [1.0, 1e-3, 1e3][self.below(3)];
                DAffine3 { matrix3: (linear * size), translation: (translation * size) }
            }
        }
    }

    /// A permutation of axes with signs.
    fn right_angles(&mut self) -> DMat3 {
        let first = self.below(3);
        let second = (first + 1 + self.below(2)) % 3;
        let mut sign = || if self.bits() & 1 == 0 { 1.0 } else { -1.0 };
        DMat3::from_cols(
            DVec3::AXES[first] * sign(),
            DVec3::AXES[second] * sign(),
            DVec3::AXES[3 - first - second] * sign(),
        )
    }
}
