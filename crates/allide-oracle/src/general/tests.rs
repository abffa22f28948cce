use super::*;
use crate::grid::{self, Rect, Surface};
use crate::solids;

/// Pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: u64) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % count) as i32
    }

    fn span(&mut self) -> (grid::Point, grid::Point) {
        let ends = [0; 3].map(|_| {
            let from = self.below(2);
            (from, from + 1 + self.below(2))
        });
        (ends.map(|(from, _)| from), ends.map(|(_, to)| to))
    }

    fn rect(&mut self) -> Rect {
        let (min, mut max) = self.span();
        let axis = self.below(3) as usize;
        max[axis] = min[axis];
        Rect { axis, min, max, faces_up: self.below(2) == 0 }
    }

    /// Boxes, either way, and rectangles from one side or both.
    fn surface(&mut self) -> Surface {
        let mut rects = Vec::new();
        for _ in 0..1 + self.below(2) {
            match self.below(6) {
                0 => rects.push(self.rect()),
                1 => {
                    let rect = self.rect();
                    rects.extend([rect, rect.flipped()]);
                }
                kind => {
                    let (min, max) = self.span();
                    rects.extend(Surface::of_box(min, max, kind > 2).rects);
                }
            }
        }
        Surface { rects }
    }
}

fn soup(surface: &Surface) -> Soup {
    let faces = surface.rects.iter().flat_map(|rect| {
        let [a, b, c, d] = rect.corners().map(|corner| corner.map(i64::from));
        [[a, b, c], [a, c, d]]
    });
    Soup::new(&faces.collect::<Vec<_>>())
}

#[test]
fn cells_and_fragments_give_the_same_classes() {
    let mut dice = Dice(5);
    let mut seen = std::collections::HashMap::new();
    for _ in 0..2_000 {
        let a = dice.surface();
        let b = if dice.below(20) == 0 { a.clone() } else { dice.surface() };
        let expected = (grid::class(&a, &b), grid::is_open_question(&a, &b));
        assert_eq!(class(&soup(&a), &soup(&b)), expected, "{a:?}\n{b:?}");
        *seen.entry(expected.0).or_insert(0) += 1;
    }
    assert!(seen.len() == 6 && seen.values().all(|&count| count > 4), "{seen:?}");
}

fn tetrahedron(corners: [Point; 4]) -> Vec<Face> {
    [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]].map(|face| face.map(|k| corners[k])).to_vec()
}

#[test]
fn volumes_and_fragments_give_the_same_classes() {
    let mut dice = Dice(8);
    let mut seen = std::collections::HashSet::new();
    for _ in 0..800 {
        let mut faces = || loop {
            let corners = [0; 4].map(|_| [0; 3].map(|_| i64::from(dice.below(3))));
            let faces = tetrahedron(corners);
            let solid: Vec<_> = faces.iter().map(|face| face.map(|corner| corner.map(|x| x as f64))).collect();
            if solids::volume(&solid).is_positive() {
                return (faces, solid);
            }
        };
        let ((a, solid_a), (b, solid_b)) = (faces(), faces());
        let expected = solids::class(&solid_a, &solid_b);
        assert_eq!(class(&Soup::new(&a), &Soup::new(&b)), (expected, false), "{a:?}\n{b:?}");
        seen.insert(expected);
    }
    assert!(seen.len() > 2, "{seen:?}");
}

#[test]
fn sheets_that_are_not_upright_pass_through_each_other() {
    let floor = Soup::new(&[[[-8, -8, 0], [8, -8, 1], [0, 8, 2]]]);
    let through = [[0, 0, -3], [1, 0, 5], [3, 2, 4]];
    assert_eq!(class(&floor, &Soup::new(&[through])), (SolidClass::Hard, false));
    // Two sheets that meet in the floor, one above and one below, cut where they cross it.
    let flat = Soup::new(&[[[-8, -8, 0], [8, -8, 0], [0, 8, 0]]]);
    let (above, below) = ([[0, 0, 0], [2, 1, 0], [1, 3, 4]], [[0, 0, 0], [2, 1, 0], [-1, 0, -3]]);
    assert_eq!(class(&flat, &Soup::new(&[above])), (SolidClass::Touch, false));
    assert_eq!(class(&flat, &Soup::new(&[above, below])), (SolidClass::Hard, false));
    assert_eq!(class(&Soup::new(&[above, [[0, 0, 0], [2, 1, 0], [1, -1, 3]]]), &flat), (SolidClass::Touch, false));
    // A point is no curve.
    let spike = [[1, 0, 0], [3, 2, 4], [0, 2, 4]];
    assert_eq!(class(&flat, &Soup::new(&[spike, [[1, 0, 0], [3, 2, -4], [0, 2, -4]]])), (SolidClass::Touch, false));
}
