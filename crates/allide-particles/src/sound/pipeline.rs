//! Frames, impacts and sound side by side, as published: three threads, impacts ahead of the others.

use super::window::{Pace, Window};
use super::{SceneSound, SoundError, SoundOptions, Synth};
use crate::{Impact, Simulation};
use std::ops::Range;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// One frame, with what happened since the last.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<F> {
    /// Its number, from 0.
    pub number: usize,
    /// The interval that it ends, in seconds of the scene.
    pub interval: Range<f64>,
    /// The impacts of that interval.
    pub impacts: Vec<Impact>,
    /// The frame at its end.
    pub frame: F,
    /// The sound of that interval, left and right; of the last step, with the tail.
    pub sound: Vec<[f64; 2]>,
}

/// Steps of a scene: for each frame, the impacts and the sound since the last.
///
/// Impacts, sound and frames have a thread each. Impacts run ahead by the latency that is measured all along, so that they are there
/// when frame and sound need them; since paths have closed forms, looking ahead changes nothing, and every step is what computing one
/// thing after the other would give, to the last bit.
///
/// ```
/// use allide_particles::sound::{Pipeline, SoundOptions};
/// use allide_particles::{Scene, Simulation};
///
/// let simulation = Simulation::new(Scene::built_in("table").expect("there is one"))?;
/// let pipeline = Pipeline::new(&simulation, SoundOptions::of(simulation.scene()), 15);
/// let mut impacts = Vec::new();
/// let draw = |time: f64| Ok(simulation.instances(time).len());
/// let pace = pipeline.run(
///     |interval| Ok(simulation.impacts(interval)?),
///     draw,
///     |step| {
///         impacts.extend(step.impacts);
///         Ok(())
///     },
/// )?;
/// assert!(pace.ahead >= 1 && impacts == simulation.impacts(0.0..0.5)?);
/// # Ok::<(), allide_particles::sound::SoundError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pipeline<'s> {
    /// The scene.
    pub simulation: &'s Simulation,
    /// How it sounds; its `start` is where the first step starts.
    pub options: SoundOptions,
    /// How many frames.
    pub steps: usize,
    /// How long the sound goes on after the last frame, in seconds.
    pub tail: f64,
}

impl<'s> Pipeline<'s> {
    /// This many frames, without a tail.
    pub fn new(simulation: &'s Simulation, options: SoundOptions, steps: usize) -> Self {
        Self { simulation, options, steps, tail: 0.0 }
    }

    /// Computes all steps and gives them to `take`, in order. `find` lists the impacts of an interval, on a CPU or a GPU; `draw`
    /// makes the frame of a time.
    ///
    /// # Errors
    /// If sound cannot be computed, or `find`, `draw` or `take` fails: the run ends there.
    pub fn run<F: Send>(
        &self,
        mut find: impl FnMut(Range<f64>) -> Result<Vec<Impact>, SoundError> + Send,
        draw: impl Fn(f64) -> Result<F, SoundError> + Sync,
        mut take: impl FnMut(Step<F>) -> Result<(), SoundError>,
    ) -> Result<Pace, SoundError> {
        let (steps, rate) = (self.steps, self.simulation.scene().frame_rate);
        super::error::check("the tail of the sound", self.tail, 0.0, 3600.0)?;
        let sound = SceneSound::new(self.simulation.scene())?;
        let mut player =
            Player { synth: Synth::new(sound.instruments().to_vec(), self.options)?, sound, pipeline: *self };
        let time = |step: usize| self.options.start + step as f64 / rate;
        let window = Window::new(Duration::from_secs_f64(1.0 / rate));
        let mut ready = Vec::with_capacity(steps);
        thread::scope(|scope| {
            // However this ends, threads that wait for their turn hear of it; and a thread ends when nobody takes what it sends.
            let turns = window.opened();
            let (to_sound, from_impacts) = channel();
            scope.spawn({
                let window = &window;
                move || {
                    (0..steps).take_while(|&step| window.wait_for(step)).all(|step| {
                        let began = Instant::now();
                        let impacts = find(time(step)..time(step + 1));
                        to_sound.send((impacts, began.elapsed())).is_ok()
                    })
                }
            });
            let (to_join, from_sound) = channel();
            scope.spawn({
                let window = &window;
                move || {
                    let mut play = |step, (impacts, latency): (Result<Vec<Impact>, SoundError>, Duration)| {
                        let began = Instant::now();
                        let impacts = impacts?;
                        let sound = player.play(step, &impacts)?;
                        window.measured(latency + began.elapsed());
                        Ok((sound, impacts))
                    };
                    (0..).zip(from_impacts).all(|(step, found)| to_join.send(play(step, found)).is_ok())
                }
            });
            let (to_show, from_frames) = channel();
            scope.spawn({
                let (window, draw) = (&window, &draw);
                move || {
                    (0..steps)
                        .take_while(|&step| window.wait_for(step))
                        .all(|step| to_show.send(draw(time(step + 1))).is_ok())
                }
            });
            for number in 0..steps {
                let (sound, impacts): (_, Vec<Impact>) = next::<Result<_, SoundError>>(&from_sound)??;
                let frame = next(&from_frames)??;
                ready.push(Instant::now());
                take(Step { number, interval: time(number)..time(number + 1), impacts, frame, sound })?;
                turns.taken();
            }
            Ok::<_, SoundError>(())
        })?;
        Ok(window.pace(&ready))
    }
}

/// The message of a thread: its result, or an error if it has panicked.
fn next<T>(from: &Receiver<T>) -> Result<T, SoundError> {
    from.recv().map_err(|_| SoundError::Source("a thread of the pipeline has ended early".into()))
}

struct Player<'s> {
    synth: Synth,
    sound: SceneSound,
    pipeline: Pipeline<'s>,
}

impl Player<'_> {
    fn play(&mut self, step: usize, impacts: &[Impact]) -> Result<Vec<[f64; 2]>, SoundError> {
        let Pipeline { simulation, options, steps, tail } = self.pipeline;
        self.synth.strike(&self.sound.strikes(impacts))?;
        let rate = f64::from(options.rate);
        let mut end = ((step + 1) as f64 * rate / simulation.scene().frame_rate).round() as u64;
        if step + 1 == steps {
            end += (tail * rate).ceil() as u64;
        }
        Ok(self.synth.render((end - self.synth.rendered()) as usize))
    }
}
