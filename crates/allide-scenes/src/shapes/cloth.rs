use crate::Random;
use crate::surface::Surface;
use allide::{DVec3, Mesh};

/// A crumpled sheet over the unit square with exactly `triangles` triangles (at least 2). Open, and folded through
/// itself in many places.
pub fn cloth(seed: u64, triangles: usize) -> Mesh {
    let wanted = triangles.max(2);
    let columns = (wanted / 2).isqrt();
    let rows = wanted.div_ceil(2 * columns);
    let crumple = Crumple::new(seed);
    let mut surface = Surface::default();
    for row in 0..=rows {
        for column in 0..=columns {
            let point = [column as f64 / columns as f64, row as f64 / rows as f64];
            surface.vertex(crumple.apply(point).to_array());
        }
    }
    let index = |row: usize, column: usize| (row * (columns + 1) + column) as u32;
    for row in 0..rows {
        for column in 0..columns {
            let right = column + 1;
            surface.quad([index(row, column), index(row, right), index(row + 1, right), index(row + 1, column)]);
        }
    }
    surface.triangles.truncate(wanted);
    let used = surface.triangles.iter().flatten().max().map_or(0, |&last| last as usize + 1);
    surface.positions.truncate(used);
    surface.mesh()
}

/// Waves that carry each point of the sheet across its neighbours.
struct Crumple([(DVec3, DVec3, f64); 14]);

impl Crumple {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        Self(std::array::from_fn(|k| {
            let frequency = 6.0 * 1.25f64.powi(k as i32);
            let vector = DVec3::from(random.direction()) * frequency;
            // Sideways amplitude times frequency well above 1 is what folds the sheet over itself.
            (vector, DVec3::from(random.direction()) * (1.1 / frequency), random.between(0.0, std::f64::consts::TAU))
        }))
    }

    fn apply(&self, [x, y]: [f64; 2]) -> DVec3 {
        let flat = DVec3::new(x, y, 0.0);
        let wave = |&(vector, amplitude, phase): &(DVec3, DVec3, f64)| amplitude * (vector.dot(flat) + phase).sin();
        flat + self.0.iter().map(wave).sum::<DVec3>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_have_the_triangles_asked_for_and_no_spare_vertex() {
        for wanted in [2, 3, 7, 200, 999, 10_000] {
            let mesh = cloth(5, wanted);
            assert_eq!(mesh.triangles().len(), wanted);
            let last = *mesh.triangles().iter().flatten().max().unwrap();
            assert_eq!(last as usize + 1, mesh.positions().len());
        }
    }
}
