//! Objects as lists of parts on a grid, and the ways to make a surface of them.

use allide_oracle::grid::{Point, Rect, SIDE, Surface, index};

/// A part of an object.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A box, outwards or inwards.
    Block { min: Point, max: Point, outwards: bool },
    /// A rectangle seen from both sides: closed, and without volume.
    Fin(Rect),
    /// A rectangle seen from one side: nothing closed has one.
    Sheet(Rect),
    /// A box, outwards, without the faces whose bits are not set.
    Faces { min: Point, max: Point, faces: u8 },
    /// A box, outwards, without a square of size 1, and cut where that has edges.
    Holed { min: Point, max: Point, missing: usize },
}

impl Part {
    pub fn rects(&self) -> Vec<Rect> {
        match *self {
            Self::Block { min, max, outwards } => Surface::of_box(min, max, outwards).rects,
            Self::Fin(rect) => vec![rect, rect.flipped()],
            Self::Sheet(rect) => vec![rect],
            Self::Faces { min, max, faces } => {
                let rects = Surface::of_box(min, max, true).rects.into_iter().enumerate();
                rects.filter(|(k, _)| faces >> k & 1 == 1).map(|(_, rect)| rect).collect()
            }
            Self::Holed { min, max, missing } => {
                let rects = Surface::of_box(min, max, true).rects;
                let squares: Vec<(&Rect, Point)> =
                    rects.iter().flat_map(|rect| rect.squares().map(move |square| (rect, square))).collect();
                let (face, low) = squares[missing % squares.len()];
                let cut = rects.iter().flat_map(|rect| rect.cut(&low.map(|x| vec![x, x + 1])));
                cut.filter(|part| (part.axis, part.faces_up, part.min) != (face.axis, face.faces_up, low)).collect()
            }
        }
    }

    fn ends(&mut self) -> (&mut Point, &mut Point) {
        match self {
            Self::Block { min, max, .. } | Self::Faces { min, max, .. } | Self::Holed { min, max, .. } => (min, max),
            Self::Fin(rect) | Self::Sheet(rect) => (&mut rect.min, &mut rect.max),
        }
    }

    /// The same part, shorter by one along an axis at one end, if it can be.
    pub fn shorter(&self, axis: usize, at_start: bool) -> Option<Self> {
        let mut part = self.clone();
        let (min, max) = part.ends();
        if max[axis] - min[axis] < 2 {
            return None;
        }
        *if at_start { &mut min[axis] } else { &mut max[axis] } += if at_start { 1 } else { -1 };
        Some(part)
    }

    /// The same part elsewhere, if it fits into the grid.
    pub fn moved(&self, by: Point) -> Option<Self> {
        let mut part = self.clone();
        let (min, max) = part.ends();
        for axis in 0..3 {
            min[axis] += by[axis];
            max[axis] += by[axis];
        }
        let fits = |point: &Point| point.iter().all(|x| (0..=SIDE).contains(x));
        (fits(min) && fits(max)).then_some(part)
    }
}

/// How parts become a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Style {
    /// Each part for itself.
    Parts,
    /// All rectangles cut where any of them has an edge: parts that touch are connected.
    Cut,
    /// All rectangles cut into squares of size 1.
    Squares,
    /// Cut, without rectangles that are there in both directions: no inner walls between boxes that abut, no fins.
    Net,
    /// Only the boundary of the solid, outwards, cut. Of what is no solid: cut.
    Boundary,
}

impl Style {
    /// A style that makes the same points of a closed surface, in other pieces.
    pub fn with_other_cuts(self) -> Self {
        match self {
            Self::Parts | Self::Squares => Self::Cut,
            Self::Cut => Self::Parts,
            Self::Net | Self::Boundary => self,
        }
    }
}

pub const STYLES: [Style; 5] = [Style::Parts, Style::Cut, Style::Squares, Style::Net, Style::Boundary];

/// An object.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub parts: Vec<Part>,
    pub style: Style,
    pub is_inside_out: bool,
}

impl Recipe {
    pub fn new(parts: Vec<Part>) -> Self {
        Self { parts, style: Style::Parts, is_inside_out: false }
    }

    pub fn surface(&self) -> Surface {
        let mut surface = self.facing_as_made();
        if self.is_inside_out {
            surface.rects.iter_mut().for_each(|rect| *rect = rect.flipped());
        }
        surface
    }

    fn facing_as_made(&self) -> Surface {
        let rects: Vec<Rect> = self.parts.iter().flat_map(Part::rects).collect();
        let plain = Surface { rects };
        let cut = |at: &[Vec<i32>; 3]| plain.rects.iter().flat_map(|rect| rect.cut(at)).collect();
        match self.style {
            Style::Parts => plain,
            Style::Squares => Surface { rects: cut(&[(); 3].map(|()| (0..=SIDE).collect())) },
            Style::Cut => Surface { rects: cut(&plain_ends(&plain)) },
            Style::Net => Surface { rects: without_opposites(cut(&plain_ends(&plain))) },
            Style::Boundary => match plain.solid() {
                Some(solid) => Surface::of_cells(&plain_ends(&plain), |cell| solid[index(cell)]),
                None => Surface { rects: cut(&plain_ends(&plain)) },
            },
        }
    }
}

/// The coordinates of all edges, sorted.
fn plain_ends(surface: &Surface) -> [Vec<i32>; 3] {
    [0, 1, 2].map(|axis| {
        let mut ends: Vec<i32> = surface.rects.iter().flat_map(|rect| [rect.min[axis], rect.max[axis]]).collect();
        ends.sort_unstable();
        ends.dedup();
        ends
    })
}

fn without_opposites(rects: Vec<Rect>) -> Vec<Rect> {
    let mut left: Vec<Rect> = Vec::new();
    for rect in rects {
        match left.iter().position(|other| *other == rect.flipped()) {
            Some(at) => _ = left.swap_remove(at),
            None => left.push(rect),
        }
    }
    left
}
