//! Lists lose nothing, and do not depend on how they are asked for.

use crate::random::cases;
use allide_particles::{Impact, Scene, Simulation, scene::BUILT_IN};

pub fn bytes(impact: &Impact) -> Vec<u64> {
    let rest = [impact.bounce, impact.collider, impact.material].map(u64::from);
    let floats = [impact.time, impact.gain, impact.speed, impact.uv.x, impact.uv.y].into_iter();
    let vectors = [impact.point, impact.normal, impact.velocity].into_iter().flat_map(|vector| vector.to_array());
    let whole = [impact.particle.into(), impact.generation].into_iter().chain(rest);
    whole.chain(floats.chain(vectors).map(f64::to_bits)).collect()
}

/// A million drops on a plate that none can miss.
fn rain(count: usize) -> Scene {
    Scene::read(&format!(
        "[[emitter]]\ncount = {count}\nperiod = 2\ngenerations = 1\nsource = {{ box = [[-1, -1, 1], [1, 1, 2]] }}\n\
         velocity = [0, 0, -3]\nspread = [0.2, 0.2, 0.5]\n[[collider]]\nsurface = \"rectangle\"\nsize = [9, 9]\n"
    ))
    .unwrap()
}

#[test]
fn a_list_loses_none_of_a_million() {
    let count = cases(1_000_000);
    let simulation = Simulation::new(rain(count)).unwrap();
    let impacts = simulation.impacts(0.0..5.0).unwrap();
    assert_eq!(impacts.len(), count);
    assert!(impacts.is_sorted_by_key(Impact::key));
    let mut seen = vec![false; count];
    impacts.iter().for_each(|impact| seen[impact.particle as usize] = true);
    assert!(seen.into_iter().all(|seen| seen));
}

#[test]
fn looking_ahead_and_cutting_intervals_changes_no_byte() {
    for (name, text) in BUILT_IN {
        let simulation = Simulation::new(Scene::read(text).unwrap()).unwrap();
        let whole: Vec<_> = simulation.impacts(1.0..1.5).unwrap().iter().map(bytes).collect();
        let mut parts = Vec::new();
        for k in 0..10 {
            let [from, to] = [k, k + 1].map(|k| 1.0 + f64::from(k) * 0.05);
            parts.extend(simulation.impacts(from..if k == 9 { 1.5 } else { to }).unwrap().iter().map(bytes));
        }
        assert!(!whole.is_empty() && whole == parts, "{name}: {} and {}", whole.len(), parts.len());
        // A simulation that was never asked before says the same, on one thread.
        let fresh = Simulation::new(Scene::read(text).unwrap()).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let again: Vec<_> = pool.install(|| fresh.impacts(1.0..1.5)).unwrap().iter().map(bytes).collect();
        assert!(whole == again, "{name}");
    }
}

/// Every byte of the impacts of built-in scenes, as one number: the same on every machine.
#[test]
fn lists_are_the_same_on_every_machine() {
    let mut hash = 0xCBF2_9CE4_8422_2325u64;
    for (_, text) in BUILT_IN {
        for impact in Simulation::new(Scene::read(text).unwrap()).unwrap().impacts(0.0..0.25).unwrap() {
            for word in bytes(&impact) {
                hash = (hash ^ word).wrapping_mul(0x0100_0000_01B3).rotate_left(23);
            }
        }
    }
    assert_eq!(format!("{hash:016x}"), include_str!("lists.hash").trim());
}

#[test]
fn empty_intervals_are_errors() {
    let simulation = Simulation::new(rain(10)).unwrap();
    for (from, to) in [(1.0, 1.0), (2.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
        let error = simulation.impacts(from..to).unwrap_err().to_string();
        assert!(error.starts_with(&format!("the interval from {from} to {to} is empty")), "{error}");
    }
}

#[test]
fn what_is_drawn_agrees_with_the_list() {
    for name in ["hail", "fountain"] {
        let simulation = Simulation::new(Scene::built_in(name).unwrap()).unwrap();
        let impacts = simulation.impacts(0.0..2.0).unwrap();
        for impact in impacts.iter().filter(|impact| impact.time > 0.1).take(300) {
            let before = simulation.instance(impact.particle, impact.time - 1e-7).unwrap();
            assert!((before.center - impact.point).length() < 1e-5, "{name} {impact:?}");
            let after = simulation.instance(impact.particle, impact.time + 1e-7);
            assert_eq!(after.is_some(), name == "fountain");
            assert!(after.is_none_or(|after| (after.center - impact.point).length() < 1e-5));
        }
        let count = simulation.instances(1.0).len();
        let alone = (0..simulation.particles()).filter(|&k| simulation.instance(k, 1.0).is_some()).count();
        assert_eq!(count, alone);
    }
}
