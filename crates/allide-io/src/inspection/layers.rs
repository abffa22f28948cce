use super::Inspected;
use crate::Layer;
use allide::{DVec3, Inspection, Orientation, Problem, Scene};

/// The colour of what surrounds bad elements.
const AROUND: [u8; 4] = [160, 165, 170, 50];

/// The defects of each object, as layers of one colour each, inside the translucent object.
/// Without a healthy object.
pub fn layers(inspected: &Inspected) -> Vec<Layer> {
    let bad = inspected.found.objects.iter().filter(|object| !object.is_healthy());
    bad.flat_map(|object| of_object(&inspected.scene, object)).collect()
}

fn of_object(scene: &Scene, found: &Inspection) -> Vec<Layer> {
    let object = &scene.objects()[found.object.index()];
    let (mesh, topology) = (object.mesh(), object.mesh().topology());
    let triangle = |&triangle: &u32| scene.triangle(found.object, triangle);
    let lines = |edges: &[[u32; 2]]| -> Vec<[DVec3; 2]> {
        let point = |vertex: u32| crate::write::place_point(mesh.positions()[vertex as usize], object.pose());
        edges.iter().map(|edge| edge.map(point)).collect()
    };
    let of_shells = |is_bad: &dyn Fn(usize) -> bool| -> Vec<[DVec3; 3]> {
        let shells = topology.shells().iter().enumerate().filter(|(shell, _)| is_bad(*shell));
        shells.flat_map(|(_, triangles)| triangles).map(triangle).collect()
    };
    let mut layers: Vec<Layer> = Vec::new();
    for (problem, _) in found.problems() {
        let (triangles, lines) = match problem {
            Problem::OpenEdges => (Vec::new(), lines(topology.open_edges())),
            Problem::FlippedEdges => (Vec::new(), lines(topology.flipped_edges())),
            Problem::NonManifoldEdges => (Vec::new(), lines(topology.non_manifold_edges())),
            Problem::InvertedShells => (of_shells(&|shell| found.shells[shell].is_inverted()), Vec::new()),
            Problem::FlatShells => {
                (of_shells(&|shell| found.shells[shell].orientation == Some(Orientation::Flat)), Vec::new())
            }
            Problem::SelfOverlaps => {
                let triangles = found.clusters.iter().flat_map(|cluster| &cluster.triangles);
                (triangles.map(triangle).collect(), Vec::new())
            }
            Problem::DuplicateTriangles => {
                (found.duplicate_triangles().iter().map(|[_, repeated]| triangle(repeated)).collect(), Vec::new())
            }
            // Without area, triangles are lines.
            Problem::DegenerateTriangles => {
                let triangles = found.degenerate_triangles().iter().map(triangle);
                (Vec::new(), triangles.flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]]).collect())
            }
            _ => continue,
        };
        layers.push(Layer { name: format!("{}: {problem}", object.name()), color: color(problem), triangles, lines });
    }
    let triangles = (0..mesh.triangles().len() as u32).map(|number| triangle(&number)).collect();
    layers.push(Layer { name: object.name().to_owned(), color: AROUND, triangles, lines: Vec::new() });
    layers
}

fn color(problem: Problem) -> [u8; 4] {
    let [red, green, blue] = match problem {
        Problem::OpenEdges => [230, 30, 30],
        Problem::FlippedEdges => [255, 140, 0],
        Problem::NonManifoldEdges => [210, 0, 200],
        Problem::InvertedShells => [130, 60, 220],
        Problem::FlatShells => [0, 170, 190],
        Problem::SelfOverlaps => [230, 80, 60],
        Problem::DuplicateTriangles => [20, 160, 60],
        _ => [30, 90, 230],
    };
    [red, green, blue, u8::MAX]
}
