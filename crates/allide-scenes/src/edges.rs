//! Small scenes at the edges of what is allowed: empty, signed zeros, vertices of no triangle, numbers near the ends of the range,
//! and triangles that are hard to tell apart.

use crate::{Random, moved, shapes, turned};
use allide::{Mesh, Pose, Scene};

type Point = [f64; 3];

/// Each triangle with corners of its own.
pub fn soup(corners: Vec<Point>) -> Mesh {
    let triangles = (0..corners.len() as u32 / 3).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    Mesh::new(corners, triangles).expect("finite and in range")
}

fn mesh(corners: Vec<Point>, triangles: Vec<[u32; 3]>) -> Mesh {
    Mesh::new(corners, triangles).expect("finite and in range")
}

fn scene_of<'m>(meshes: impl IntoIterator<Item = &'m Mesh>) -> Scene {
    let mut scene = Scene::new();
    for mesh in meshes {
        scene.add("one", mesh, Pose::IDENTITY);
    }
    scene
}

/// From no object to a point on a cube, with names.
pub fn almost_nothing() -> [(&'static str, Scene); 5] {
    let nothing = mesh(vec![[0.0; 3], [1.0; 3]], Vec::new());
    let cube = shapes::cuboid([0.0; 3], [1.0; 3]);
    let point = mesh(vec![[0.5, 0.5, 1.0]; 3], vec![[0, 1, 2]]);
    [
        ("no objects", Scene::new()),
        ("no triangles", scene_of([&nothing])),
        ("no triangles twice", scene_of([&nothing, &nothing])),
        ("one object with triangles", scene_of([&nothing, &cube])),
        ("a point on it", scene_of([&nothing, &cube, &point])),
    ]
}

/// Triangles whose boxes are as large as the scene, and small ones among them.
pub fn large_boxes() -> [Scene; 3] {
    let corners = vec![[-10.0; 3], [10.0; 3], [10.0, -10.0, 10.0], [-10.0, 10.0, -10.0]];
    let large = mesh(corners, vec![[0, 1, 2], [0, 1, 3], [1, 2, 3], [0, 2, 3], [0, 1, 2]]);
    let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let small = mesh(corners, vec![[0, 1, 2], [0, 1, 3], [0, 2, 3]]);
    [scene_of([&large, &small]), scene_of([&small, &large]), scene_of([&large, &large])]
}

/// Poses that carry coordinates from one end of the range of numbers to the other: three triangles that share a point.
pub fn ends_of_range() -> [Scene; 2] {
    let end = f64::MAX;
    let wall = vec![[1.0, -end, -end], [1.0, end, -end], [1.0, 0.0, end]];
    let floor = vec![[-end, -end, 0.0], [end, -end, 0.0], [0.0, end, 0.0]];
    let least = f64::from_bits(1);
    let dust = vec![[least, least, least], [3.0 * least, least, least], [least, 3.0 * least, least]];
    let huge = 2.0f64.powi(1000);
    let diagonal =
        |[x, y, z]: Point| Pose::affine([[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]], [0.0; 3]).expect("finite");
    [(diagonal([-1.0, 1.0, 1.0]), [wall, floor]), (diagonal([huge; 3]), [dust.clone(), dust])].map(|(pose, objects)| {
        let mut scene = Scene::new();
        for corners in objects {
            scene.add("one", &soup(corners), pose);
        }
        let first = scene.ids().next().expect("two objects");
        let in_place = scene.triangle(first, 0).map(|corner| corner.into());
        scene.add("in place", &soup(in_place.into()), Pose::IDENTITY);
        scene
    })
}

/// Triangles along x, each of which touches the next four.
pub fn row_of_triangles(count: u32) -> Scene {
    let triangle = soup(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let mut scene = Scene::new();
    for index in 0..count {
        scene.add("triangle", &triangle, moved(0.25 * f64::from(index), 0.0, 0.0));
    }
    scene
}

/// The same triangle many times, in two objects: every pair overlaps, and so does every node of their trees.
pub fn piles(a: usize, b: usize) -> Scene {
    let triangle = vec![[0.25, 0.5, 0.0], [1.25, 0.5, 0.0], [0.25, 1.5, 0.0]];
    let mut scene = Scene::new();
    for (name, count) in [("a", a), ("b", b)] {
        scene.add(name, &mesh(triangle.clone(), vec![[0, 1, 2]; count]), Pose::IDENTITY);
    }
    scene
}

/// Far away, and between the triangles of a body of size 1.
pub const UNUSED: [Point; 3] = [[1e300, 0.0, -1e300], [-1e300, 7.0, 1e200], [0.1, 0.2, 0.3]];

/// The same triangles, with vertices of no triangle before and behind them.
pub fn with_unused(mesh: &Mesh, unused: &[Point]) -> Mesh {
    let mut positions = unused.to_vec();
    positions.extend(mesh.positions().iter().map(|point| point.to_array()));
    positions.extend(unused.iter().map(|point| point.map(|x| -0.5 * x)));
    let first = unused.len() as u32;
    let triangles = mesh.triangles().iter().map(|corners| corners.map(|vertex| vertex + first)).collect();
    Mesh::new(positions, triangles).expect("finite and in range")
}

/// Two bodies that cross and one beside them, each made from a mesh by `change`.
pub fn bodies([first, second]: [usize; 2], change: impl Fn(&Mesh) -> Mesh) -> Scene {
    let (first, second) = (shapes::blob(1, first), shapes::blob(2, second));
    let mut scene = Scene::new();
    scene.add("first", &change(&first), Pose::IDENTITY);
    scene.add("second", &change(&second), turned([1.0, 2.0, 3.0], 0.7, [0.6, 0.3, 0.2]));
    scene.add("beside", &change(&second), moved(2.6, 0.0, 0.0));
    scene
}

/// The same with vertices of no triangle.
pub fn bodies_with_unused(triangles: [usize; 2]) -> Scene {
    bodies(triangles, |mesh| with_unused(mesh, &UNUSED))
}

/// A few loose triangles, with many coordinates zero.
pub fn loose(random: &mut Random, triangles: u32) -> Mesh {
    let corner = |_| random.point(-1.0, 1.0).map(|x| if x.abs() < 0.4 { 0.0 } else { x });
    soup((0..3 * triangles).map(corner).collect())
}

/// A quarter turn, or none, and a move. Each call gives its zeros other signs.
pub fn signed(random: &mut Random, turn: usize, translation: Point) -> Pose {
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

/// Two objects of a few triangles, and the place of the second one, up to the signs of zeros.
pub fn signed_pair(random: &mut Random) -> (Scene, usize, Point) {
    let turn = (random.bits() % 2) as usize;
    let translation = [[0.0; 3], [2.0, 0.0, 0.0], [0.0, 1.75, 0.0]][(random.bits() % 3) as usize];
    let mut scene = Scene::new();
    scene.add("a", &loose(random, 4), Pose::IDENTITY);
    let pose = signed(random, turn, translation);
    scene.add("b", &loose(random, 4), pose);
    (scene, turn, translation)
}

/// Poses that only a question can refuse: of finite numbers, which take vertices at 1 out of range.
pub fn bad_poses() -> [Pose; 3] {
    const MAX: f64 = f64::MAX;
    let columns = [[MAX, 0.0, 0.0], [0.0, MAX, 0.0], [0.0, 0.0, MAX]];
    [[MAX, 0.0, 0.0], [0.0, MAX, 0.0], [MAX; 3]].map(|origin| Pose::affine(columns, origin).expect("finite"))
}

/// A triangle; points alone; and a triangle in range beside a point that is not.
pub fn bad_shapes() -> [Mesh; 3] {
    let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let far = [&corners[..], &[[1e300; 3]]].concat();
    [mesh(corners.clone(), vec![[0, 1, 2]]), mesh(corners, Vec::new()), mesh(far, vec![[0, 1, 2]])]
}

/// Two blobs that overlap and two walls that touch, all huge or tiny.
pub fn scaled(factor: f64, triangles: usize) -> Scene {
    let mut scene = Scene::new();
    for (seed, shift) in [(1, 0.0), (2, 0.9)] {
        let body = shapes::blob(seed, triangles);
        let positions = body.positions().iter().map(|point| (*point * factor).to_array()).collect();
        let pose = moved(shift * factor, 0.2 * shift * factor, 0.0);
        scene.add(format!("blob {seed}"), &mesh(positions, body.triangles().to_vec()), pose);
    }
    let wall = |x: f64| {
        let corners =
            [[x, 0.0, 0.0], [x + 2.0, 0.0, 0.0], [x + 2.0, 0.0, 2.0], [x, 0.0, 2.0], [x, 2.0, 0.0], [x, 2.0, 2.0]];
        let triangles = vec![[0, 1, 2], [0, 2, 3], [0, 4, 5], [0, 5, 3], [0, 1, 4]];
        mesh(corners.map(|corner| corner.map(|y| y * factor)).into(), triangles)
    };
    scene.add("wall", &wall(-1.0), Pose::IDENTITY);
    scene.add("next wall", &wall(1.0), Pose::IDENTITY);
    scene
}

/// Two objects of triangles that are hard to tell apart in views: stacked; tiny ones on a wall seen edge-on among a few large
/// ones; or needles across everything.
pub fn crowded(kind: usize, count: u32) -> Scene {
    let object = |count: u32| {
        let mut random = Random::new(kind as u64);
        let triangle = |index: u32| {
            let t = f64::from(index) / f64::from(count);
            let [x, y, z] = random.point(0.0, 1.0);
            match kind {
                0 => [[0.0, 0.0, t], [1.0, 0.0, t], [0.0, 1.0, t]],
                1 if !index.is_multiple_of(500) => {
                    let [y, z] = [y * 0.01, z * 0.01];
                    [[0.0, y, z], [0.0, y + 1.0e-4, z], [1.0e-5, y, z + 1.0e-4]]
                }
                1 => [[0.0, 0.0, t], [1.0, 0.0, 0.0], [0.0, 1.0, 1.0]],
                _ => [[x, 0.0, y], [y, 1.0, z], [y, 1.0, z + 1.0e-3]],
            }
        };
        soup((0..count).flat_map(triangle).collect())
    };
    let mut scene = Scene::new();
    scene.add("a", &object(count), Pose::IDENTITY);
    scene.add("b", &object(count / 2), moved(0.0, 3.0e-6, 2.0e-6));
    scene
}
