use super::*;
use crate::rank;
use allide::{Mesh, Pose};
use allide_io::report::Pair;
use allide_scenes::Random;
use allide_scenes::shapes::cuboid;

fn asked(method: Method) -> [String; 2] {
    let questions = Questions { method, ..Questions::default() };
    [format!("{:?}", questions.overlaps()), format!("{:?}", questions.self_overlaps())]
}

#[test]
fn each_question_gets_the_sampled_method_that_answers_it() {
    let right = |between: Method, within: Method| {
        [format!("{:?}", Overlaps::new().method(between)), format!("{:?}", SelfOverlaps::of_all().method(within))]
    };
    for method in Method::ALL {
        let expected = match method {
            Method::Cullide(_) | Method::SelfCullide(_) => right(Method::CULLIDE, Method::SELF_CULLIDE),
            _ => right(method, method),
        };
        assert_eq!(asked(method), expected);
    }
}

/// Boxes in a row, with gaps around nothing, overlaps, one inside another, copies, sheets, and an object that overlaps itself.
fn scene(random: &mut Random) -> Scene {
    const GAPS: [f64; 9] = [0.0, 0.0, 1e-3, -1e-3, -0.25, 0.0625, 0.3, 1.5, -1.0];
    let mut pick = |count: usize| random.below(count);
    let (mut scene, mut x) = (Scene::new(), 0.0);
    let groups = [scene.add_group(), scene.add_group()];
    for _ in 0..2 + pick(3) {
        x += 1.0 + GAPS[pick(GAPS.len())];
        let side = [0.0, 0.25][pick(2)];
        let mesh = match pick(8) {
            0 => cuboid([x + 0.4, 0.4, 0.4], [x + 0.6, 0.6, 0.6]),
            1 => sheet(x),
            2 => both(&cuboid([x, 0.0, 0.0], [x + 1.0, 1.0, 1.0]), &cuboid([x + 0.2, 0.2, 0.2], [x + 0.8, 0.8, 1.2])),
            _ => cuboid([x, side, 0.0], [x + 1.0, 1.0, 1.0]),
        };
        let id = scene.add("box", &mesh, Pose::IDENTITY);
        scene.set_group(id, groups[pick(2)]);
        if pick(6) == 0 {
            scene.add("copy", &mesh, Pose::IDENTITY);
        }
    }
    if pick(3) == 0 {
        scene.ignore(groups[0], groups[pick(2)]);
    }
    scene
}

fn sheet(x: f64) -> Mesh {
    Mesh::new(vec![[x, -1.0, -1.0], [x, 3.0, -1.0], [x, -1.0, 3.0]], vec![[0, 1, 2]]).unwrap()
}

fn both(a: &Mesh, b: &Mesh) -> Mesh {
    let first = a.positions().len() as u32;
    let points = a.positions().iter().chain(b.positions()).map(|point| point.to_array()).collect();
    let others = b.triangles().iter().map(|triangle| triangle.map(|corner| corner + first));
    Mesh::new(points, a.triangles().iter().copied().chain(others).collect()).unwrap()
}

/// Questions at random, of which each flag is given now and then.
fn questions(random: &mut Random) -> Questions {
    let mut maybe = |values: [f64; 3]| random.once_in(2).then(|| random.pick(&values));
    let [clearance, tolerance, min_volume] = [[5e-4, 0.05, 0.4], [5e-4, 0.01, 0.3], [5e-4, 0.1, 0.3]].map(&mut maybe);
    let method = random.pick(&[Method::Auto, Method::Bvh, Method::Sweep, Method::Brute]);
    let mut flag = || random.once_in(2);
    Questions {
        within: flag(),
        clearance: clearance.filter(|_| flag()),
        nearest: flag(),
        tolerance,
        min_volume: min_volume.filter(|_| flag()),
        shallow: flag(),
        touch: flag() && flag(),
        measured: flag(),
        triangles: flag() && flag(),
        method,
        device: Device::Cpu,
        ..Questions::default()
    }
}

/// `--any` finds something exactly where the whole run does, and its finding is one of those. A pair closer than a clearance
/// is always a finding.
#[test]
fn any_agrees_with_the_whole_run_whatever_the_flags() {
    let (mut random, mut engine) = (Random::new(28), Engine::cpu());
    let mut counts = [0, 0];
    for round in 0..4000 {
        let (scene, questions) = (scene(&mut random), questions(&mut random));
        let any = questions.any_with(&mut engine, &scene).unwrap();
        let selection = Selection { pairs: 1, ..Selection::default() };
        let answers = questions.ask_with(&mut engine, scene.clone(), Vec::new(), selection).unwrap();
        let listed = rank::listed(&answers, questions.least());
        let findings: Vec<_> = listed.iter().filter(|pair| pair.class != PairClass::Distance).collect();
        assert_eq!(any.is_some(), !findings.is_empty(), "round {round}: {any:?}, {questions:?}, {findings:?}");
        counts[usize::from(any.is_some())] += 1;
        if let Some(any) = any {
            let is_it = |pair: &&&Pair<'_>| {
                (pair.a, pair.b) == (any.a, any.b) || [any.a, any.b].iter().all(|id| pair.copies.contains(id))
            };
            let found = findings.iter().find(is_it).unwrap_or_else(|| panic!("round {round}: {any:?}"));
            assert!(any.class.is_none_or(|class| class == found.class), "round {round}: {any:?}, {found:?}");
        }
        if let Some(distance) = questions.clearance.filter(|_| findings.is_empty()) {
            let near = engine.run(&scene, &Nearest::new()).unwrap().pairs;
            assert!(near.iter().all(|pair| pair.nearest.unwrap().distance >= distance), "round {round}");
        }
    }
    assert!(counts.iter().all(|&count| count > 400), "{counts:?}");
}

/// The same two boxes at all gaps: whoever is told of a contact is told of every deeper overlap.
#[test]
fn what_is_deeper_is_a_finding_wherever_what_is_less_is() {
    let mut engine = Engine::cpu();
    for flags in 0..16 {
        let given = |bit: u32, value: f64| (flags >> bit & 1 == 1).then_some(value);
        let questions = Questions {
            tolerance: given(0, 1e-3),
            clearance: given(1, 0.1),
            shallow: given(2, 0.0).is_some(),
            touch: given(3, 0.0).is_some(),
            ..Questions::default()
        };
        let mut is_found = |gap: f64| {
            let mut scene = Scene::new();
            for x in [0.0, 1.0 + gap] {
                scene.add("box", &cuboid([x, 0.0, 0.0], [x + 1.0, 1.0, 1.0]), Pose::IDENTITY);
            }
            questions.any_with(&mut engine, &scene).unwrap().is_some()
        };
        let found = [0.2, 0.05, 0.0, -5e-4, -0.1].map(&mut is_found);
        assert!(found.is_sorted(), "{questions:?}: {found:?}");
        assert_eq!(found[1], questions.clearance.is_some());
        assert!(!found[0] && found[4]);
    }
}
