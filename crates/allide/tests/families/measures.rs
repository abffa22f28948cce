//! How much volume two solids share, and how wide a ball fits into it, against counted cells.

use crate::case::Case;
use crate::classes::case;
use crate::family::Family;
use crate::place::Place;
use crate::recipe::{Part, Recipe};
use crate::shrink::literals;
use crate::{cases, in_parallel};
use allide::{Engine, PairClass, Shared, Solids};
use allide_oracle::grid::{Rect, largest_ball};
use allide_scenes::Random;

/// The families of solids.
const SOLIDS: [Family; 9] = [
    Family::Blocks,
    Family::Cavities,
    Family::Holes,
    Family::Nested,
    Family::Walls,
    Family::Fins,
    Family::Welded,
    Family::Mixed,
    Family::Cells,
];

/// What two objects share, as far as it was measured; `None` if the pair has no such thing.
fn shared(case: &Case, engine: &mut Engine) -> Option<Shared> {
    let (scene, _) = case.scene();
    let report = engine.run(&scene, &Solids::new().measured()).expect("an answer");
    let of_pair =
        report.pairs.first().filter(|pair| pair.class != PairClass::Touch).and_then(|pair| pair.shared.clone());
    of_pair.or_else(|| report.sets.first().and_then(|set| set.shared.clone())).map(|shared| *shared)
}

/// The faults of a measurement; `None` without any.
fn fault(case: &Case, engine: &mut Engine) -> Option<String> {
    let solids = [0, 1].map(|k| case.pair[k].surface().solid());
    let [Some(a), Some(b)] = solids else { return None };
    let common: Vec<bool> = a.iter().zip(&b).map(|(&in_a, &in_b)| in_a && in_b).collect();
    let cells = common.iter().filter(|&&is| is).count();
    let answer = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| shared(case, engine)));
    let Ok(found) = answer else { return Some(format!("a panic\n{}", literals(case))) };
    let Some(shared) = found else {
        return (cells > 0).then(|| format!("nothing was measured of {cells} cells\n{}", literals(case)));
    };
    let expected = cells as f64 * case.place.determinant();
    let mut faults = Vec::new();
    if let Some(volume) = shared.volume
        && (volume.value - expected).abs() > volume.error + f64::EPSILON * expected
    {
        faults.push(format!("volume {volume:?}, not {expected}"));
    }
    if let Some(scale) = case.place.scale() {
        let [lower, upper] = largest_ball(&common).map(|diameter| diameter * scale);
        let (found, slack) = (shared.penetration, 1e-9 * upper);
        if found.lower > upper + slack || found.upper < lower - slack || found.lower > found.upper {
            faults.push(format!("{found:?}, not {lower} to {upper}"));
        }
    }
    (!faults.is_empty()).then(|| format!("{}\n{}", faults.join("; "), literals(case)))
}

#[test]
fn volumes_and_balls_are_those_of_the_cells_that_are_shared() {
    let count = cases(5) * SOLIDS.len() as u64;
    let faults = in_parallel(count, |seed, engine| {
        let plain = case(SOLIDS[seed as usize % SOLIDS.len()], 300_000 + seed);
        let place = if seed % 3 == 0 { plain.place.clone() } else { Place::similar(&mut Random::new(seed)) };
        fault(&Case { place, by_pose: false, ..plain }, engine)
    });
    let shortest = faults.iter().min_by_key(|fault| fault.len());
    assert!(faults.is_empty(), "{} of {count}: {}", faults.len(), shortest.map_or("", String::as_str));
}

/// The walls of the outer one are far from the inner one: nothing bounds it there, but it has volume there all the same.
#[test]
fn a_box_deep_inside_a_solid_that_overlaps_itself_goes_in_all_the_way() {
    let block = |min: i32, max: i32| Part::Block { min: [min; 3], max: [max; 3], outwards: true };
    let inner = Recipe::new(vec![block(2, 4)]);
    let twice = Recipe::new(vec![block(0, 6), block(0, 6)]);
    let crossed = Recipe::new(vec![block(0, 6), Part::Block { min: [0, 0, 0], max: [6, 6, 1], outwards: true }]);
    let walled = Recipe::new(vec![block(0, 6), block(1, 5)]);
    let tangled = Recipe::new(vec![block(2, 4), Part::Block { min: [2, 2, 2], max: [4, 3, 3], outwards: true }]);
    for pair in
        [[inner.clone(), twice], [inner.clone(), crossed], [inner, walled], [tangled, Recipe::new(vec![block(0, 6)])]]
    {
        for is_swapped in [false, true] {
            let case = Case { pair: pair.clone(), place: Place::HOME, seed: 3, is_swapped, by_pose: false };
            let mut engine = Engine::cpu();
            assert_eq!(fault(&case, &mut engine), None);
            let shared = shared(&case, &mut engine).expect("it lies inside");
            assert!(shared.penetration.lower > 1.9, "{:?}", shared.penetration);
        }
    }
}

/// Closed, but without volume: it goes in as deep as its deepest point lies, whatever is around it.
#[test]
fn a_fin_inside_a_solid_goes_in_as_deep_as_it_lies() {
    let block = Part::Block { min: [0; 3], max: [6; 3], outwards: true };
    let fin = Recipe::new(vec![Part::Fin(Rect { axis: 0, min: [1, 2, 2], max: [1, 4, 4], faces_up: true })]);
    for solid in [vec![block.clone()], vec![block.clone(), block]] {
        let pair = [fin.clone(), Recipe::new(solid)];
        let case = Case { pair, place: Place::HOME, seed: 3, is_swapped: false, by_pose: false };
        let found = shared(&case, &mut Engine::cpu()).expect("it lies inside").penetration;
        assert!(found.lower <= 1.0 && found.upper >= 1.0 && found.upper < 1.02 && found.lower > 0.98, "{found:?}");
    }
}
