//! Frames, impacts and sound side by side, as published: three threads, impacts ahead of the others.

use super::{SceneSound, SoundError, SoundOptions, Synth};
use crate::{Impact, Simulation};
use std::ops::Range;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// No more steps than this are computed ahead.
const FARTHEST: usize = 64;

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
    /// The sound of that interval, left and right.
    pub sound: Vec<[f64; 2]>,
}

/// How a run kept up with time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How long impacts and sound of the first step took: from asking for impacts to hearing them.
    pub latency: Duration,
    /// Steps that impacts are computed ahead: the latency, rounded up to steps, and one more.
    pub ahead: usize,
    /// Steps that would have come too late, had playing begun when that many were there.
    pub late: usize,
}

/// Computes steps of a scene and gives them to `take`, in order. `draw` makes the frame of a time.
///
/// Impacts, sound and frames have a thread each. Impacts run ahead by the latency that the first step measures, so that
/// they are there when frame and sound need them; since paths have closed forms, looking ahead changes nothing, and
/// every step is what computing one thing after the other would give, to the last bit.
///
/// # Errors
/// If sound or impacts cannot be computed, or `take` fails: the run ends there.
pub fn pipeline<F: Send>(
    simulation: &Simulation,
    options: SoundOptions,
    steps: usize,
    draw: impl Fn(&Simulation, f64) -> F + Sync,
    mut take: impl FnMut(Step<F>) -> Result<(), SoundError>,
) -> Result<Pace, SoundError> {
    let sound = SceneSound::new(simulation.scene())?;
    let mut player = Player {
        synth: Synth::new(sound.instruments().to_vec(), options)?,
        sound,
        rate: f64::from(options.rate) / simulation.scene().frame_rate,
    };
    let time = |step: usize| options.start + step as f64 / simulation.scene().frame_rate;
    let find = |step: usize| {
        let impacts = simulation.impacts(time(step)..time(step + 1));
        impacts.map_err(|error| SoundError::Source(Box::new(error)))
    };
    if steps == 0 {
        return Ok(Pace { latency: Duration::ZERO, ahead: 0, late: 0 });
    }
    let began = Instant::now();
    let impacts = find(0)?;
    let first = (player.play(0, &impacts)?, impacts);
    let latency = began.elapsed();
    let length = Duration::from_secs_f64(1.0 / simulation.scene().frame_rate);
    let ahead = (latency.as_secs_f64() / length.as_secs_f64()).ceil().min(FARTHEST as f64) as usize + 1;

    let mut ready = Vec::with_capacity(steps);
    thread::scope(|scope| {
        // A thread ends when nobody takes what it sends.
        let (to_sound, from_impacts) = sync_channel(ahead);
        scope.spawn(move || (1..steps).all(|step| to_sound.send(find(step)).is_ok()));
        let (to_join, from_sound) = sync_channel(ahead);
        scope.spawn(move || {
            let rest = from_impacts.iter().zip(1..).map(|(impacts, step)| {
                let impacts = impacts?;
                Ok::<_, SoundError>((player.play(step, &impacts)?, impacts))
            });
            std::iter::once(Ok(first)).chain(rest).all(|played| to_join.send(played).is_ok())
        });
        let (to_show, from_frames) = sync_channel(ahead);
        let draw = &draw;
        scope.spawn(move || (0..steps).all(|step| to_show.send(draw(simulation, time(step + 1))).is_ok()));
        for number in 0..steps {
            let (sound, impacts) = next(&from_sound)??;
            let frame = next(&from_frames)?;
            ready.push(Instant::now());
            take(Step { number, interval: time(number)..time(number + 1), impacts, frame, sound })?;
        }
        Ok::<_, SoundError>(())
    })?;
    let start = ready[ahead.min(steps - 1)];
    let is_late = |(step, at): (u32, &Instant)| *at > start + length * step;
    let late = (0..).zip(&ready).filter(|&pair| is_late(pair)).count();
    Ok(Pace { latency, ahead, late })
}

/// What a thread sent: its result, or an error if it has panicked.
fn next<T>(from: &Receiver<T>) -> Result<T, SoundError> {
    from.recv().map_err(|_| SoundError::Source("a thread of the pipeline has ended early".into()))
}

struct Player {
    synth: Synth,
    sound: SceneSound,
    /// Samples of a step.
    rate: f64,
}

impl Player {
    fn play(&mut self, step: usize, impacts: &[Impact]) -> Result<Vec<[f64; 2]>, SoundError> {
        self.synth.strike(&self.sound.strikes(impacts))?;
        let end = ((step + 1) as f64 * self.rate).round() as u64;
        Ok(self.synth.render((end - self.synth.rendered()) as usize))
    }
}
