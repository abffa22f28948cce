//! Objects with the same triangles in the same place.

mod groups;
mod kinds;
mod time;

use allide::{Device, Engine, Mesh, Method, ObjectId, Overlaps, PairClass, Pose, Report, Scene, TrianglePair};

/// The methods that run on a CPU.
fn methods() -> impl Iterator<Item = Method> {
    Method::ALL
        .into_iter()
        .filter(|method| method.devices().contains(&Device::Cpu) && method.answers(allide::QuestionKind::Overlaps))
}

/// The sets, by places in the scene.
fn sets(report: &Report<TrianglePair>) -> Vec<Vec<usize>> {
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
    let (mut apart, mut classes) = (Vec::new(), Vec::new());
    for pair in brute.pairs.iter().filter(|pair| pair.class != PairClass::Duplicate) {
        apart.extend_from_slice(brute.findings_of(pair));
        classes.push((pair.a.index(), pair.b.index(), pair.class));
    }
    for method in methods() {
        let mut engine = Engine::cpu();
        let all = engine.run(scene, &Overlaps::new().with_duplicates().method(method)).unwrap();
        assert!(all.pairs == brute.pairs && all.findings() == brute.findings() && all.sets == brute.sets, "{method}");
        let report = engine.run(scene, &Overlaps::new().method(method)).unwrap();
        assert_eq!((&report.sets, report.findings()), (&brute.sets, &apart[..]), "{method}");
        assert_eq!(pairs(&report), classes, "{method}");
        let report = engine.run(scene, &Overlaps::new().pairs_only().method(method)).unwrap();
        assert_eq!((&report.sets, pairs(&report)), (&brute.sets, classes.clone()), "{method}");
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
        assert_eq!((&merged.sets, pairs(&merged)), (&brute.sets, classes.clone()), "{method}");
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
    let hard = |a| (a, 3, PairClass::Hard);
    assert_eq!(pairs(&report), [hard(0), hard(1), hard(2)]);
}
