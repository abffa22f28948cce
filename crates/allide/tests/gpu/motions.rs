//! One GPU engine over the frames of motions, against a new CPU engine for each frame.

use crate::harness::engine;
use allide::{GpuOptions, Method};
use allide_scenes::suite::{Case, Tally, Way};

#[test]
fn frames_of_all_motions_are_answered_as_by_a_new_engine() {
    let Some(mut gpu) = engine(GpuOptions::default()) else { return };
    let (mut tally, mut findings) = (Tally::default(), 0);
    for (name, motion) in allide_scenes::all().iter().filter_map(|entry| Some((entry.name, entry.small_motion()?))) {
        for frame in 0..6 {
            let scene = motion.at(motion.seconds() * f64::from(frame) / 5.0);
            let case = Case::of(format!("{name}, frame {frame}"), scene);
            let expected = case.expected(Method::Auto).unwrap();
            let same = tally.compare(&mut gpu, &[Way::gpu(Method::Auto)], &case, &expected);
            same.unwrap_or_else(|error| panic!("{error}"));
            findings += expected.count();
        }
    }
    assert!(findings > 1_000, "{findings}");
}
