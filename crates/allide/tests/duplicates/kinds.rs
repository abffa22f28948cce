//! Which objects are duplicates, and which are not.

use super::{checked, scene_of};
use allide::{Mesh, Pose, Scene};
use allide_scenes::shapes;

type Parts = (Vec<[f64; 3]>, Vec<[u32; 3]>);

fn parts(mesh: &Mesh) -> Parts {
    (mesh.positions().iter().map(|point| point.to_array()).collect(), mesh.triangles().to_vec())
}

fn mesh((positions, triangles): Parts) -> Mesh {
    Mesh::new(positions, triangles).unwrap()
}

fn blob() -> Mesh {
    shapes::blob(3, 60)
}

/// Every vertex has another number.
fn renumbered(of: &Mesh) -> Mesh {
    let (mut positions, triangles) = parts(of);
    let last = positions.len() as u32 - 1;
    positions.reverse();
    mesh((positions, triangles.into_iter().map(|corners| corners.map(|vertex| last - vertex)).collect()))
}

fn changed(of: &Mesh, change: impl FnOnce(&mut Parts)) -> Mesh {
    let mut all = parts(of);
    change(&mut all);
    mesh(all)
}

#[test]
fn neither_order_nor_numbers_nor_winding_matter() {
    let blob = blob();
    let copies = [
        blob.clone(),
        mesh(parts(&blob)),
        renumbered(&blob),
        changed(&blob, |(_, triangles)| triangles.reverse()),
        changed(&blob, |(_, triangles)| triangles.rotate_left(7)),
        changed(&blob, |(_, triangles)| triangles.iter_mut().for_each(|corners| corners.rotate_left(1))),
        changed(&blob, |(_, triangles)| triangles.iter_mut().for_each(|corners| corners.swap(0, 1))),
        // Each triangle with vertices of its own, as STL has them.
        changed(&blob, |(positions, triangles)| {
            let corners: Vec<_> = triangles.as_flattened().iter().map(|&vertex| positions[vertex as usize]).collect();
            *triangles = (0..triangles.len() as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
            *positions = corners;
        }),
        // Vertices that no triangle has.
        changed(&blob, |(positions, _)| positions.extend([[1e300; 3], [0.0; 3]])),
    ];
    assert_eq!(checked(&scene_of(&copies)), [(0..copies.len()).collect::<Vec<_>>()]);
}

#[test]
fn it_does_not_matter_how_meshes_and_poses_come_to_it() {
    let blob = blob();
    let mut scene = scene_of([&blob]);
    let mirrored = changed(&blob, |(positions, _)| positions.iter_mut().for_each(|point| point[0] = -point[0]));
    let mirror = Pose::affine([[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0; 3]).unwrap();
    scene.add("mirrored", &mirrored, mirror);
    let swapped = changed(&blob, |(positions, _)| positions.iter_mut().for_each(|point| point.swap(0, 2)));
    let swap = Pose::affine([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]], [0.0; 3]).unwrap();
    scene.add("swapped", &swapped, swap);
    let halved = changed(&blob, |(positions, _)| positions.iter_mut().flatten().for_each(|x| *x *= 0.5));
    let double = Pose::affine([[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]], [0.0; 3]).unwrap();
    scene.add("doubled", &halved, double);
    assert_eq!(checked(&scene), [[0, 1, 2, 3]]);
    // A shape that a quarter of a turn leaves as it is.
    let cube = shapes::cuboid([-1.0; 3], [1.0; 3]);
    let quads: Vec<[u32; 3]> = cube.triangles().to_vec();
    let both = changed(&cube, |(_, triangles)| {
        // Both diagonals of every side, so that no turn shows.
        for pair in quads.chunks(2) {
            let mut corners: Vec<u32> = pair.as_flattened().to_vec();
            corners.sort_unstable();
            corners.dedup();
            let all = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
            triangles.extend(all.map(|three| three.map(|k: usize| corners[k])));
        }
        triangles.drain(..quads.len());
    });
    let turn = Pose::affine([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], [0.0; 3]).unwrap();
    let mut scene = scene_of([&both]);
    scene.add("turned", &both, turn);
    assert_eq!(checked(&scene), [[0, 1]]);
}

#[test]
fn the_sign_of_zero_does_not_matter() {
    let zero = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]).unwrap();
    let minus = Mesh::new(vec![[-0.0; 3], [1.0, -0.0, 0.0], [0.0, 1.0, -0.0]], vec![[0, 1, 2]]).unwrap();
    assert_eq!(checked(&scene_of([&zero, &minus])), [[0, 1]]);
}

#[test]
fn near_misses_are_no_duplicates() {
    let blob = blob();
    let others = [
        // One vertex off by one unit in the last place.
        changed(&blob, |(positions, _)| positions[20][1] = positions[20][1].next_up()),
        // One triangle more, also if it is there already.
        changed(&blob, |(_, triangles)| triangles.push(triangles[0])),
        // One triangle less.
        changed(&blob, |(_, triangles)| triangles.truncate(triangles.len() - 1)),
        // One triangle twice, and another one missing.
        changed(&blob, |(_, triangles)| triangles[5] = triangles[9]),
        // The same one missing, and yet another one twice.
        changed(&blob, |(_, triangles)| triangles[5] = triangles[11]),
    ];
    let all = std::iter::once(&blob).chain(&others);
    assert!(checked(&scene_of(all)).is_empty());
}

#[test]
fn the_same_bounds_and_corners_are_not_enough() {
    let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
    let one = Mesh::new(corners.clone(), vec![[0, 1, 2], [1, 2, 3]]).unwrap();
    let other = Mesh::new(corners.clone(), vec![[0, 1, 3], [0, 2, 3]]).unwrap();
    // And not the same mean either.
    let third = Mesh::new(corners, vec![[0, 1, 3], [1, 2, 0]]).unwrap();
    assert!(checked(&scene_of([&one, &other, &third])).is_empty());
}

#[test]
fn objects_without_triangles_are_no_duplicates() {
    let nothing = Mesh::new(Vec::new(), Vec::new()).unwrap();
    let points = Mesh::new(vec![[0.0; 3]; 3], Vec::new()).unwrap();
    assert!(checked(&scene_of([&nothing, &nothing, &points, &points])).is_empty());
    let mut scene = scene_of([&blob(), &blob(), &blob()]);
    let first = scene.ids().next().unwrap();
    scene.remove(first);
    assert_eq!(checked(&scene), [[1, 2]]);
    assert!(allide::Engine::cpu().run(&scene, &allide::Overlaps::new().of(first)).is_err());
}

#[test]
fn degenerate_triangles_and_extremes_are_compared_like_others() {
    let point = Mesh::new(vec![[0.5; 3]; 3], vec![[0, 1, 2]; 4]).unwrap();
    let tiny = Mesh::new(vec![[5e-324, 0.0, 0.0], [0.0; 3], [0.0, 1e-310, 0.0]], vec![[0, 1, 2]]).unwrap();
    let huge = Mesh::new(vec![[f64::MAX, 0.0, 0.0], [0.0; 3], [f64::MIN, 1e308, 0.0]], vec![[0, 1, 2]]).unwrap();
    let meshes = [&point, &tiny, &huge].map(|mesh| [mesh.clone(), renumbered(mesh)]);
    assert_eq!(checked(&scene_of(meshes.as_flattened())), [[0, 1], [2, 3], [4, 5]]);
}

#[test]
fn classes_that_alternate_are_told_apart() {
    let blob = blob();
    let mut scene = Scene::new();
    for index in 0..12 {
        let copy = if index % 2 == 0 { blob.clone() } else { renumbered(&blob) };
        scene.add("part", &copy, Pose::translation(f64::from(index % 3) * 0.25, 0.0, 0.0).unwrap());
    }
    assert_eq!(checked(&scene), [[0, 3, 6, 9], [1, 4, 7, 10], [2, 5, 8, 11]]);
}
