use crate::shapes::tree;
use crate::surface::Surface;
use crate::{Motion, Random};
use allide::{DVec3, Mesh, Pose, Scene};
use std::f64::consts::{PI, TAU};

/// Quads along and across a leaf: 156 triangles.
const LEAF: [u32; 2] = [13, 6];
/// Beats per second, the unit of a leaf's timeline.
const BEATS: f64 = 24.0;
/// How many there are.
const LENGTH: f64 = 63.0;

/// Leaves fall from a tree and bend as they fall: Figure 1 of "Fast and Reliable Collision Culling".
///
/// Hard: thin sheets that change their shape in every frame, beside one object whose box holds all of them.
#[derive(Clone, Debug)]
pub struct Leaves {
    tree: Mesh,
    leaf: Mesh,
    leaves: Vec<Leaf>,
}

#[derive(Clone, Debug)]
struct Leaf {
    /// Where its stalk is, in or on the bark.
    stalk: DVec3,
    /// Across the ground, and how steeply it hangs.
    heading: f64,
    slope: f64,
    /// When it comes off, in beats.
    loose_at: f64,
    phase: f64,
}

impl Leaves {
    /// Triangles of each leaf.
    pub const LEAF_TRIANGLES: usize = 2 * (LEAF[0] * LEAF[1]) as usize;

    /// The scene of the paper: 150 leaves and 40,000 triangles in all.
    pub fn published() -> Self {
        Self::new(40_000 - 150 * Self::LEAF_TRIANGLES, 150)
    }

    /// With the given number of triangles for trunk and branches, and of leaves.
    pub fn new(tree_triangles: usize, leaves: usize) -> Self {
        let (tree, twigs) = tree(tree_triangles);
        let mut random = Random::new(17);
        let mut leaf = |number: usize| {
            let [from, to] = twigs[number % twigs.len()];
            Leaf {
                stalk: from.lerp(to, random.between(0.25, 1.0)),
                heading: random.between(0.0, TAU),
                slope: random.between(-0.6, 0.3),
                loose_at: random.between(0.0, 0.6 * (LENGTH + 1.0)),
                phase: random.between(0.0, TAU),
            }
        };
        Self { tree, leaf: flat(), leaves: (0..leaves).map(&mut leaf).collect() }
    }
}

impl Motion for Leaves {
    fn seconds(&self) -> f64 {
        LENGTH / BEATS
    }

    fn moment(&self, seconds: f64) -> Scene {
        let mut scene = Scene::new();
        scene.add("tree", &self.tree, Pose::IDENTITY);
        for (number, leaf) in self.leaves.iter().enumerate() {
            let id = scene.add(format!("leaf {number}"), &self.leaf, Pose::IDENTITY);
            let positions = leaf.positions(&self.leaf, seconds * BEATS);
            scene.set_positions(id, positions).expect("as many as before, and finite");
        }
        scene
    }
}

impl Leaf {
    fn positions(&self, shape: &Mesh, time: f64) -> Vec<[f64; 3]> {
        let air = (time - self.loose_at).max(0.0);
        let beat = self.phase + 0.35 * air;
        // It flutters a little on the tree, and rolls up and opens on its way down.
        let curl = 1.2 * (0.2 * time + self.phase).sin() * (air / 6.0).min(1.0) + 0.5;
        let pitch = self.slope + 0.9 * beat.sin() * (air / 6.0).min(1.0);
        let pitched = crate::turned([0.0, 1.0, 0.0], -pitch, [0.0; 3]);
        let turned = crate::turned([0.0, 0.0, 1.0], self.heading + 0.05 * air, [0.0; 3]);
        let turned = turned.after(&pitched).expect("turns of finite angles");
        let sway = DVec3::new(self.heading.cos(), self.heading.sin(), 0.0) * (0.25 * (beat.cos() - self.phase.cos()));
        let place = self.stalk + sway * (air / 6.0).min(1.0) - DVec3::Z * (0.08 * air);
        let mut points: Vec<DVec3> =
            shape.positions().iter().map(|&point| turned.apply(curled(point, curl)) + place).collect();
        let lowest = points.iter().map(|point| point.z).fold(f64::INFINITY, f64::min);
        points.iter_mut().for_each(|point| point.z -= lowest.min(0.0));
        points.iter().map(DVec3::to_array).collect()
    }
}

/// Rolls a leaf about its stalk, by `curl` radians from end to end, and folds it a little along its rib.
fn curled(point: DVec3, curl: f64) -> DVec3 {
    let length = 0.5;
    let angle = curl * point.x / length;
    let (along, down) = match angle {
        0.0 => (point.x, 0.0),
        _ => (point.x * angle.sin() / angle, point.x * (angle.cos() - 1.0) / angle),
    };
    let fold = 0.3 * point.y.abs();
    DVec3::new(along + fold * angle.sin(), point.y, down + fold * angle.cos())
}

/// A pointed leaf in the plane z = 0 with its stalk at the origin, along +x.
fn flat() -> Mesh {
    let [along, across] = LEAF;
    let mut surface = Surface::default();
    for i in 0..=along {
        let part = f64::from(i) / f64::from(along);
        let half_width = 0.006 + 0.12 * (PI * part.powf(0.8)).sin().max(0.0);
        for j in 0..=across {
            surface.vertex([0.5 * part, half_width * (2.0 * f64::from(j) / f64::from(across) - 1.0), 0.0]);
        }
    }
    let row = across + 1;
    for (i, j) in (0..along).flat_map(|i| (0..across).map(move |j| (i, j))) {
        let first = i * row + j;
        surface.quad([first, first + row, first + row + 1, first + 1]);
    }
    surface.mesh()
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::{Engine, Overlaps, SelfOverlaps};

    #[test]
    fn the_published_sizes_are_met() {
        let leaves = Leaves::published();
        let scene = leaves.at(0.0);
        let sizes: Vec<usize> = scene.objects().iter().map(|object| object.mesh().triangles().len()).collect();
        assert_eq!((sizes.len(), sizes.iter().sum::<usize>()), (151, 40_000));
        assert!(sizes[1..].iter().all(|&size| size == 156));
    }

    #[test]
    fn leaves_meet_branches_and_leaves_but_not_themselves() {
        let leaves = Leaves::new(6_000, 60);
        let mut engine = Engine::cpu();
        let mut met = [0, 0];
        for time in [0.0, 0.8, 1.6] {
            let scene = leaves.at(time);
            let overlaps = engine.run(&scene, &Overlaps::new()).unwrap();
            overlaps.pairs.iter().for_each(|pair| met[usize::from(pair.a.index() > 0)] += 1);
            let within = engine.run(&scene, &SelfOverlaps::of_all()).unwrap();
            assert!(within.pairs.iter().all(|pair| pair.a.index() == 0), "at {time}");
        }
        assert!(met[0] > 0 && met[1] > 0, "{met:?}");
    }

    #[test]
    fn leaves_bend_and_fall_to_the_ground() {
        let leaves = Leaves::new(6_000, 60);
        let height = |time: f64| -> f64 {
            let scene = leaves.at(time);
            scene.objects()[1..].iter().map(|leaf| leaf.mesh().bounds().center().z).sum()
        };
        assert!(height(0.0) > height(0.8) && height(0.8) > height(2.6));
        let [first, last] = [0.0, 2.6].map(|time| leaves.at(time));
        let length = |scene: &Scene| scene.objects()[1].mesh().bounds().size().length();
        assert_ne!(length(&first), length(&last));
        assert!(last.objects()[1..].iter().all(|leaf| leaf.mesh().bounds().min.z >= 0.0));
    }
}
