//! Good OBJ files.

use crate::common::*;

const SQUARE_VERTICES: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

#[test]
fn convex_polygons_are_fanned_from_their_first_vertex() {
    let object = read_one("plate.obj", format!("{SQUARE_VERTICES}f 1 2 3 4\n"));
    assert_square(&object);
    assert_eq!((object.name.as_str(), object.source.as_str()), ("plate", "plate.obj"));
}

#[test]
fn corners_may_name_texture_coordinates_and_normals() {
    for face in ["1/1 2/1 3/1 4/1", "1//1 2//1 3//1 4//1", "1/1/1 2/1/1 3/1/1 4/1/1", "-4 -3 -2 -1", "-4//-1 2 3/7 -1"]
    {
        assert_square(&read_one("a.obj", format!("{SQUARE_VERTICES}vt 0 0\nvn 0 0 1\nf {face}\n")));
    }
}

#[test]
fn lines_may_be_continued_and_end_in_any_way() {
    assert_square(&read_one("a.obj", format!("{SQUARE_VERTICES}f 1 \\\n 2 \\\r\n3\\\n 4")));
    assert_square(&read_one("a.obj", format!("{SQUARE_VERTICES}f 1 2 3 4\n").replace('\n', "\r\n")));
    assert_square(&read_one("a.obj", format!("{SQUARE_VERTICES}f 1 2 3 4\n").replace('\n', "\r")));
}

#[test]
fn colours_comments_and_foreign_statements_are_ignored() {
    let text = "# caf\u{e9} C:\\\nmtllib x.mtl\nv 0 0 0 1 0.5 0.5 0.5 # first \\\nv 1 0 0 1\n\tv 1 1 0\nv 0 1 0\n\
                vp 1 2\nusemtl red\ns off\nl 1 2\np 1\nf 1 2 3 4 # a face\nsome-program 7\n";
    assert_square(&read_one("a.obj", format!("\u{feff}{SQUARE_VERTICES}f 1 2 3 4\n")));
    let mut bytes = text.as_bytes().to_vec();
    assert_square(&read_one("a.obj", &bytes));
    bytes.splice(2..2, *b"\xff\xfe");
    assert_square(&read_one("a.obj", &bytes));
}

#[test]
fn faces_may_stand_above_their_vertices() {
    assert_square(&read_one("a.obj", format!("f 1 2 3 4\n{SQUARE_VERTICES}")));
}

#[test]
fn each_o_is_an_object_with_its_own_vertices() {
    let text = "v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 2 3 4\no empty\no lid\ng left\nf 4 3 2\nv 5 5 5\nf 5 2 3\n\
                g right\nf 2 3 4\no lid\nf 3 4 5\n";
    let objects = read("box.obj", text).unwrap();
    assert_eq!(outline(&objects), [("box", 1), ("lid", 3), ("lid", 1)]);
    assert_eq!(positions(&objects[0]), [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    assert_eq!(positions(&objects[1]), [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [5.0, 5.0, 5.0]]);
    assert_eq!(objects[1].mesh.triangles(), [[2, 1, 0], [3, 0, 1], [0, 1, 2]]);
    assert_eq!(positions(&objects[2]), [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [5.0, 5.0, 5.0]]);
    assert_eq!(read_whole("box.obj", text).mesh.triangles().len(), 5);
    assert_eq!(read_whole("box.obj", text).name, "box");
}

#[test]
fn without_an_o_each_name_of_a_g_is_an_object() {
    let faces = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\ng a b\nf 1 2 3\ng c\nf 2 3 1\ng a b\nf 3 1 2\ng\nf 1 2 3\n";
    let objects = read("box.obj", faces).unwrap();
    assert_eq!(outline(&objects), [("box", 2), ("a b", 2), ("c", 1)]);
    assert_eq!(objects[1].mesh.triangles(), [[0, 1, 2], [2, 0, 1]]);
}

#[test]
fn names_that_are_not_utf8_are_kept_as_far_as_possible() {
    let object = read_one("a.obj", [&b"o caf\xe9 1\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"[..]].concat());
    assert_eq!(object.name, "caf\u{fffd} 1");
}

#[test]
fn coordinates_are_the_nearest_doubles() {
    let object =
        read_one("a.obj", "v 0.1 1e-320 -.5E+3\nv 1.7976931348623157e308 +1 5.\nv 0.30000000000000004 3 1\nf 1 2 3");
    let expected = [[0.1, 1e-320, -500.0], [f64::MAX, 1.0, 5.0], [0.30000000000000004, 3.0, 1.0]];
    assert_eq!(positions(&object), expected);
}

#[test]
fn gzip_is_unpacked_whatever_the_name_says() {
    use std::io::Write;
    let mut packed = Vec::new();
    for half in [SQUARE_VERTICES, "f 1 2 3 4\n"] {
        let mut encoder = flate2::write::GzEncoder::new(&mut packed, flate2::Compression::default());
        encoder.write_all(half.as_bytes()).unwrap();
        encoder.finish().unwrap();
    }
    assert_square(&read_one("plate.obj.gz", &packed));
    assert_eq!(read_one("plate.obj.gz", &packed).name, "plate");
    assert_square(&read_one("-", &packed));
}
