//! What lights up on a page: where triangles meet.

use allide::{DVec3, Scene};
use allide_geom::contact_points;
use allide_io::report::{Findings, Pair};
use allide_page::{Curve, Marks, Page};

/// The triangles that take part, the lines along which they cross and the regions where they lie on each other.
pub fn of_pair(page: &mut Page, scene: &Scene, pair: &Pair<'_>) -> Option<Marks> {
    let (triangles_a, triangles_b): (Vec<u32>, Vec<u32>) = match pair.findings {
        Findings::Overlaps(found) => found.iter().map(|found| (found.a, found.b)).unzip(),
        Findings::Distances(found) => found.iter().map(|found| (found.a, found.b)).unzip(),
    };
    let mut marks = Marks {
        triangles_a: page.triangles(triangles_a.iter().copied()),
        triangles_b: page.triangles(triangles_b.iter().copied()),
        ..Marks::default()
    };
    if matches!(pair.findings, Findings::Overlaps(_)) {
        let curves = pair.shared.map_or(&[][..], |shared| &shared.curves);
        for curve in curves.iter().filter(|curve| curve.crossing) {
            let points = page.points(curve.points.iter().copied());
            marks.curves.push(Curve { points, closed: curve.closed });
        }
        let (mut segments, mut patches) = (Vec::new(), Vec::new());
        for (&a, &b) in triangles_a.iter().zip(&triangles_b) {
            match &contact_points(&scene.triangle(pair.a, a), &scene.triangle(pair.b, b))[..] {
                [] | [_] => {}
                &[p, q] => segments.extend([p, q].into_iter().filter(|_| p != q)),
                polygon => patches.extend(fan(polygon)),
            }
        }
        // Curves are the same lines, joined.
        if marks.curves.is_empty() && !segments.is_empty() {
            marks.segments = Some(page.points(segments));
        }
        if !patches.is_empty() {
            marks.patches = Some(page.points(patches));
        }
    }
    (marks != Marks::default()).then_some(marks)
}

/// A convex polygon as triangles.
fn fan(polygon: &[DVec3]) -> impl Iterator<Item = DVec3> {
    polygon[1..].windows(2).flat_map(|edge| [polygon[0], edge[0], edge[1]])
}
