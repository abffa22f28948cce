//! How much work a scene is, and whether that is too much: known before anything is computed.

use crate::numbers::counted;
use allide_particles::Simulation;
use anyhow::{Result, bail};

/// Pixels are drawn in so many at a step.
const PIXELS: f64 = 64.0;
/// Samples of sound in a second.
const SAMPLES: f64 = 48_000.0;
/// More frames have no names: a file's number has five digits or six.
const MOST_FRAMES: f64 = 1e6;

/// Fails if a scene takes more steps than `limit`. `size` is that of frames, if there are any to draw.
pub fn check(simulation: &Simulation, frames: f64, size: Option<[usize; 2]>, limit: f64) -> Result<()> {
    let seconds = frames / simulation.scene().frame_rate;
    if size.is_some() && frames > MOST_FRAMES {
        let rate = simulation.scene().frame_rate;
        bail!("{frames:.0} frames ({rate} a second) are more than {MOST_FRAMES:.0}; --frames N makes fewer");
    }
    let impacts = simulation.steps(&(0.0..seconds));
    let of_frames = size.map_or(0.0, |[width, height]| {
        frames * (width as f64 * height as f64 / PIXELS + f64::from(simulation.particles())) + seconds * SAMPLES
    });
    let steps = impacts + of_frames;
    if steps <= limit {
        return Ok(());
    }
    let [particles, colliders] = [simulation.particles() as usize, simulation.scene().colliders.len()];
    bail!(
        "{} and {} in {seconds} seconds are about {steps:.1e} steps ({impacts:.1e} for impacts), more than {limit:.0e}; \
         make the scene smaller or shorter, or allow more with --limit {:.0e}",
        counted(particles, "particle"),
        counted(colliders, "collider"),
        2.0 * steps
    )
}
