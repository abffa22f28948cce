//! The cases of the self-tests.

use allide::Device;
use allide_scenes::hard::KINDS;
use allide_scenes::suite::{Case, Way, every_class};

/// Cases that share a line of the report, made one at a time.
pub struct Batch {
    pub name: String,
    pub count: u64,
    make: Box<dyn Fn(u64) -> Case>,
}

/// How many random scenes there are of each kind.
const RANDOM: u64 = 100;

impl Batch {
    fn of_one(name: &str, make: impl Fn() -> Case + 'static) -> Self {
        Self { name: name.to_string(), count: 1, make: Box::new(move |_| make()) }
    }

    pub fn cases(&self) -> impl Iterator<Item = Case> {
        (0..self.count).map(|number| (self.make)(number))
    }
}

/// Every way of a GPU, `auto` first, except `bvh`, which `auto` uses there.
pub fn ways() -> Vec<Way> {
    Way::on(Device::Gpu).filter(|way| way.method != allide::Method::Bvh).collect()
}

/// A few small scenes that need every part of the way through a GPU.
pub fn few() -> Vec<Batch> {
    // In this order: crossing, coplanar, touching on the grid, through itself, turned so that vertices are off the grid,
    // degenerate, and so large that nothing is on the grid.
    const NAMES: [&str; 7] = ["blobs", "coplanar", "grid", "cloth", "asteroids", "degenerate", "huge"];
    let suite = allide_scenes::suite::small_cases().filter(|case| NAMES.contains(&case.name.as_str()));
    let mut few: Vec<Batch> = suite.map(|case| Batch::of_one(&case.name.clone(), move || case.clone())).collect();
    few.push(Batch::of_one("every class", every_class));
    few
}

/// All built-in scenes, and many random ones.
pub fn all() -> Vec<Batch> {
    let built_in = allide_scenes::all().iter();
    let built_in = built_in.map(|entry| Batch::of_one(entry.name, || Case::of(entry.name, (entry.build)())));
    let random = KINDS.into_iter().map(|kind| {
        let name = format!("random {}", kind.name());
        Batch { name, count: RANDOM, make: Box::new(move |seed| Case::hard(kind, seed)) }
    });
    built_in.chain(random).collect()
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
