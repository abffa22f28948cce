//! Scenes of particles as TOML.

use allide_particles::{Impact, Scene, Simulation};

/// Scenes that take more steps are checked, and not run.
const STEPS: f64 = 2e4;

/// Reads bytes as a scene of particles, and lists some of its impacts if they are few; whether it is a scene.
///
/// # Panics
/// If a message has more than a line, or a list depends on how it is asked for.
pub fn check_particles(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let simulation = match Scene::read(text).and_then(Simulation::new) {
        Ok(simulation) => simulation,
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains('\n') && message.len() < 10_000, "{message:?}");
            return false;
        }
    };
    let end = simulation.scene().duration.min(0.2);
    if simulation.steps(&(0.0..end)) < STEPS {
        let list = |start, end| simulation.impacts(start..end).expect("an interval within times");
        let whole = list(0.0, end);
        assert!(whole.is_sorted_by_key(Impact::key) && whole.iter().all(|impact| impact.point.is_finite()));
        let halves = [list(0.0, 0.5 * end), list(0.5 * end, end)].concat();
        assert_eq!(whole.len(), halves.len());
        assert!(whole.iter().zip(&halves).all(|(x, y)| x.key() == y.key() && x.point == y.point));
    }
    true
}
