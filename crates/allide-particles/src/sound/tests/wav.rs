//! Files, and the limiter before them.

use super::*;
use std::io::Cursor;

fn write(strikes: &[Strike], options: &WavOptions) -> (Result<WavSummary, SoundError>, Vec<u8>) {
    let instruments: Vec<_> = [Timbre::METAL, Timbre::WOOD].map(|m| Instrument::new(&m, [2.0, 1.0]).unwrap()).into();
    let mut file = Cursor::new(Vec::new());
    let of =
        |from: f64, to: f64| Ok(strikes.iter().filter(|strike| (from..to).contains(&strike.time)).copied().collect());
    let summary = write_wav(&mut file, &instruments, of, options);
    (summary, file.into_inner())
}

fn read(bytes: &[u8]) -> (hound::WavSpec, Vec<i32>) {
    let mut reader = hound::WavReader::new(bytes).unwrap();
    (reader.spec(), reader.samples::<i32>().map(Result::unwrap).collect())
}

#[test]
fn the_loudest_sample_is_one_decibel_below_full_scale() {
    for (bits, full) in [(Bits::Sixteen, 32767.0), (Bits::TwentyFour, 8_388_607.0)] {
        let options = WavOptions { end: 1.0, tail: 0.25, bits, ..Default::default() };
        let (summary, bytes) = write(&Dice(1).hail(300, 2), &options);
        let (spec, samples) = read(&bytes);
        let summary = summary.unwrap();
        assert_eq!((spec.channels, spec.sample_rate, samples.len()), (2, 48_000, 120_000));
        let peak = samples.iter().map(|sample| sample.abs()).max().unwrap();
        assert_eq!(f64::from(peak), (full * 10_f64.powf(-0.05)).round());
        assert_eq!((summary.strikes, summary.outside, summary.limited, summary.samples), (300, 0, 0, 60_000));
    }
}

/// With a gain that would clip by far, nothing exceeds the ceiling, and sounds still start at their samples.
#[test]
fn the_limiter_keeps_peaks_and_onsets() {
    let options = WavOptions { end: 1.0, level: Level::Gain(50.0), ..Default::default() };
    let mut strikes = Dice(1).hail(300, 2);
    strikes.retain(|strike| strike.time > 0.1);
    strikes.push(Strike::new(0.05, 0, 10.0, [0.3, 0.2], DVec3::ZERO));
    let (summary, bytes) = write(&strikes, &options);
    let (_, samples) = read(&bytes);
    let peak = samples.iter().map(|sample| sample.abs()).max().unwrap();
    assert!(summary.unwrap().limited > 1000 && peak > 29_000 && peak <= 29_204, "{peak}");
    let first = samples.iter().position(|sample| *sample != 0).unwrap() / 2;
    assert_eq!(first, 2401);
}

#[test]
fn the_limiter_never_exceeds_its_ceiling_and_leaves_quiet_sound_alone() {
    let mut dice = Dice(7);
    for window in [1, 2, 5, 240] {
        let loud: Vec<[f64; 2]> = (0..5000).map(|_| [dice.roll().powi(9) * 9.0, -dice.roll()]).collect();
        let quiet: Vec<[f64; 2]> = (0..5000).map(|_| [0.5 - dice.roll(), dice.roll()]).collect();
        for (frames, same) in [(loud, false), (quiet, true)] {
            let mut limiter = Limiter::new(1.0, window);
            let mut out: Vec<[f64; 2]> = frames.iter().filter_map(|frame| limiter.push(*frame)).collect();
            out.extend(limiter.finish());
            assert_eq!(out.len(), frames.len());
            assert!(out.iter().flatten().all(|sample| sample.abs() <= 1.0));
            assert_eq!(out == frames, same);
            // Both ears are turned down alike.
            let alike = |(a, b): (&[f64; 2], &[f64; 2])| (a[0] * b[1] - a[1] * b[0]).abs() < 1e-9;
            assert!(out.iter().zip(&frames).all(alike));
        }
    }
}

#[test]
fn the_same_strikes_give_the_same_bytes() {
    let options = WavOptions { end: 1.2, ..Default::default() };
    let strikes = Dice(8).hail(300, 2);
    let (_, bytes) = write(&strikes, &options);
    let reversed: Vec<Strike> = strikes.into_iter().rev().collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    assert!(pool.install(|| write(&reversed, &options)).1 == bytes);
}

#[test]
fn silence_and_strikes_outside_are_defined() {
    let options = WavOptions { end: 0.5, ..Default::default() };
    let (summary, bytes) = write(&[], &options);
    assert_eq!((summary.unwrap().peak, read(&bytes).1), (0.0, vec![0; 48_000]));
    // No time at all: a file without samples.
    let (summary, bytes) = write(&[], &WavOptions::default());
    assert_eq!((summary.unwrap().samples, read(&bytes).1), (0, Vec::new()));
    // A source that ignores the interval.
    let instruments = [Instrument::new(&Timbre::METAL, [2.0, 1.0]).unwrap()];
    let hits = [-0.1, 0.2, 0.5, 0.7].map(|time| middle(time, 0, 10.0, [0.3, 0.3]));
    let summary = write_wav(Cursor::new(Vec::new()), &instruments, |_, _| Ok(hits.to_vec()), &options).unwrap();
    assert_eq!((summary.strikes, summary.outside), (1, 3));
}

#[test]
fn bad_options_and_failing_sources_are_errors() {
    let options = WavOptions { end: 0.5, ..Default::default() };
    for bad in [
        WavOptions { end: -1.0, ..options },
        WavOptions { end: f64::NAN, ..options },
        WavOptions { tail: -1.0, ..options },
        WavOptions { level: Level::Gain(f64::NAN), ..options },
    ] {
        assert!(write(&[], &bad).0.is_err(), "{bad:?}");
    }
    let nan = [Strike { speed: f64::NAN, ..middle(0.1, 0, 1.0, [0.1, 0.1]) }];
    assert!(write(&nan, &options).0.unwrap_err().to_string().starts_with("the speed of a strike is NaN"));
    let fails = |_, _| Err(SoundError::Source("no more".into()));
    assert_eq!(write_wav(Cursor::new(Vec::new()), &[], fails, &options).unwrap_err().to_string(), "no more");
}
