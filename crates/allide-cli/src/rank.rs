//! Which findings are worst.

pub use allide_io::report::{group, size};

use allide::{Least, PairClass};
use allide_io::report::{Answers, Pair, Severity};

/// The most distances that are listed, smallest first, where they are not findings: N objects have N (N - 1) / 2.
pub const MOST_DISTANCES: usize = 1000;

/// The worst first, as [`Severity`] has it, and of mere distances the [`MOST_DISTANCES`] smallest. Ties stay in the
/// order of the objects.
fn ranked(answers: &Answers) -> Vec<Pair<'_>> {
    let mut pairs: Vec<(Severity, Pair<'_>)> =
        answers.nearest_rows(MOST_DISTANCES).0.into_iter().map(|pair| (Severity::of(&pair), pair)).collect();
    pairs.sort_by(|(x, _), (y, _)| x.order(y));
    pairs.into_iter().map(|(_, pair)| pair).collect()
}

/// The rows of the table: findings, the worst first, and distances if they were asked for.
pub fn listed(answers: &Answers, least: Least) -> Vec<Pair<'_>> {
    let mut pairs = ranked(answers);
    pairs.retain(|pair| is_listed(pair.class, least));
    pairs
}

/// The rows of a page or a picture: those of the table, with its numbers, then contacts unless they are among them.
pub fn shown(answers: &Answers, least: Least) -> Vec<Pair<'_>> {
    let (mut listed, others): (Vec<_>, Vec<_>) =
        ranked(answers).into_iter().partition(|pair| is_listed(pair.class, least));
    listed.extend(others.into_iter().filter(|pair| pair.class == PairClass::Touch));
    listed
}

fn is_listed(class: PairClass, least: Least) -> bool {
    class.is_finding(least) || class == PairClass::Distance
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::{Aabb, Engine, Mesh, ObjectId, Overlaps, Pose, Scene, Solids};
    use allide_io::report::{Findings, Severity, Source};
    use allide_scenes::shapes::{cuboid, torus};

    #[test]
    fn deep_comes_before_wide_and_a_graze_last() {
        let mut scene = Scene::new();
        let mut add = |name: &str, low: [f64; 3], high: [f64; 3]| scene.add(name, &cuboid(low, high), Pose::IDENTITY);
        add("graze", [0.0; 3], [10.0, 10.0, 1.0]);
        add("grazed", [0.0, 0.0, 0.999], [10.0, 10.0, 2.0]);
        add("pipe", [20.125; 3], [20.875; 3]);
        add("column", [20.0; 3], [21.0, 21.0, 25.0]);
        add("wall", [30.0; 3], [31.0; 3]);
        add("beam", [30.5; 3], [31.5; 3]);
        let asked = Solids::new().measured();
        let overlaps = Some(Engine::cpu().run(&scene, &asked).unwrap());
        let sources = vec![Source::default(); 6];
        let (unit, notes, selection) = (None, Vec::new(), Vec::new());
        let (self_overlaps, clearance, nearest, threads) = (None, None, None, 1);
        let answers = Answers {
            scene,
            sources,
            unit,
            notes,
            selection,
            overlaps,
            self_overlaps,
            clearance,
            self_clearance: None,
            nearest,
            threads,
        };
        let name = |pair: &Pair<'_>| answers.scene.objects()[pair.a.index()].name().to_owned();
        assert_eq!(answers.ranked().iter().map(name).collect::<Vec<_>>(), ["pipe", "wall", "graze"]);
    }

    #[test]
    fn large_contacts_come_before_those_of_many_triangles() {
        let mut scene = Scene::new();
        let mut add = |name: &str, mesh: &Mesh, x: f64| scene.add(name, mesh, Pose::translation(x, 0.0, 0.0).unwrap());
        let (small, large) = (torus(0.1, 0.03, 40, 20), cuboid([0.0; 3], [1.0; 3]));
        add("fine a", &small, 0.0);
        add("fine b", &small, 0.1);
        add("coarse a", &large, 5.0);
        add("coarse b", &cuboid([0.5, 0.5, -0.5], [1.5, 1.5, 0.5]), 5.0);
        let overlaps = Engine::cpu().run(&scene, &Overlaps::new()).unwrap();
        let sources = vec![Source::default(); 4];
        let selection = Vec::new();
        let answers = Answers {
            unit: None,
            notes: Vec::new(),
            scene,
            sources,
            selection,
            overlaps: Some(overlaps),
            self_overlaps: None,
            self_clearance: None,
            clearance: None,
            nearest: None,
            threads: 1,
        };
        let pairs = answers.ranked();
        let names: Vec<_> = pairs.iter().map(|pair| answers.scene.objects()[pair.a.index()].name()).collect();
        assert_eq!(names, ["coarse a", "fine a"]);
        assert!(pairs[0].findings.count() < pairs[1].findings.count(), "or else this tests nothing");
    }

    #[test]
    fn classes_come_first_then_nearness_then_size() {
        let mut scene = Scene::new();
        let ids: Vec<ObjectId> = (0..2).map(|_| scene.add("", &cuboid([0.0; 3], [1.0; 3]), Pose::IDENTITY)).collect();
        let pair = |class, distance, size: f64| Pair {
            a: ids[0],
            b: ids[1],
            class,
            distance,
            nearest: None,
            region: Aabb::around([[0.0; 3].into(), [size, 0.0, 0.0].into()]),
            findings: Findings::Overlaps(&[]),
            copies: &[],
            inside: None,
            stands_for: [1; 2],
            shared: None,
            triangle_pairs: 0,
        };
        let sorted = [
            pair(PairClass::Hard, Some(0.0), 1e300),
            pair(PairClass::Hard, Some(0.0), 1e299),
            pair(PairClass::Hard, Some(0.0), 1e-300),
            pair(PairClass::Duplicate, Some(0.0), 2.0),
            pair(PairClass::Shallow, Some(0.0), 9.0),
            pair(PairClass::Touch, Some(0.0), 3.0),
            pair(PairClass::Touch, Some(0.0), 0.0),
            pair(PairClass::Clearance, Some(0.1), 0.0),
            pair(PairClass::Clearance, Some(0.2), 9.0),
            pair(PairClass::SelfOverlap, None, 5.0),
        ];
        assert!(sorted.windows(2).all(|two| Severity::of(&two[0]).order(&Severity::of(&two[1])).is_lt()));
        let mut empty = pair(PairClass::Hard, None, 1.0);
        empty.region = Aabb::EMPTY;
        assert_eq!(size(&empty), 0.0);
    }
}
