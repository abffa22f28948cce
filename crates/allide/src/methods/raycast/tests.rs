//! Edges and normals, and rays in degenerate position: figure 4.12.

use super::geometry::{Drawn, Geometry, Place};
use super::{Algorithm, Axis, EarlyExit, EdgeRule, RaycastOptions, Sided, cast};
use crate::gpu::testing::on_one;
use crate::world::objects;
use crate::{Error, Mesh, Pose, Scene};
use allide_geom::{Aabb, DVec3};
use allide_scenes::shapes;

/// A shape as a mesh of this crate: tests are compiled apart from what the shapes use.
macro_rules! own {
    ($shape:expr) => {{
        let shape = $shape;
        let positions = shape.positions().iter().map(|point| point.to_array()).collect();
        Mesh::new(positions, shape.triangles().to_vec()).unwrap()
    }};
}

fn cuboid(min: [f64; 3], max: [f64; 3]) -> Mesh {
    own!(shapes::cuboid(min, max))
}

fn subdivided_cuboid(min: [f64; 3], max: [f64; 3], cells: [usize; 3]) -> Mesh {
    own!(shapes::subdivided_cuboid(min, max, cells))
}

fn geometry(mesh: &Mesh, pose: Pose) -> Geometry {
    let mut scene = Scene::new();
    scene.add("", mesh, pose);
    let objects = objects(&scene, &[]).unwrap();
    Geometry::of(&objects, &Place::of(&objects[0].bounds())).unwrap()
}

/// Every triangle with corners of its own.
fn soup(mesh: &Mesh) -> Mesh {
    let corners = mesh.triangles().as_flattened();
    let positions = corners.iter().map(|&corner| mesh.positions()[corner as usize].to_array()).collect();
    let triangles = (0..mesh.triangles().len() as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    Mesh::new(positions, triangles).unwrap()
}

/// How far each corner of the triangles is in front of the opposite side, which outward normals make positive.
fn outward(geometry: &Geometry) -> bool {
    geometry.positions.iter().zip(&geometry.normals).all(|(point, normal)| {
        let dot: f32 = (0..3).map(|k| point[k] * normal[k]).sum();
        dot > 0.0
    })
}

#[test]
fn every_edge_is_drawn_once_and_normals_point_outward_however_triangles_turn_and_repeat_their_corners() {
    let ball = own!(shapes::icosphere(1));
    let cube = cuboid([-1.0; 3], [1.0; 3]);
    let mirrored = Pose::affine([[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0; 3]).unwrap();
    let reversed = cube.triangles().iter().map(|&[a, b, c]| [a, c, b]).collect();
    let reversed = Mesh::new(cube.positions().iter().map(|point| point.to_array()).collect(), reversed).unwrap();
    for (mesh, pose, edges) in [
        (&ball, Pose::IDENTITY, 120),
        (&soup(&ball), Pose::IDENTITY, 120),
        (&cube, Pose::IDENTITY, 18),
        (&soup(&cube), mirrored, 18),
        (&reversed, Pose::IDENTITY, 18),
    ] {
        let geometry = geometry(mesh, pose);
        assert_eq!((geometry.ends.len(), geometry.corners.len()), (2 * edges, 3 * mesh.triangles().len()));
        assert_eq!(geometry.positions.len(), 2 + edges - mesh.triangles().len(), "Euler");
        assert!(outward(&geometry));
    }
    // By angles: it does not matter how faces are cut.
    let corner = geometry(&cube, Pose::IDENTITY);
    assert!(corner.normals.iter().flat_map(|normal| &normal[..3]).all(|x| (x.abs() - 1.0 / 3f32.sqrt()).abs() < 1e-6));
}

#[test]
fn triangles_without_area_and_objects_without_triangles_have_no_normals_and_edges_only_where_there_is_length() {
    let point = geometry(&Mesh::new(vec![[1.0; 3]; 3], vec![[0, 1, 2]]).unwrap(), Pose::IDENTITY);
    assert_eq!((point.positions.len(), point.ends.len(), point.normals[0]), (1, 0, [0.0; 4]));
    let line = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]], vec![[0, 1, 2]]).unwrap();
    let line = geometry(&line, Pose::IDENTITY);
    assert_eq!((line.ends.len(), line.normals.clone()), (6, vec![[0.0; 4]; 3]));
    let nothing = Geometry::of(&[], &Place::of(&Aabb { min: DVec3::ZERO, max: DVec3::ZERO })).unwrap();
    assert!(nothing.objects.is_empty());
}

#[test]
fn edges_know_their_objects_also_past_empty_ones() {
    let object = |corners, ends| Drawn { corners, ends };
    let objects = vec![object(0..0, 0..0), object(0..3, 0..6), object(3..3, 6..6), object(3..6, 6..10)];
    let geometry = Geometry { objects, ..Geometry::default() };
    assert_eq!([0, 2, 3, 4].map(|edge| geometry.owner(edge)), [1, 1, 3, 3]);
}

/// Five pixels each way, one of them in the middle; every ray ends at an edge of the last object that is there.
fn last_edges(sided: Sided) -> RaycastOptions {
    RaycastOptions {
        algorithm: Algorithm::IdentifyOne,
        size: [5, 5],
        edges: EdgeRule::AsPrinted,
        early_exit: EarlyExit::Maximum,
        offset: 0.25,
        sided,
        ..RaycastOptions::default()
    }
}

/// Edges through every pixel of a view of a cube from −1 to 1.
fn target(from: f64, to: f64) -> Mesh {
    subdivided_cuboid([-0.97, -0.97, from], [0.97, 0.97, to], [10, 10, 1])
}

fn frame() -> Mesh {
    cuboid([-1.0, -1.0, 5.0], [1.0, 1.0, 6.0])
}

/// Casts rays along z at the objects, the last of which is in every pixel, in one pass and two. The largest and the smallest
/// count must be as given.
fn assert_counts(meshes: &[&Mesh], expected: [i16; 2]) {
    let mut scene = Scene::new();
    for mesh in meshes {
        scene.add("", mesh, Pose::IDENTITY);
    }
    let objects = objects(&scene, &[]).unwrap();
    on_one(|gpu| {
        for sided in [Sided::OnePass, Sided::TwoPasses] {
            let report = cast::run(gpu, &objects, &last_edges(sided)).unwrap();
            let found = report.pixels.extremes.map(|found| [found.largest, found.smallest]);
            assert_eq!(found, Some(expected), "{sided:?}");
        }
    });
}

#[test]
fn degeneracy_1_a_ray_through_a_silhouette_vertex_counts_as_much_up_as_down() {
    // A double pyramid whose leftmost corner is in the middle of the middle pixel.
    let corners = vec![[0.0, 0.0, 0.0], [0.6, 0.5, 0.0], [0.6, -0.5, 0.0], [0.4, 0.0, -0.5], [0.4, 0.0, 0.5]];
    let triangles = vec![[0, 3, 1], [1, 3, 2], [2, 3, 0], [0, 1, 4], [1, 2, 4], [2, 0, 4]];
    let pyramid = Mesh::new(corners, triangles).unwrap();
    assert_counts(&[&frame(), &pyramid, &target(2.0, 3.0)], [0, 0]);
    // It is in the way of some rays.
    assert_counts(&[&frame(), &pyramid, &target(-0.1, 0.1)], [1, 0]);
}

#[test]
fn degeneracy_2_a_ray_along_an_edge_and_two_faces_does_not_count_them() {
    let cube = cuboid([0.0; 3], [0.8, 0.8, 1.0]);
    assert_counts(&[&frame(), &cube, &target(2.0, 3.0)], [0, 0]);
    assert_counts(&[&frame(), &cube, &target(0.4, 0.6)], [1, 0]);
}

#[test]
fn degeneracy_3_a_ray_through_a_vertex_between_front_faces_counts_once() {
    // Eight triangles of the front meet in the middle pixel, edges of others run through the middles of pixels.
    let cube = subdivided_cuboid([-1.0; 3], [1.0; 3], [2, 2, 2]);
    assert_counts(&[&cube, &target(-0.5, 0.5)], [1, 1]);
    let fine = subdivided_cuboid([-1.0; 3], [1.0; 3], [10, 10, 1]);
    assert_counts(&[&fine, &target(-0.5, 0.5)], [1, 1]);
    // Twice inside.
    assert_counts(&[&cube, &fine, &target(-0.5, 0.5)], [2, 2]);
}

#[test]
fn options_that_make_no_sense_are_errors() {
    let good = RaycastOptions::default();
    assert!(good.check().is_ok());
    let wrong = |options: RaycastOptions| options.check().unwrap_err().to_string();
    let size = wrong(RaycastOptions { size: [0, 5], ..good });
    assert_eq!(size, "the size of the view is 0 × 5; it must be at least one pixel each way");
    for offset in [f32::NAN, f32::INFINITY, -1.0] {
        assert!(wrong(RaycastOptions { offset, ..good }).contains("finite and not negative"));
    }
    let options = RaycastOptions { algorithm: Algorithm::Queries, locate: true, axis: Axis::X, ..good };
    assert!(matches!(options.check(), Err(Error::BadOption { .. })));
}
