//! Pairs of solids and allide's measures of their shared regions, as files for `benches/peers/volumes.py`.

use crate::Failure;
use allide::{DVec3, Depth, Engine, Measure, Mesh, Pose, Scene, Solids};
use allide_scenes::shapes;
use serde_json::json;
use std::path::Path;

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
    let mut scene = Scene::new();
    scene.add("a", a, Pose::IDENTITY);
    scene.add("b", b, Pose::IDENTITY);
    let report = Engine::cpu().run(&scene, &Solids::new().measured().with_duplicates())?;
    // Pairs that only touch are not measured.
    let shared = report.pairs.iter().find_map(|pair| pair.shared.as_ref());
    let of = |measure: Option<Measure>| measure.map(|measure| [measure.value, measure.error]).ok_or("not a solid");
    let [[volume, volume_error], [area, area_error]] = match shared {
        Some(shared) => [of(shared.volume)?, of(shared.area)?],
        None => [[0.0; 2]; 2],
    };
    let measured = report.run.stats.stages.iter().filter(|stage| stage.name == "measure");
    let milliseconds: f64 = measured.map(|stage| stage.ms).sum();
    let mesh = |mesh: &Mesh| {
        let positions: Vec<[f64; 3]> = mesh.positions().iter().map(|point: &DVec3| point.to_array()).collect();
        json!({ "positions": positions, "triangles": mesh.triangles() })
    };
    let depth = shared.map_or(Depth::NONE, |shared| shared.depth);
    Ok(json!({
        "name": case.name, "a": mesh(a), "b": mesh(b), "milliseconds": milliseconds,
        "volume": volume, "volume_error": volume_error, "area": area, "area_error": area_error,
        "direction": depth.direction.to_array(), "upper": depth.upper, "lower": depth.lower,
    }))
}
