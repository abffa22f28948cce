//! How fast sound and pictures are made, on one thread and on two.
//!
//! `cargo run --release -p allide-particles --example pace`

use allide_particles::picture::{PictureOptions, Renderer};
use allide_particles::sound::{Instrument, Pipeline, SceneSound, SoundOptions, Strike, Synth, Timbre};
use allide_particles::{DVec3, Scene, Simulation};
use std::time::Instant;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// One second of strikes, spread evenly over its time and over all instruments and places.
fn strikes(count: usize, instruments: usize) -> Vec<Strike> {
    let part = |k: usize, step: f64| (k as f64 * step).fract();
    let strike = |k: usize| {
        let at = [2.0 * part(k, 0.618_034), part(k, 0.754_878)];
        Strike::new(
            part(k, 0.569_840),
            k % instruments,
            8.0 + 6.0 * part(k, 0.324_718),
            at,
            DVec3::new(at[0], 5.0, 0.0),
        )
    };
    (0..count).map(strike).collect()
}

/// Seconds for one second of sound.
fn sound(count: usize, instruments: usize) -> Result<f64> {
    let instrument = |k: usize| Instrument::new(&Timbre::ALL[k % Timbre::ALL.len()], [2.0, 1.0]);
    let instruments: Vec<Instrument> = (0..instruments).map(instrument).collect::<std::result::Result<_, _>>()?;
    let strikes = strikes(count, instruments.len());
    let began = Instant::now();
    let mut synth = Synth::new(instruments, SoundOptions::default())?;
    synth.strike(&strikes)?;
    let frames = synth.render(48_000);
    assert!(frames.iter().flatten().all(|sample| sample.is_finite()));
    Ok(began.elapsed().as_secs_f64())
}

fn best(runs: usize, mut run: impl FnMut() -> Result<f64>) -> Result<f64> {
    let mut least = f64::INFINITY;
    for _ in 0..runs {
        least = least.min(run()?);
    }
    Ok(least)
}

#[allow(clippy::print_stdout)]
fn main() -> Result<()> {
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        pool.install(|| -> Result<()> {
            for (count, instruments) in [(0, 100), (1_000, 10), (10_000, 10), (100_000, 10), (100_000, 1), (10_000, 100)] {
                let seconds = best(3, || sound(count, instruments))?;
                println!(
                    "{threads} threads, {instruments} instruments, {count} strikes a second: {:.1} times real time, {:.0} strikes/s",
                    1.0 / seconds,
                    count as f64 / seconds
                );
            }
            for name in ["hail", "quadrics", "blocks"] {
                let Some(scene) = Scene::built_in(name) else { continue };
                let simulation = Simulation::new(scene)?;
                let options = PictureOptions { width: 640, height: 360, ..Default::default() };
                let mut renderer = None;
                let setup = best(3, || {
                    let began = Instant::now();
                    renderer = Some(Renderer::new(&simulation, &options));
                    Ok(began.elapsed().as_secs_f64())
                })?;
                let Some(renderer) = renderer else { continue };
                let frame = best(5, || {
                    let began = Instant::now();
                    renderer.frame(1.5)?;
                    Ok(began.elapsed().as_secs_f64())
                })?;
                println!("{threads} threads, {name}, 640 by 360: once {:.0} ms, each frame {:.0} ms", 1e3 * setup, 1e3 * frame);
                if SceneSound::new(simulation.scene()).is_ok() {
                    let options = SoundOptions::of(simulation.scene());
                    let began = Instant::now();
                    let find = |interval| Ok(simulation.impacts(interval)?);
                    let pace = Pipeline::new(&simulation, options, 60).run(find, |time| Ok(renderer.frame(time)?), |_| Ok(()))?;
                    println!(
                        "{threads} threads, {name}, 60 frames with impacts and sound: {:.2} s, latency {:.1} ms, up to {} steps ahead, {} late",
                        began.elapsed().as_secs_f64(),
                        1e3 * pace.latency.as_secs_f64(),
                        pace.farthest,
                        pace.late
                    );
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}
