//! What two solids share, against closed forms and slow oracles.
#![allow(clippy::print_stdout, reason = "times are printed, and which case is tried")]

mod contacts;
mod depths;
mod oracle;
mod times;
mod volumes;
mod voxels;

use allide::shared::{Overlay, Region, Solid};
use allide::{Aabb, Class, DVec3, Engine, Mesh, Overlaps, Pose, Scene, TrianglePair};

/// A mesh in its place, with everything that a solid needs.
struct Placed {
    mesh: Mesh,
    pose: Pose,
    positions: Vec<DVec3>,
}

impl Placed {
    fn new(mesh: &Mesh, pose: Pose) -> Self {
        let positions = mesh.positions().iter().map(|&point| pose.apply(point)).collect();
        Self { mesh: mesh.clone(), pose, positions }
    }

    fn at_home(mesh: &Mesh) -> Self {
        Self::new(mesh, Pose::IDENTITY)
    }

    fn moved(&self, by: DVec3) -> Self {
        let pose = Pose::translation(by.x, by.y, by.z).unwrap();
        Self::new(&self.mesh, pose.after(&self.pose).unwrap())
    }

    fn solid(&self) -> Solid<'_> {
        let corners = self.mesh.triangles().as_flattened().iter();
        let bounds = Aabb::around(corners.map(|&vertex| self.positions[vertex as usize]));
        Solid::new(&self.mesh, &self.positions, bounds, &[])
    }

    fn bend(&self) -> Option<f64> {
        if self.is_convex() { Some(0.0) } else { self.solid().bend() }
    }

    fn is_convex(&self) -> bool {
        Solid::new(&self.mesh, self.mesh.positions(), self.mesh.bounds(), &[]).is_convex()
    }
}

fn pairs(a: &Placed, b: &Placed) -> Vec<TrianglePair> {
    let mut scene = Scene::new();
    let (first, second) = (scene.add("a", &a.mesh, a.pose), scene.add("b", &b.mesh, b.pose));
    // Duplicates are not compared with each other by a scene.
    let report = Engine::cpu().run(&scene, &Overlaps::new()).unwrap();
    if report.sets.is_empty() {
        return report.between(first, second).to_vec();
    }
    let corners = |placed: &Placed, t: &[u32; 3]| t.map(|v| placed.positions[v as usize]);
    let mut pairs = Vec::new();
    for (i, s) in a.mesh.triangles().iter().enumerate() {
        for (j, t) in b.mesh.triangles().iter().enumerate() {
            if let Some(class) = allide_geom::overlap(&corners(a, s), &corners(b, t)) {
                pairs.push(TrianglePair { a: i as u32, b: j as u32, class });
            }
        }
    }
    pairs
}

fn region(a: &Placed, b: &Placed) -> Region {
    Overlay::of(a.solid(), b.solid(), &pairs(a, b)).region()
}

/// Whether the solids share no volume: no surface passes through the other, and the volume is zero up to its bound.
fn are_separate(a: &Placed, b: &Placed) -> bool {
    let pairs = pairs(a, b);
    if pairs.iter().any(|pair| pair.class == Class::Crossing) {
        return false;
    }
    let region = Overlay::of(a.solid(), b.solid(), &pairs).region();
    region.volume <= region.volume_error
}

fn octahedron() -> Mesh {
    let positions =
        [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    let upper = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4]];
    let lower = upper.map(|[p, q, _]: [u32; 3]| [q, p, 5]);
    Mesh::new(positions.to_vec(), [upper, lower].concat()).unwrap()
}

/// Pseudo-random numbers from 0 to 1.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() * count as f64) as usize
    }

    fn point(&mut self) -> DVec3 {
        DVec3::new(self.next(), self.next(), self.next()) * 2.0 - 1.0
    }

    fn pose(&mut self, reach: f64) -> Pose {
        let translation = self.point() * reach;
        Pose::rotation_translation(self.point().to_array(), self.next() * 6.0, translation.to_array()).unwrap()
    }
}

/// Within the bounds that the region states, and those are small.
#[track_caller]
fn assert_region(region: &Region, volume: f64, area: f64, slack: f64) {
    let (volume_off, area_off) = ((region.volume - volume).abs(), (region.area - area).abs());
    assert!(volume_off <= region.volume_error + slack, "volume {volume}, {region:?}");
    assert!(area_off <= region.area_error + slack, "area {area}, {region:?}");
    assert!(region.volume_error < 1.0e-9 && region.area_error < 1.0e-9, "{region:?}");
}
