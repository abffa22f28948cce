//! How two surfaces meet.

use super::{Point, Rect, Surface, has, sheets};
use crate::solids::SolidClass;
use std::collections::HashMap;

/// How `a` and `b` meet, by the definitions of this module.
pub fn class(a: &Surface, b: &Surface) -> SolidClass {
    let apart = || if surfaces_meet(a, b) { SolidClass::Touch } else { SolidClass::Clear };
    match (a.solid(), b.solid()) {
        (Some(solid_a), Some(solid_b)) => of_solids(&solid_a, &solid_b).unwrap_or_else(apart),
        (None, Some(solid)) => of_sheet(a, &solid).unwrap_or_else(apart),
        (Some(solid), None) => of_sheet(b, &solid).map_or_else(apart, SolidClass::swapped),
        (None, None) if sheets::pass_through(a, b) => SolidClass::Hard,
        (None, None) => apart(),
    }
}

/// `None` if they share no cell.
fn of_solids(a: &[bool], b: &[bool]) -> Option<SolidClass> {
    let has = |in_a: bool, in_b: bool| a.iter().zip(b).any(|(&x, &y)| (x, y) == (in_a, in_b));
    has(true, true).then(|| match (has(true, false), has(false, true)) {
        (false, false) => SolidClass::Duplicate,
        (false, true) => SolidClass::FirstInside,
        (true, false) => SolidClass::SecondInside,
        (true, true) => SolidClass::Hard,
    })
}

/// `None` if no part of the sheet lies in the interior of the solid.
fn of_sheet(sheet: &Surface, solid: &[bool]) -> Option<SolidClass> {
    let mut has_inside = false;
    for piece in pieces(sheet) {
        let mut found = [false; 2];
        for (axis, square) in piece.iter().flat_map(|rect| rect.squares().map(|square| (rect.axis, square))) {
            let mut below = square;
            below[axis] -= 1;
            let inside = [has(solid, square), has(solid, below)];
            // Next to one cell of the solid, the square is part of its boundary.
            if inside[0] == inside[1] {
                found[usize::from(inside[0])] = true;
            }
        }
        if found == [true; 2] {
            return Some(SolidClass::Hard);
        }
        has_inside |= found[1];
    }
    has_inside.then_some(SolidClass::FirstInside)
}

/// The rectangles that are connected over shared corners.
fn pieces(surface: &Surface) -> Vec<Vec<Rect>> {
    let mut pieces: Vec<(Vec<Rect>, Vec<Point>)> = Vec::new();
    for rect in &surface.rects {
        let corners = rect.corners();
        let (joined, rest): (Vec<_>, Vec<_>) =
            pieces.into_iter().partition(|(_, known)| corners.iter().any(|corner| known.contains(corner)));
        let mut piece = (vec![*rect], corners.to_vec());
        for (rects, known) in joined {
            piece.0.extend(rects);
            piece.1.extend(known);
        }
        pieces = rest;
        pieces.push(piece);
    }
    pieces.into_iter().map(|(rects, _)| rects).collect()
}

/// Whether the surfaces share a point.
pub fn surfaces_meet(a: &Surface, b: &Surface) -> bool {
    let meet = |p: &Rect, q: &Rect| (0..3).all(|axis| p.min[axis] <= q.max[axis] && q.min[axis] <= p.max[axis]);
    a.rects.iter().any(|p| b.rects.iter().any(|q| meet(p, q)))
}

/// For each edge of size 1, by its axis and lowest point: in which of four directions squares leave it.
pub(super) fn leaving(surface: &Surface) -> HashMap<(usize, Point), [bool; 4]> {
    let mut edges: HashMap<(usize, Point), [bool; 4]> = HashMap::new();
    for rect in &surface.rects {
        let (p, q) = ((rect.axis + 1) % 3, (rect.axis + 2) % 3);
        for square in rect.squares() {
            for (along, aside) in [(p, q), (q, p)] {
                let mut far = square;
                far[aside] += 1;
                let turn = if aside == (along + 1) % 3 { 0 } else { 1 };
                edges.entry((along, square)).or_default()[turn] = true;
                edges.entry((along, far)).or_default()[turn + 2] = true;
            }
        }
    }
    edges
}
