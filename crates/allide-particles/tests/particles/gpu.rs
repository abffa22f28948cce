//! A GPU proposes, and lists are those of the CPU, byte for byte.

use crate::lists::bytes;
use crate::random::{KINDS, Random, cases};
use allide_gpu::{Choice, GpuError, Options};
use allide_particles::gpu::Proposer;
use allide_particles::map::{Blend, Published};
use allide_particles::{Scene, Simulation, scene::BUILT_IN};

/// A GPU for a test; without one it is left out with a message, unless `ALLIDE_REQUIRE_GPU=1` requires one.
fn proposer(simulation: &Simulation) -> Option<Proposer<'_>> {
    match Proposer::with(simulation, Choice::Any, Options { checked: true, ..Options::default() }) {
        Ok(proposer) => Some(proposer),
        Err(error @ (GpuError::NoAdapter { .. } | GpuError::TooSmall { .. }))
            if std::env::var_os("ALLIDE_REQUIRE_GPU").is_none_or(|value| value != "1") =>
        {
            #[expect(clippy::print_stderr, reason = "a test that was left out says so")]
            {
                eprintln!("left out: {error}");
            }
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn compare(simulation: &Simulation, proposer: &mut Proposer<'_>, interval: std::ops::Range<f64>) -> usize {
    let cpu: Vec<_> = simulation.impacts(interval.clone()).unwrap().iter().map(bytes).collect();
    let gpu: Vec<_> = proposer.impacts(interval.clone()).unwrap().iter().map(bytes).collect();
    assert!(cpu == gpu, "{}: {} and {} in {interval:?}", simulation.scene().name, cpu.len(), gpu.len());
    cpu.len()
}

#[test]
fn lists_of_built_in_scenes_are_equal() {
    for (name, text) in BUILT_IN {
        let simulation = Simulation::new(Scene::read(text).unwrap()).unwrap();
        let Some(mut proposer) = proposer(&simulation) else { return };
        let mut impacts = 0;
        for (from, to) in
            [(-3.0, -2.9), (0.0, 1.0 / 30.0), (1.0, 1.02), (2.0, 2.4), (1000.0, 1000.05), (1e6, 1e6 + 0.05)]
        {
            impacts += compare(&simulation, &mut proposer, from..to);
        }
        assert!(impacts > 100, "{name}: {impacts}");
        assert!(proposer.latest.confirmed <= proposer.latest.proposed);
    }
}

#[test]
fn the_gpu_drops_what_is_away_from_every_surface() {
    let simulation = Simulation::new(Scene::built_in("hail").unwrap()).unwrap();
    let Some(mut proposer) = proposer(&simulation) else { return };
    compare(&simulation, &mut proposer, 1.0..1.0 + 1.0 / 60.0);
    let latest = proposer.latest;
    assert!(latest.proposed < 600 && latest.confirmed > 50, "of 6,000 particles: {latest:?}");
}

/// Random colliders, motions, sources and intervals.
#[test]
fn lists_of_random_scenes_are_equal() {
    let mut random = Random(11);
    let mut impacts = 0;
    for case in 0..cases(12) {
        let mut scene = Scene::built_in(["hail", "fountain", "blocks"][case % 3]).unwrap();
        let mut colliders = Vec::new();
        for kind in 0..2 * KINDS {
            let mut collider = random.collider(kind % KINDS);
            collider.pose.origin *= 2.0;
            let mut alone = scene.clone();
            alone.colliders = vec![collider.clone()];
            if alone.check().is_ok() {
                colliders.push(collider);
            }
        }
        scene.colliders = colliders;
        let emitter = &mut scene.emitters[0];
        emitter.count = 500;
        emitter.seed = random.0;
        emitter.period = random.between(0.1, 3.0);
        emitter.velocity = random.vector(6.0);
        let simulation = Simulation::new(scene).unwrap();
        let Some(mut proposer) = proposer(&simulation) else { return };
        let from = random.between(-3.0, 50.0);
        impacts += compare(&simulation, &mut proposer, from..from + random.between(0.001, 2.0));
        impacts += compare(&simulation, &mut proposer, from..from + 1e-6);
    }
    assert!(impacts > 100, "{impacts}");
}

#[test]
fn numbers_that_do_not_fit_stay_on_the_cpu() {
    let text = "[[emitter]]\ncount = 50\nperiod = 2\nsource = { point = [1e8, 0, 2] }\nvelocity = [0, 0, -3]\n\
                [[collider]]\nsurface = \"rectangle\"\nsize = [9, 9]\nposition = [1e8, 0, 0]\n";
    let simulation = Simulation::new(Scene::read(text).unwrap()).unwrap();
    let Some(mut proposer) = proposer(&simulation) else { return };
    assert!(compare(&simulation, &mut proposer, 0.0..10.0) > 100);
    // More generations than one question to the GPU takes.
    let simulation = Simulation::new(Scene::built_in("table").unwrap()).unwrap();
    let mut proposer = self::proposer(&simulation).unwrap();
    assert!(compare(&simulation, &mut proposer, 0.0..200.0) > 10_000);
    assert!(proposer.impacts(1.0..1.0).is_err());
}

/// Lavapipe ends an invocation's loops after 65,535 steps.
#[test]
fn loops_that_a_driver_ends_early_lose_nothing() {
    for (response, counts) in [("vanish", "[300, 300, 1]"), ("bounce", "[80, 80, 1]"), ("vanish", "[1, 1, 40000]")] {
        let text = format!(
            "[[emitter]]\ncount = 300\nperiod = 1\nsource = {{ box = [[0, 0, 1], [20, 20, 2]] }}\nvelocity = [0, 0, -4]\n\
             response = \"{response}\"\n[[collider]]\nsurface = \"rectangle\"\nsize = [0.05, 0.05]\nposition = [0, 0, -3]\n\
             repeat = {{ counts = {counts}, step = [0.06, 0.06, 0] }}\n[[collider]]\nsurface = \"rectangle\"\nsize = [50, 50]\n"
        );
        let simulation = Simulation::new(Scene::read(&text).unwrap()).unwrap();
        let Some(mut proposer) = proposer(&simulation) else { return };
        assert!(compare(&simulation, &mut proposer, 2.0..2.5) > 50);
    }
}

#[test]
fn maps_drawn_on_the_gpu_have_the_same_pixels() {
    let simulation = Simulation::new(Scene::built_in("hail").unwrap()).unwrap();
    let Some(proposer) = proposer(&simulation) else { return };
    let frame = 1.0..1.5;
    let impacts = simulation.impacts(frame.clone()).unwrap();
    for side in [16, 256, 1024] {
        let cpu = Published::draw(&impacts, frame.clone(), [side, side], 14.0, Blend::Overwrite);
        // Whatever was in the list before.
        let mut pixels = vec![[9; 4]; 300 * 300];
        proposer.draw_map(&impacts, &frame, [side, side], 14.0, &mut pixels).unwrap();
        assert!(cpu.pixels == pixels, "{side}");
    }
}
