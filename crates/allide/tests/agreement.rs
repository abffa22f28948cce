//! Any exact method, with any number of threads, gives the same findings in the same order.

use allide::{Device, Engine, Mesh, Method, Pose, Scene};
use allide_scenes::hard::{self, Kind};
use allide_scenes::suite::{Case, Tally, Way, edge_cases, hard_cases};
use allide_scenes::{Random, moved};

/// Every way of the CPU, with several numbers of threads, against all pairs; returns how many findings each question has.
fn check(case: &Case) -> [usize; 3] {
    let ways: Vec<Way> = Way::on(Device::Cpu).filter(|way| way.method != Method::Brute).collect();
    let expected = case.expected(Method::Brute).unwrap_or_else(|error| panic!("{error}"));
    for threads in [1, 7] {
        let mut engine = Engine::cpu_with_threads(threads).expect("threads");
        let agree = Tally::default()
            .compare(&mut engine, &ways, case, &expected)
            .and_then(|()| Tally::compare_parts(&mut engine, &ways, (case, 1), &expected));
        agree.unwrap_or_else(|error| panic!("with {threads} threads: {error}"));
    }
    expected.counts()
}

fn sum(cases: impl IntoIterator<Item = Case>) -> [usize; 3] {
    cases.into_iter().map(|case| check(&case)).fold([0; 3], |sum, found| [0, 1, 2].map(|k| sum[k] + found[k]))
}

/// Each seed makes a dozen scenes; `ALLIDE_CASES` is another number of seeds.
#[test]
fn random_scenes_have_one_answer() {
    let seeds = std::env::var("ALLIDE_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(5);
    let findings = sum(hard_cases(0..seeds));
    assert!(findings.iter().all(|&count| count as u64 > 1_250 * seeds), "{findings:?}");
}

#[test]
fn scenes_at_the_edges_have_one_answer() {
    let findings = sum(edge_cases());
    assert!(findings.iter().all(|&count| count > 500), "{findings:?}");
}

fn mesh(kind: Kind, count: usize, seed: u64) -> Mesh {
    hard::mesh(kind, count, &mut Random::new(seed))
}

#[test]
fn crowded_scenes_are_divided_again_and_still_agree() {
    // Enough tiny triangles in one corner to overflow the cells of the first lattice.
    let mut scene = Scene::new();
    scene.add("a", &mesh(Kind::Mixed, 1500, 1), Pose::IDENTITY);
    scene.add("b", &mesh(Kind::Mixed, 1500, 2), Pose::IDENTITY);
    let [overlaps, folds, near] = check(&Case::new("crowded", scene, 0.0001));
    assert!(overlaps > 100 && folds > 100 && near > overlaps, "{overlaps} {folds} {near}");
}

#[test]
fn objects_too_large_to_compare_directly_agree() {
    // More pairs of triangles than are compared all with all: these objects go through the sieve.
    for (kind, seed) in [(Kind::Loose, 1), (Kind::Mixed, 2), (Kind::Far, 3), (Kind::Needles, 4)] {
        let mut scene = Scene::new();
        scene.add("a", &mesh(kind, 700, seed), Pose::IDENTITY);
        scene.add("b", &mesh(kind, 500, seed + 100), moved(0.3, 0.1, -0.2));
        let [overlaps, _, near] = check(&Case::new(kind.name(), scene, 0.02));
        assert!(overlaps > 10 && near > overlaps, "{kind:?}: {overlaps} overlaps, {near} near");
    }
}

#[test]
fn many_identical_triangles_have_all_their_pairs() {
    let case = Case::new("piles", allide_scenes::edges::piles(700, 700), 0.5);
    let ways: Vec<Way> = Way::on(Device::Cpu).collect();
    let expected = case.expected(Method::Brute).unwrap();
    assert_eq!(expected.counts(), [700 * 700, 2 * 700 * 699 / 2, 700 * 700]);
    Tally::default().compare(&mut Engine::cpu(), &ways, &case, &expected).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn poses_at_the_ends_of_the_range_lose_no_pair() {
    for scene in allide_scenes::edges::ends_of_range() {
        assert_eq!(check(&Case::new("ends of the range", scene, 1.0))[0], 3);
    }
}
