//! Scenes: which collider sounds like what, and side by side as one after the other.

use super::*;
use crate::{
    Camera, Collider, Emitter, Keep, Look, Material, Pose, Region, Response, Scene, Simulation, Source, Surface,
};
use glam::DVec2;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Hail on a plate of metal, a can and a silent wall.
fn scene() -> Scene {
    let material = |sound: &str| Material { sound: sound.into(), ..Material::default() };
    let disc = (Keep::Inside, Region::Disc { center: DVec2::ZERO, radius: 0.5 });
    let square = (Keep::Inside, Region::Rectangle { min: DVec2::splat(-1.0), max: DVec2::ONE });
    let collider = |surface, x: f64, constraints, material| Collider {
        name: String::new(),
        pose: Pose::at(DVec3::new(x, 0.0, 0.0)),
        surface,
        constraints,
        material,
        image: None,
    };
    Scene {
        name: "test".into(),
        about: String::new(),
        duration: 1.0,
        frame_rate: 24.0,
        rest_speed: 0.01,
        camera: Camera {
            eye: DVec3::new(0.0, -8.0, 2.0),
            target: DVec3::ZERO,
            angle: 40.0,
            sky: [[0.3; 3]; 2],
            ground: None,
        },
        materials: vec![material("metal"), material("wood"), material("none")],
        emitters: vec![Emitter {
            name: "hail".into(),
            count: 300,
            seed: 4,
            start: -1.0,
            period: 0.5,
            generations: u32::MAX,
            source: Source::Box { min: DVec3::new(-4.0, -1.0, 3.0), max: DVec3::new(4.0, 1.0, 3.0) },
            velocity: DVec3::new(0.0, 0.0, -10.0),
            spread: DVec3::splat(0.5),
            acceleration: DVec3::ZERO,
            response: Response::Vanish,
            look: Look::default(),
            striker: Striker::HAIL,
        }],
        colliders: vec![
            collider(Surface::Plane, -3.0, vec![disc], 0),
            collider(Surface::Plane, -1.0, vec![square.clone()], 1),
            collider(Surface::Plane, 1.0, vec![square.clone()], 1),
            collider(Surface::Plane, 3.0, vec![square], 2),
            collider(Surface::Cylinder { radii: [0.3, 0.3], heights: [-1.0, 0.0] }, 4.0, vec![], 0),
        ],
    }
}

#[test]
fn colliders_sound_as_they_are_made_and_equal_ones_share_an_instrument() {
    let scene = scene();
    let sound = SceneSound::new(&scene).unwrap();
    // A lid, planks for both tables, a can; nothing for what is silent.
    let firsts: Vec<f64> = sound.instruments().iter().map(|instrument| instrument.modes()[0].frequency).collect();
    let expected =
        [(Timbre::LID, [1.0, 1.0]), (Timbre::WOOD, [2.0, 2.0]), (Timbre::CAN, [0.6 * std::f64::consts::PI, 1.0])];
    let expected = expected.map(|(timbre, size)| Instrument::new(&timbre, size).unwrap().modes()[0].frequency);
    assert_eq!(firsts.len(), 3);
    firsts.iter().zip(expected).for_each(|(a, b)| assert!((a - b).abs() < 1e-6 * b, "{a} {b}"));
    let simulation = Simulation::new(scene).unwrap();
    let impacts = simulation.impacts(0.0..1.0).unwrap();
    let strikes = sound.strikes(&impacts);
    let audible: Vec<_> = impacts.iter().filter(|impact| impact.collider != 3).collect();
    assert!(audible.len() < impacts.len() && audible.len() > 100);
    assert_eq!(strikes.len(), audible.len());
    for (strike, impact) in strikes.iter().zip(audible) {
        assert_eq!((strike.time, strike.speed, strike.position), (impact.time, impact.normal_speed(), impact.point));
        assert_eq!(strike.instrument, [0, 1, 1, 9, 2][impact.collider as usize]);
    }
}

#[test]
fn a_sound_that_there_is_none_of_is_an_error() {
    let mut scene = scene();
    scene.materials[1].sound = "jelly".into();
    assert!(SceneSound::new(&scene).unwrap_err().to_string().starts_with("there is no sound \"jelly\""));
}

/// Frame, impacts and sound of each step, computed one after the other.
fn in_sequence(simulation: &Simulation, steps: usize) -> Vec<Step<u64>> {
    let options = SoundOptions::of(simulation.scene());
    let sound = SceneSound::new(simulation.scene()).unwrap();
    let mut synth = Synth::new(sound.instruments().to_vec(), options).unwrap();
    let step = |number: usize| {
        let interval = number as f64 / 24.0..(number + 1) as f64 / 24.0;
        let impacts = simulation.impacts(interval.clone()).unwrap();
        synth.strike(&sound.strikes(&impacts)).unwrap();
        Step { number, impacts, sound: synth.render(2000), frame: interval.end.to_bits(), interval }
    };
    (0..steps).map(step).collect()
}

#[test]
fn side_by_side_gives_what_one_after_the_other_does() {
    let simulation = Simulation::new(scene()).unwrap();
    let expected = in_sequence(&simulation, 30);
    assert!(expected.iter().map(|step| step.impacts.len()).sum::<usize>() > 100);
    // Frames that take longer than everything else, and shorter.
    for pause in [0, 3] {
        let draw = |time: f64| {
            std::thread::sleep(std::time::Duration::from_millis(pause));
            Ok(time.to_bits())
        };
        let mut steps = Vec::new();
        let pipeline = Pipeline::new(&simulation, SoundOptions::of(simulation.scene()), 30);
        let pace = pipeline.run(
            |interval| Ok(simulation.impacts(interval)?),
            draw,
            |step| {
                steps.push(step);
                Ok(())
            },
        );
        assert!(steps == expected && pace.unwrap().ahead >= 1);
    }
}

/// The sound of a file is that of its impacts, one after the other, and each starts at its sample.
#[test]
fn a_scene_has_a_file() {
    let simulation = Simulation::new(scene()).unwrap();
    let options = WavOptions { sound: SoundOptions::of(simulation.scene()), end: 0.5, ..Default::default() };
    let mut file = std::io::Cursor::new(Vec::new());
    let summary = write_scene_wav(&mut file, &simulation, &options).unwrap();
    let sound = SceneSound::new(simulation.scene()).unwrap();
    let strikes = sound.strikes(&simulation.impacts(0.0..0.5).unwrap());
    assert_eq!((summary.strikes, summary.samples, summary.outside), (strikes.len() as u64, 24_000, 0));
    let samples: Vec<i32> = hound::WavReader::new(&file.get_ref()[..]).unwrap().samples().map(Result::unwrap).collect();
    let first = samples.iter().position(|sample| *sample != 0).unwrap() / 2;
    let exact = (strikes[0].time * 48_000.0) as usize + 1;
    // Sixteen bits show the start of the pulse a few samples later.
    assert!((exact..exact + 4).contains(&first), "{first} {exact}");
}

/// Impacts that suddenly take longer are asked for earlier.
#[test]
fn the_pipeline_looks_ahead_by_the_latency_it_measures_all_along() {
    let mut scene = scene();
    scene.frame_rate = 500.0;
    let simulation = Simulation::new(scene).unwrap();
    let pipeline = Pipeline { tail: 0.5, ..Pipeline::new(&simulation, SoundOptions::of(simulation.scene()), 120) };
    let (asked, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let mut gaps = Vec::new();
    let find = |interval: std::ops::Range<f64>| {
        let number = asked.fetch_add(1, Relaxed);
        gaps.push(number.saturating_sub(taken.load(Relaxed)));
        std::thread::sleep(std::time::Duration::from_millis(if (30..50).contains(&number) { 12 } else { 0 }));
        Ok(simulation.impacts(interval)?)
    };
    let mut samples = 0;
    let take = |step: Step<()>| {
        // As a player does, which takes no step before its time.
        std::thread::sleep(std::time::Duration::from_millis(1));
        taken.fetch_add(1, Relaxed);
        samples += step.sound.len();
        Ok(())
    };
    let pace = pipeline.run(find, |_| Ok(()), take).unwrap();
    // 12 ms are 6 steps of 2 ms, and one more; nothing is asked for earlier than that.
    assert!(pace.farthest >= 7, "{pace:?}");
    assert!(gaps.iter().all(|&gap| gap <= pace.farthest), "{pace:?} {gaps:?}");
    // The last step's sound has the tail.
    assert_eq!(samples, 120 * 96 + 24_000);
}

/// Rain and hail in one scene: each strikes as what it is.
#[test]
fn every_emitter_strikes_with_its_own() {
    let mut scene = scene();
    let rain = Emitter { count: 200, seed: 8, striker: Striker::RAIN, ..scene.emitters[0].clone() };
    scene.emitters.push(rain);
    let simulation = Simulation::new(scene).unwrap();
    let sound = SceneSound::new(simulation.scene()).unwrap();
    let impacts: Vec<_> = simulation.impacts(0.0..1.0).unwrap().into_iter().filter(|hit| hit.collider == 1).collect();
    let strikes = sound.strikes(&impacts);
    let mut counts = [0, 0];
    for (strike, impact) in strikes.iter().zip(&impacts) {
        let is_rain = impact.particle >= 300;
        assert_eq!(strike.striker, if is_rain { Striker::RAIN } else { Striker::HAIL });
        counts[usize::from(is_rain)] += 1;
    }
    assert!(counts[0] > 20 && counts[1] > 20, "{counts:?}");
    // A drop weighs 140 times less than a hailstone, and is heard so.
    let loudness = |strike: &Strike| {
        let mut synth = Synth::new(sound.instruments().to_vec(), SoundOptions::default()).unwrap();
        synth.strike(&[Strike { time: 0.0, at: [0.3, 0.4], speed: 10.0, ..*strike }]).unwrap();
        synth.render(4000).iter().flatten().fold(0.0_f64, |most, sample| most.max(sample.abs()))
    };
    let of = |striker| strikes.iter().find(|strike| strike.striker == striker).unwrap();
    assert!(loudness(of(Striker::HAIL)) > 50.0 * loudness(of(Striker::RAIN)));
}

/// Material and gain of an image reach the sound.
#[test]
fn images_are_heard() {
    let mut scene = scene();
    scene.colliders[1].image = Some(crate::Image { width: 2, height: 1, texels: vec![(1, 1.0), (0, 0.25)] });
    let simulation = Simulation::new(scene).unwrap();
    let sound = SceneSound::new(simulation.scene()).unwrap();
    let impacts: Vec<_> = simulation.impacts(0.0..1.0).unwrap().into_iter().filter(|hit| hit.collider == 1).collect();
    let strikes = sound.strikes(&impacts);
    assert!(strikes.len() == impacts.len() && impacts.len() > 50);
    let metal = Instrument::new(&Timbre::METAL, [2.0, 2.0]).unwrap().modes()[0].frequency;
    let wood = Instrument::new(&Timbre::WOOD, [2.0, 2.0]).unwrap().modes()[0].frequency;
    for (strike, impact) in strikes.iter().zip(&impacts) {
        let expected = if impact.uv.x < 0.5 { (wood, 1.0) } else { (metal, 0.25) };
        let heard = (sound.instruments()[strike.instrument].modes()[0].frequency, strike.gain);
        assert_eq!(heard, expected);
    }
}

#[test]
fn a_pipeline_ends_where_it_fails() {
    let simulation = Simulation::new(scene()).unwrap();
    let options = SoundOptions::of(simulation.scene());
    let mut taken = 0;
    let find = |interval| Ok(simulation.impacts(interval)?);
    let pipeline = Pipeline::new(&simulation, options, 30);
    let failed = pipeline.run(
        find,
        |_| Ok(()),
        |_| {
            taken += 1;
            if taken == 5 { Err(SoundError::Source("disk full".into())) } else { Ok(()) }
        },
    );
    assert_eq!((failed.unwrap_err().to_string(), taken), ("disk full".into(), 5));
    // Failures in a thread are reported: of impacts, and of frames.
    let mut asked = 0;
    let broken = |interval: std::ops::Range<f64>| {
        asked += 1;
        if asked == 7 { Ok(simulation.impacts(interval.end..interval.start)?) } else { find(interval) }
    };
    let failed = pipeline.run(broken, |_| Ok(()), |_| Ok(())).unwrap_err().to_string();
    assert!(failed.starts_with("the interval from"), "{failed}");
    let draw = |time: f64| if time > 0.5 { Err(SoundError::Source("no paper".into())) } else { Ok(()) };
    assert_eq!(pipeline.run(find, draw, |_| Ok(())).unwrap_err().to_string(), "no paper");
    let none = Pipeline::new(&simulation, options, 0).run(find, |_| Ok(()), |_| Ok(())).unwrap();
    assert_eq!((none.ahead, none.late), (0, 0));
}
