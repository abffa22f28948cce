//! Sound as a WAV file.

use super::error::check;
use super::{Instrument, Limiter, SoundError, SoundOptions, Strike, Synth};
use std::io::{Seek, Write};

/// The loudest sample, of 1: 1 dB below full scale.
const CEILING: f64 = 0.891_250_938_133_745_6;
/// How far the limiter looks ahead, in seconds.
const AHEAD: f64 = 0.005;

/// Bits of a sample.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bits {
    /// As on a CD: everything plays it.
    #[default]
    Sixteen,
    /// For further work.
    TwentyFour,
}

/// How loud a file is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Level {
    /// The loudest sample is 1 dB below full scale. The sound is computed twice, first to find that sample.
    #[default]
    Peak,
    /// Multiplied by this. Samples that would exceed 1 dB below full scale are turned down, 5 ms ahead.
    Gain(f64),
}

/// The content of a file, besides the strikes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WavOptions {
    /// How strikes become sound; its `start` is the file's first sample.
    pub sound: SoundOptions,
    /// The end of the time in which strikes are heard, in seconds.
    pub end: f64,
    /// How long the sound goes on after that, in seconds.
    pub tail: f64,
    /// How loud it is.
    pub level: Level,
    /// Bits of a sample.
    pub bits: Bits,
}

/// The properties of the written file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WavSummary {
    /// Samples, for each ear.
    pub samples: u64,
    /// Strikes that are heard.
    pub strikes: u64,
    /// Strikes before the start, or at the end or later, which are left out.
    pub outside: u64,
    /// The factor applied to the sound.
    pub gain: f64,
    /// The loudest sample that was written, of 1.
    pub peak: f64,
    /// Samples that the limiter turned down.
    pub limited: u64,
}

/// Writes the sound of some strikes as a stereo WAV file, in memory that does not grow with its length.
///
/// `strikes` is asked for those of one interval after another, each half a second or less, from `sound.start` to `end`,
/// and, for [`Level::Peak`], for all of them a second time: it must give the same. Impacts beyond the interval are
/// left out and counted.
///
/// # Errors
/// If options or strikes are out of range, `strikes` fails, or the file cannot be written.
///
/// ```
/// use allide_particles::sound::{Instrument, Timbre, Strike, WavOptions, write_wav};
/// use glam::DVec3;
///
/// let can = Instrument::new(&Timbre::CAN, [1.6, 0.9])?;
/// let mut file = std::io::Cursor::new(Vec::new());
/// let strikes = |from: f64, to: f64| {
///     let hits = (0..8).map(|k| Strike::new(0.1 * f64::from(k), 0, 9.0, [0.4, 0.3], DVec3::ZERO));
///     Ok(hits.filter(|hit| (from..to).contains(&hit.time)).collect())
/// };
/// let summary = write_wav(&mut file, &[can], strikes, &WavOptions { end: 1.0, tail: 0.5, ..Default::default() })?;
/// assert_eq!((summary.samples, summary.strikes, summary.limited), (72_000, 8, 0));
/// # Ok::<(), allide_particles::sound::SoundError>(())
/// ```
pub fn write_wav<W: Write + Seek>(
    file: W,
    instruments: &[Instrument],
    mut strikes: impl FnMut(f64, f64) -> Result<Vec<Strike>, SoundError>,
    options: &WavOptions,
) -> Result<WavSummary, SoundError> {
    check("the end of the sound", options.end, options.sound.start, options.sound.start + 1e6)?;
    check("the tail of the sound", options.tail, 0.0, 3600.0)?;
    let gain = match options.level {
        Level::Gain(gain) => {
            check("the gain of the sound", gain, 0.0, 1e9)?;
            gain
        }
        Level::Peak => {
            let mut peak = 0.0_f64;
            play(instruments, &mut strikes, options, |frame| {
                peak = peak.max(frame[0].abs()).max(frame[1].abs());
                Ok(())
            })?;
            peak_gain(peak)
        }
    };
    let mut stream = WavStream::new(file, options.sound.rate, options.bits, gain)?;
    let summary = play(instruments, &mut strikes, options, |frame| stream.push(frame))?;
    let (peak, limited) = stream.finish()?;
    Ok(WavSummary { gain, peak, limited, ..summary })
}

/// The factor for a sound whose loudest sample is `peak`, for [`Level::Peak`].
pub fn peak_gain(peak: f64) -> f64 {
    // Nothing is multiplied by more than 10⁶: what is so faint is rounding, or a mistake.
    if peak > 0.0 { (CEILING / peak).min(1e6) } else { 1.0 }
}

/// A stereo WAV file that is written a sample at a time. No sample exceeds 1 dB below full scale.
pub struct WavStream<W: Write + Seek> {
    writer: hound::WavWriter<W>,
    limiter: Limiter,
    gain: f64,
    full: f64,
    peak: f64,
}

impl<W: Write + Seek> WavStream<W> {
    /// Begins a file. All samples are multiplied by `gain`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(file: W, rate: u32, bits: Bits, gain: f64) -> Result<Self, SoundError> {
        let bits_per_sample = match bits {
            Bits::Sixteen => 16,
            Bits::TwentyFour => 24,
        };
        let sample_format = hound::SampleFormat::Int;
        let spec = hound::WavSpec { channels: 2, sample_rate: rate, bits_per_sample, sample_format };
        let limiter = Limiter::new(CEILING * (1.0 + 1e-12), (AHEAD * f64::from(rate)) as usize);
        let full = f64::from((1 << (bits_per_sample - 1)) - 1);
        Ok(Self { writer: hound::WavWriter::new(file, spec)?, limiter, gain, full, peak: 0.0 })
    }

    /// Adds a sample, left and right.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn push(&mut self, frame: [f64; 2]) -> Result<(), SoundError> {
        let frame = self.limiter.push(frame.map(|sample| sample * self.gain));
        frame.map_or(Ok(()), |frame| self.write(frame))
    }

    /// Ends the file: the loudest sample of it, and how many samples were turned down.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(mut self) -> Result<(f64, u64), SoundError> {
        let rest = self.limiter.finish();
        rest.into_iter().try_for_each(|frame| self.write(frame))?;
        self.writer.finalize()?;
        Ok((self.peak, self.limiter.reduced()))
    }

    fn write(&mut self, frame: [f64; 2]) -> Result<(), SoundError> {
        for sample in frame {
            self.peak = self.peak.max(sample.abs());
            self.writer.write_sample((sample * self.full).round() as i32)?;
        }
        Ok(())
    }
}

/// Renders everything, a little at a time.
fn play(
    instruments: &[Instrument],
    strikes: &mut impl FnMut(f64, f64) -> Result<Vec<Strike>, SoundError>,
    options: &WavOptions,
    mut each: impl FnMut([f64; 2]) -> Result<(), SoundError>,
) -> Result<WavSummary, SoundError> {
    let WavOptions { sound, end, tail, .. } = *options;
    let mut synth = Synth::new(instruments.to_vec(), sound)?;
    let rate = f64::from(sound.rate);
    let step = u64::from(sound.rate / 2);
    let struck = ((end - sound.start) * rate).ceil() as u64;
    let samples = struck + (tail * rate).ceil() as u64;
    let mut summary = WavSummary { samples, ..Default::default() };
    let mut from = sound.start;
    while synth.rendered() < samples {
        let count = step.min(samples - synth.rendered());
        if synth.rendered() < struck {
            let to = (sound.start + (synth.rendered() + count) as f64 / rate).min(end);
            let mut heard = strikes(from, to)?;
            let all = heard.len() as u64;
            heard.retain(|strike| !(strike.time < from || strike.time >= to));
            summary.outside += all - heard.len() as u64;
            summary.strikes += heard.len() as u64;
            synth.strike(&heard)?;
            from = to;
        }
        synth.render(count as usize).into_iter().try_for_each(&mut each)?;
    }
    Ok(summary)
}
