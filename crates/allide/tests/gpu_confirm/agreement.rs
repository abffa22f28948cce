//! Every tier against the CPU, family by family.

use crate::families::{self, Pair, Random};
use crate::harness::{Run, Scene, confirm, gpu, gpu_with};
use crate::large;
use allide::gpu_confirm::{Integers, Rule};
use allide_geom::Class;
use allide_gpu::{Gpu, Options};
use std::collections::HashSet;

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

/// How many pairs each tier decided.
#[derive(Debug, Default, PartialEq)]
struct Shares {
    filter: usize,
    exact: usize,
    cpu: usize,
}

/// Findings of the kernels, and of the CPU for what they leave, must be the findings of the CPU.
#[allow(clippy::print_stdout)]
fn check(gpu: &Gpu, name: &str, pairs: &[Pair]) -> [Shares; 2] {
    let scene = Scene::of(pairs);
    [Rule::Between, Rule::Within].map(|rule| {
        let expected: Vec<(u32, u32, Class)> =
            scene.pairs.iter().filter_map(|&[a, b]| scene.truth([a, b], rule).map(|class| (a, b, class))).collect();
        let mut shares = Shares::default();
        let all = [Integers::Limbs, Integers::Int64];
        for integers in all.into_iter().filter(|&kind| kind == Integers::Limbs || gpu.has_int64()) {
            let answer = confirm(gpu, &scene, Run { rule, integers, capacity: pairs.len() }).expect("a healthy GPU");
            let mut found = answer.findings;
            let by_cpu = |&[a, b]: &[u32; 2]| scene.truth([a, b], rule).map(|class| (a, b, class));
            found.extend(answer.rest.iter().filter_map(by_cpu));
            found.sort_unstable();
            if found != expected {
                let (found, expected): (HashSet<_>, HashSet<_>) =
                    (found.into_iter().collect(), expected.into_iter().collect());
                let &&(a, b, _) = found.symmetric_difference(&expected).collect::<Vec<_>>().iter().min().expect("one");
                let unsure = answer.unsure.contains(&[a, b]);
                panic!(
                    "{name}, {rule:?}, {integers:?}: {:?} and {:?} are {:?}; left by the filter: {unsure}; wrong: {}",
                    scene.corners(a),
                    scene.corners(b),
                    scene.truth([a, b], rule),
                    found.symmetric_difference(&expected).count(),
                );
            }
            let (unsure, rest) = (answer.counts[2] as usize, answer.counts[3] as usize);
            shares = Shares { filter: pairs.len() - unsure, exact: unsure - rest, cpu: rest };
        }
        println!("{name}, {rule:?}: {} pairs, {} findings, {shares:?}", pairs.len(), expected.len());
        shares
    })
}

/// Many pairs of a family, then a few of them in all orders.
fn check_family(name: &str, family: fn(&mut Random) -> Pair, frame: &[Pair], enough: fn(&Shares) -> bool) {
    let Some(gpu) = gpu() else { return };
    let mut random = Random::new(30);
    let pairs: Vec<Pair> = frame.iter().copied().chain((0..20_000).map(|_| family(&mut random))).collect();
    for shares in check(&gpu, name, &pairs) {
        assert!(enough(&shares), "{name}: {shares:?}");
    }
    let orders = ORDERS.into_iter().flat_map(|p| ORDERS.map(|q| (p, q))).flat_map(|pq| [(pq, false), (pq, true)]);
    let turned = |[a, b]: &Pair, ((p, q), swap): (([usize; 3], [usize; 3]), bool)| {
        let (a, b) = (p.map(|k| a[k]), q.map(|k| b[k]));
        if swap { [b, a] } else { [a, b] }
    };
    let some = &pairs[frame.len()..frame.len() + 200];
    let turned = some.iter().flat_map(|pair| orders.clone().map(|order| turned(pair, order)));
    check(&gpu, name, &frame.iter().copied().chain(turned).collect::<Vec<_>>());
}

fn all_on_grid(shares: &Shares) -> bool {
    shares.filter > 1000 && shares.exact > 1000 && shares.cpu == 0
}

#[test]
fn pairs_on_a_small_grid_agree() {
    check_family("small grid", families::small_grid, &[], all_on_grid);
}

#[test]
fn coplanar_pairs_agree() {
    check_family("coplanar", families::coplanar, &[], all_on_grid);
}

#[test]
fn touching_pairs_agree() {
    check_family("touching", families::touching, &[], all_on_grid);
}

#[test]
fn degenerate_pairs_agree() {
    check_family("degenerate", families::degenerate, &[], all_on_grid);
}

#[test]
fn neighbours_on_the_grid_agree() {
    check_family("neighbours on the grid", large::whole_neighbours, &[], |s| s.exact > 1000 && s.cpu == 0);
}

#[test]
fn pairs_anywhere_in_the_cube_agree() {
    check_family("anywhere", large::anywhere, &[large::frame()], |s| s.filter > 19_000 && s.cpu == 0);
}

#[test]
fn pairs_at_the_ends_of_the_cube_agree() {
    check_family("extremes", large::extremes, &[large::frame()], all_on_grid);
}

#[test]
fn exact_structure_at_full_size_agrees() {
    check_family("enlarged", large::enlarged, &[large::frame()], all_on_grid);
}

#[test]
fn needles_on_the_grid_agree() {
    check_family("needles on the grid", large::needles, &[large::frame()], all_on_grid);
}

#[test]
fn small_triangles_agree() {
    check_family("small", large::small, &[large::frame()], |s| s.filter > 1000 && s.exact > 100 && s.cpu > 100);
}

#[test]
fn pairs_off_the_grid_agree() {
    check_family("random", families::random, &[], |s| s.filter > 19_000);
}

#[test]
fn needles_off_the_grid_agree() {
    check_family("needles", families::needles, &[], |s| s.filter > 1000 && s.cpu > 1000);
}

#[test]
fn pairs_one_bit_off_touching_agree() {
    check_family("almost touching", families::almost_touching, &[], |s| {
        s.filter > 1000 && s.exact > 100 && s.cpu > 1000
    });
}

#[test]
fn pairs_inside_cells_agree() {
    check_family("inside cells", large::inside_cells, &[large::frame()], |s| s.cpu > 1000);
}

#[test]
fn neighbours_agree() {
    check_family("neighbours", families::neighbours, &[], |s| s.exact > 1000 && s.cpu > 1000);
}

#[test]
fn pairs_of_single_precision_agree() {
    check_family("single precision", large::single_precision, &[], |s| s.filter > 5000 && s.exact > 500 && s.cpu > 500);
}

#[test]
fn huge_and_tiny_pairs_agree() {
    check_family("scaled", families::scaled, &[], |s| s.cpu > 1000);
    check_family("mixed scales", families::mixed_scales, &[], |s| s.cpu > 1000);
}

#[test]
fn kernels_without_checks_agree() {
    let Some(gpu) = gpu_with(Options { checked: false, ..Options::default() }) else { return };
    let mut random = Random::new(1);
    for family in [large::single_precision, families::neighbours, families::degenerate] {
        check(&gpu, "unchecked", &(0..5000).map(|_| family(&mut random)).collect::<Vec<_>>());
    }
}

#[test]
fn counts_rise_past_the_capacity_and_nothing_is_written_there() {
    let Some(gpu) = gpu() else { return };
    let mut random = Random::new(7);
    let pairs: Vec<Pair> = (0..5000).map(|_| families::almost_touching(&mut random)).collect();
    let scene = Scene::of(&pairs);
    let run = Run { rule: Rule::Between, integers: Integers::Limbs, capacity: pairs.len() };
    let full = confirm(&gpu, &scene, run).expect("a healthy GPU");
    let cut = confirm(&gpu, &scene, Run { capacity: 100, ..run }).expect("a healthy GPU");
    assert!(full.counts[2] > 500 && full.findings.len() > 500);
    assert_eq!(cut.counts[2], full.counts[2]);
    assert_eq!((cut.findings.len(), cut.unsure.len()), (100, 100));
    let full: HashSet<_> = full.unsure.into_iter().collect();
    assert!(cut.unsure.iter().all(|pair| full.contains(pair)));
}
