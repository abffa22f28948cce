//! How much work a question is, before it is done.

use crate::boxes::Aabb;
use crate::{Response, Simulation};
use std::ops::Range;

/// Colliders that are asked how many others are where they are.
const SAMPLES: usize = 64;
/// A life with bounces is looked at about so often.
const BOUNCES: f64 = 8.0;

impl Simulation {
    /// About how many steps a list of impacts takes, told at once: lives of particles in the interval, times the colliders that each
    /// may have to be compared with. A processor core does some millions in a second.
    ///
    /// ```
    /// use allide_particles::{Scene, Simulation};
    ///
    /// let mut scene = Scene::built_in("table").expect("there is one");
    /// let few = Simulation::new(scene.clone())?.steps(&(0.0..4.0));
    /// scene.emitters[0].count = 1_000_000_000;
    /// assert!(few < 1e6 && Simulation::new(scene)?.steps(&(0.0..4.0)) > 1e9);
    /// # Ok::<(), allide_particles::SceneError>(())
    /// ```
    pub fn steps(&self, interval: &Range<f64>) -> f64 {
        let lives = |emitter: &crate::Emitter| {
            let seconds = (interval.end - emitter.start.max(interval.start)).max(0.0);
            let generations = (seconds / emitter.period + 1.0).min(emitter.generations as f64);
            let times = if emitter.response == Response::Vanish { 1.0 } else { BOUNCES };
            f64::from(emitter.count) * generations * times
        };
        let crowd = self.crowd();
        // Those that were compared already are looked for in a list.
        self.scene().emitters.iter().map(lives).sum::<f64>() * (1.0 + crowd + crowd * crowd / 64.0)
    }

    /// How many colliders there are in one place, on average over some of them.
    fn crowd(&self) -> f64 {
        let (forms, tree) = (&self.colliders.forms, &self.colliders.tree);
        let sample = forms.iter().step_by(forms.len().div_ceil(SAMPLES).max(1));
        let met = |bounds: &Aabb| {
            let (middle, mut count) = (0.5 * (bounds.min + bounds.max), 0u64);
            tree.visit(&Aabb { min: middle, max: middle }, |_| {
                count += 1;
                true
            });
            count as f64
        };
        let counts: Vec<f64> = sample.map(|form| met(&form.bounds)).collect();
        counts.iter().sum::<f64>() / counts.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use crate::{Scene, Simulation};

    fn steps(text: &str) -> f64 {
        Simulation::new(Scene::read(text).unwrap()).unwrap().steps(&(0.0..4.0))
    }

    #[test]
    fn lives_and_colliders_in_one_place_count() {
        let plate = "[[collider]]\nsurface = \"rectangle\"\nsize = [9, 9]\n";
        let repeated = |step: &str| format!("{plate}repeat = {{ counts = [1000, 1, 1], step = {step} }}\n");
        let rain = |period: &str| format!("[[emitter]]\ncount = 100\nperiod = {period}\n");
        assert_eq!(steps(&rain("2")), 300.0);
        assert!((steps(&rain("1e-6")) / 4e8 - 1.0).abs() < 1e-5);
        let one = steps(&(rain("2") + plate));
        assert!(one < 1_000.0);
        // Side by side they are as one; in one place, each life meets all of them.
        assert_eq!(steps(&(rain("2") + &repeated("[20, 0, 0]"))), one);
        assert!(steps(&(rain("2") + &repeated("[0, 0, 0]"))) > 300.0 * 1000.0);
        assert_eq!(steps(&format!("{}generations = 1\n", rain("1e-6"))), 100.0);
        assert_eq!(steps(&format!("{}start = 1e6\n", rain("1"))), 100.0);
    }
}
