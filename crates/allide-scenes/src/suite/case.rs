use crate::hard::{self, KINDS, Kind};
use crate::{Random, bounds, edges, moved, scenes, shapes};
use allide::{Pose, Scene};
use std::ops::Range;

/// A scene, and how close is too close in it.
#[derive(Clone, Debug)]
pub struct Case {
    /// For whoever has to find it again.
    pub name: String,
    /// The scene to ask about.
    pub scene: Scene,
    /// A distance that some of its triangles are within, and not all.
    pub clearance: f64,
}

impl Case {
    /// A case.
    pub fn new(name: impl Into<String>, scene: Scene, clearance: f64) -> Self {
        Self { name: name.into(), scene, clearance }
    }

    /// With a small part of the scene's extent as clearance.
    pub fn of(name: impl Into<String>, scene: Scene) -> Self {
        let clearance = bounds(&scene).size().max_element() / 250.0;
        Self::new(name, scene, clearance)
    }

    /// The random scene of a kind and a seed.
    pub fn hard(kind: Kind, seed: u64) -> Self {
        let (scene, clearance) = hard::scene(kind, &mut Random::new(seed * 100 + kind as u64));
        Self::new(format!("random {} {seed}", kind.name()), scene, clearance)
    }

    /// Triangles of all objects.
    pub fn triangle_count(&self) -> usize {
        crate::triangle_count(&self.scene)
    }
}

/// A random scene of every kind for each seed.
pub fn hard_cases(seeds: Range<u64>) -> impl Iterator<Item = Case> {
    seeds.flat_map(|seed| KINDS.map(|kind| Case::hard(kind, seed)))
}

/// Every built-in scene, with less than 4,000 triangles.
pub fn small_cases() -> impl Iterator<Item = Case> {
    crate::small_suite().into_iter().map(|(name, scene)| Case::of(name, scene))
}

/// Every built-in scene as large as it is shown.
pub fn built_in_cases() -> impl Iterator<Item = Case> {
    crate::all().iter().map(|entry| Case::of(entry.name, (entry.build)()))
}

/// Small scenes, each for something that went wrong once or easily could: nothing to look for, boxes as large as the scene, signs
/// of zeros, unused vertices, the ends of the range of numbers, crowds.
pub fn edge_cases() -> Vec<Case> {
    let mut cases = vec![every_class()];
    cases.extend(edges::almost_nothing().map(|(name, scene)| Case::new(name, scene, 1.0)));
    cases.extend(edges::large_boxes().map(|scene| Case::new("large boxes", scene, 0.5)));
    cases.extend(edges::ends_of_range().map(|scene| Case::new("ends of the range", scene, 1.0)));
    cases.push(Case::new("single triangles", edges::row_of_triangles(40), 0.1));
    cases.push(Case::new("unused vertices", edges::bodies_with_unused([300, 200]), 0.1));
    cases.push(Case::new("piles", edges::piles(20, 30), 0.5));
    cases.push(Case::new("stadium", scenes::stadium(300), 0.01));
    cases.push(Case::new("small scenes", hard::side_by_side(1, 40), 0.02));
    cases.push(Case::new("small objects", scenes::crowd(2, 30), 0.05));
    cases.extend([0, 1, 2].map(|kind| Case::new(format!("crowd {kind}"), edges::crowded(kind, 60), 1.0e-4)));
    cases.extend([-830, -332, 332, 830].map(|exponent| {
        let factor = 2f64.powi(exponent);
        Case::new(format!("scale 2^{exponent}"), edges::scaled(factor, 100), 0.125 * factor)
    }));
    let mut random = Random::new(43);
    cases.extend((0..4).map(|_| Case::new("signed zeros", edges::signed_pair(&mut random).0, 0.75)));
    cases
}

/// Bodies that cross, touch, coincide and come close, and a sheet folded through itself.
pub fn every_class() -> Case {
    let mut scene = scenes::two_bodies(200);
    let block = shapes::cuboid([0.0; 3], [1.0; 3]);
    for (name, x) in [("block", 3.0), ("twin", 3.0), ("neighbour", 4.0), ("far", 5.0625)] {
        scene.add(name, &block, moved(x, 0.0, 0.0));
    }
    scene.add("sheet", &shapes::cloth(1, 200), Pose::IDENTITY);
    Case::new("every class", scene, 0.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_have_names_and_distances() {
        let all = edge_cases().into_iter().chain(small_cases()).chain(hard_cases(0..2));
        for case in all {
            assert!(!case.name.is_empty() && case.clearance > 0.0 && case.clearance.is_finite(), "{}", case.name);
        }
        assert_eq!(hard_cases(3..5).count(), 2 * KINDS.len());
        assert_eq!(Case::hard(Kind::Walls, 7).name, "random walls 7");
    }
}
