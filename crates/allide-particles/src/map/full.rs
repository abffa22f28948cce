//! Our map: one collider, any interval, full precision, by a stated rule.

use super::pixel;
use crate::Impact;

/// The value that a cell keeps of its impacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The last in the order of lists.
    Last,
    /// The first in the order of lists.
    First,
    /// How many.
    Count,
    /// The sum of their speeds, added in the order of lists.
    Sum,
}

/// Cells of a map, row by row from v = 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// Positions in the list that the map was drawn from.
    Impacts(Vec<Option<u32>>),
    /// How many impacts.
    Counts(Vec<u64>),
    /// Sums of speeds.
    Sums(Vec<f64>),
}

/// The map of one collider.
///
/// ```
/// use allide_particles::map::{Full, Rule};
/// use allide_particles::{Scene, Simulation};
///
/// let simulation = Simulation::new(Scene::built_in("table").expect("there is one"))?;
/// let impacts = simulation.impacts(0.0..1.0)?;
/// let map = Full::draw(&impacts, 0, [64, 64], Rule::Count);
/// let counted: f64 = map.values().flatten().sum();
/// assert_eq!(counted as usize, impacts.iter().filter(|impact| impact.collider == 0).count());
/// # Ok::<(), allide_particles::SceneError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Full {
    /// Number of the collider.
    pub collider: u32,
    /// Cells in a row and rows.
    pub size: [u32; 2],
    /// The value that cells keep.
    pub cells: Cells,
    times: Vec<f64>,
}

impl Full {
    /// Draws the impacts with one collider, of a list in order.
    ///
    /// # Panics
    /// If a side of `size` is 0.
    pub fn draw(impacts: &[Impact], collider: u32, size: [u32; 2], rule: Rule) -> Self {
        assert!(size[0] > 0 && size[1] > 0, "a map has cells");
        let count = size[0] as usize * size[1] as usize;
        let mut cells = match rule {
            Rule::Last | Rule::First => Cells::Impacts(vec![None; count]),
            Rule::Count => Cells::Counts(vec![0; count]),
            Rule::Sum => Cells::Sums(vec![0.0; count]),
        };
        for (k, impact) in impacts.iter().enumerate().filter(|(_, impact)| impact.collider == collider) {
            let at = pixel(impact.uv, size);
            match &mut cells {
                Cells::Impacts(cells) => {
                    if rule == Rule::Last || cells[at].is_none() {
                        cells[at] = Some(k as u32);
                    }
                }
                Cells::Counts(cells) => cells[at] += 1,
                Cells::Sums(cells) => cells[at] += impact.speed,
            }
        }
        let times = match &cells {
            Cells::Impacts(cells) => {
                cells.iter().map(|cell| cell.map_or(f64::NAN, |k| impacts[k as usize].time)).collect()
            }
            _ => Vec::new(),
        };
        Self { collider, size, cells, times }
    }

    /// One number a cell: the time of its impact, how many there are, or their sum. None where there is no impact.
    pub fn values(&self) -> impl Iterator<Item = Option<f64>> {
        (0..self.size[0] as usize * self.size[1] as usize).map(|k| match &self.cells {
            Cells::Impacts(cells) => cells[k].map(|_| self.times[k]),
            Cells::Counts(cells) => (cells[k] > 0).then_some(cells[k] as f64),
            Cells::Sums(cells) => (cells[k] > 0.0).then_some(cells[k]),
        })
    }
}
