//! The page of an inspection: each problem of each object is a finding.

use super::marks;
use crate::inspect::{advice, coordinates, finding, ranked, state};
use crate::numbers::{counted, length, printable, thousands};
use allide::{Aabb, DVec3, Inspection, Orientation, Problem, Shell};
use allide_io::inspection::Inspected;
use allide_page::{Fact, Finding, Kind, Lit, Page, Shapes};

/// A page that shows the objects and what is wrong with them.
pub fn page(inspected: &Inspected) -> Page {
    let mut page = Page::new(Kind::Inspect, super::title(&inspected.sources));
    page.view.up = super::up(&inspected.sources);
    page.view.unit = inspected.unit.map(|unit| unit.name());
    page.view.guarantee = Some(super::guarantee(inspected.found.run.guarantee));
    page.add_scene(&inspected.scene, |index| inspected.sources.get(index).map_or_else(String::new, |x| x.file.clone()));
    for object in &inspected.found.objects {
        page.view.objects[object.object.index()].closed = Some(object.is_closed());
    }
    page.view.summary = summary(inspected);
    page.view.notes = inspected.notes.iter().map(ToString::to_string).collect();
    let objects = ranked(inspected);
    let format = coordinates(&objects);
    let (mut number, mut shapes) = (1, Shapes::new(&inspected.scene));
    for found in &objects {
        for (problem, count) in found.problems() {
            let id = found.object.index();
            let object = &inspected.scene.objects()[id];
            let (lit, region) = lit(inspected, found, problem);
            let finding = Finding {
                // Names may repeat, numbers do not.
                id: format!("{problem}-{id}"),
                shape: shapes.of([found.object]),
                number,
                a: id,
                b: id,
                class: problem.name().to_owned(),
                title: Some(object.name().to_owned()),
                facts: vec![
                    Fact::new("what", finding(found, object, problem, format)),
                    Fact::new("what to do", advice(problem)),
                    Fact::new("how often", thousands(count)),
                    Fact::new("state of the object", state(found)),
                    Fact::new("area", length(found.area.value)),
                    Fact::new("volume", found.volume.map_or_else(|| "none".into(), |volume| length(volume.value))),
                ],
                region: page.region(&region),
                ..Finding::default()
            };
            marks::push(&mut page, finding, || lit);
            number += 1;
        }
    }
    page
}

/// The elements that are bad, and a box around those to look at first.
fn lit(inspected: &Inspected, found: &Inspection, problem: Problem) -> (Lit, Aabb) {
    let object = &inspected.scene.objects()[found.object.index()];
    let topology = object.mesh().topology();
    let point = |vertex: u32| object.pose().apply(object.mesh().positions()[vertex as usize]);
    let shells = |is_bad: &dyn Fn(&Shell) -> bool| -> Vec<u32> {
        let bad = found.shells.iter().zip(topology.shells().iter()).filter(|(shell, _)| is_bad(shell));
        bad.flat_map(|(_, triangles)| triangles.iter().copied()).collect()
    };
    let (edges, triangles): (&[[u32; 2]], Vec<u32>) = match problem {
        Problem::OpenEdges => (topology.open_edges(), Vec::new()),
        Problem::FlippedEdges => (topology.flipped_edges(), Vec::new()),
        Problem::NonManifoldEdges => (topology.non_manifold_edges(), Vec::new()),
        Problem::InvertedShells => (&[], shells(&Shell::is_inverted)),
        Problem::FlatShells => (&[], shells(&|shell| shell.orientation == Some(Orientation::Flat))),
        Problem::SelfOverlaps => (&[], found.clusters.iter().flat_map(|x| x.triangles.iter().copied()).collect()),
        Problem::DuplicateTriangles => (&[], found.duplicate_triangles().iter().map(|&[_, second]| second).collect()),
        Problem::DegenerateTriangles => (&[], found.degenerate_triangles().to_vec()),
        _ => (&[], Vec::new()),
    };
    let mut segments: Vec<DVec3> = edges.iter().flatten().map(|&vertex| point(vertex)).collect();
    if problem == Problem::DegenerateTriangles {
        // Without area, triangles are lines.
        let corners = triangles.iter().map(|&triangle| inspected.scene.triangle(found.object, triangle));
        segments.extend(corners.flat_map(|[p, q, r]| [p, q, q, r, r, p]));
    }
    let place = match problem {
        Problem::OpenEdges => found.borders.first().map(|border| border.region),
        Problem::SelfOverlaps => found.clusters.first().map(|cluster| cluster.region),
        _ => None,
    };
    let region = place.unwrap_or_else(|| {
        let corners = triangles.iter().flat_map(|&triangle| inspected.scene.triangle(found.object, triangle));
        let all = Aabb::around(segments.iter().copied().chain(corners));
        if all.is_empty() { found.bounds } else { all }
    });
    (Lit { triangles: [triangles, Vec::new()], segments, ..Lit::default() }, region)
}

fn summary(inspected: &Inspected) -> Vec<Fact> {
    let (objects, run) = (&inspected.found.objects, &inspected.found.run);
    let triangles = objects.iter().map(|object| object.mesh().triangles().len()).sum();
    let devices: Vec<String> = run.devices.iter().map(ToString::to_string).collect();
    vec![
        Fact::new("examined", format!("{}, {}", counted(objects.len(), "object"), counted(triangles, "triangle"))),
        Fact::new("healthy", format!("{} of {}", thousands(inspected.healthy()), thousands(objects.len()))),
        Fact::new("guarantee", run.guarantee.name()),
        Fact::new("device", printable(&format!("{}, {}", devices.join("+"), counted(inspected.threads, "thread")))),
        Fact::new("time", format!("{:.1} ms", run.stats.total_ms)),
    ]
}
