//! Classes of pairs, and which of the two lies inside.

use crate::build::Built;
use crate::case::{Case, Found, Right, found};
use crate::family::{Family, MANY};
use crate::place::Place;
use crate::recipe::{Part, Recipe};
use crate::shrink::{literals, shrunk};
use crate::{cases, exact_methods, in_parallel};
use allide::{Engine, Mesh, PairClass, Pose, Scene, Solids};
use allide_oracle::grid::Surface;
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

/// A pair, and a question about it. By its number, it is asked about as it is; in the other order, without triangles; or with rectangles
/// cut in another way, by one method after the other. None of this may matter, nor how all three cut, connect and number triangles.
fn asked(family: Family, seed: u64) -> (Case, Solids) {
    let case = case(family, seed);
    let methods = exact_methods();
    match seed % 3 {
        0 => (case, Solids::new()),
        1 => (Case { is_swapped: true, ..case }, Solids::new().pairs_only()),
        _ => {
            let pair = case.pair.map(|recipe| {
                let other = Recipe { style: recipe.style.with_other_cuts(), ..recipe.clone() };
                if other.surface().rects.len() > MANY { recipe } else { other }
            });
            (Case { pair, ..case }, Solids::new().method(methods[(seed / 3) as usize % methods.len()]))
        }
    }
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
    let (case, question) = asked(family, seed);
    let (right, found) = (case.right(), case.ask(engine, &question));
    (!right.allows(found)).then_some(Wrong { family, case, question, right, found })
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
    let count = cases(150);
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

/// Lengths cannot be multiplied at the ends of the range of numbers.
#[test]
fn what_a_box_with_a_hole_surrounds_is_undecided_at_any_size() {
    let outer = Part::Holed { min: [0; 3], max: [6; 3], missing: 0 }.rects();
    let inner = Part::Block { min: [2; 3], max: [3; 3], outwards: true }.rects();
    for size in [1.0, 1e-300, 1e-200, 1e-100, 1e100, 1e150, 1e200, 1e307] {
        let mut scene = Scene::new();
        let mut random = Random::new(1);
        let ids = [&outer, &inner].map(|rects| {
            let built = Built::new(&Surface { rects: rects.clone() }, &mut random);
            let positions = built.corners.iter().map(|corner| corner.map(|x| f64::from(x) * size)).collect();
            scene.add("", &Mesh::new(positions, built.triangles).expect("finite"), Pose::IDENTITY)
        });
        let report = Engine::cpu().run(&scene, &Solids::new()).expect("an answer");
        assert_eq!(found(&report, ids), Found::Class(PairClass::Undecided, Some(1)), "{size}");
    }
}
