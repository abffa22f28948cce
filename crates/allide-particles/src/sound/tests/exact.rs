//! Samples compared with a plain sum, onsets, proportions, ears.

use super::*;
use std::f64::consts::TAU;

/// Each sample as a sum over all strikes, modes and pushes, by nothing but the formulas.
fn plain(instrument: &Instrument, strikes: &[Strike], options: &SoundOptions, count: usize) -> Vec<[f64; 2]> {
    let rate = f64::from(options.rate);
    let mut frames = vec![[0.0; 2]; count];
    for strike in strikes {
        let modulus = 1.0 / (1.0 / Timbre::METAL.hardness + 1.0 / strike.striker.hardness);
        let Striker { mass, radius, .. } = strike.striker;
        let length = 2.87 * (mass * mass / (radius * modulus * modulus * strike.speed)).powf(0.2) * rate;
        let length = length.max(4.0);
        let start = strike.time * rate;
        let ears = options.listener.ears(strike.position);
        for (mode, gain) in instrument.modes().iter().zip(instrument.gains(strike.at)) {
            for pushed in start.ceil() as usize..(start + length).ceil() as usize {
                let part = (pushed as f64 - start) / length;
                let push = 30.0 * (part * (1.0 - part)).powi(2) / length * gain * mass * strike.speed / 0.02;
                for (sample, frame) in frames.iter_mut().enumerate().skip(pushed) {
                    let after = (sample - pushed) as f64 / rate;
                    let heard = push * (-mode.decay * after).exp() * (TAU * mode.frequency * after).cos();
                    (0..2).for_each(|ear| frame[ear] += heard * ears[ear]);
                }
            }
        }
    }
    frames
}

#[test]
fn samples_are_what_the_formulas_say() {
    let options = SoundOptions::default();
    let roof = Instrument::new(&Timbre::METAL, [2.0, 1.0]).unwrap();
    let mut strikes = Dice(3).hail(6, 1);
    strikes.iter_mut().for_each(|strike| strike.time *= 0.04);
    let expected = plain(&roof, &strikes, &options, 4000);
    let mut synth = Synth::new(vec![roof], options).unwrap();
    synth.strike(&strikes).unwrap();
    let loudest = expected.iter().flatten().fold(0.0_f64, |most, sample| most.max(sample.abs()));
    for (frame, expected) in synth.render(4000).iter().zip(&expected) {
        (0..2).for_each(|ear| assert!((frame[ear] - expected[ear]).abs() < 1e-10 * loudest, "{frame:?} {expected:?}"));
    }
}

/// No sample before a strike is anything but 0, and the first one after it is something, wherever between two samples
/// it is.
#[test]
fn each_sound_starts_within_one_sample_of_its_impact() {
    for rate in [8_000, 44_100, 48_000, 192_000] {
        for material in Timbre::ALL {
            let instrument = Instrument::new(&material, [0.9, 0.8]).unwrap();
            for part in [0.0, 1e-6, 0.25, 0.5, 0.999] {
                let options = SoundOptions { rate, start: 2.0, ..Default::default() };
                let mut synth = Synth::new(vec![instrument.clone()], options).unwrap();
                let sample = 517.0 + part;
                synth.strike(&[middle(2.0 + sample / f64::from(rate), 0, 11.0, [0.41, 0.23])]).unwrap();
                let frames = synth.render(600);
                let first = frames.iter().position(|frame| frame[0] != 0.0 && frame[1] != 0.0).unwrap();
                let exact = (first as f64 - sample).abs() <= 1.0 + 1e-6;
                assert!(
                    exact && frames[..first].iter().all(|f| *f == [0.0; 2]),
                    "{} {rate} {part} {first}",
                    material.name
                );
            }
        }
    }
}

#[test]
fn sound_is_proportional_to_speed() {
    let play = |speed: f64, hertz: bool| {
        let options = SoundOptions { hertz, ..Default::default() };
        let mut synth = synth(&[Timbre::WOOD], [1.8, 0.7], options);
        synth.strike(&[middle(0.01, 0, speed, [0.41, 0.23])]).unwrap();
        synth.render(4000)
    };
    // All but what is too faint to be kept, 200 dB below.
    let (slow, fast) = (play(5.0, false), play(10.0, false));
    let twice = |(a, b): (&[f64; 2], &[f64; 2])| (0..2).all(|ear| (2.0 * a[ear] - b[ear]).abs() < 1e-9);
    assert!(slow.iter().zip(&fast).all(twice) && fast.iter().any(|frame| frame[0].abs() > 0.1));
    // By Hertz's law, what is above the pulse's own tones grows more, but what is far below them does not.
    let low = |frames: &[[f64; 2]]| super::tone::power(frames, 0, 4000, 95.0, 48_000.0).sqrt();
    let ratio = low(&play(10.0, true)) / low(&play(5.0, true));
    assert!((ratio - 2.0).abs() < 0.02, "{ratio}");
}

#[test]
fn both_ears_together_always_have_the_same_power() {
    let listener = Listener { position: DVec3::new(1.0, 2.0, 3.0), right: DVec3::new(0.0, 0.0, 3.0), near: None };
    let mut dice = Dice(5);
    for _ in 0..1000 {
        let there = DVec3::new(dice.roll(), dice.roll(), dice.roll()) * 8.0;
        let [left, right] = listener.ears(there);
        assert!((left * left + right * right - 1.0).abs() < 1e-12 && left >= 0.0 && right >= 0.0);
        assert_eq!(right > left, there.z > 3.0);
    }
    let [left, right] = listener.ears(DVec3::new(1.0, 2.0, 9.0));
    assert!(left.abs() < 1e-15 && right == 1.0);
    let [left, right] = listener.ears(listener.position);
    assert!((left - right).abs() < 1e-15);
}

#[test]
fn distance_attenuates_beyond_what_is_near() {
    let listener = Listener { near: Some(2.0), ..Default::default() };
    let loudness = |z: f64| listener.ears(DVec3::new(0.0, 0.0, z)).map(|ear| ear * ear).iter().sum::<f64>().sqrt();
    for (distance, expected) in [(0.0, 1.0), (1.0, 1.0), (2.0, 1.0), (4.0, 0.5), (20.0, 0.1)] {
        assert!((loudness(distance) - expected).abs() < 1e-12, "{distance}");
    }
}

/// Strikes on the right are louder on the right, each by itself, though they share their modes.
#[test]
fn each_strike_has_its_own_place() {
    let mut synth = synth(&[Timbre::METAL], [2.0, 1.0], SoundOptions::default());
    let there = |time, x| Strike::new(time, 0, 10.0, [0.33, 0.21], DVec3::new(x, 0.0, 0.0));
    synth.strike(&[there(0.0, -1.0), there(0.5, 1.0)]).unwrap();
    let frames = synth.render(48_000);
    let power = |range: std::ops::Range<usize>, ear: usize| frames[range].iter().map(|f| f[ear] * f[ear]).sum::<f64>();
    assert_eq!(power(0..24_001, 1), 0.0);
    assert!(power(0..24_001, 0) > 0.0 && power(24_001..26_000, 1) > 0.0);
}
