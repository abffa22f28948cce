use super::geodesic;
use crate::Random;
use allide::{DVec3, Mesh};

const WAVES: usize = 20;

/// A bumpy, organic body of radius about 1 with exactly `triangles` triangles, or one more if that is odd: closed
/// surfaces have an even number. At least 20. Takes time in proportion to their number.
pub fn blob(seed: u64, triangles: usize) -> Mesh {
    let wanted = triangles.max(20).next_multiple_of(2);
    let mut surface = geodesic((wanted / 20).isqrt());
    // No frequency has exactly the wanted count.
    surface.refine(wanted, |corners| (corners[0] + corners[1] + corners[2]).normalize());
    let waves = waves(seed);
    for position in &mut surface.positions {
        let direction = DVec3::from(*position);
        let height: f64 = waves.iter().map(|wave| wave.height * (wave.vector.dot(direction) + wave.phase).sin()).sum();
        *position = (direction * (1.0 + height)).to_array();
    }
    surface.mesh()
}

struct Wave {
    vector: DVec3,
    phase: f64,
    height: f64,
}

/// Plane waves of rising frequency and falling height. Their heights add up to less than 1, so the body stays
/// star-shaped and cannot overlap itself.
fn waves(seed: u64) -> Vec<Wave> {
    let mut random = Random::new(seed);
    let wave = |k: usize| {
        let frequency = 1.5 * 1.2f64.powi(k as i32);
        let vector = DVec3::from(random.direction()) * frequency;
        Wave { vector, phase: random.between(0.0, std::f64::consts::TAU), height: 0.22 / frequency }
    };
    (0..WAVES).map(wave).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blobs_have_the_triangles_asked_for() {
        for wanted in [20, 22, 78, 80, 1_000, 69_450] {
            assert_eq!(blob(1, wanted).triangles().len(), wanted);
        }
        assert_eq!(blob(1, 99).triangles().len(), 100);
        assert_eq!(blob(1, 0).triangles().len(), 20);
    }

    #[test]
    fn blobs_are_star_shaped() {
        for seed in 0..50 {
            let total: f64 = waves(seed).iter().map(|wave| wave.height).sum();
            assert!(total < 1.0, "{total}");
        }
    }

    #[test]
    fn seeds_give_other_blobs() {
        assert_ne!(blob(1, 100).positions(), blob(2, 100).positions());
    }
}
