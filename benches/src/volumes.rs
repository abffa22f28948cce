//! Pairs of solids and what allide says they share, as files for `benches/peers/volumes.py`.

use crate::Failure;
use allide::shared::{Shared, Solid, Topology};
use allide::{Aabb, DVec3, Engine, Mesh, Overlaps, Pose, Scene, TrianglePair};
use allide_scenes::shapes;
use serde_json::json;
use std::path::Path;
use std::time::Instant;

pub const HELP: &str = "\
allide-bench volumes FOLDER

Writes pairs of solids into FOLDER, one JSON file each, with volume, area and depth of what they share. The script
benches/peers/volumes.py runs it, and compares with manifold3d.";

/// Both solids, in world coordinates.
struct Case {
    name: &'static str,
    solids: [Mesh; 2],
}

fn cases() -> Result<Vec<Case>, allide::Error> {
    let unit = shapes::cuboid([0.0; 3], [1.0; 3]);
    let turned = |x: f64, y: f64, z: f64| Pose::rotation_translation([0.3, 1.0, -0.4], 0.7, [x, y, z]);
    let placed = |mesh: &Mesh, pose: Pose| shapes::merge([(mesh, pose)]);
    let case = |name: &'static str, a: &Mesh, b: &Mesh, pose: Pose| Case { name, solids: [a.clone(), placed(b, pose)] };
    let (torus, knot) = (shapes::torus(1.0, 0.3, 64, 32), shapes::knot(2, 3, 0.2, 256, 16));
    let (gear, ball) = (shapes::gear(12, [0.75, 1.0], 0.25, 0.5), shapes::icosphere(4));
    let large = shapes::torus(1.0, 0.3, 320, 160);
    Ok(vec![
        case("boxes at a corner", &unit, &unit, Pose::translation(0.5, 0.25, 0.125)?),
        case("flush boxes", &unit, &unit, Pose::translation(0.5, 0.25, 0.0)?),
        case("coincident boxes", &unit, &unit, Pose::IDENTITY),
        case("stacked boxes", &unit, &unit, Pose::translation(0.25, 0.25, 1.0)?),
        case("turned boxes", &unit, &unit, turned(0.1, 0.2, 0.3)?),
        case("spheres", &ball, &ball, turned(0.7, 0.3, 0.1)?),
        case("sphere in a box", &shapes::cuboid([-2.0; 3], [2.0; 3]), &ball, turned(0.1, 0.2, 0.3)?),
        case("torus and gear", &torus, &gear, turned(0.3, 0.1, 0.0)?),
        case("knots", &knot, &knot, turned(0.1, 0.2, 0.1)?),
        case("blob and knot", &shapes::blob(3, 2_000), &knot, turned(0.0, 0.1, 0.2)?),
        case("large tori", &large, &large, turned(0.4, 0.1, 0.0)?),
    ])
}

pub fn run(arguments: &[String]) -> Result<(), Failure> {
    let [folder] = arguments else { return Err(HELP.into()) };
    std::fs::create_dir_all(folder)?;
    for case in cases()? {
        let path = Path::new(folder).join(format!("{}.json", case.name.replace(' ', "-")));
        std::fs::write(path, answer(&case)?.to_string())?;
    }
    Ok(())
}

fn answer(case: &Case) -> Result<serde_json::Value, Failure> {
    let [a, b] = &case.solids;
    let pairs = pairs(a, b)?;
    let topologies = [a, b].map(|mesh| Topology::of(mesh.positions(), mesh.triangles()));
    let [first, second] = [solid(a, &topologies[0]), solid(b, &topologies[1])];
    let start = Instant::now();
    let shared = Shared::of(first, second, &pairs);
    let region = shared.region();
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    let depth = shared.depth([first.bend(), second.bend()], |_| false);
    let mesh = |mesh: &Mesh| {
        let positions: Vec<[f64; 3]> = mesh.positions().iter().map(|point: &DVec3| point.to_array()).collect();
        json!({ "positions": positions, "triangles": mesh.triangles() })
    };
    Ok(json!({
        "name": case.name, "a": mesh(a), "b": mesh(b), "milliseconds": milliseconds,
        "volume": region.volume, "volume_error": region.volume_error,
        "area": region.area, "area_error": region.area_error,
        "direction": depth.direction.to_array(), "upper": depth.upper, "lower": depth.lower,
    }))
}

fn solid<'s>(mesh: &'s Mesh, topology: &'s Topology) -> Solid<'s> {
    let (positions, triangles, bounds): (_, _, Aabb) = (mesh.positions(), mesh.triangles(), mesh.bounds());
    Solid { positions, triangles, topology, bounds, inverted: false }
}

/// All overlapping triangles. Copies are compared too, which a scene leaves out: by a part that is not a copy, far away.
fn pairs(a: &Mesh, b: &Mesh) -> Result<Vec<TrianglePair>, Failure> {
    let far = shapes::cuboid([1e3; 3], [1e3 + 1.0; 3]);
    let extended = shapes::merge([(b, Pose::IDENTITY), (&far, Pose::IDENTITY)]);
    let mut scene = Scene::new();
    let first = scene.add("a", a, Pose::IDENTITY);
    let second = scene.add("b", &extended, Pose::IDENTITY);
    let report = Engine::cpu().run(&scene, &Overlaps::new())?;
    Ok(report.between(first, second).to_vec())
}
