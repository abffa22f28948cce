//! What lights up on a page when a finding is chosen.

use allide_io::marks;
use allide_io::report::{Answers, Pair};
use allide_page::{Marks, Page};

/// The triangles that take part, the lines along which surfaces meet and the regions where they lie on each other. Nothing for
/// duplicates, which light up as a whole.
pub fn of_pair(page: &mut Page, answers: &Answers, pair: &Pair<'_>) -> Option<Marks> {
    if !pair.copies.is_empty() {
        return None;
    }
    let seen = marks::Marks::of(answers, pair);
    let mut triangles = |side: usize| {
        let part = seen.parts.iter().find(|part| part.side == side);
        part.and_then(|part| page.triangles(part.triangles.iter().copied()))
    };
    let (triangles_a, triangles_b) = (triangles(0), triangles(1));
    let mut points = |points: Vec<_>| (!points.is_empty()).then(|| page.points(points));
    let segments = points(seen.lines.iter().flatten().copied().collect());
    let patches = points(seen.patch_triangles().flatten().collect());
    let marks = Marks { triangles_a, triangles_b, segments, patches, curves: Vec::new() };
    (marks != Marks::default()).then_some(marks)
}
