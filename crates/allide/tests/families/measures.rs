//! How much volume two solids share, and how wide a ball fits into it, against counted cells.

use crate::case::Case;
use crate::classes::case;
use crate::family::Family;
use crate::place::Place;
use crate::shrink::literals;
use crate::{cases, in_parallel};
use allide::{Engine, PairClass, Shared, Solids};
use allide_oracle::grid::largest_ball;
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

/// What is wrong with what was measured; `None` if nothing.
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
