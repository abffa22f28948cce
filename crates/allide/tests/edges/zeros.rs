//! A pose that differs from the last one only in the signs of its zeros is another pose.

use super::scenes::{signed, signed_pair};
use super::{bits, bits_of_distance, bits_of_pair, engines};
use allide::{Clearance, Engine, Overlaps, SelfOverlaps};
use allide_scenes::Random;

#[test]
fn a_kept_engine_answers_as_a_fresh_one_whatever_the_signs_of_zeros() {
    let mut random = Random::new(41);
    let mut found = 0;
    for _ in 0..150 {
        let (mut scene, turn, translation) = signed_pair(&mut random);
        let moving = scene.ids().last().expect("two objects");
        let mut kept = engines();
        for _ in 0..4 {
            scene.set_pose(moving, signed(&mut random, turn, translation));
            for (method, kept) in &mut kept {
                let near = Clearance::within(0.75).unwrap().method(*method);
                let all = near.clone().with_triangles();
                let fresh = |question| Engine::cpu().run(&scene, question).unwrap();
                assert_eq!(
                    bits(&kept.run(&scene, &near).unwrap(), bits_of_distance),
                    bits(&fresh(&near), bits_of_distance),
                    "{method:?}"
                );
                let all_found = kept.run(&scene, &all).unwrap();
                assert_eq!(bits(&all_found, bits_of_distance), bits(&fresh(&all), bits_of_distance), "{method:?}");
                found += all_found.findings().len();
                let question = Overlaps::new().method(*method);
                let fresh = Engine::cpu().run(&scene, &question).unwrap();
                assert_eq!(bits(&kept.run(&scene, &question).unwrap(), bits_of_pair), bits(&fresh, bits_of_pair));
                let question = SelfOverlaps::of_all().method(*method);
                let fresh = Engine::cpu().run(&scene, &question).unwrap();
                assert_eq!(bits(&kept.run(&scene, &question).unwrap(), bits_of_pair), bits(&fresh, bits_of_pair));
            }
        }
    }
    assert!(found > 10_000, "{found}");
}
