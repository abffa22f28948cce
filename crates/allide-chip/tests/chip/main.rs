//! The machine against software, its clock against hand-made counts, its arithmetic against the algorithm.
#![allow(clippy::print_stderr, reason = "tests say what they measured")]

mod clock;
mod datapath;
mod figures;
mod findings;
mod rtl;
mod trace;

use allide_chip::{Config, Machine, Query, Run};
use allide_geom::kdop::{Orientations, Tree};
use allide_geom::{DVec3, Triangle};
use glam::{DAffine3, DQuat};

/// Two placed meshes.
struct Scene {
    triangles: [Vec<Triangle>; 2],
    poses: [DAffine3; 2],
}

impl Scene {
    fn trees(&self, faces: usize) -> [Tree; 2] {
        let set = Orientations::standard(faces).unwrap();
        self.triangles.each_ref().map(|all| Tree::build(&set, all.len(), |i| all[i]).unwrap())
    }

    fn placed(&self, side: usize) -> impl Fn(u32) -> Triangle {
        move |index| self.triangles[side][index as usize].map(|corner| place(&self.poses[side], corner))
    }

    fn run(&self, config: &Config) -> Run {
        let trees = self.trees(config.faces);
        let query = Query::new(config, [&trees[0], &trees[1]], self.poses).unwrap();
        Machine::new(config.clone()).unwrap().run(&query, [&self.placed(0), &self.placed(1)]).unwrap()
    }
}

fn place(pose: &DAffine3, point: DVec3) -> DVec3 {
    let [x, y, z] = [pose.matrix3.x_axis, pose.matrix3.y_axis, pose.matrix3.z_axis];
    ((x * point.x + y * point.y) + z * point.z) + pose.translation
}

/// A bumpy ring of `2 · around · across` triangles: closed, not convex, with thin and thick parts.
fn ring(around: usize, across: usize) -> Vec<Triangle> {
    let point = |i: usize, j: usize| {
        let [u, v] = [(i, around), (j, across)].map(|(i, n)| (i % n) as f64 / n as f64 * std::f64::consts::TAU);
        let tube = 0.3 + 0.1 * (3.0 * u).sin();
        DVec3::new((1.0 + tube * v.cos()) * u.cos(), (1.0 + tube * v.cos()) * u.sin(), tube * v.sin())
    };
    let cells = (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
    cells
        .flat_map(|(i, j)| {
            let [p, q, r, s] = [point(i, j), point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)];
            [[p, q, r], [p, r, s]]
        })
        .collect()
}

/// Two rings at a distance, the second turned.
fn rings(distance: f64, angle: f64) -> Scene {
    let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 3.0).normalize(), angle);
    let there = DAffine3::from_rotation_translation(turn, DVec3::new(distance, 0.1, 0.2));
    Scene { triangles: [ring(24, 10), ring(24, 10)], poses: [DAffine3::IDENTITY, there] }
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
}
