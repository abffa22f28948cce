//! Files with bad faces: an error, or left out on request.

use crate::common::*;
use allide_io::{Content, Error, Options, read_bytes};

fn repair(name: &str, bytes: impl AsRef<[u8]>) -> Result<Content, Error> {
    let options = Options { repair: true, ..Options::default() };
    read_bytes(name, bytes.as_ref(), None, &options, &mut |_| {})
}

/// Which triangles are left out, how often, and where first; and the polygon of each triangle that stays.
fn repaired(name: &str, bytes: impl AsRef<[u8]>) -> (Vec<String>, Vec<u32>) {
    let content = repair(name, bytes).unwrap_or_else(|error| panic!("{error}"));
    let object = &content.objects[0];
    let polygons = (0..object.mesh.triangles().len() as u32).map(|triangle| object.origins.of(triangle).polygon);
    (content.notes.iter().map(ToString::to_string).collect(), polygons.collect())
}

#[test]
fn bad_faces_of_obj_are_left_out() {
    let text = "v 0 0 0\nv 1 0 0\nv nan 1 0\nv 0 1 0\nf 1 2 4\nf 1 2\nf 1 2 3\nf 1 2 9\nf 1 x 2\nf 1 2 0\nf 1 2 -9\nf\n\
                f 4 2 1\nf 1 2 3 4\nf 1 2 4 5\nv 1 1 x\n";
    assert_eq!(error("a.obj", text), "a.obj: line 3: the coordinate nan is not finite");
    let (notes, polygons) = repaired("a.obj", text);
    let expected = [
        "a.obj: line 6: left out: a face with fewer than 3 corners (2 times)",
        "a.obj: line 7: left out: a face with a vertex that cannot be read or is not finite (3 times)",
        "a.obj: line 8: left out: a face with a vertex that does not exist (3 times)",
        "a.obj: line 9: left out: a face that cannot be read",
    ];
    assert_eq!((notes, polygons), (expected.map(String::from).to_vec(), vec![0, 8]));
    assert_eq!(
        repair("a.obj", "v 0 0 0\nf 1 2 3\n").unwrap_err().to_string(),
        "a.obj: no triangle, so there is nothing to examine"
    );
    let surface = repair("a.obj", "v 0 0 0\nsurf 1 2\n").unwrap_err().to_string();
    assert!(surface.contains("is not supported"), "{surface}");
}

#[test]
fn bad_faces_of_off_are_left_out() {
    let text =
        "OFF\n4 8 0\n0 0 0\n1 0 0\n1 inf 0\n0 1 0\n3 0 1 3\n2 0 1\n3 0 1 2\n3 0 1 9\n3 0 x 1\n3 0 1\nq\n3 3 1 0\n";
    let (notes, polygons) = repaired("a.off", text);
    let expected = [
        "a.off: line 8: left out: a face with fewer than 3 corners",
        "a.off: line 9: left out: a face with a vertex that cannot be read or is not finite",
        "a.off: line 10: left out: a face with a vertex that does not exist",
        "a.off: line 11: left out: a face that cannot be read (3 times)",
    ];
    assert_eq!((notes, polygons), (expected.map(String::from).to_vec(), vec![0, 7]));
    for broken in [text.replace("4 8 0", "4 x 0"), text.replace("4 8 0", "4 9 0"), text.replace("4 8 0", "4 7 0")] {
        assert!(matches!(repair("a.off", broken), Err(Error::Malformed { .. })));
    }
}

const PLY: &str = "element vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 7\n\
                   property uchar flags\nproperty list uchar int vertex_indices\nend_header\n";

#[test]
fn bad_faces_of_text_ply_are_left_out() {
    let vertices = "0 0 0\n1 0 0\n1.00 1\n0 1 0\n";
    let faces = "0 3 0 1 3\n0 2 0 1\n0 3 0 1 2\n0 3 0 1 9\n0 3 0 x 1\n0 3 0 1 3 3\n0 3 3 1 0";
    let text = format!("ply\nformat ascii 1.0\n{PLY}{vertices}{faces}");
    let expected = [
        "a.ply: line 16: left out: a face with fewer than 3 corners",
        "a.ply: line 17: left out: a face with a vertex that cannot be read or is not finite",
        "a.ply: line 18: left out: a face with a vertex that does not exist",
        "a.ply: line 19: left out: a face that cannot be read (2 times)",
    ];
    assert_eq!(repaired("a.ply", &text), (expected.map(String::from).to_vec(), vec![0, 6]));
    assert!(repaired("a.ply", text.replace("1.00 1\n", "1 nan 0\n")).1 == [0, 6]);
    assert_eq!(repaired("a.ply", format!("{} x", text)).1, [0]);
    let cut = text.strip_suffix("\n0 3 3 1 0").unwrap();
    assert!(matches!(repair("a.ply", cut), Err(Error::Malformed { .. })));
    assert!(matches!(repair("a.ply", text.replace("float y", "flat y")), Err(Error::Malformed { .. })));

    // The faces first: a bad one does not hide the vertices.
    let (vertex, face) = PLY.strip_suffix("end_header\n").unwrap().split_at(PLY.find("element face").unwrap());
    let text = format!("ply\nformat ascii 1.0\n{face}{vertex}end_header\n{faces}\n{vertices}");
    assert_eq!(repaired("a.ply", text).1, [0, 6]);
}

#[test]
fn bad_faces_of_binary_ply_are_left_out() {
    let vertices: [f32; 12] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, f32::NAN, 0.0, 0.0, 1.0, 0.0];
    let faces: [&[i32]; 7] = [&[0, 1, 3], &[0, 1], &[0, 1, 2], &[0, 9, 3], &[], &[-1, -2, 3, 0], &[3, 1, 0]];
    let mut bytes = format!("ply\nformat binary_little_endian 1.0\n{PLY}").into_bytes();
    bytes.extend(vertices.iter().flat_map(|value| value.to_le_bytes()));
    for face in faces {
        bytes.extend([0, face.len() as u8]);
        bytes.extend(face.iter().flat_map(|vertex| vertex.to_le_bytes()));
    }
    assert!(error("a.ply", &bytes).contains("which is not finite"));
    let (notes, polygons) = repaired("a.ply", &bytes);
    let reasons = [
        "a face with fewer than 3 corners (2 times)",
        "a face with a vertex that cannot be read or is not finite",
        "a face with a vertex that does not exist (2 times)",
    ];
    assert_eq!(polygons, [0, 6]);
    assert_eq!(notes.len(), 3);
    for (note, reason) in notes.iter().zip(reasons) {
        assert!(note.starts_with("a.ply: byte ") && note.ends_with(&format!(": left out: {reason}")), "{note}");
    }
    assert!(matches!(repair("a.ply", &bytes[..bytes.len() - 1]), Err(Error::Malformed { .. })));
}

#[test]
fn good_files_are_the_same_with_repair() {
    let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\nfoo\n";
    let (content, plain) = (repair("a.obj", text).unwrap(), read("a.obj", text).unwrap());
    assert_square(&content.objects[0]);
    assert_square(&plain[0]);
    assert_eq!(content.notes.len(), 1);
}
