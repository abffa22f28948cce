//! Pictures of scenes with what was found on them.

use crate::Bench;
use crate::outcome::shown;
use allide::{DVec3, ObjectId, Pass, Report, Scene, TrianglePair};
use allide_io::marks::{Marks, Part};
use allide_io::picture::{Finding, Kind, Picture, Span, Studio};
use std::collections::BTreeSet;

/// A scene with one mark on it, which nothing hides.
fn marked(bench: &Bench, scene: &Scene, marks: &Marks, caption: &str) -> Picture {
    let ids: Vec<ObjectId> = scene.ids().collect();
    let (Some(&first), Some(&last)) = (ids.first(), ids.last()) else {
        return Picture { width: 0, height: 0, rgb: vec![] };
    };
    let finding = Finding { number: 1, kind: Kind::Crossing, objects: [first, last], marks, labelled: true };
    let findings = if marks.parts.is_empty() && marks.lines.is_empty() { vec![] } else { vec![finding] };
    Studio::new(scene, &bench.picture()).overview(&findings, |_| vec![Span::plain(caption)]).picture
}

/// The triangles that overlap.
pub(crate) fn overlaps(bench: &Bench, scene: &Scene, report: &Report<TrianglePair>, caption: &str) -> Picture {
    let mut parts = Vec::new();
    for pair in &report.pairs {
        let own = |of: fn(&TrianglePair) -> u32| {
            let sorted: BTreeSet<u32> = report.findings_of(pair).iter().map(of).collect();
            sorted.into_iter().collect()
        };
        parts.push(Part { object: pair.a, side: 0, triangles: own(|finding| finding.a) });
        parts.push(Part { object: pair.b, side: 1, triangles: own(|finding| finding.b) });
    }
    marked(bench, scene, &Marks { parts, ..Marks::default() }, caption)
}

/// Whole objects.
pub(crate) fn objects(bench: &Bench, scene: &Scene, objects: &[ObjectId], caption: &str) -> Picture {
    let part = |&object: &ObjectId| Part { object, side: 0, triangles: (0..count(scene, object)).collect() };
    marked(bench, scene, &Marks { parts: objects.iter().map(part).collect(), ..Marks::default() }, caption)
}

/// Lines.
pub(crate) fn lines(bench: &Bench, scene: &Scene, lines: Vec<[DVec3; 2]>, caption: &str) -> Picture {
    marked(bench, scene, &Marks { lines, ..Marks::default() }, caption)
}

/// The scene, and what each pass left of it, side by side.
pub(crate) fn sheet(bench: &Bench, scene: &Scene, passes: &[Pass]) -> Picture {
    let studio = Studio::new(scene, &bench.picture());
    let all: Vec<(ObjectId, Vec<u32>)> = scene.ids().map(|id| (id, (0..count(scene, id)).collect())).collect();
    let captioned = |text: String, left: &[(ObjectId, Vec<u32>)]| {
        let Picture { width, height, rgb } = studio.left(left, &[]);
        (text, allide_particles::picture::Picture { width, height, rgb })
    };
    let mut pictures = vec![captioned("the model".into(), &all)];
    for (number, pass) in (1..).zip(passes) {
        let text = format!("pass {number}, {}: {} left", pass.level, shown(pass.triangles as f64));
        pictures.push(captioned(text, &pass.left));
    }
    let sheet = allide_particles::picture::contact_sheet(&pictures, 0);
    Picture { width: sheet.width, height: sheet.height, rgb: sheet.rgb }
}

fn count(scene: &Scene, id: ObjectId) -> u32 {
    scene.objects()[id.index()].mesh().triangles().len() as u32
}
