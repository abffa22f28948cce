//! Families of random pairs.

use crate::recipe::{Part, Recipe, STYLES, Style};
use allide_oracle::grid::{Point, Rect, SIDE};
use allide_scenes::Random;

/// More rectangles than this only take time.
pub const MANY: usize = 48;

/// What the objects of a pair are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Boxes that face outwards, and overlap, nest, abut or lie apart as chance has it.
    Blocks,
    /// A box with boxes inside that face inwards, and islands in those.
    Cavities,
    /// A box with holes through it, plugged or not.
    Holes,
    /// Boxes inside each other, facing either way.
    Nested,
    /// A box in two or three parts, with the walls between them, and baffles.
    Walls,
    /// Boxes with rectangles that are seen from both sides.
    Fins,
    /// Boxes that share a corner or an edge.
    Welded,
    /// Anything closed.
    Mixed,
    /// Random cells.
    Cells,
    /// A solid and what is not closed, or closed without volume.
    SheetAndSolid,
    /// Two of the latter.
    Sheets,
    /// A box with a hole, and something within or beside it.
    Holed,
}

impl Family {
    pub const ALL: [Self; 12] = [
        Self::Blocks,
        Self::Cavities,
        Self::Holes,
        Self::Nested,
        Self::Walls,
        Self::Fins,
        Self::Welded,
        Self::Mixed,
        Self::Cells,
        Self::SheetAndSolid,
        Self::Sheets,
        Self::Holed,
    ];

    /// Two objects.
    pub fn pair(self, random: &mut Random) -> [Recipe; 2] {
        let first = self.object(random);
        let second = match random.below(4) {
            0 if self < Self::SheetAndSolid => first.clone(),
            1 if self < Self::SheetAndSolid => changed(&first, random),
            2 if self == Self::Sheets => changed(&first, random),
            _ => self.other(random),
        };
        let mut pair = [first, second];
        for recipe in &mut pair {
            recipe.style = random.pick(&STYLES);
            if recipe.surface().rects.len() > MANY {
                recipe.style = Style::Parts;
            }
            recipe.is_inside_out = random.once_in(4);
        }
        if random.once_in(2) {
            pair.reverse();
        }
        pair
    }

    /// The second object, if it has nothing to do with the first.
    fn other(self, random: &mut Random) -> Recipe {
        match self {
            Self::Sheets => self.object(random),
            Self::Holed => {
                let outwards = random.once_in(2);
                let (min, max) = span_in(random, [0; 3], [SIDE; 3]);
                let inner =
                    if random.once_in(3) { Part::Fin(rect(random)) } else { Part::Block { min, max, outwards } };
                Recipe::new(vec![inner])
            }
            Self::SheetAndSolid => random.pick(&Self::ALL[..9]).object(random),
            _ if random.once_in(3) => Recipe::new(vec![block(random)]),
            _ => self.object(random),
        }
    }

    fn object(self, random: &mut Random) -> Recipe {
        let mut parts = Vec::new();
        match self {
            Self::Blocks => parts.extend((0..=random.below(3)).map(|_| block(random))),
            Self::Cavities => {
                let (min, max) = span(random, 3);
                parts.push(Part::Block { min, max, outwards: true });
                let (min, max) = span_in(random, min, max);
                parts.push(Part::Block { min, max, outwards: false });
                if random.once_in(2) {
                    let (min, max) = span_in(random, min, max);
                    parts.push(Part::Block { min, max, outwards: random.once_in(2) });
                }
            }
            Self::Holes => holes(random, &mut parts),
            Self::Nested => {
                let (mut min, mut max) = span(random, 3);
                for _ in 0..2 + random.below(3) {
                    parts.push(Part::Block { min, max, outwards: random.once_in(2) });
                    (min, max) = span_in(random, min, max);
                }
            }
            Self::Walls => walls(random, &mut parts),
            Self::Fins => {
                parts.extend((0..=random.below(2)).map(|_| block(random)));
                parts.extend((0..=random.below(2)).map(|_| Part::Fin(rect(random))));
            }
            Self::Welded => welded(random, &mut parts),
            Self::Mixed => parts.extend((0..2 + random.below(3)).map(|_| match (block(random), random.below(4)) {
                (_, 0) => Part::Fin(rect(random)),
                (Part::Block { min, max, .. }, 1) => Part::Block { min, max, outwards: false },
                (part, _) => part,
            })),
            Self::Cells => parts.extend((0..1 + random.below(8)).map(|_| {
                let min = [0; 3].map(|_| random.below(3) as i32 + 1);
                Part::Block { min, max: min.map(|x| x + 1), outwards: true }
            })),
            Self::Holed => {
                let (min, max) = span(random, 5);
                parts.push(Part::Holed { min, max, missing: random.below(216) });
            }
            Self::SheetAndSolid | Self::Sheets => sheets(random, &mut parts),
        }
        Recipe::new(parts)
    }
}

/// Two ends that differ by at least so much on every axis.
fn span(random: &mut Random, least: i32) -> (Point, Point) {
    let mut ends = [0; 3].map(|_| {
        let size =
            least + random.below((SIDE - least + 1) as usize).min(random.below((SIDE - least + 1) as usize)) as i32;
        let from = random.below((SIDE - size + 1) as usize) as i32;
        (from, from + size)
    });
    if random.once_in(6) {
        ends = [(0, SIDE); 3];
    }
    (ends.map(|(from, _)| from), ends.map(|(_, to)| to))
}

/// Two ends within others, on them or not.
fn span_in(random: &mut Random, min: Point, max: Point) -> (Point, Point) {
    let ends = [0, 1, 2].map(|axis| {
        let room = max[axis] - min[axis];
        let inset = i32::from(room > 2 && !random.once_in(4));
        let size = 1 + random.below((room - 2 * inset) as usize) as i32;
        let from = min[axis] + inset + random.below((room - 2 * inset - size + 1) as usize) as i32;
        (from, from + size)
    });
    (ends.map(|(from, _)| from), ends.map(|(_, to)| to))
}

fn block(random: &mut Random) -> Part {
    let (min, max) = span(random, 1);
    Part::Block { min, max, outwards: true }
}

fn rect(random: &mut Random) -> Rect {
    let (min, mut max) = span(random, 1);
    let axis = random.below(3);
    let mut low = min;
    low[axis] = if random.once_in(2) { min[axis] } else { max[axis] };
    max[axis] = low[axis];
    Rect { axis, min: low, max, faces_up: random.once_in(2) }
}

/// A box, one or two holes all the way through, which may cross, and sometimes something in the first.
fn holes(random: &mut Random, parts: &mut Vec<Part>) {
    let (min, max) = span(random, 3);
    parts.push(Part::Block { min, max, outwards: true });
    for nth in 0..1 + random.below(2) {
        let axis = random.below(3);
        let (mut low, mut high) = span_in(random, min, max);
        let plug = (nth == 0 && random.once_in(3)).then(|| span_in(random, low, high));
        (low[axis], high[axis]) = (min[axis], max[axis]);
        parts.push(Part::Block { min: low, max: high, outwards: false });
        parts.extend(plug.map(|(min, max)| Part::Block { min, max, outwards: true }));
    }
}

/// A box in parts.
fn walls(random: &mut Random, parts: &mut Vec<Part>) {
    let (min, max) = span(random, 2);
    let axis = random.below(3);
    let at = min[axis] + 1 + random.below((max[axis] - min[axis] - 1) as usize) as i32;
    let (mut low_end, mut high_start) = (max, min);
    low_end[axis] = at;
    high_start[axis] = at;
    parts.push(Part::Block { min, max: low_end, outwards: true });
    parts.push(Part::Block { min: high_start, max, outwards: true });
    if random.once_in(2) {
        parts.push(Part::Block { min, max, outwards: !random.once_in(4) });
    }
    if random.once_in(2) {
        let (mut low, mut high) = span_in(random, min, max);
        low[axis] = at;
        high[axis] = at;
        parts.push(Part::Fin(Rect { axis, min: low, max: high, faces_up: true }));
    }
}

/// Boxes around one point.
fn welded(random: &mut Random, parts: &mut Vec<Part>) {
    let center = [0; 3].map(|_| 1 + random.below((SIDE - 1) as usize) as i32);
    for _ in 0..2 + random.below(2) {
        let octant = random.below(8);
        let ends = [0, 1, 2].map(|axis| {
            if octant >> axis & 1 == 0 {
                (random.below(center[axis] as usize) as i32, center[axis])
            } else {
                (center[axis], center[axis] + 1 + random.below((SIDE - center[axis]) as usize) as i32)
            }
        });
        parts.push(Part::Block { min: ends.map(|(from, _)| from), max: ends.map(|(_, to)| to), outwards: true });
    }
}

/// Surfaces that are not closed, or have no volume.
fn sheets(random: &mut Random, parts: &mut Vec<Part>) {
    match random.below(5) {
        0 => parts.extend((0..=random.below(2)).map(|_| Part::Fin(rect(random)))),
        1 => {
            let (min, max) = span(random, 3);
            parts.push(Part::Holed { min, max, missing: random.below(216) });
        }
        2 => {
            let (min, max) = span(random, 1);
            let faces = match random.below(3) {
                0 => 0x3f & !(1 << random.below(6)),
                _ => (1 + random.below(62)) as u8,
            };
            parts.push(Part::Faces { min, max, faces });
            if random.once_in(3) {
                parts.push(block(random));
            }
        }
        _ => parts.extend((0..=random.below(3)).map(|_| Part::Sheet(rect(random)))),
    }
}

/// The same object with one part more, less, moved, or facing the other way.
fn changed(recipe: &Recipe, random: &mut Random) -> Recipe {
    let mut recipe = recipe.clone();
    let at = random.below(recipe.parts.len());
    match random.below(4) {
        0 => recipe.parts.push(block(random)),
        1 if recipe.parts.len() > 1 => _ = recipe.parts.remove(at),
        2 => {
            if let Part::Block { outwards, .. } = &mut recipe.parts[at] {
                *outwards = !*outwards;
            }
        }
        _ => {
            let by = [0; 3].map(|_| random.below(3) as i32 - 1);
            if let Some(part) = recipe.parts[at].moved(by) {
                recipe.parts[at] = part;
            }
        }
    }
    recipe
}
