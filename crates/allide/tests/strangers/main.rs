//! Self-clearance: what counts, and that it counts for every method, in every pose, and within every larger distance.

mod agree;
mod oracle;
mod shapes;

use allide::{DVec3, Device, Engine, Mesh, Method, Pose, QuestionKind, Report, Scene, SelfClearance, TriangleDistance};

/// All methods of the CPU.
fn methods() -> impl Iterator<Item = Method> {
    Method::on(Device::Cpu).filter(|method| method.answers(QuestionKind::SelfClearance))
}

fn scene(mesh: &Mesh) -> Scene {
    let mut scene = Scene::new();
    scene.add("object", mesh, Pose::IDENTITY);
    scene
}

/// The nearest strangers within a distance.
fn nearest(mesh: &Mesh, distance: f64) -> Option<f64> {
    let report = Engine::cpu().run(&scene(mesh), &SelfClearance::within(distance).unwrap()).unwrap();
    assert!(report.findings().is_empty());
    report.pairs.first().map(|pair| pair.nearest.unwrap().distance)
}

/// All strangers within a distance.
fn all(scene: &Scene, distance: f64, method: Method) -> Report<TriangleDistance> {
    let question = SelfClearance::within(distance).unwrap().with_triangles().method(method);
    Engine::cpu().run(scene, &question).unwrap()
}

/// Everything a finding says.
fn words(finding: &TriangleDistance) -> (u32, u32, [u64; 7]) {
    let bits = |point: DVec3| point.to_array().map(f64::to_bits);
    let ([ax, ay, az], [bx, by, bz]) = (bits(finding.nearest.on_a), bits(finding.nearest.on_b));
    (finding.a, finding.b, [finding.nearest.distance.to_bits(), ax, ay, az, bx, by, bz])
}

/// A surface over a grid of quads, cut along either diagonal; `close` joins the last row to the first.
fn sheet([columns, rows]: [usize; 2], close: bool, of: impl Fn(f64, f64) -> [f64; 3]) -> Mesh {
    let last = if close { rows } else { rows + 1 };
    let mut corners = Vec::new();
    for row in 0..last {
        for column in 0..=columns {
            corners.push(of(column as f64 / columns as f64, row as f64 / rows as f64));
        }
    }
    let place = |row: usize, column: usize| ((row % last) * (columns + 1) + column) as u32;
    let mut triangles = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let [a, b] = [place(row, column), place(row, column + 1)];
            let [c, d] = [place(row + 1, column + 1), place(row + 1, column)];
            let is_even = (row + column) % 2 == 0;
            triangles.extend(if is_even { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] });
        }
    }
    Mesh::new(corners, triangles).unwrap()
}
