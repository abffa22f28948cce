//! Solids of so many shells that rays through them are cut short.

use allide::{Engine, Mesh, PairClass, Pose, Scene, Solids};
use allide_scenes::Random;

type Block = ([f64; 3], [f64; 3], bool);

/// Boxes in one mesh; those that are turned face inwards.
fn boxes(of: &[Block]) -> Mesh {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for &(low, high, is_turned) in of {
        let mesh = allide_scenes::shapes::cuboid(low, high);
        let first = positions.len() as u32;
        positions.extend(mesh.positions().iter().map(|point| point.to_array()));
        let turned = |&[a, b, c]: &[u32; 3]| if is_turned { [a, c, b] } else { [a, b, c] };
        triangles.extend(mesh.triangles().iter().map(turned).map(|corners| corners.map(|corner| corner + first)));
    }
    Mesh::new(positions, triangles).expect("finite")
}

fn class(a: &[Block], b: &[Block], pose: Pose) -> Option<PairClass> {
    let mut scene = Scene::new();
    [a, b].into_iter().for_each(|of| _ = scene.add("", &boxes(of), pose));
    let report = Engine::cpu().run(&scene, &Solids::new()).expect("an answer");
    report.pairs.first().map(|pair| pair.class)
}

fn poses() -> [Pose; 2] {
    // Quarter turns and powers of two keep what is flush.
    [
        Pose::IDENTITY,
        Pose::affine([[0.0, 2.0, 0.0], [-2.0, 0.0, 0.0], [0.0, 0.0, 2.0]], [64.0, 8.0, -16.0]).expect("finite"),
    ]
}

/// How often boxes wind around a point.
fn winding(of: &[Block], point: [f64; 3]) -> i32 {
    let contains = |(low, high, _): &&Block| (0..3).all(|k| low[k] < point[k] && point[k] < high[k]);
    of.iter().filter(contains).map(|&(.., is_turned)| if is_turned { -1 } else { 1 }).sum()
}

/// The class that the unit cells of a cube give two heaps in it: `None` if they share nothing.
fn of_cells(a: &[Block], b: &[Block], side: u32) -> Option<PairClass> {
    let (mut shared, mut own) = (false, [false; 2]);
    for cell in 0..side.pow(3) {
        let center = [cell % side, cell / side % side, cell / side / side].map(|k| f64::from(k) + 0.5);
        let inside = [a, b].map(|of| winding(of, center) != 0);
        shared |= inside == [true; 2];
        own[0] |= inside == [true, false];
        own[1] |= inside == [false, true];
    }
    shared.then_some(if own == [true; 2] { PairClass::Hard } else { PairClass::Contained })
}

#[test]
fn shells_in_shells_are_outside_where_they_cancel() {
    let count = 60;
    for (seed, pose) in (0..4).zip(poses().into_iter().cycle()) {
        let mut random = Random::new(seed);
        let shells: Vec<Block> =
            (1..=count).map(|k| ([-f64::from(k); 3], [f64::from(k); 3], random.below(2) == 0)).collect();
        // Between two shells, flush with both.
        let between = |k: u32| ([f64::from(k), -0.5, -0.25], [f64::from(k) + 1.0, 0.5, 0.75], false);
        let at = |k: u32| winding(&shells, [f64::from(k) + 0.5, 0.0, 0.0]);
        let free: Vec<u32> = (1..=count).filter(|&k| at(k) == 0).collect();
        let mut plugs: Vec<Block> = free.iter().map(|&k| between(k)).collect();
        assert_eq!(class(&shells, &plugs, pose), Some(PairClass::Touch), "{seed}");
        let filled = (1..count).find(|&k| at(k) != 0).expect("some");
        plugs.push(between(filled));
        assert_eq!(class(&shells, &plugs, pose), Some(PairClass::Hard), "{seed}");
        assert_eq!(class(&shells, &plugs[plugs.len() - 1..], pose), Some(PairClass::Contained), "{seed}");
    }
}

#[test]
fn heaps_of_shells_have_the_class_of_their_cells() {
    let (sites, side) = (4_u32, 5_u32);
    let mut seen = [0; 2];
    for (seed, pose) in (0..6).zip(poses().into_iter().cycle()) {
        let mut random = Random::new(100 + seed);
        let mut block = |most: usize| {
            let low = [0; 3].map(|_| random.below(most));
            let high = low.map(|low| low + 1 + random.below(most - low));
            (low.map(|x| x as f64), high.map(|x| x as f64), random.below(3) == 0)
        };
        let (mut a, mut b): (Vec<Block>, Vec<Block>) = (Vec::new(), Vec::new());
        // In one place, anything goes.
        let odd = seed as u32 % 2 * 37;
        let mut expected = None;
        for site in 0..sites.pow(3) {
            let (one, other) = loop {
                let one: Vec<Block> = (0..3).map(|_| block(side as usize)).collect();
                let other: Vec<Block> = (0..2).map(|_| block(side as usize)).collect();
                let class = of_cells(&one, &other, side);
                if class.is_none() == (site != odd || odd == 0) {
                    expected = expected.or(class);
                    break (one, other);
                }
            };
            let place = [site % sites, site / sites % sites, site / sites / sites].map(|k| f64::from(k * (side + 1)));
            let moved = |(low, high, is_turned): &Block| {
                ([0, 1, 2].map(|k| low[k] + place[k]), [0, 1, 2].map(|k| high[k] + place[k]), *is_turned)
            };
            a.extend(one.iter().map(moved));
            b.extend(other.iter().map(moved));
        }
        let found = class(&a, &b, pose);
        // Elsewhere, each has some of its own.
        let expected = expected.map_or(PairClass::Touch, |_| PairClass::Hard);
        assert_eq!(found, Some(expected), "{seed}");
        seen[usize::from(expected == PairClass::Hard)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 1), "{seen:?}");
}
