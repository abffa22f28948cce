//! Classes of pairs, and which of the two lies inside.

use crate::case::{Case, Found, Right};
use crate::family::{Family, MANY};
use crate::place::Place;
use crate::recipe::Recipe;
use crate::shrink::{literals, shrunk};
use crate::{cases, exact_methods, in_parallel};
use allide::{Engine, Solids};
use allide_scenes::Random;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The pair of a family with a seed.
pub fn case(family: Family, seed: u64) -> Case {
    let mut random = Random::new(seed.wrapping_mul(64).wrapping_add(family as u64));
    let pair = family.pair(&mut random);
    let place = if random.once_in(3) { Place::HOME } else { Place::random(&mut random) };
    Case { pair, place, seed: random.bits(), is_swapped: false, by_pose: random.once_in(4) }
}

/// The ways in which a pair is asked about: none of them may matter.
///
/// Each cuts, connects and numbers triangles in its own way; the third cuts rectangles in another way, too.
fn ways(case: &Case, seed: u64) -> Vec<(Case, Solids)> {
    let methods = exact_methods();
    let method = methods[seed as usize % methods.len()];
    let swapped = Case { is_swapped: true, seed: case.seed.wrapping_add(1), ..case.clone() };
    let mut rebuilt = Case { seed: case.seed.wrapping_add(2), ..case.clone() };
    for recipe in &mut rebuilt.pair {
        let other = Recipe { style: recipe.style.with_other_cuts(), ..recipe.clone() };
        if other.surface().rects.len() <= MANY {
            *recipe = other;
        }
    }
    vec![(case.clone(), Solids::new()), (swapped, Solids::new().pairs_only()), (rebuilt, Solids::new().method(method))]
}

/// A case that was answered wrongly.
struct Wrong {
    family: Family,
    case: Case,
    question: Solids,
    right: Right,
    found: Found,
}

fn wrong(family: Family, seed: u64, engine: &mut Engine) -> Option<Wrong> {
    ways(&case(family, seed), seed).into_iter().find_map(|(case, question)| {
        let (right, found) = (case.right(), case.ask(engine, &question));
        (!right.allows(found)).then_some(Wrong { family, case, question, right, found })
    })
}

/// Counts what differs and shows the smallest pair of each kind of difference.
fn report(all: Vec<Wrong>, count: usize) {
    if all.is_empty() {
        return;
    }
    let mut kinds: BTreeMap<(Family, String, Found), Vec<&Wrong>> = BTreeMap::new();
    for wrong in &all {
        kinds.entry((wrong.family, wrong.right.name(), wrong.found)).or_default().push(wrong);
    }
    let mut text = format!("{} of {count} pairs differ\n", all.len());
    for ((family, right, found), same) in &kinds {
        _ = writeln!(text, "{family:?}: {right}, but found {found:?}: {}", same.len());
    }
    for ((family, right, found), same) in kinds {
        let size = |wrong: &&&Wrong| wrong.case.pair.iter().map(|recipe| recipe.parts.len()).sum::<usize>();
        let wrong = same.iter().min_by_key(size).expect("at least one");
        let fails = |case: &Case| {
            let answer = case.ask(&mut Engine::cpu_with_threads(1).expect("a thread"), &wrong.question);
            answer == found && case.right().name() == right && !case.right().allows(answer)
        };
        let smallest = shrunk(wrong.case.clone(), fails);
        _ = writeln!(text, "\n// {family:?}: {right}, but found {found:?}\n{}", literals(&smallest));
    }
    panic!("{text}");
}

fn run(family: Family) {
    let count = cases(60);
    let all = in_parallel(count, |seed, engine| wrong(family, seed, engine));
    report(all, count as usize);
}

macro_rules! families {
    ($($name:ident: $family:ident,)*) => {$(
        #[test]
        fn $name() {
            run(Family::$family);
        }
    )*};
}

families! {
    blocks_have_the_class_of_their_cells: Blocks,
    cavities_have_the_class_of_their_cells: Cavities,
    boxes_with_holes_have_the_class_of_their_cells: Holes,
    nested_shells_have_the_class_of_their_cells: Nested,
    inner_walls_change_no_class: Walls,
    fins_change_no_class: Fins,
    welded_blocks_have_the_class_of_their_cells: Welded,
    mixed_shells_have_the_class_of_their_cells: Mixed,
    cells_have_the_class_of_their_cells: Cells,
    sheets_and_solids_have_the_class_of_their_squares: SheetAndSolid,
    sheets_have_the_class_of_their_squares: Sheets,
    what_a_box_with_a_hole_surrounds_is_undecided: Holed,
}
