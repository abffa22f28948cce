//! Classes of pairs of slanted shapes.

use crate::build::Built;
use crate::case::{Found, Right, found};
use crate::place::Place;
use crate::shape::Shape;
use crate::spoil::spoil;
use crate::{cases, exact_methods, in_parallel};
use allide::{Engine, ObjectId, PairClass, Scene, Solids};
use allide_oracle::general::{Soup, class};
use allide_oracle::grid::Point;
use allide_oracle::solids::SolidClass;
use allide_scenes::Random;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Two lists of triangles in their place.
#[derive(Clone, Debug)]
pub struct Pair {
    triangles: [Vec<[Point; 3]>; 2],
    place: Place,
    /// How triangles are numbered.
    seed: u64,
}

/// Shapes as one object; triangles that are there in both directions may go, others be spoilt.
fn object(shapes: &[Shape], random: &mut Random) -> Vec<[Point; 3]> {
    let mut all: Vec<[Point; 3]> = shapes.iter().flat_map(|shape| shape.triangles(random)).collect();
    if random.once_in(4) {
        spoil(&mut all, random);
    }
    if random.once_in(3) { without_opposites(all) } else { all }
}

fn without_opposites(all: Vec<[Point; 3]>) -> Vec<[Point; 3]> {
    let mut left: Vec<[Point; 3]> = Vec::new();
    for triangle in all {
        let [p, q, r] = triangle;
        let is_opposite = |other: &[Point; 3]| [[p, r, q], [r, q, p], [q, p, r]].contains(other);
        match left.iter().position(is_opposite) {
            Some(at) => _ = left.swap_remove(at),
            None => left.push(triangle),
        }
    }
    left
}

/// Shapes of one object.
fn shapes(random: &mut Random, is_open: bool) -> Vec<Shape> {
    let shape = |random: &mut Random| match (is_open, random.below(8)) {
        (true, 0..=5) | (false, 0) => Shape::sheet(random),
        (_, 1) => Shape::solid(random).inside_out(),
        _ => Shape::solid(random),
    };
    (0..=random.below(2)).map(|_| shape(random)).collect()
}

/// Shapes, moved so that a corner of the last one lies on a corner of others, or halfway between two of them.
fn touching(others: &[Shape], mut shapes: Vec<Shape>, random: &mut Random) -> Vec<Shape> {
    let corner = |shape: &Shape, random: &mut Random| {
        let face = &shape.faces[random.below(shape.faces.len())];
        face[random.below(face.len())]
    };
    let [p, q] = [0; 2].map(|_| corner(&others[random.below(others.len())], random));
    let target = if random.once_in(2) { p } else { [0, 1, 2].map(|k| (p[k] + q[k]).div_euclid(2)) };
    if let Some(last) = shapes.pop() {
        let from = corner(&last, random);
        shapes.push(last.clone().moved([0, 1, 2].map(|k| target[k] - from[k])).unwrap_or(last));
    }
    shapes
}

impl Pair {
    /// None of the two, one or both may be sheets.
    pub fn new(seed: u64, sheets: usize) -> Self {
        let mut random = Random::new(seed.wrapping_mul(4).wrapping_add(sheets as u64));
        let first = shapes(&mut random, sheets > 0);
        let second = match random.below(5) {
            0 => first.clone(),
            4 => touching(&first, shapes(&mut random, sheets > 1), &mut random),
            1 => {
                let mut second = first.clone();
                let by = [0; 3].map(|_| random.below(3) as i32 - 1);
                if let Some(moved) = second.pop().and_then(|shape| shape.moved(by)) {
                    second.push(moved);
                }
                second.extend(random.once_in(2).then(|| Shape::solid(&mut random)));
                second
            }
            _ => shapes(&mut random, sheets > 1),
        };
        let triangles = [object(&first, &mut random), object(&second, &mut random)];
        let place = if random.once_in(3) { Place::HOME } else { Place::random(&mut random) };
        Self { triangles, place, seed: random.bits() }
    }

    pub fn at(self, place: Place) -> Self {
        Self { place, ..self }
    }

    fn swapped(&self) -> Self {
        let [a, b] = self.triangles.clone();
        Self { triangles: [b, a], seed: !self.seed, ..self.clone() }
    }

    fn built(&self) -> [Built; 2] {
        let mut random = Random::new(self.seed);
        self.triangles.each_ref().map(|soup| Built::of_soup(soup, &mut random))
    }

    fn right(&self) -> Right {
        let soups = self.triangles.each_ref().map(|triangles| {
            let faces: Vec<_> = triangles.iter().map(|face| face.map(|corner| corner.map(i64::from))).collect();
            Soup::new(&faces)
        });
        let (class, is_open_question) = class(&soups[0], &soups[1]);
        let or = is_open_question.then_some(SolidClass::Hard);
        Right::new((class, or), soups.each_ref().map(Soup::is_closed), &self.built(), &self.place)
    }

    pub fn scene(&self) -> (Scene, [ObjectId; 2]) {
        let mut scene = Scene::new();
        let ids = self.built().map(|built| {
            let (mesh, pose) = built.placed(&self.place, false);
            scene.add("object", &mesh, pose)
        });
        (scene, ids)
    }

    fn ask(&self, engine: &mut Engine, question: &Solids) -> Found {
        let (scene, ids) = self.scene();
        found(&engine.run(&scene, question).expect("an answer"), ids)
    }

    /// Both objects as lists of corners.
    pub fn literals(&self) -> String {
        let world = |soup: &Vec<[Point; 3]>| soup.iter().map(|t| t.map(|p| self.place.of(p))).collect::<Vec<_>>();
        let [a, b] = self.triangles.each_ref().map(world);
        format!("let a = {a:?};\nlet b = {b:?};")
    }

    /// All that are simpler by one step: a triangle less, or at home.
    fn simpler(&self) -> Vec<Self> {
        let mut all = vec![Self { place: Place::HOME, ..self.clone() }];
        all.retain(|pair| pair.place != self.place);
        for side in 0..2 {
            let count = self.triangles[side].len();
            for size in [count / 2, 4, 2, 1].into_iter().filter(|&size| size > 0 && size < count) {
                for at in (0..count).step_by(size) {
                    let mut pair = self.clone();
                    pair.triangles[side].drain(at..(at + size).min(count));
                    all.push(pair);
                }
            }
        }
        all
    }
}

/// A pair that was answered wrongly.
struct Wrong {
    pair: Pair,
    question: Solids,
    right: String,
    found: Found,
}

fn wrong(seed: u64, sheets: usize, engine: &mut Engine) -> Option<Wrong> {
    let pair = Pair::new(seed, sheets);
    let methods = exact_methods();
    let by_another = Solids::new().method(methods[(seed / 2) as usize % methods.len()]);
    let (pair, question) = if seed.is_multiple_of(2) { (pair, Solids::new()) } else { (pair.swapped(), by_another) };
    let (right, found) = (pair.right(), pair.ask(engine, &question));
    (!right.allows(found)).then(|| Wrong { pair, question, right: right.name(), found })
}

fn run(sheets: usize) {
    let count = cases(400);
    let all = in_parallel(count, |seed, engine| wrong(seed, sheets, engine));
    let mut kinds: BTreeMap<(String, Found), Vec<&Wrong>> = BTreeMap::new();
    all.iter().for_each(|wrong| kinds.entry((wrong.right.clone(), wrong.found)).or_default().push(wrong));
    let mut text = format!("{} of {count} pairs differ\n", all.len());
    for ((right, found), same) in &kinds {
        _ = writeln!(text, "{right}, but found {found:?}: {}", same.len());
    }
    for ((right, found), same) in &kinds {
        let size = |wrong: &&&Wrong| wrong.pair.triangles.iter().map(Vec::len).sum::<usize>();
        let smallest = same.iter().min_by_key(size).expect("at least one");
        let mut engine = Engine::cpu_with_threads(1).expect("a thread");
        let mut fails = |pair: &Pair| {
            let answer = pair.ask(&mut engine, &smallest.question);
            answer == *found && pair.right().name() == *right && !pair.right().allows(answer)
        };
        let mut pair = smallest.pair.clone();
        while let Some(simpler) = pair.simpler().into_iter().find(&mut fails) {
            pair = simpler;
        }
        _ = writeln!(text, "\n// {right}, but found {found:?}\n{}", pair.literals());
    }
    assert!(all.is_empty(), "{text}");
}

#[test]
fn slanted_solids_have_the_class_of_their_winding_numbers() {
    run(0);
}

#[test]
fn slanted_sheets_and_solids_have_the_class_of_their_fragments() {
    run(1);
}

/// The second triangle of `a` passes through `b` along a diagonal; the first one is also one of `b`.
#[test]
fn a_sheet_that_lies_on_another_may_pass_through_it_elsewhere() {
    let a = vec![[[-2, 1, -1], [-1, 3, 1], [-2, 3, -1]], [[-3, 3, 1], [0, 1, -1], [-1, 3, 1]]];
    let b = vec![[[-2, 1, -1], [-1, 1, 1], [-1, 3, 1]], [[-2, 1, -1], [-1, 3, 1], [-2, 3, -1]]];
    let pair = Pair { triangles: [a, b], place: Place::HOME, seed: 1 };
    for pair in [pair.swapped(), pair] {
        let found = pair.ask(&mut Engine::cpu(), &Solids::new());
        assert_eq!(found, Found::Class(PairClass::Hard, None));
        assert!(pair.right().allows(found), "{:?}", pair.right());
    }
}

/// The sheet is part of a wall of one box, and another box passes through that wall: so the sheet is inside or on the boundary.
#[test]
fn a_sheet_on_a_wall_that_another_part_passes_through_is_inside() {
    let cube = |min: Point, max: Point| {
        let rects = allide_oracle::grid::Surface::of_box(min, max, true).rects;
        rects.into_iter().flat_map(|rect| {
            let [p, q, r, s] = rect.corners();
            [[p, q, r], [p, r, s]]
        })
    };
    let solid: Vec<[Point; 3]> = cube([0, 0, 0], [4, 4, 2]).chain(cube([1, 1, -1], [2, 2, 1])).collect();
    let sheet = vec![[[0, 0, 0], [4, 4, 0], [4, 0, 0]]];
    let pair = Pair { triangles: [sheet, solid], place: Place::HOME, seed: 1 };
    for (inside, pair) in [(1, pair.swapped()), (0, pair)] {
        let found = pair.ask(&mut Engine::cpu(), &Solids::new());
        assert_eq!(found, Found::Class(PairClass::Contained, Some(inside)));
        assert!(pair.right().allows(found), "{:?}", pair.right());
    }
}

#[test]
fn slanted_sheets_pass_through_each_other_along_curves() {
    run(2);
}
