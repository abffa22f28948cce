//! The sound has tones at the modes' frequencies that fade as fast as stated.

use super::*;
use std::f64::consts::TAU;

/// The power of a tone in `count` samples from `from` on, seen through a Hann window (Goertzel).
pub fn power(frames: &[[f64; 2]], from: usize, count: usize, frequency: f64, rate: f64) -> f64 {
    let (mut re, mut im) = (0.0, 0.0);
    for (k, frame) in frames[from..from + count].iter().enumerate() {
        let window = 1.0 - (TAU * k as f64 / count as f64).cos();
        let angle = TAU * frequency * k as f64 / rate;
        re += window * frame[0] * angle.cos();
        im += window * frame[0] * angle.sin();
    }
    re * re + im * im
}

/// Modes that stand apart from their neighbours by more than the window blurs, and that the place excites.
fn clear_modes(instrument: &Instrument, at: [f64; 2], apart: f64) -> Vec<Mode> {
    let modes = instrument.modes();
    let gains: Vec<f64> = instrument.gains(at).collect();
    let loudest = gains.iter().fold(0.0_f64, |most, gain| most.max(gain.abs()));
    let stands = |k: usize| {
        let alone =
            |other: &Mode| (other.frequency - modes[k].frequency).abs() > apart + 0.6 * other.decay.max(modes[k].decay);
        let others = (0..modes.len()).filter(|&other| other != k).map(|other| &modes[other]);
        others.clone().all(alone) && gains[k].abs() > 0.2 * loudest && modes[k].frequency < 6000.0
    };
    (0..modes.len()).filter(|&k| stands(k)).map(|k| modes[k]).collect()
}

const RINGING: [Timbre; 4] = [Timbre::METAL, Timbre::CAN, Timbre::LID, Timbre::GLASS];

fn struck(material: Timbre, at: [f64; 2]) -> (Instrument, Vec<[f64; 2]>) {
    let instrument = Instrument::new(&material, [1.6, 0.9]).unwrap();
    let mut synth = Synth::new(vec![instrument.clone()], SoundOptions::default()).unwrap();
    synth.strike(&[middle(0.0, 0, 10.0, at)]).unwrap();
    (instrument, synth.render(24_000))
}

#[test]
fn the_spectrum_has_peaks_at_the_modes() {
    let mut seen = 0;
    for material in RINGING {
        let (instrument, frames) = struck(material, [0.71, 0.37]);
        for mode in clear_modes(&instrument, [0.71, 0.37], 45.0) {
            let at = |frequency: f64| power(&frames, 200, 4800, frequency, 48_000.0);
            let peak = at(mode.frequency);
            for off in [-25.0, 25.0] {
                let beside = at(mode.frequency + off);
                assert!(peak > 4.0 * beside, "{} {:?}: {peak} {beside}", material.name, mode);
            }
            let around = (-20..=20).map(|step| mode.frequency + f64::from(step));
            let highest = around.max_by(|a, b| at(*a).total_cmp(&at(*b))).unwrap();
            assert!((highest - mode.frequency).abs() <= 2.0, "{} {mode:?} {highest}", material.name);
            seen += 1;
        }
    }
    assert!(seen >= 12, "{seen}");
}

#[test]
fn modes_fade_as_fast_as_stated() {
    let mut seen = 0;
    for material in RINGING {
        let (instrument, frames) = struck(material, [0.71, 0.37]);
        for mode in clear_modes(&instrument, [0.71, 0.37], 60.0) {
            let later = (0.7 / mode.decay * 48_000.0) as usize;
            let at = |from: usize| power(&frames, from, 2400, mode.frequency, 48_000.0);
            if 400 + later + 2400 < frames.len() && later > 300 {
                let rate = (at(400) / at(400 + later)).ln() / 2.0 / (later as f64 / 48_000.0);
                let t60 = 1000_f64.ln() / rate;
                assert!((t60 / mode.t60() - 1.0).abs() < 0.05, "{} {mode:?} {t60} {}", material.name, mode.t60());
                seen += 1;
            }
        }
    }
    assert!(seen >= 10, "{seen}");
}

/// After the longest of its modes has faded, an object is silent: exactly.
#[test]
fn everything_ends_in_silence() {
    for material in Timbre::ALL {
        let mut synth = synth(&[material], [0.9, 0.8], SoundOptions { rate: 8_000, ..Default::default() });
        synth.strike(&[middle(0.0, 0, 10.0, [0.31, 0.27])]).unwrap();
        let slowest = Instrument::new(&material, [0.9, 0.8]).unwrap().modes().iter().map(Mode::t60).fold(0.0, f64::max);
        let frames = synth.render((4.0 * slowest * 8_000.0) as usize + 4000);
        assert!(frames.iter().flatten().all(|sample| sample.is_finite()));
        assert_eq!(frames.last(), Some(&[0.0; 2]), "{}", material.name);
        assert!(frames.iter().flatten().all(|sample| *sample == 0.0 || sample.abs() > 1e-30));
    }
}

/// Nothing moves at the edge of a panel, and a mode is not heard where it does not move.
#[test]
fn where_an_object_is_struck_is_heard() {
    let pane = Instrument::new(&Timbre::GLASS, [0.4, 0.5]).unwrap();
    assert!(pane.gains([0.0, 0.2]).chain(pane.gains([0.4, 0.5])).all(|gain| gain.abs() < 1e-12));
    for (mode, gain) in pane.modes().iter().zip(pane.gains([0.2, 0.25])) {
        assert_eq!(gain.abs() < 1e-12, mode.numbers.iter().any(|number| number % 2 == 0), "{mode:?}");
    }
    // One cell of many sounds like another.
    let roof = Instrument::new(&Timbre::METAL, [1.4, 3.3]).unwrap();
    let pairs = roof.gains([0.05, 0.1]).zip(roof.gains([0.05 + 7.0 * 0.14, 0.1 + 3.0 * 0.33]));
    pairs.for_each(|(a, b)| assert!((a - b).abs() < 1e-9));
}
