//! Draws the findings.

use crate::output::Target;
use allide::{Class, PairClass};
use allide_io::picture::{Highlight, Kind, Line, Marker, Marks, PictureOptions, render};
use allide_io::report::{Answers, Findings, Pair};
use anyhow::Result;
use std::path::Path;

/// More numbers than this hide the picture.
const MARKERS: usize = 30;

/// Draws the scene into a PNG file: colliding triangles in colour, the curves where they
/// cross, and markers with the numbers that `pairs` have in
/// the table. Contacts get no marker if there is anything worse or stranger to show.
pub fn draw(path: &Path, answers: &Answers, pairs: &[Pair<'_>]) -> Result<()> {
    // Distances alone are no findings, and come last.
    let pairs = &pairs[..pairs.iter().filter(|pair| pair.class != PairClass::Distance).count()];
    let highlights: Vec<Highlight> = pairs.iter().flat_map(|pair| highlights(answers, pair)).collect();
    let only_contacts = pairs.iter().all(|pair| pair.class == PairClass::Touch);
    let numbered = (1..).zip(pairs).filter(|(_, pair)| only_contacts || pair.class != PairClass::Touch);
    let markers = numbered.filter(|(_, pair)| !pair.region.is_empty()).take(MARKERS);
    let markers: Vec<Marker> =
        markers.map(|(number, pair)| Marker { at: pair.region.center(), number, kind: kind(pair.class) }).collect();
    let curves: Vec<Line<'_>> = pairs.iter().flat_map(|pair| curves(pair)).collect();
    let marks = Marks { highlights: &highlights, curves: &curves, markers: &markers };
    let png = render(&answers.scene, &marks, &PictureOptions::default()).png()?;
    Target::File(path.to_path_buf()).fill(|out| out.write_all(&png))
}

/// Where the surfaces of two objects cross. Around faces that only touch, there is nothing to show.
fn curves<'p>(pair: &Pair<'p>) -> impl Iterator<Item = Line<'p>> {
    let curves = pair.shared.map_or(&[][..], |shared| &shared.curves);
    curves.iter().filter(|curve| curve.crossing).map(|curve| Line { points: &curve.points, closed: curve.closed })
}

fn kind(class: PairClass) -> Kind {
    match class {
        PairClass::Touch => Kind::Touching,
        PairClass::Clearance => Kind::Clearance,
        // Hard, duplicate, self, and whatever else is worse than a touch.
        _ => Kind::Crossing,
    }
}

fn highlights(answers: &Answers, pair: &Pair<'_>) -> Vec<Highlight> {
    if !pair.copies.is_empty() {
        return Highlight::all(&answers.scene, pair.copies, Kind::Crossing).collect();
    }
    let (a, b, class) = (pair.a, pair.b, pair.class);
    let both = |triangle_a, triangle_b, kind| {
        [(a, triangle_a), (b, triangle_b)].map(|(object, triangle)| Highlight { object, triangle, kind })
    };
    match pair.findings {
        Findings::Overlaps(found) => {
            let crosses = |x: Class| class == PairClass::Duplicate || x == Class::Crossing;
            let kind = |x| if crosses(x) { Kind::Crossing } else { Kind::Touching };
            found.iter().flat_map(|x| both(x.a, x.b, kind(x.class))).collect()
        }
        Findings::Distances(found) => found.iter().flat_map(|x| both(x.a, x.b, Kind::Clearance)).collect(),
    }
}
