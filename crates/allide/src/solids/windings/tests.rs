use super::*;
use crate::solids::winding::{counted, winding};
use crate::solids::{Relation, overlaps, relation};
use crate::world::{self, WorldPair};
use crate::{Mesh, Pose, Scene};

/// Boxes, each of twelve triangles; those that are inverted face inwards.
fn boxes(of: impl IntoIterator<Item = ([f64; 3], [f64; 3], bool)>) -> Mesh {
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let (mut corners, mut triangles): (Vec<[f64; 3]>, Vec<[u32; 3]>) = (Vec::new(), Vec::new());
    for (low, high, is_inverted) in of {
        let first = corners.len() as u32;
        corners.extend((0..8).map(|k| [0, 1, 2].map(|axis| if k >> axis & 1 == 0 { low[axis] } else { high[axis] })));
        for [a, b, c] in faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]) {
            triangles.push(if is_inverted { [b, a, c] } else { [a, b, c] }.map(|corner: u32| corner + first));
        }
    }
    Mesh::new(corners, triangles).unwrap()
}

fn scene<'m>(meshes: impl IntoIterator<Item = &'m Mesh>, pose: Pose) -> Scene {
    let mut scene = Scene::new();
    meshes.into_iter().for_each(|mesh| _ = scene.add("", mesh, pose));
    scene
}

/// Shells in shells in shells, side by side, some inside out.
fn nests(count: u32) -> Mesh {
    let shells = (0..count).flat_map(|place| {
        (1..=place % 7 + 1).map(move |size| {
            let (middle, half) = ([20.0 * f64::from(place % 4), 20.0 * f64::from(place / 4), 0.0], f64::from(size));
            (middle.map(|x| x - half), middle.map(|x| x + half), (place / 3 + size * place) % 3 == 1)
        })
    });
    boxes(shells)
}

fn poses() -> [Pose; 3] {
    let mirrored = Pose::affine([[-0.5, 0.3, 0.0], [0.2, 0.7, 0.1], [0.0, -0.3, 0.9]], [0.1, -7.3, 1e3]).unwrap();
    [Pose::IDENTITY, Pose::rotation_translation([1.0, 2.0, 3.0], 0.7, [0.0; 3]).unwrap(), mirrored]
}

#[test]
fn the_first_shell_says_what_all_say_together() {
    let mesh = nests(9);
    let mut seen = [0; 2];
    for pose in poses() {
        let scene = scene([&mesh], pose);
        let objects = world::objects(&scene, &[]).unwrap();
        let windings = Windings::of(&objects[0]).expect("shells that meet nowhere");
        let middle = objects[0].outer_bounds.center();
        let mut check = |probe: Probe<'_>| {
            let ray = probe.ray(&objects[0].outer_bounds).unwrap();
            let expected = counted(&objects[0], probe);
            match windings.first(&objects[0], &ray, |_| true) {
                First::Winding(found) => assert_eq!(Some(found), expected, "{pose:?} {probe:?}"),
                First::On => assert_eq!(expected, None, "{pose:?} {probe:?}"),
                First::Unclear => return,
            }
            assert_eq!(winding(&objects[0], probe), expected, "{pose:?} {probe:?}");
            seen[usize::from(expected.is_some_and(|around| around.abs() > 1))] += 1;
        };
        for triangle in 0..mesh.triangles().len() as u32 {
            let shape = objects[0].triangle(triangle);
            check(Probe::Beside(shape, 1));
            check(Probe::Beside(shape, -1));
            check(Probe::Point(shape[0]));
            check(Probe::Point(shape[0].lerp(shape[1], 0.3).lerp(middle, 1.0e-3)));
        }
    }
    assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
}

#[test]
fn objects_that_meet_themselves_are_followed_through() {
    let crossing = boxes([([0.0; 3], [2.0; 3], false), ([1.0; 3], [3.0; 3], false)]);
    let flush = boxes([([0.0; 3], [2.0; 3], false), ([2.0, 0.5, 0.5], [3.0, 1.0, 1.0], false)]);
    // Four triangles at an edge.
    let along_an_edge = boxes([([0.0; 3], [1.0; 3], false), ([1.0, 1.0, 0.0], [2.0, 2.0, 1.0], false)]);
    let apart = boxes([([0.0; 3], [1.0; 3], false), ([2.0; 3], [3.0; 3], false)]);
    for (mesh, is_plain) in [(crossing, false), (flush, false), (along_an_edge, false), (apart, true)] {
        let scene = scene([&mesh], Pose::IDENTITY);
        assert_eq!(Windings::of(&world::objects(&scene, &[]).unwrap()[0]).is_some(), is_plain);
    }
}

/// How two objects lie to each other, and how many triangles rays looked at for each triangle there is.
fn looked(meshes: [&Mesh; 2]) -> (Relation, usize) {
    let scene = scene(meshes, Pose::IDENTITY);
    let objects = world::objects(&scene, &[]).unwrap();
    let pair = WorldPair { a: &objects[0], b: &objects[1] };
    let relation = relation(pair, &overlaps(pair, crate::confirm::Keep::All));
    let looked: usize = objects.iter().map(|object| object.followed().looked()).sum();
    (relation, looked / meshes.iter().map(|mesh| mesh.triangles().len()).sum::<usize>())
}

fn stack(count: u32, first: f64) -> Mesh {
    let plates = (0..count).map(|k| first + 2.0 * f64::from(k));
    boxes(plates.map(|z| ([0.0, 0.0, z], [10.0, 10.0, z + 1.0], false)))
}

#[test]
fn flush_stacks_take_linear_work() {
    let few = looked([&stack(200, 0.0), &stack(200, 1.0)]);
    let many = looked([&stack(1600, 0.0), &stack(1600, 1.0)]);
    assert_eq!([few.0, many.0], [Relation::Touch; 2]);
    assert!(many.1 < 2 * few.1 && many.1 < 400, "{few:?} {many:?}");
}

#[test]
fn nested_shells_take_linear_work() {
    let shells = |count: u32| boxes((1..=count).map(|size| ([-f64::from(size); 3], [f64::from(size); 3], false)));
    let across = |count: u32| boxes([([0.0, -0.1, -0.2], [f64::from(count) + 1.0, 0.1, 0.2], false)]);
    let [few, many] = [50, 300].map(|count| looked([&shells(count), &across(count)]));
    assert_eq!([few.0, many.0], [Relation::Hard; 2]);
    assert!(many.1 < 2 * few.1 && many.1 < 400, "{few:?} {many:?}");
}
