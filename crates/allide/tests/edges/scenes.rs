//! Small scenes that are hard at the edges, for CPU and GPU.

use allide::{Mesh, Pose, Scene};
use allide_scenes::{Random, shapes};

/// A few loose triangles, with many coordinates zero.
pub fn loose(random: &mut Random, triangles: u32) -> Mesh {
    let positions = (0..3 * triangles).map(|_| random.point(-1.0, 1.0).map(|x| if x.abs() < 0.4 { 0.0 } else { x }));
    let positions = positions.collect();
    Mesh::new(positions, (0..triangles).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect()).expect("finite and in range")
}

/// A quarter turn, or none, and a move. Each call gives its zeros other signs.
pub fn signed(random: &mut Random, turn: usize, translation: [f64; 3]) -> Pose {
    let mut columns =
        [[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]]
            [turn % 2];
    let mut translation = translation;
    for x in columns.as_flattened_mut().iter_mut().chain(&mut translation) {
        if *x == 0.0 && random.bits().is_multiple_of(2) {
            *x = -0.0;
        }
    }
    Pose::affine(columns, translation).expect("finite")
}

/// Two objects of a few triangles, and where the second one stands but for the signs of zeros.
pub fn signed_pair(random: &mut Random) -> (Scene, usize, [f64; 3]) {
    let turn = (random.bits() % 2) as usize;
    let translation = [[0.0; 3], [2.0, 0.0, 0.0], [0.0, 1.75, 0.0]][(random.bits() % 3) as usize];
    let mut scene = Scene::new();
    scene.add("a", &loose(random, 4), Pose::IDENTITY);
    let pose = signed(random, turn, translation);
    scene.add("b", &loose(random, 4), pose);
    (scene, turn, translation)
}

/// The same triangles, with vertices of no triangle between and around them.
pub fn with_unused(mesh: &Mesh, far: &[[f64; 3]]) -> Mesh {
    let mut positions = far.to_vec();
    positions.extend(mesh.positions().iter().map(|point| point.to_array()));
    positions.extend(far.iter().map(|point| point.map(|x| -0.5 * x)));
    let first = far.len() as u32;
    let triangles = mesh.triangles().iter().map(|corners| corners.map(|vertex| vertex + first)).collect();
    Mesh::new(positions, triangles).expect("finite and in range")
}

/// Poses that only a question can refuse: of finite numbers, which take vertices at 1 out of range.
pub fn bad_poses() -> Vec<Pose> {
    const MAX: f64 = f64::MAX;
    let largest = |translation| Pose::affine([[MAX, 0.0, 0.0], [0.0, MAX, 0.0], [0.0, 0.0, MAX]], translation).unwrap();
    vec![largest([MAX, 0.0, 0.0]), largest([0.0, MAX, 0.0]), largest([MAX; 3])]
}

/// A triangle; points alone; and a triangle in range beside a point that is not.
pub fn bad_shapes() -> [Mesh; 3] {
    let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let mesh = |triangles| Mesh::new(corners.clone(), triangles).unwrap();
    let far = Mesh::new([&corners[..], &[[1e300; 3]]].concat(), vec![[0, 1, 2]]).unwrap();
    [mesh(vec![[0, 1, 2]]), mesh(Vec::new()), far]
}

fn scaled(mesh: &Mesh, factor: f64) -> Mesh {
    let positions = mesh.positions().iter().map(|point| (*point * factor).to_array()).collect();
    Mesh::new(positions, mesh.triangles().to_vec()).expect("finite")
}

/// Two blobs that overlap and two walls that touch, all huge or tiny.
pub fn scaled_scene(factor: f64, triangles: usize) -> Scene {
    let mut scene = Scene::new();
    for (seed, shift) in [(1, 0.0), (2, 0.9)] {
        let shape = scaled(&shapes::blob(seed, triangles), factor);
        scene.add(
            format!("blob {seed}"),
            &shape,
            Pose::translation(shift * factor, 0.2 * shift * factor, 0.0).unwrap(),
        );
    }
    // Walls, which touch exactly.
    let wall = |x: f64| {
        let corners =
            [[x, 0.0, 0.0], [x + 2.0, 0.0, 0.0], [x + 2.0, 0.0, 2.0], [x, 0.0, 2.0], [x, 2.0, 0.0], [x, 2.0, 2.0]];
        let triangles = vec![[0, 1, 2], [0, 2, 3], [0, 4, 5], [0, 5, 3], [0, 1, 4]];
        Mesh::new(corners.map(|corner| corner.map(|y| y * factor)).into(), triangles).expect("finite")
    };
    scene.add("wall", &wall(-1.0), Pose::IDENTITY);
    scene.add("next wall", &wall(1.0), Pose::IDENTITY);
    scene
}
