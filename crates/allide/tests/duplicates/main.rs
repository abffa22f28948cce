//! Objects with the same triangles in the same place.

mod facing;
mod groups;
mod kinds;
mod time;

use allide::{
    Clearance, Device, Engine, Mesh, Method, Nearest, ObjectId, Overlaps, PairClass, Pose, Question, Report, Scene,
    TriangleDistance, TrianglePair,
};

/// The methods that run on a CPU.
fn methods() -> impl Iterator<Item = Method> {
    Method::ALL
        .into_iter()
        .filter(|method| method.devices().contains(&Device::Cpu) && method.answers(allide::QuestionKind::Overlaps))
}

/// The sets, by places in the scene.
fn sets<Finding>(report: &Report<Finding>) -> Vec<Vec<usize>> {
    report.sets.iter().map(|set| set.objects.iter().map(|id| id.index()).collect()).collect()
}

/// The object pairs, by places in the scene.
fn pairs(report: &Report<TrianglePair>) -> Vec<(usize, usize, PairClass)> {
    report.pairs.iter().map(|pair| (pair.a.index(), pair.b.index(), pair.class)).collect()
}

fn in_one_set(report: &Report<TrianglePair>, a: ObjectId, b: ObjectId) -> bool {
    report.sets.iter().any(|set| set.objects.contains(&a) && set.objects.contains(&b))
}

/// All triangles of an object, each by its sorted corners, sorted: what duplicates have in common.
fn triangles(scene: &Scene, id: ObjectId) -> Vec<[[u64; 3]; 3]> {
    let count = scene.get(id).expect("it is in the scene").mesh().triangles().len() as u32;
    let sorted = |triangle| {
        let mut corners = scene.triangle(id, triangle).map(|corner| corner.to_array().map(|x| (x + 0.0).to_bits()));
        corners.sort_unstable();
        corners
    };
    let mut triangles: Vec<_> = (0..count).map(sorted).collect();
    triangles.sort_unstable();
    triangles
}

/// Checks sets and pairs against each other, in every way to ask, and returns the sets.
fn checked(scene: &Scene) -> Vec<Vec<usize>> {
    let brute = Engine::cpu().run(scene, &Overlaps::new().with_duplicates().method(Method::Brute)).unwrap();
    let all: Vec<_> = scene.ids().map(|id| (id, triangles(scene, id))).collect();
    for ((a, of_a), (b, of_b)) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))).filter(|(a, b)| a.0 < b.0) {
        if !scene.ignores(*a, *b) {
            assert_eq!(of_a == of_b && !of_a.is_empty(), in_one_set(&brute, *a, *b), "{a:?} {b:?}");
        }
    }
    for pair in &brute.pairs {
        assert_eq!(pair.class == PairClass::Duplicate, in_one_set(&brute, pair.a, pair.b));
    }
    let few = Engine::cpu().run(scene, &Overlaps::new()).unwrap();
    let (mut apart, mut classes, mut told) = (Vec::new(), Vec::new(), Vec::new());
    for pair in brute.pairs.iter().filter(|pair| pair.class != PairClass::Duplicate) {
        let place = (pair.a.index(), pair.b.index(), pair.class);
        classes.push(place);
        let stand_in = few.pair(pair.a, pair.b).expect("one pair tells of it");
        assert_eq!((stand_in.class, stand_in.triangle_pairs), (pair.class, pair.triangle_pairs));
        if (stand_in.a, stand_in.b) == (pair.a, pair.b) {
            apart.extend_from_slice(brute.findings_of(pair));
            told.push(place);
        }
    }
    assert_eq!(few.pairs.iter().map(|pair| pair.stands_for.iter().product::<u32>()).sum::<u32>(), classes.len() as u32);
    for (alone, every) in [
        (
            distances(scene, &Clearance::within(0.5).unwrap()),
            distances(scene, &Clearance::within(0.5).unwrap().with_duplicates()),
        ),
        (distances(scene, &Nearest::new()), distances(scene, &Nearest::new().with_duplicates())),
    ] {
        assert_eq!((sets(&alone), sets(&every)), (sets(&brute), sets(&brute)));
        for pair in &every.pairs {
            let distance = pair.nearest.expect("it was asked for").distance;
            match alone.pair(pair.a, pair.b) {
                Some(stand_in) => assert_eq!(stand_in.nearest.unwrap().distance, distance),
                None => assert!(distance == 0.0 && in_one_set(&brute, pair.a, pair.b)),
            }
        }
        let told: u32 = alone.pairs.iter().map(|pair| pair.stands_for.iter().product::<u32>()).sum();
        let in_sets = every.pairs.iter().filter(|pair| in_one_set(&brute, pair.a, pair.b)).count();
        assert_eq!(told as usize + in_sets, every.pairs.len());
    }
    for method in methods() {
        let mut engine = Engine::cpu();
        let all = engine.run(scene, &Overlaps::new().with_duplicates().method(method)).unwrap();
        assert!(all.pairs == brute.pairs && all.findings() == brute.findings() && all.sets == brute.sets, "{method}");
        let report = engine.run(scene, &Overlaps::new().method(method)).unwrap();
        assert_eq!((&report.sets, report.findings()), (&few.sets, &apart[..]), "{method}");
        assert_eq!((pairs(&report), &report.pairs), (told.clone(), &few.pairs), "{method}");
        let report = engine.run(scene, &Overlaps::new().pairs_only().method(method)).unwrap();
        assert_eq!((&report.sets, pairs(&report)), (&few.sets, told.clone()), "{method}");
        let mut merged: Option<Report<TrianglePair>> = None;
        for id in scene.ids() {
            let own = engine.run(scene, &Overlaps::new().of(id).method(method)).unwrap();
            assert!(own.sets.iter().all(|set| set.objects.contains(&id)), "{method}");
            assert!(own.pairs.iter().all(|pair| pair.a == id || pair.b == id), "{method}");
            match &mut merged {
                Some(merged) => merged.merge(own),
                None => merged = Some(own),
            }
        }
        let merged = merged.expect("there are objects");
        assert_eq!((sets(&merged), pairs(&merged)), (sets(&brute), classes.clone()), "{method}");
        let question = Overlaps::new().method(method);
        for question in [question.clone(), question.clone().with_duplicates(), question.pairs_only()] {
            let found = engine.any(scene, &question).unwrap();
            assert_eq!(found.is_some(), !brute.pairs.is_empty(), "{method}");
            if let Some(found) = found {
                let finding = found.finding.expect("overlaps are decided by triangles");
                assert!(brute.between(found.a, found.b).contains(&finding), "{method}: {found:?}");
            }
        }
    }
    sets(&brute)
}

fn distances<Q: Question>(scene: &Scene, question: &Q) -> Report<Q::Finding> {
    Engine::cpu().run(scene, question).unwrap()
}

fn scene_of<'m>(meshes: impl IntoIterator<Item = &'m Mesh>) -> Scene {
    let mut scene = Scene::new();
    for mesh in meshes {
        scene.add("part", mesh, Pose::IDENTITY);
    }
    scene
}

#[test]
fn many_copies_are_one_set_and_cost_next_to_nothing() {
    let part = allide_scenes::shapes::torus(1.0, 0.3, 19, 14);
    for count in [2, 101, 5_000] {
        let scene = scene_of(std::iter::repeat_n(&part, count));
        let report = Engine::cpu().run(&scene, &Overlaps::new()).unwrap();
        assert_eq!(sets(&report), [(0..count).collect::<Vec<_>>()]);
        assert!(report.pairs.is_empty() && report.findings().is_empty());
        assert_eq!((report.run.stats.candidates, report.run.stats.object_candidates), (0, 0));
        assert!(report.to_string().starts_with("0 triangle pairs, 0 object pairs, 1 set of duplicates | "), "{report}");
        assert_eq!(report.sets[0].region(&scene), part.bounds());
    }
}

#[test]
fn copies_still_meet_what_is_around_them() {
    let part = allide_scenes::shapes::torus(1.0, 0.3, 9, 8);
    let mut scene = scene_of([&part; 3]);
    scene.add("other", &part, Pose::translation(0.7, 0.1, 0.0).unwrap());
    scene.add("far", &part, Pose::translation(9.0, 0.0, 0.0).unwrap());
    assert_eq!(checked(&scene), [[0, 1, 2]]);
    let report = Engine::cpu().run(&scene, &Overlaps::new()).unwrap();
    assert_eq!((pairs(&report), report.pairs[0].stands_for), (vec![(0, 3, PairClass::Hard)], [3, 1]));
}

type Ask<'q> = &'q dyn Fn(&Scene) -> Report<TriangleDistance>;

#[test]
fn the_distances_of_copies_are_those_of_one() {
    let part = allide_scenes::shapes::torus(1.0, 0.3, 19, 14);
    for count in [2, 101, 5_000] {
        let mut scene = scene_of(std::iter::repeat_n(&part, count));
        let questions: [Ask<'_>; 2] =
            [&|scene| distances(scene, &Clearance::within(9.0).unwrap()), &|scene| distances(scene, &Nearest::new())];
        for ask in questions {
            let report = ask(&scene);
            assert_eq!(sets(&report), [(0..count).collect::<Vec<_>>()]);
            assert_eq!((report.pairs.len(), report.run.stats.object_candidates), (0, 0));
        }
        scene.add("other", &part, Pose::translation(5.0, 0.0, 0.0).unwrap());
        for ask in questions {
            let report = ask(&scene);
            assert_eq!((report.pairs.len(), report.run.stats.object_candidates), (1, 1));
            assert_eq!(report.pairs[0].stands_for, [count as u32, 1]);
        }
    }
}

#[test]
fn sets_in_one_place_are_one_pair() {
    let part = allide_scenes::shapes::torus(1.0, 0.3, 19, 14);
    let mut scene = Scene::new();
    for k in 0..400 {
        scene.add("", &part, Pose::translation(1e-9 * f64::from(k % 2), 0.0, 0.0).unwrap());
    }
    let report = Engine::cpu().run(&scene, &allide::Solids::new().measured()).unwrap();
    assert_eq!((report.sets.len(), report.pairs.len(), report.run.stats.object_candidates), (2, 1, 1));
    assert_eq!(report.pairs[0].stands_for, [200; 2]);
}

#[test]
fn copies_that_are_ignored_by_others_stand_for_themselves() {
    let part = allide_scenes::shapes::torus(1.0, 0.3, 9, 8);
    let mut scene = scene_of([&part; 6]);
    let ids: Vec<ObjectId> = scene.ids().collect();
    let wall = scene.add("wall", &part, Pose::translation(0.7, 0.1, 0.0).unwrap());
    let [some, walls] = [0; 2].map(|_| scene.add_group());
    scene.set_group(wall, walls);
    [ids[0], ids[2], ids[3]].into_iter().for_each(|id| scene.set_group(id, some));
    scene.ignore(some, walls);
    assert_eq!(checked(&scene), [[0, 1, 2, 3, 4, 5]]);
    let report = Engine::cpu().run(&scene, &Overlaps::new()).unwrap();
    assert_eq!((pairs(&report), report.pairs[0].stands_for), (vec![(1, 6, PairClass::Hard)], [3, 1]));
    assert_eq!(ids.iter().map(|&id| report.stand_in(id).index()).collect::<Vec<_>>(), [0, 1, 0, 0, 1, 1]);
}
