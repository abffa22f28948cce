//! All instruments together.

use super::bank::Bank;
use super::error::check;
use super::{Instrument, Listener, SoundError, Strike};
use rayon::prelude::*;

/// Samples rendered at a time, which bounds memory.
const BLOCK: usize = 1024;
/// Instruments are added up in this many groups, each in order, then the groups in order, whoever computes them.
const GROUPS: usize = 64;

/// How strikes become sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoundOptions {
    /// Samples a second, 8,000 to 192,000.
    pub rate: u32,
    /// When the first sample is, in seconds.
    pub start: f64,
    /// Whether faster blows are shorter, and so brighter, as they are by Hertz's law. Otherwise each is as long as one
    /// at 10 m/s, and sound is exactly proportional to speed.
    pub hertz: bool,
    /// Who hears it.
    pub listener: Listener,
}

impl Default for SoundOptions {
    fn default() -> Self {
        Self { rate: 48_000, start: 0.0, hertz: true, listener: Listener::default() }
    }
}

/// Instruments, and the strikes on them, as a stream of samples.
pub struct Synth {
    banks: Vec<Bank>,
    options: SoundOptions,
    /// Strikes that are not yet with their banks, in order, with their times in samples.
    waiting: Vec<(f64, Strike)>,
    rendered: u64,
}

impl Synth {
    /// A silent start.
    ///
    /// # Errors
    /// If an option is out of its range.
    pub fn new(instruments: Vec<Instrument>, options: SoundOptions) -> Result<Self, SoundError> {
        check("the sampling rate", f64::from(options.rate), 8_000.0, 192_000.0)?;
        check("the start of the sound", options.start, -1e9, 1e9)?;
        options.listener.check()?;
        let rate = f64::from(options.rate);
        let banks = instruments.into_iter().map(|instrument| Bank::new(instrument, rate)).collect();
        Ok(Self { banks, options, waiting: Vec::new(), rendered: 0 })
    }

    /// How many samples have been rendered.
    pub fn rendered(&self) -> u64 {
        self.rendered
    }

    /// Adds strikes, in any order. A strike at speed or gain 0 is silent.
    ///
    /// # Errors
    /// If one is out of range, on an instrument that does not exist, or earlier than what has been rendered. Then none
    /// is added.
    pub fn strike(&mut self, strikes: &[Strike]) -> Result<(), SoundError> {
        let mut added = Vec::with_capacity(strikes.len());
        for strike in strikes {
            strike.check()?;
            let count = self.banks.len();
            if strike.instrument >= count {
                return Err(SoundError::NoInstrument { instrument: strike.instrument, count });
            }
            let rate = f64::from(self.options.rate);
            let sample = (strike.time - self.options.start) * rate;
            // A strike is first heard at the sample after it, so the one before that may be rendered.
            if sample < 0.0 || sample as u64 + 1 < self.rendered {
                let rendered = self.options.start + self.rendered as f64 / rate;
                return Err(SoundError::Late { time: strike.time, rendered });
            }
            if strike.speed > 0.0 && strike.gain > 0.0 {
                added.push((sample, *strike));
            }
        }
        self.waiting.append(&mut added);
        self.waiting.sort_by(|a, b| a.1.order(&b.1));
        Ok(())
    }

    /// The next samples, left and right. They depend on the strikes up to their end alone, so how many are asked for at
    /// a time does not matter.
    pub fn render(&mut self, count: usize) -> Vec<[f64; 2]> {
        let mut frames = vec![[0.0; 2]; count];
        for block in frames.chunks_mut(BLOCK) {
            self.block(block);
        }
        frames
    }

    fn block(&mut self, out: &mut [[f64; 2]]) {
        let (from, end) = (self.rendered, self.rendered + out.len() as u64);
        let due = self.waiting.partition_point(|(sample, _)| (*sample as u64) < end);
        let mut inboxes: Vec<Vec<(f64, Strike)>> = vec![Vec::new(); if due == 0 { 0 } else { self.banks.len() }];
        for (sample, strike) in self.waiting.drain(..due) {
            inboxes[strike.instrument].push((sample, strike));
        }
        let options = &self.options;
        let group = self.banks.len().div_ceil(GROUPS).max(1);
        let sums = self.banks.par_chunks_mut(group).enumerate().map(|(number, banks)| {
            let mut sum = None;
            for (bank, index) in banks.iter_mut().zip(number * group..) {
                for (sample, strike) in inboxes.get(index).into_iter().flatten() {
                    bank.strike(strike, *sample, options);
                }
                if bank.sounds_before(end) {
                    bank.render(from, sum.get_or_insert_with(|| vec![[0.0; 2]; out.len()]));
                }
            }
            sum
        });
        let sums: Vec<_> = sums.collect();
        for sum in sums.into_iter().flatten() {
            for (frame, add) in out.iter_mut().zip(sum) {
                *frame = [frame[0] + add[0], frame[1] + add[1]];
            }
        }
        self.rendered = end;
    }
}
