//! Smaller pairs that show the same fault, and pairs as Rust literals.

use crate::case::Case;
use crate::place::Place;
use crate::recipe::Style;

/// Simplifies a case as long as it still fails.
pub fn shrunk(mut case: Case, fails: impl Fn(&Case) -> bool) -> Case {
    while let Some(simpler) = simpler(&case).into_iter().find(|simpler| fails(simpler)) {
        case = simpler;
    }
    case
}

/// All cases that are simpler by one step.
fn simpler(case: &Case) -> Vec<Case> {
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut Case) -> bool| {
        let mut other = case.clone();
        if change(&mut other) {
            all.push(other);
        }
    };
    for side in 0..2 {
        let recipe = &case.pair[side];
        for at in (0..recipe.parts.len()).filter(|_| recipe.parts.len() > 1) {
            with(&|other| {
                other.pair[side].parts.remove(at);
                true
            });
        }
        with(&|other| std::mem::take(&mut other.pair[side].is_inside_out));
        with(&|other| std::mem::replace(&mut other.pair[side].style, Style::Parts) != Style::Parts);
        for (at, axis, at_start) in (0..recipe.parts.len()).flat_map(|at| (0..6).map(move |k| (at, k / 2, k % 2 == 0)))
        {
            with(&|other| {
                let shorter = recipe.parts[at].shorter(axis, at_start);
                shorter.map(|part| other.pair[side].parts[at] = part).is_some()
            });
        }
    }
    with(&|other| std::mem::replace(&mut other.place, Place::HOME) != Place::HOME);
    with(&|other| std::mem::take(&mut other.is_swapped));
    with(&|other| std::mem::take(&mut other.by_pose));
    all
}

/// Both objects as corners and triangles.
pub fn literals(case: &Case) -> String {
    let object = |k: usize| {
        let built = &case.built()[k];
        let corners: Vec<_> = built.corners.iter().map(|&corner| case.place.of(corner)).collect();
        format!("let {} = Mesh::new(vec!{corners:?}, vec!{:?})?;", ["a", "b"][k], built.triangles)
    };
    let parts = case.pair.each_ref().map(|recipe| format!("{:?} {:?}", recipe.style, recipe.parts));
    format!("// {}\n// {}\n{}\n{}", parts[0], parts[1], object(0), object(1))
}
