//! The nearest two of all objects are the first of those that a whole report has.

use allide::{Engine, Error, Method, Nearest, ObjectId, ObjectPair, Pose, Scene};
use allide_scenes::shapes::{cuboid, icosphere};
use allide_scenes::suite::{edge_cases, hard_cases};
use allide_scenes::{Random, moved};

const METHODS: [Method; 5] = [Method::Auto, Method::Bvh, Method::Divide, Method::Sweep, Method::Brute];

type Row = (u64, ObjectId, ObjectId, [u64; 6]);

fn row(pair: &ObjectPair) -> Row {
    let nearest = pair.nearest.unwrap();
    let points = [nearest.on_a.to_array(), nearest.on_b.to_array()];
    // Numbers that are not negative have the order of their bits.
    (nearest.distance.to_bits(), pair.a, pair.b, std::array::from_fn(|k| points[k / 3][k % 3].to_bits()))
}

fn check(engine: &mut Engine, scene: &Scene, question: &Nearest, name: &str) {
    let every = question.clone().with_duplicates();
    let expected = engine.run(scene, &every).unwrap().pairs.iter().map(row).min();
    for method in METHODS {
        let closest = engine.closest(scene, &question.clone().method(method)).unwrap();
        assert_eq!(closest.as_ref().map(row), expected, "{name} by {method}");
    }
}

#[test]
fn the_closest_pair_is_the_first_of_all() {
    let mut engines = [Engine::cpu(), Engine::cpu_with_threads(3).unwrap()];
    for (count, case) in hard_cases(0..8).chain(edge_cases()).enumerate() {
        if allide_scenes::triangle_count(&case.scene) > 3000 {
            continue;
        }
        let engine = &mut engines[count % 2];
        check(engine, &case.scene, &Nearest::new(), &case.name);
        for id in case.scene.ids().take(3) {
            check(engine, &case.scene, &Nearest::new().of(id), &format!("{} of {}", case.name, id.index()));
        }
    }
}

#[test]
fn of_equally_near_pairs_it_is_the_one_with_the_smallest_ids() {
    let (cube, mut engine) = (cuboid([0.0; 3], [1.0; 3]), Engine::cpu());
    // Gaps of 1 everywhere, then flush everywhere, then all in one place; added in any order.
    for step in [2.0, 1.0, 0.0] {
        let (mut scene, mut random) = (Scene::new(), Random::new(1));
        let mut places: Vec<usize> = (0..125).collect();
        (1..125).for_each(|k| places.swap(k, random.below(k + 1)));
        for place in places {
            let [x, y, z] = [place / 25, place / 5 % 5, place % 5].map(|k| step * k as f64);
            scene.add("", &cube, moved(x, y, z));
        }
        let closest = engine.closest(&scene, &Nearest::new()).unwrap().unwrap();
        let all = engine.run(&scene, &Nearest::new().with_duplicates()).unwrap();
        assert_eq!(row(&closest), all.pairs.iter().map(row).min().unwrap(), "step {step}");
        assert_eq!((closest.a.index(), closest.nearest.unwrap().distance), (0, (step - 1.0).max(0.0)), "step {step}");
    }
}

#[test]
fn of_many_objects_few_pairs_are_solved() {
    let (ball, mut random) = (icosphere(3), Random::new(2));
    let mut scene = Scene::new();
    for _ in 0..3000 {
        let [x, y, z] = random.point(0.0, 200.0);
        scene.add("", &ball, moved(x, y, z));
    }
    // All 4.5 million pairs would take minutes.
    let (start, mut engine) = (std::time::Instant::now(), Engine::cpu());
    let closest = engine.closest(&scene, &Nearest::new()).unwrap().unwrap();
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    let nearer = allide::Clearance::within(closest.nearest.unwrap().distance.max(f64::MIN_POSITIVE)).unwrap();
    let before = engine.run(&scene, &nearer).unwrap();
    assert!(before.pairs.iter().all(|pair| row(pair) >= row(&closest)));
}

#[test]
fn without_a_pair_there_is_none_and_what_is_missing_is_an_error() {
    let (mut scene, mut engine) = (Scene::new(), Engine::cpu());
    assert!(engine.closest(&scene, &Nearest::new()).unwrap().is_none());
    let cube = cuboid([0.0; 3], [1.0; 3]);
    let ids = [0.0, 3.0].map(|x| scene.add("", &cube, moved(x, 0.0, 0.0)));
    assert!(engine.closest(&scene, &Nearest::new()).unwrap().is_some());
    let group = scene.add_group();
    ids.into_iter().for_each(|id| scene.set_group(id, group));
    scene.ignore(group, group);
    assert!(engine.closest(&scene, &Nearest::new()).unwrap().is_none());
    scene.remove(ids[0]);
    let gone = engine.closest(&scene, &Nearest::new().of(ids[0])).unwrap_err();
    assert!(matches!(gone, Error::NoSuchObject { index: 0, count: 1 }));
    scene.set_pose(ids[1], Pose::affine([[f64::MAX, 0.0, 0.0], [0.0; 3], [0.0; 3]], [f64::MAX, 0.0, 0.0]).unwrap());
    assert!(matches!(engine.closest(&scene, &Nearest::new()), Err(Error::OutOfRange { .. })));
}
