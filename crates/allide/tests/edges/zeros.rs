//! A pose that differs from the last one only in the signs of its zeros is another pose.

use super::engines;
use allide::Engine;
use allide_scenes::Random;
use allide_scenes::edges::{signed, signed_pair};
use allide_scenes::suite::{Answer, Case};

#[test]
fn a_kept_engine_answers_as_a_fresh_one_whatever_the_signs_of_zeros() {
    let mut random = Random::new(41);
    let mut found = 0;
    for _ in 0..150 {
        let (scene, turn, translation) = signed_pair(&mut random);
        let moving = scene.ids().last().expect("two objects");
        let mut case = Case::new("signed zeros", scene, 0.75);
        let mut kept = engines();
        for _ in 0..4 {
            case.scene.set_pose(moving, signed(&mut random, turn, translation));
            for (method, kept) in &mut kept {
                let [kept, fresh] =
                    [kept, &mut Engine::cpu()].map(|engine| Answer::ask(engine, &case, *method).unwrap());
                assert_eq!(kept.difference(&fresh), None, "{method}");
                found += fresh.counts()[2];
            }
        }
    }
    assert!(found > 10_000, "{found}");
}
