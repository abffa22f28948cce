//! Pictures of scenes with something lit up.

use allide::{DVec3, ObjectId, Report, Scene, TrianglePair};
use allide_geom::contact_points;
use allide_io::marks::Marks;
use allide_io::picture::{Finding, Kind, Picture, PictureOptions, Studio};

/// The places where triangles overlap.
pub(crate) fn of_overlaps(scene: &Scene, report: &Report<TrianglePair>, options: &PictureOptions) -> Picture {
    let mut marks = Marks::default();
    for pair in &report.pairs {
        for found in report.findings_of(pair) {
            let points = contact_points(&scene.triangle(pair.a, found.a), &scene.triangle(pair.b, found.b));
            match points[..] {
                [from, to] => marks.lines.push([from, to]),
                [_, _, _, ..] => marks.patches.push(points),
                _ => {}
            }
        }
    }
    drawn(scene, &marks, options)
}

/// Lines.
pub(crate) fn of_lines(scene: &Scene, lines: Vec<[DVec3; 2]>, options: &PictureOptions) -> Picture {
    drawn(scene, &Marks { lines, ..Marks::default() }, options)
}

/// Whole objects.
pub(crate) fn of_objects(scene: &Scene, objects: &[ObjectId], options: &PictureOptions) -> Picture {
    let triangles = |&id: &ObjectId| {
        let count = scene.objects()[id.index()].mesh().triangles().len() as u32;
        (0..count).map(move |triangle| scene.triangle(id, triangle).to_vec())
    };
    drawn(scene, &Marks { patches: objects.iter().flat_map(triangles).collect(), ..Marks::default() }, options)
}

fn drawn(scene: &Scene, marks: &Marks, options: &PictureOptions) -> Picture {
    let objects = scene.ids().take(1).map(|id| [id; 2]);
    // One finding for all, without a number, but with what hides it faded away.
    let found: Vec<Finding<'_>> =
        objects.map(|objects| Finding { number: 1, kind: Kind::Crossing, objects, marks, labelled: false }).collect();
    Studio::new(scene, options).overview(&found, |_| Vec::new()).picture
}
