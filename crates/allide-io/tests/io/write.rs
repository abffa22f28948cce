//! Written files read back as the same triangles.

use crate::common::*;
use allide::{Mesh, Pose, Scene};
use allide_io::{Error, Format, Options, read_file, write, write_file};

fn scene() -> Scene {
    let corners = vec![[0.1, 0.0, 1e-7], [1.0 / 3.0, -0.0, 5e-324], [0.0, 1e17, 2.5], [1e6, 0.30000000000000004, 3.0]];
    let mesh = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3], [3, 1, 0]]).unwrap();
    let mut scene = Scene::new();
    scene.add("lid of box", &mesh, Pose::IDENTITY);
    scene.add("base", &mesh, Pose::rotation_translation([0.0, 0.0, 1.0], 0.7, [10.0, 20.0, 30.0]).unwrap());
    scene
}

/// The corners of each triangle of a scene in the world.
fn world(scene: &Scene) -> Vec<[[f64; 3]; 3]> {
    let mut triangles = Vec::new();
    for object in scene.objects() {
        let corner = |vertex: u32| object.pose().apply(object.mesh().positions()[vertex as usize]).to_array();
        triangles.extend(object.mesh().triangles().iter().map(|corners| corners.map(corner)));
    }
    triangles
}

fn written(format: Format) -> Vec<u8> {
    let mut bytes = Vec::new();
    write("a", &scene(), format, &mut bytes).unwrap();
    bytes
}

#[test]
fn text_and_ply_keep_every_bit() {
    for (format, name) in [(Format::Obj, "a.obj"), (Format::Ply, "a.ply"), (Format::Off, "a.off")] {
        let object = read_whole(name, written(format));
        assert_eq!(triangles(&object), world(&scene()), "{name}");
    }
}

#[test]
fn stl_and_glb_round_to_f32() {
    let expected: Vec<_> = world(&scene())
        .iter()
        .map(|corners| corners.map(|corner| corner.map(|value| f64::from(value as f32))))
        .collect();
    for (format, name) in [(Format::Stl, "a.stl"), (Format::Gltf, "a.glb")] {
        assert_eq!(triangles(&read_whole(name, written(format))), expected, "{name}");
    }
}

#[test]
fn obj_and_glb_keep_objects_apart() {
    for (format, name) in [(Format::Obj, "a.obj"), (Format::Gltf, "a.glb")] {
        let objects = read(name, written(format)).unwrap();
        assert_eq!(outline(&objects), [("lid of box", 3), ("base", 3)]);
    }
}

#[test]
fn obj_names_stay_on_their_line() {
    let mesh = scene().objects()[0].mesh().clone();
    let mut scene = Scene::new();
    scene.add("a\nf 1 2 3\\", &mesh, Pose::IDENTITY);
    let mut bytes = Vec::new();
    write("a", &scene, Format::Obj, &mut bytes).unwrap();
    assert_eq!(outline(&read("a.obj", bytes).unwrap()), [("a f 1 2 3", 3)]);
}

#[test]
fn files_are_replaced_when_complete() {
    let folder = std::env::temp_dir().join(format!("allide-io-write-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["a.obj", "a.stl", "A.PLY", "a.off", "a.glb"] {
        let path = folder.join(name);
        std::fs::write(&path, "old").unwrap();
        write_file(&path, &scene()).unwrap();
        assert!(read_file(&path, &Options::default(), &mut |_| {}).is_ok());
    }
    let mesh = Mesh::new(vec![[1e300, 0.0, 0.0]], vec![[0, 0, 0]]).unwrap();
    let mut far = Scene::new();
    far.add("far", &mesh, Pose::IDENTITY);
    let path = folder.join("a.stl");
    let before = std::fs::read(&path).unwrap();
    let expected = format!(
        "{}: object \"far\": vertex 0 at [1e300, 0.0, 0.0] is beyond the largest f32; write OBJ or PLY",
        path.display()
    );
    assert_eq!(write_file(&path, &far).unwrap_err().to_string(), expected);
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 5, "a partial file was left behind");

    for name in ["a.3mf", "a.gltf", "a.obj.gz", "a"] {
        assert!(matches!(write_file(&folder.join(name), &scene()), Err(Error::UnknownFormat { .. })), "{name}");
    }
    assert!(matches!(write_file(&folder.join("none/a.obj"), &scene()), Err(Error::Io { .. })));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn mirrored_objects_keep_facing_outwards() {
    let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let wedge = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).unwrap();
    let mut scene = Scene::new();
    scene.add("mirrored", &wedge, Pose::affine([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], [5.0; 3]).unwrap());
    assert!(scene.objects()[0].pose().mirrors());
    for (format, name) in [
        (Format::Obj, "a.obj"),
        (Format::Ply, "a.ply"),
        (Format::Off, "a.off"),
        (Format::Stl, "a.stl"),
        (Format::Gltf, "a.glb"),
    ] {
        let mut bytes = Vec::new();
        write("a", &scene, format, &mut bytes).unwrap();
        let mut read = Scene::new();
        let object = read_whole(name, bytes);
        read.add("read", &object.mesh, object.pose);
        let found = allide::inspect(&mut allide::Engine::cpu(), &read).unwrap();
        assert!(found.objects[0].is_healthy(), "{name}");
    }
}
