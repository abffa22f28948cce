use crate::Random;
use crate::shapes::{blob, cuboid, cylinder, merge, subdivided_cuboid, torus};
use allide::{Mesh, Pose};

/// A robot's arm, the cell that it works in, and poses of the arm in there.
///
/// Hard: what is near the arm is near along whole surfaces, and one answer a pose is asked for, thousands of times.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Two links with a joint between them, a wrist and two fingers, in one piece.
    pub arm: Mesh,
    /// Floor, shelves, pillars, rings and two castings.
    pub cell: Mesh,
}

impl Cell {
    /// 72,864 triangles of the arm and 121,292 of the cell, both divided by the square of `coarse`, roughly.
    ///
    /// # Panics
    /// If `coarse` is 0.
    pub fn new(coarse: usize) -> Self {
        Self { arm: arm(coarse), cell: cell(coarse) }
    }

    /// Anywhere in the cell, turned in any way. More than a quarter of these poses collide.
    pub fn pose(random: &mut Random) -> Pose {
        let place = [random.between(-2.0, 2.0), random.between(-2.0, 2.0), random.between(0.25, 2.5)];
        crate::turned(random.direction(), random.between(0.0, std::f64::consts::TAU), place)
    }

    /// A way through the cell in `steps` poses, each a little farther than the one before.
    pub fn way(steps: usize) -> impl Iterator<Item = Pose> {
        (0..steps).map(move |step| {
            let t = step as f64 / steps as f64;
            let place = [3.6 * t - 1.8, 0.4 * (9.0 * t).sin(), 1.2 + 0.5 * (5.0 * t).cos()];
            crate::turned([0.3, 1.0, 0.2], 6.0 * t, place)
        })
    }
}

fn arm(coarse: usize) -> Mesh {
    let parts = |count: usize| (count / coarse).max(3);
    let tube = |radius, length, around, along| cylinder(radius, length, parts(around), parts(along));
    let links = [tube(0.09, 0.8, 128, 96), tube(0.07, 0.7, 112, 88)];
    let (joint, wrist) = (tube(0.11, 0.26, 128, 16), tube(0.05, 0.2, 96, 40));
    let finger = subdivided_cuboid([0.0; 3], [0.03, 0.02, 0.16], [parts(16), parts(12), parts(64)]);
    let moved = crate::moved;
    merge([
        (&links[0], Pose::IDENTITY),
        (&joint, crate::turned([1.0, 0.0, 0.0], -std::f64::consts::FRAC_PI_2, [0.0, -0.13, 0.8])),
        (&links[1], crate::turned([0.0, 1.0, 0.0], 1.0, [0.0, 0.0, 0.8])),
        (&wrist, crate::turned([0.0, 1.0, 0.0], 1.6, [0.58, 0.0, 1.17])),
        (&finger, moved(0.78, -0.04, 1.1)),
        (&finger, moved(0.78, 0.02, 1.1)),
    ])
}

fn cell(coarse: usize) -> Mesh {
    let parts = |count: usize| (count / coarse).max(3);
    let floor = subdivided_cuboid([-2.5, -2.5, -0.1], [2.5, 2.5, 0.0], [parts(80), parts(80), 1]);
    let shelf = subdivided_cuboid([-0.8, -0.3, 0.0], [0.8, 0.3, 0.03], [parts(40), parts(16), 1]);
    let pillar = cylinder(0.06, 2.4, parts(48), parts(40));
    let ring = torus(0.35, 0.05, parts(96), parts(32));
    let casting = |seed| blob(seed, 24_000 / (coarse * coarse));
    let (castings, foot) = ([casting(7), casting(8)], cuboid([-0.5, -0.5, 0.0], [0.5, 0.5, 0.4]));
    let small =
        |place| Pose::affine([[0.4, 0.0, 0.0], [0.0, 0.4, 0.0], [0.0, 0.0, 0.4]], place).expect("finite numbers");
    let mut all = vec![(&floor, Pose::IDENTITY), (&foot, crate::moved(1.6, -1.6, 0.0))];
    all.extend([0.5, 1.0, 1.5, 2.0].map(|z| (&shelf, crate::moved(0.0, 2.0, z))));
    let corners = [[-1.5, -1.5], [1.5, 1.5], [-1.5, 1.5], [0.0, -2.0], [-2.2, 0.0], [2.2, 0.2]];
    all.extend(corners.map(|[x, y]| (&pillar, crate::moved(x, y, 0.0))));
    all.extend([(&ring, crate::moved(1.0, 0.3, 1.3)), (&ring, crate::turned([1.0, 0.0, 0.0], 1.2, [-0.9, -0.8, 1.1]))]);
    all.extend([(&castings[0], small([-1.2, 0.6, 0.5])), (&castings[1], small([1.6, -1.6, 0.8]))]);
    merge(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::{Engine, Overlaps, Scene};

    #[test]
    fn more_than_a_quarter_of_all_poses_collide() {
        let Cell { arm, cell } = Cell::new(8);
        let (mut scene, mut engine, mut random) = (Scene::new(), Engine::cpu(), Random::new(1));
        scene.add("cell", &cell, Pose::IDENTITY);
        let arm = scene.add("arm", &arm, Pose::IDENTITY);
        let mut hits = 0;
        for _ in 0..300 {
            scene.set_pose(arm, Cell::pose(&mut random));
            hits += usize::from(engine.any(&scene, &Overlaps::new()).unwrap().is_some());
        }
        assert!((65..120).contains(&hits), "{hits}");
    }

    #[test]
    fn counts_are_what_they_are_said_to_be() {
        let Cell { arm, cell } = Cell::new(1);
        assert_eq!([arm.triangles().len(), cell.triangles().len()], [72_864, 121_292]);
    }
}
