//! The resonators of one instrument, for both ears.

use super::strike::Pulse;
use super::{Instrument, SoundOptions, Strike};
use std::collections::VecDeque;
use std::f64::consts::TAU;

/// Modes at or above this part of the sampling rate are left out: they could not be told from lower ones.
const HIGHEST: f64 = 0.45;
/// At multiples of this many samples from the start of the sound, faint modes are set to 0.
const CHECK: u64 = 64;
/// 200 dB below a mode that a reference blow excites fully: fainter modes are set to 0, long before their numbers
/// become so small that computing with them is slow.
const FAINT: f64 = 1e-10;
/// Numbers that are computed with at once.
const LANES: usize = 4;
/// A blow of this momentum, in kg m/s, excites a mode of weight 1 by 1: a hailstone at 10 m/s.
const REFERENCE: f64 = 0.02;

type Lanes = [f64; LANES];

/// A resonator in each lane: z ← λ z + x, with λ inside the unit circle. The real part is what is heard: a surface's
/// velocity, which answers a push at once.
#[derive(Clone, Copy, Default)]
struct Resonators {
    cos: Lanes,
    sin: Lanes,
    re: Lanes,
    im: Lanes,
}

/// A blow that may still push.
struct Push {
    pulse: Pulse,
    gains: Box<[Lanes]>,
}

/// An instrument that sounds.
pub(super) struct Bank {
    instrument: Instrument,
    /// Modes that the sampling rate can show.
    count: usize,
    /// All modes for the left ear, then all for the right.
    resonators: Vec<Resonators>,
    force: Vec<Lanes>,
    waiting: VecDeque<Push>,
    pushing: Vec<Push>,
    awake: bool,
}

impl Bank {
    pub fn new(instrument: Instrument, rate: f64) -> Self {
        let count = instrument.modes().iter().take_while(|mode| mode.frequency < HIGHEST * rate).count();
        let half = count.div_ceil(LANES);
        let mut resonators = vec![Resonators::default(); 2 * half];
        for (k, mode) in instrument.modes()[..count].iter().enumerate() {
            let radius = libm::exp(-mode.decay / rate);
            let angle = TAU * mode.frequency / rate;
            for ear in [0, half] {
                let four = &mut resonators[ear + k / LANES];
                four.cos[k % LANES] = radius * libm::cos(angle);
                four.sin[k % LANES] = radius * libm::sin(angle);
            }
        }
        let force = vec![[0.0; LANES]; resonators.len()];
        Self { instrument, count, resonators, force, waiting: VecDeque::new(), pushing: Vec::new(), awake: false }
    }

    /// Whether there is anything to render before this sample.
    pub fn sounds_before(&self, sample: u64) -> bool {
        self.awake || self.waiting.front().is_some_and(|push| push.pulse.first() < sample)
    }

    /// Adds a blow that begins `start` samples after the start of the sound. Blows come in order.
    pub fn strike(&mut self, strike: &Strike, start: f64, options: &SoundOptions) {
        let striker = strike.striker;
        let momentum = striker.mass * strike.speed * strike.gain / REFERENCE;
        let speed = if options.hertz { strike.speed } else { 10.0 };
        let length = self.instrument.contact().duration(&striker, speed) * f64::from(options.rate);
        let ears = options.listener.ears(strike.position).map(|ear| ear * momentum);
        let half = self.resonators.len() / 2;
        let mut gains = vec![[0.0; LANES]; self.resonators.len()].into_boxed_slice();
        for (k, gain) in self.instrument.gains(strike.at).take(self.count).enumerate() {
            for (ear, loudness) in [0, half].into_iter().zip(ears) {
                gains[ear + k / LANES][k % LANES] = gain * loudness;
            }
        }
        self.waiting.push_back(Push { pulse: Pulse::new(start, length), gains });
    }

    /// Adds the samples from `from` on to what is there.
    pub fn render(&mut self, from: u64, out: &mut [[f64; 2]]) {
        let (mut at, mut rest) = (from, out);
        while !rest.is_empty() {
            let next = (at / CHECK + 1) * CHECK;
            let (now, later) = rest.split_at_mut(rest.len().min((next - at) as usize));
            self.run(at, now);
            at += now.len() as u64;
            if at == next {
                self.rest();
            }
            rest = later;
        }
    }

    fn run(&mut self, from: u64, out: &mut [[f64; 2]]) {
        let end = from + out.len() as u64;
        if !self.sounds_before(end) {
            return;
        }
        self.awake = true;
        let half = self.resonators.len() / 2;
        for (sample, frame) in (from..).zip(out) {
            while self.waiting.front().is_some_and(|push| push.pulse.first() <= sample) {
                self.pushing.extend(self.waiting.pop_front());
            }
            if !self.pushing.is_empty() {
                self.push(sample);
            }
            let ((left, right), (to_left, to_right)) = (self.resonators.split_at_mut(half), self.force.split_at(half));
            frame[0] += step(left, to_left);
            frame[1] += step(right, to_right);
        }
        self.pushing.retain(|push| push.pulse.end() > end);
        if self.pushing.is_empty() {
            self.force.fill([0.0; LANES]);
        }
    }

    /// All pushes of a sample, in order.
    fn push(&mut self, sample: u64) {
        self.force.fill([0.0; LANES]);
        for push in &self.pushing {
            let value = push.pulse.value(sample);
            for (force, gains) in self.force.iter_mut().zip(&push.gains) {
                (0..LANES).for_each(|lane| force[lane] += value * gains[lane]);
            }
        }
    }

    /// Forgets what is too faint to be heard, and sleeps if that is everything.
    fn rest(&mut self) {
        if !self.awake || !self.pushing.is_empty() {
            return;
        }
        self.awake = false;
        for four in &mut self.resonators {
            for lane in 0..LANES {
                if four.re[lane].abs() + four.im[lane].abs() < FAINT {
                    (four.re[lane], four.im[lane]) = (0.0, 0.0);
                } else {
                    self.awake = true;
                }
            }
        }
    }
}

/// One sample: turns all resonators, pushes them, and adds them up, in a fixed order.
fn step(resonators: &mut [Resonators], forces: &[Lanes]) -> f64 {
    let mut sum = [0.0; LANES];
    for (four, force) in resonators.iter_mut().zip(forces) {
        let Resonators { cos, sin, re, im } = *four;
        for lane in 0..LANES {
            four.re[lane] = cos[lane] * re[lane] - sin[lane] * im[lane] + force[lane];
            four.im[lane] = sin[lane] * re[lane] + cos[lane] * im[lane];
            sum[lane] += four.re[lane];
        }
    }
    (sum[0] + sum[1]) + (sum[2] + sum[3])
}
