//! What the self-tests ask about.

use crate::table;
use allide::{Pose, Scene};
use allide_scenes::{Random, hard, shapes};

/// A scene, and how close is too close in it.
pub struct Case {
    pub name: String,
    pub scene: Scene,
    pub clearance: f64,
}

/// Cases that share a line of the report, made one at a time.
pub struct Batch {
    pub name: String,
    pub count: u64,
    make: Box<dyn Fn(u64) -> Case>,
}

/// How many random scenes there are of each kind.
const RANDOM: u64 = 100;

impl Batch {
    fn of_one(name: &str, make: impl Fn() -> Scene + 'static) -> Self {
        let own = name.to_string();
        Self { name: name.to_string(), count: 1, make: Box::new(move |_| Case::of(own.clone(), make())) }
    }

    pub fn cases(&self) -> impl Iterator<Item = Case> {
        (0..self.count).map(|number| (self.make)(number))
    }
}

impl Case {
    /// With a small part of the scene's extent as clearance.
    fn of(name: String, scene: Scene) -> Self {
        let clearance = table::scene_bounds(&scene).size().max_element() / 250.0;
        Self { name, scene, clearance }
    }
}

/// A few small scenes that need every part of the way through a GPU.
pub fn few() -> Vec<Batch> {
    // In this order: crossing, coplanar, touching on the grid, through itself, turned so that vertices are off the grid,
    // degenerate, and so large that nothing is on the grid.
    const NAMES: [&str; 7] = ["blobs", "coplanar", "grid", "cloth", "asteroids", "degenerate", "huge"];
    let wanted = |(name, _): &(&str, Scene)| NAMES.contains(name);
    let suite = allide_scenes::small_suite().into_iter().filter(wanted);
    let mut few: Vec<Batch> = suite.map(|(name, scene)| Batch::of_one(name, move || scene.clone())).collect();
    few.push(Batch { name: "every class".into(), count: 1, make: Box::new(|_| of_every_class()) });
    few
}

/// All built-in scenes, and many random ones.
pub fn all() -> Vec<Batch> {
    let built_in = allide_scenes::all().iter().map(|entry| Batch::of_one(entry.name, entry.build));
    let random = hard::KINDS.into_iter().map(|kind| {
        let name = format!("random {}", format!("{kind:?}").to_lowercase());
        let own = name.clone();
        let make = move |seed| {
            let (scene, clearance) = hard::scene(kind, &mut Random::new(seed * 100 + kind as u64));
            Case { name: format!("{own} {seed}"), scene, clearance }
        };
        Batch { name, count: RANDOM, make: Box::new(make) }
    });
    built_in.chain(random).collect()
}

/// Bodies that cross, touch, coincide and come close, and a sheet folded through itself.
pub fn of_every_class() -> Case {
    let mut scene = two_bodies(200);
    let block = shapes::cuboid([0.0; 3], [1.0; 3]);
    for (name, x) in [("block", 3.0), ("twin", 3.0), ("neighbour", 4.0), ("far", 5.0625)] {
        scene.add(name, &block, Pose::translation(x, 0.0, 0.0).unwrap());
    }
    scene.add("sheet", &shapes::cloth(1, 200), Pose::IDENTITY);
    Case { name: "every class".into(), scene, clearance: 0.1 }
}

/// Two bodies that cross, with `triangles` triangles each.
pub fn two_bodies(triangles: usize) -> Scene {
    let mut scene = Scene::new();
    scene.add("body", &shapes::blob(1, triangles), Pose::IDENTITY);
    scene.add("other", &shapes::blob(2, triangles), Pose::translation(1.0, 0.25, 0.125).unwrap());
    scene
}

pub fn triangles(scene: &Scene) -> usize {
    scene.objects().iter().map(|object| object.mesh().triangles().len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_few_scenes_are_all_there() {
        assert_eq!(few().len(), 8);
        assert!(few().iter().flat_map(Batch::cases).all(|case| case.clearance > 0.0));
    }

    #[test]
    fn there_are_a_thousand_random_scenes_besides_all_built_in_ones() {
        let scenes: u64 = all().iter().map(|batch| batch.count).sum();
        assert!(scenes >= 1000 + allide_scenes::all().len() as u64, "{scenes}");
    }
}
