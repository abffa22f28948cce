//! A few objects that move and deform, asked about by every method.

use super::numbers::numbers;
use allide::{Clearance, Engine, Mesh, Method, Overlaps, Pose, Report, Scene, SelfOverlaps};
use std::fmt::Debug;

/// More triangles than this take too long.
const MOST: usize = 40;

/// A scene from bytes: how many triangles each of three objects has, and their corners. It is asked about as it is, and
/// again after one object moved and another deformed; engines that are kept must find what brute force finds.
///
/// # Panics
/// If answers differ.
pub fn check_scenes(bytes: &[u8]) {
    let Some((&[first, second, motion], rest)) = bytes.split_first_chunk::<3>() else { return };
    let values = numbers(rest);
    let corners = &values.as_chunks::<3>().0;
    let count = (corners.len() / 3).min(MOST);
    if count < 2 {
        return;
    }
    let mut ends = [usize::from(first) % (count + 1), usize::from(second) % (count + 1), count];
    ends.sort_unstable();
    let mut scene = Scene::new();
    for (from, to) in [(0, ends[0]), (ends[0], ends[1]), (ends[1], count)] {
        let positions = corners[3 * from..3 * to].to_vec();
        let triangles = (0..(to - from) as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
        scene.add("object", &Mesh::new(positions, triangles).expect("finite"), Pose::IDENTITY);
    }
    let size = values.iter().fold(0.0f64, |size, value| size.max(value.abs()));
    let distance = [0.1, 1.0, 1.0e-9, 1.0e3][usize::from(motion) % 4] * size;
    let mut engines = METHODS.map(|_| Engine::cpu());
    check(&scene, distance, &mut engines);
    let ids: Vec<_> = scene.ids().collect();
    let sign = if motion & 64 == 0 { 0.0 } else { -0.0 };
    let shift = f64::from(motion as i8 % 4) * if size > 1.0e6 { size * 0.125 } else { 1.0 };
    scene.set_pose(ids[1], Pose::affine(AXES, [shift, sign, sign]).expect("finite"));
    let halved = |mesh: &Mesh| mesh.positions().iter().map(|point| [point.y * 0.5, point.x, point.z]).collect();
    let positions = halved(scene.objects()[2].mesh());
    scene.set_positions(ids[2], positions).expect("as many as before");
    check(&scene, distance, &mut engines);
}

const METHODS: [Method; 4] = [Method::Auto, Method::Divide, Method::Bvh, Method::Sweep];
const AXES: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

fn check(scene: &Scene, distance: f64, engines: &mut [Engine; 4]) {
    macro_rules! all_agree {
        ($question:expr) => {
            let ask = |engine: &mut Engine, method| engine.run(scene, &$question.method(method)).map(answer);
            let expected = ask(&mut Engine::cpu(), Method::Brute);
            for (engine, method) in engines.iter_mut().zip(METHODS) {
                let found = ask(engine, method);
                assert_eq!(found, expected, "{method:?}, {}: {scene:?}", stringify!($question));
            }
        };
    }
    all_agree!(Overlaps::new());
    all_agree!(Overlaps::new().with_duplicates());
    all_agree!(SelfOverlaps::of_all());
    if let Ok(near) = Clearance::within(distance) {
        all_agree!(near.clone());
        all_agree!(near.clone().with_triangles());
    }
}

/// Everything but the cost. As text, numbers that differ in a bit differ, and so do 0 and −0.
fn answer<F: Debug>(report: Report<F>) -> String {
    format!("{:?} {:?} {:?}", report.sets, report.pairs, report.findings())
}
