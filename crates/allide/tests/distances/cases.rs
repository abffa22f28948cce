//! Scenes where distances are hard to find, few enough triangles to measure all pairs.

use allide::{Mesh, Pose, Scene};
use allide_scenes::edges::soup;
use allide_scenes::hard::{self, KINDS};
use allide_scenes::shapes::{blob, icosphere};
use allide_scenes::{Random, moved, turned};

/// A square of 2·`cells`² triangles in the plane z = 0, from 0 to 1.
pub fn plate(cells: u32) -> Mesh {
    let across = cells + 1;
    let at = |k: u32| f64::from(k) / f64::from(cells);
    let positions = (0..across * across).map(|k| [at(k % across), at(k / across), 0.0]).collect();
    let squares = (0..cells * cells).map(|k| k / cells * across + k % cells);
    let halves = |k: u32| [[k, k + 1, k + across], [k + 1, k + across + 1, k + across]];
    Mesh::new(positions, squares.flat_map(halves).collect()).expect("finite and in range")
}

/// Along each axis and then moved.
pub fn scaled(scale: [f64; 3], translation: [f64; 3]) -> Pose {
    let [x, y, z] = scale;
    Pose::affine([[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]], translation).expect("finite")
}

/// Objects in one scene, all moved by `pose`.
fn together<'m>(pose: &Pose, objects: impl IntoIterator<Item = (&'m Mesh, Pose)>) -> Scene {
    let mut scene = Scene::new();
    for (mesh, own) in objects {
        scene.add("", mesh, pose.after(&own).expect("finite"));
    }
    scene
}

fn two<'m>(a: &'m Mesh, b: &'m Mesh, pose: Pose) -> Scene {
    together(&Pose::IDENTITY, [(a, Pose::IDENTITY), (b, pose)])
}

/// Triangles of size `size` in a cube of side 1, some of them segments and points.
fn loose(seed: u64, count: usize, size: f64) -> Mesh {
    let mut random = Random::new(seed);
    let triangle = |k: usize| {
        let origin = random.point(0.0, 1.0);
        let mut near = || {
            let step = random.point(-size, size);
            [origin[0] + step[0], origin[1] + step[1], origin[2] + step[2]]
        };
        match k % 7 {
            5 => {
                let [p, q] = [near(), near()];
                [p, q, q]
            }
            6 => [near(); 3],
            _ => [near(), near(), near()],
        }
    };
    soup((0..count).flat_map(triangle).collect())
}

/// Any turn, so that nothing stays along an axis.
fn askew(translation: [f64; 3]) -> Pose {
    turned([1.0, 2.0, -0.7], 0.83, translation)
}

fn soups() -> Vec<(String, Scene)> {
    let offsets = [[0.0; 3], [1.3, 0.0, 0.0], [1.2, 1.3, 1.4], [100.0, 37.0, 59.0], [-3e6, 2e6, 5e6]];
    let scene = |(seed, offset): (u64, [f64; 3])| {
        let (a, b) = (loose(seed, 14, 0.2), loose(seed + 100, 17, 0.1));
        let [x, y, z] = offset;
        let third = (&a, askew([0.5 * x, -y, 2.0 * z]));
        (format!("soup at {offset:?}"), together(&Pose::IDENTITY, [(&a, Pose::IDENTITY), (&b, moved(x, y, z)), third]))
    };
    (1..).zip(offsets).map(scene).collect()
}

fn plates() -> Vec<(String, Scene)> {
    let (fine, coarse) = (plate(4), plate(3));
    let mut all = Vec::new();
    for gap in [0.5, 1e-3, 1e-11, 0.0] {
        let apart = [(&fine, Pose::IDENTITY), (&coarse, moved(0.125, 0.0625, gap)), (&fine, moved(2.0, 2.0, gap))];
        all.push((format!("plates {gap} apart"), together(&Pose::IDENTITY, apart)));
        all.push((format!("plates {gap} apart, askew"), together(&askew([0.1, 0.2, 0.3]), apart)));
        all.push((format!("plates {gap} apart, far off"), together(&askew([1e5, -2e5, 3e5]), apart)));
    }
    let tilted = turned([1.0, 0.0, 0.0], 1e-14, [0.0, 0.0, 0.25]);
    all.push(("plates at an angle".into(), two(&fine, &fine, tilted)));
    all
}

/// The same with vertices of no triangle all around, some of them as far as can be.
fn with_unused(mesh: &Mesh) -> Mesh {
    let far = [[9.0, 0.0, 0.0], [-9.0, 8.0, 7.0], [1e300, -1e300, 1e300], [-1e300, 1e300, 0.0]];
    let positions = mesh.positions().iter().map(|point| point.to_array()).chain(far).collect();
    Mesh::new(positions, mesh.triangles().to_vec()).expect("finite and in range")
}

fn bodies() -> Vec<(String, Scene)> {
    let (ball, body) = (icosphere(1), blob(3, 60));
    let pair = |name: &str, pose: Pose| (name.to_owned(), two(&ball, &body, pose));
    vec![
        pair("diagonal", moved(1.9, 1.8, 1.7)),
        pair("inside", scaled([0.3; 3], [0.1, 0.2, 0.0])),
        pair("crossing", moved(0.7, 0.3, 0.1)),
        pair("mirrored", scaled([-1.0, 1.0, 1.0], [3.0, 0.5, 0.2])),
        pair("all mirrored", scaled([-2.0, -0.5, -1.5], [0.5, 4.0, 0.2])),
        pair("anisotropic", scaled([10.0, 0.1, 1e-3], [0.0, 3.0, 0.0])),
        pair("flattened", scaled([1.0, 0.0, 1.0], [0.0, 4.0, 0.0])),
        pair("flattened to a point", scaled([0.0; 3], [5.0, 4.0, 3.0])),
        pair("turned", askew([2.0, 3.0, 1.0])),
        pair("far from the origin", moved(1e12, 1e12, 0.0)),
        ("beside unused vertices".into(), two(&with_unused(&ball), &with_unused(&body), moved(3.0, 0.5, 0.2))),
        ("the same twice".into(), two(&ball, &ball, Pose::IDENTITY)),
        ("one in another".into(), two(&ball, &ball, scaled([0.5; 3], [0.0; 3]))),
        ("one triangle against many".into(), two(&soup(vec![[3.0, 2.0, 2.5]; 3]), &ball, askew([0.0; 3]))),
        ("many against one triangle".into(), two(&ball, &plate(1), moved(0.0, 0.0, 4.0))),
    ]
}

/// Loose triangles and a plate, as large or as small as this.
pub fn at_scale(scale: f64) -> (String, Scene) {
    let of_scale = |mesh: &Mesh| {
        let positions = mesh.positions().iter().map(|point| (*point * scale).to_array()).collect();
        Mesh::new(positions, mesh.triangles().to_vec()).expect("finite and in range")
    };
    let (a, b) = (of_scale(&loose(5, 11, 0.3)), of_scale(&plate(2)));
    let pose = moved(2.0 * scale, 3.0 * scale, 0.5 * scale);
    (format!("at a scale of {scale:e}"), two(&a, &b, pose))
}

/// All of them.
pub fn all() -> Vec<(String, Scene)> {
    let random = KINDS.into_iter().map(|kind| {
        let mut random = Random::new(9);
        let [a, b] = [9, 12].map(|count| hard::mesh(kind, count, &mut random));
        let unit = hard::unit(kind);
        (kind.name(), two(&a, &b, moved(3.0 * unit, 4.5 * unit, 0.0)))
    });
    let scales = [1e300, 1e150, 1e-150, 1e-290, 1e-300].map(at_scale);
    [soups(), plates(), bodies(), scales.into(), random.collect()].concat()
}

/// Trees of several levels over pairs that are almost equally near.
pub fn large() -> Vec<(String, Scene)> {
    let (fine, coarse, ball) = (plate(24), plate(20), icosphere(3));
    let apart = |gap: f64| {
        let plates = [(&fine, Pose::IDENTITY), (&coarse, moved(0.03, 0.07, gap))];
        (format!("large plates {gap} apart, askew"), together(&askew([0.1, 0.2, 0.3]), plates))
    };
    let mut all: Vec<_> = [1e-9, 0.125, 0.25, 0.5, 2.0].map(apart).into();
    all.push(("a large ball in another".into(), two(&ball, &ball, scaled([0.5; 3], [0.01, 0.02, 0.0]))));
    all.push(("large balls apart".into(), two(&ball, &ball, askew([100.0, 37.0, 59.0]))));
    all
}
