//! The directions of views.

use super::set::Set;
use super::view::Direction;
use crate::Directions;
use crate::gpu_confirm::Rule;
use allide_geom::{DVec3, Grid};

/// How many directions there are to choose from.
pub(super) const COUNT: usize = 7;
/// How many are chosen.
const CHOSEN: usize = 3;

/// All directions: along the axes, then along the diagonals of a cube.
pub(super) fn all() -> [Direction; COUNT] {
    let [a, b, c] = Direction::AXES;
    let [d, e, f, g] = Direction::DIAGONALS;
    [a, b, c, d, e, f, g]
}

/// How many parts each direction took away, by object: in the last run, and in this one.
#[derive(Debug, Default)]
pub(super) struct Memory {
    last: Vec<Option<[u64; COUNT]>>,
    now: Vec<Option<[u64; COUNT]>>,
    runs: usize,
}

impl Memory {
    /// At the start of a run over this many objects.
    pub fn begin(&mut self, objects: usize) {
        let now = std::mem::take(&mut self.now);
        self.last.resize(objects, None);
        for (last, now) in self.last.iter_mut().zip(now) {
            *last = now.or(*last);
        }
        self.now = vec![None; objects];
        self.runs += 1;
    }

    /// Adds what a direction took away from a set of objects.
    pub fn add(&mut self, objects: &[u32], direction: usize, gone: u64) {
        for &object in objects {
            let last = self.last[object as usize];
            // Directions that are not used keep their statistics.
            let now = self.now[object as usize].get_or_insert_with(|| last.unwrap_or_default());
            now[direction] = now[direction].saturating_add(gone);
        }
    }

    /// Forgets what these directions did before: they are about to be tried again.
    fn forget(&mut self, objects: &[u32], directions: &[usize]) {
        for &object in objects {
            if self.now[object as usize].is_none() {
                let mut known = self.last[object as usize].unwrap_or_default();
                directions.iter().for_each(|&direction| known[direction] = 0);
                self.now[object as usize] = Some(known);
            }
        }
    }
}

/// The criteria: which objects a region has, and which of its parts are left.
pub(super) struct Around<'a> {
    pub objects: &'a [u32],
    pub set: &'a Set<'a>,
    pub places: &'a [usize],
    pub grid: &'a Grid,
}

/// Which of [`all`] to look along, best first. `usual` are the axes, best first.
pub(super) fn choose(
    how: Directions,
    rule: Rule,
    usual: [Direction; 3],
    around: &Around<'_>,
    memory: &mut Memory,
) -> Vec<usize> {
    let number = |direction: Direction| all().iter().position(|&own| own == direction).unwrap_or(0);
    match (how, rule) {
        (Directions::All, Rule::Between) | (Directions::Axes, _) => usual.map(number).into(),
        (Directions::All, Rule::Within) => (0..COUNT).collect(),
        (Directions::Oriented, _) => first(areas(around), CHOSEN),
        (Directions::Coherent, _) => {
            let known: Vec<[u64; COUNT]> =
                around.objects.iter().filter_map(|&object| memory.last[object as usize]).collect();
            if known.is_empty() {
                return (0..COUNT).collect();
            }
            let sums: [f64; COUNT] = std::array::from_fn(|k| known.iter().map(|known| known[k] as f64).sum());
            let ranked = first(sums, COUNT);
            let (best, others) = ranked.split_at(CHOSEN - 1);
            let mut chosen = best.to_vec();
            chosen.push(others[memory.runs % others.len()]);
            memory.forget(around.objects, &chosen);
            chosen
        }
    }
}

/// The directions with the greatest values, greatest first.
fn first(values: [f64; COUNT], count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..COUNT).collect();
    order.sort_by(|&i, &j| values[j].total_cmp(&values[i]));
    order.truncate(count);
    order
}

/// The area that is left, as each direction sees it.
fn areas(around: &Around<'_>) -> [f64; COUNT] {
    let ways = all().map(|direction| direction.forward().normalize());
    let mut areas = [0.0; COUNT];
    for &place in around.places {
        for corners in around.set.corners(place) {
            let [a, b, c] = corners.map(|point| DVec3::from_array(around.grid.place(point).0.map(f64::from)));
            let normal = (b - a).cross(c - a);
            (0..COUNT).for_each(|k| areas[k] += normal.dot(ways[k]).abs());
        }
    }
    areas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_took_most_away_is_looked_at_again_and_the_others_in_turn() {
        let mut memory = Memory::default();
        let mut seen = std::collections::BTreeSet::new();
        for run in 0..12 {
            memory.begin(1);
            let set = Set::of(&[], &[], std::iter::empty());
            let grid = Grid::over(&allide_geom::Aabb { min: DVec3::ZERO, max: DVec3::ONE });
            let around = Around { objects: &[0], set: &set, places: &[], grid: &grid };
            let axes = Direction::AXES;
            let chosen = choose(Directions::Coherent, Rule::Within, axes, &around, &mut memory);
            assert_eq!(chosen.len(), if run == 0 { 7 } else { 3 }, "{run}");
            if run > 0 {
                assert!(chosen[..2].contains(&4) && chosen[..2].contains(&6), "{chosen:?}");
                seen.insert(chosen[2]);
            }
            for &direction in &chosen {
                memory.add(&[0], direction, [1, 1, 1, 0, 50, 2, 40][direction]);
            }
        }
        assert_eq!(seen, [0, 1, 2, 3, 5].into());
    }
}
