//! Blocks, threads, order, and what is out of range.

use super::*;

const THREE: [Timbre; 3] = [Timbre::METAL, Timbre::WOOD, Timbre::WATER];

fn play(strikes: &[Strike], blocks: &[usize]) -> Vec<[f64; 2]> {
    let mut synth = synth(&THREE, [2.0, 1.0], SoundOptions::default());
    synth.strike(strikes).unwrap();
    let mut frames = Vec::new();
    let mut blocks = blocks.iter().cycle();
    while frames.len() < 30_000 {
        frames.extend(synth.render((*blocks.next().unwrap()).min(30_000 - frames.len())));
    }
    frames
}

#[test]
fn blocks_do_not_matter() {
    let strikes = Dice(1).hail(500, 3);
    let whole = play(&strikes, &[30_000]);
    for blocks in [&[1][..], &[63, 0, 65, 64], &[480], &[1023, 1025, 1, 7]] {
        assert!(play(&strikes, blocks) == whole, "{blocks:?}");
    }
}

#[test]
fn threads_do_not_matter() {
    let strikes = Dice(2).hail(500, 3);
    let whole = play(&strikes, &[800]);
    for threads in [1, 2, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert!(pool.install(|| play(&strikes, &[800])) == whole);
    }
}

#[test]
fn order_and_batches_of_strikes_do_not_matter() {
    let mut strikes = Dice(4).hail(400, 3);
    // Some at the same time, in the same place.
    (0..100).for_each(|k| strikes[k].time = strikes[k + 100].time);
    (0..50).for_each(|k| strikes[k].instrument = 1);
    let whole = play(&strikes, &[800]);
    strikes.reverse();
    assert!(play(&strikes, &[800]) == whole);
    // As they come, half a block ahead.
    let mut synth = synth(&THREE, [2.0, 1.0], SoundOptions::default());
    let mut frames = Vec::new();
    for block in 0..75 {
        let [from, to] = [block, block + 1].map(|block| f64::from(block) * 400.0 / 48_000.0);
        let now: Vec<Strike> = strikes.iter().filter(|strike| (from..to).contains(&strike.time)).copied().collect();
        synth.strike(&now).unwrap();
        frames.extend(synth.render(400));
    }
    assert!(frames == whole);
}

#[test]
fn what_is_out_of_range_is_an_error_and_adds_nothing() {
    let good = middle(0.5, 0, 10.0, [0.5, 0.5]);
    let bad = [
        Strike { time: f64::NAN, ..good },
        Strike { time: f64::INFINITY, ..good },
        Strike { time: -1e-6, ..good },
        Strike { instrument: 3, ..good },
        Strike { speed: -1.0, ..good },
        Strike { speed: f64::NAN, ..good },
        Strike { speed: 1e300, ..good },
        Strike { gain: f64::INFINITY, ..good },
        Strike { at: [0.0, f64::NAN], ..good },
        Strike { position: DVec3::new(0.0, f64::NAN, 0.0), ..good },
        Strike { position: DVec3::INFINITY, ..good },
        Strike { striker: Striker { mass: 0.0, ..Striker::HAIL }, ..good },
    ];
    let mut synth = synth(&THREE, [2.0, 1.0], SoundOptions::default());
    for strike in bad {
        assert!(synth.strike(&[good, strike]).is_err(), "{strike:?}");
    }
    synth.strike(&[Strike { speed: 0.0, ..good }, Strike { gain: 0.0, ..good }]).unwrap();
    synth.strike(&[]).unwrap();
    assert!(synth.render(48_000).iter().all(|frame| *frame == [0.0; 2]));
    let late = synth.strike(&[good]).unwrap_err();
    assert_eq!(late.to_string(), "a strike at 0.5 s is too late: the sound is already rendered up to 1 s");
    let no_one = Strike { instrument: 3, time: 2.0, ..good };
    assert_eq!(synth.strike(&[no_one]).unwrap_err().to_string(), "a strike is on instrument 3, but there are 3");
}

#[test]
fn options_out_of_range_are_errors() {
    let new = |options| Synth::new(Vec::new(), options).map(|mut synth| synth.render(10)).is_ok();
    let options = SoundOptions::default();
    assert!(new(options));
    assert!(!new(SoundOptions { rate: 0, ..options }) && !new(SoundOptions { rate: 1 << 30, ..options }));
    assert!(!new(SoundOptions { start: f64::NAN, ..options }));
    assert!(!new(SoundOptions { listener: Listener { right: DVec3::ZERO, ..Default::default() }, ..options }));
    assert!(!new(SoundOptions { listener: Listener { near: Some(0.0), ..Default::default() }, ..options }));
}

/// 20,000 strikes in a fifth of a second, and the loudest that are allowed: everything stays finite.
#[test]
fn dense_and_violent_strikes_stay_finite() {
    let mut strikes = Dice(9).hail(20_000, 3);
    strikes.iter_mut().for_each(|strike| strike.time *= 0.2);
    strikes.extend((0..100).map(|k| Strike { gain: 1e6, ..middle(f64::from(k) * 1e-3, 0, 1e6, [0.5, 0.4]) }));
    let frames = play(&strikes, &[1000]);
    assert!(frames.iter().flatten().all(|sample| sample.is_finite()));
}
