//! Good STL, PLY and OFF files.

use crate::common::*;
use allide_io::{Loaded, Options, read_bytes};

const TEXT_STL: &str = "solid facet of a plate\n facet normal 0 0 nan\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n\
    vertex 1 1 0\n  endloop\n endfacet\nendsolid facet\nSOLID\nFACET NORMAL 0 0 1\nOUTER LOOP\nVERTEX 0 0 -0\nvertex 1 1 0\n\
    vertex 0 1 0\nENDLOOP\nENDFACET\nENDSOLID";

fn binary_stl(header: &[u8], tail: &[u8]) -> Vec<u8> {
    let mut bytes = header.to_vec();
    bytes.resize(80, b' ');
    bytes.extend(2u32.to_le_bytes());
    for corners in SQUARE_FAN {
        bytes.extend([0; 12]);
        bytes.extend(corners.iter().flat_map(|&vertex| SQUARE[vertex as usize]).flat_map(|x| (x as f32).to_le_bytes()));
        bytes.extend([7, 7]);
    }
    bytes.extend(tail);
    bytes
}

#[test]
fn each_solid_of_a_text_stl_is_an_object() {
    for (name, text) in [("plate.stl", TEXT_STL.to_string()), ("plate", TEXT_STL.replace('\n', "\r\n"))] {
        let objects = read(name, text).unwrap();
        assert_eq!(outline(&objects), [("facet of a plate", 1), ("solid 2", 1)]);
        assert_eq!(triangles(&objects[1])[0], [SQUARE[0], SQUARE[2], SQUARE[3]]);
    }
    assert_square(&read_whole("plate.stl", TEXT_STL));
}

#[test]
fn a_text_stl_of_one_solid_is_called_after_the_file() {
    let one = TEXT_STL.replace("endsolid facet\nSOLID\n", "");
    let object = read_one("a/plate.stl", one.as_str());
    assert_square(&object);
    assert_eq!(object.name, "plate");
    assert_eq!(read_one("a/plate.stl", format!("solid of nothing\nendsolid\n{one}")).name, "plate");
}

fn repaired(name: &str, bytes: impl AsRef<[u8]>) -> (Vec<Loaded>, Vec<String>) {
    let options = Options { repair: true, ..Options::default() };
    let content = read_bytes(name, bytes.as_ref(), None, &options, &mut |_| {}).unwrap();
    (content.objects, content.notes.iter().map(ToString::to_string).collect())
}

#[test]
fn repair_leaves_out_bad_facets() {
    let facet = |corners: &str| format!("facet normal 0 0 1\nouter loop\n{corners}\nendloop\nendfacet\n");
    let first = facet("vertex 0 0 0 vertex 1 0 0 vertex 1 1 0");
    let second = facet("vertex 0 0 0 vertex 1 1 0 vertex 0 1 0");
    let bad = [
        facet("vertex 7 7 7 vertex 1 nan 0 vertex 1 1 0"),
        facet("vertex 8 8 8 vertex 1 0 0 vertex 1 x 0"),
        facet("vertex 9 9 9 vertex 1 0 0"),
        facet("vertex 9 9 9 vertex 1 0 0 vertex 9 8 7 vertex 9 9 8"),
        "facet\nouter loop vertex 9 9 9 vertex 1 0 0 endfacet".to_string(),
    ];
    let text = format!("solid\n{first}{}\n{second}endsolid", bad.concat());
    assert_eq!(error("plate.stl", &text), "plate.stl: line 9: the coordinate nan is not finite");
    let (objects, notes) = repaired("plate.stl", &text);
    assert_square(&objects[0]);
    let expected = [
        "plate.stl: line 8: left out: a corner of a triangle has no finite coordinates (2 times)",
        "plate.stl: line 18: left out: a triangle does not have 3 corners (3 times)",
    ];
    assert_eq!(notes, expected);
    // A file that ends too early is no file with a bad facet.
    let cut = &text[..text.len() - 30];
    let options = Options { repair: true, ..Options::default() };
    assert!(read_bytes("plate.stl", cut.as_bytes(), None, &options, &mut |_| {}).is_err());

    let mut bytes = binary_stl(b"binary", b"");
    bytes[80] = 3;
    bytes.extend([0; 12]);
    bytes.extend([1.0, 2.0, 3.0, 4.0, f32::INFINITY, 6.0, 7.0, 8.0, 9.0].iter().flat_map(|x: &f32| x.to_le_bytes()));
    bytes.extend([0, 0]);
    let expected = "plate.stl: byte 208: triangle 2 has the coordinate inf, which is not finite";
    assert_eq!(error("plate.stl", &bytes), expected);
    let (objects, notes) = repaired("plate.stl", &bytes);
    assert_square(&objects[0]);
    assert_eq!(notes, ["plate.stl: byte 184: left out: a corner of a triangle has no finite coordinates"]);
}

#[test]
fn binary_stl_may_begin_with_solid_and_end_with_a_few_bytes() {
    for header in [&b"made by hand"[..], b"solid plate", b"solid\nfacet normal 0 0 1"] {
        assert_square(&read_one("plate.stl", binary_stl(header, b"")));
        assert_square(&read_one("-", binary_stl(header, b"")));
        assert_square(&read_one("plate.stl", binary_stl(header, b"\r\n")));
    }
}

const PLY_BODY: &str = "0 0 0\n1 0 0\n\n1 1 0\n0 1 0\n4 0 1 2 3";

#[test]
fn text_ply_is_read() {
    let header = "ply\nformat ascii 1.0\ncomment element face 7\nelement vertex 4\nproperty float x\nproperty float y\n\
                  property float z\nelement face 1\nproperty list uchar int vertex_index\nend_header\n";
    assert_square(&read_one("plate.ply", format!("{header}{PLY_BODY}")));
    assert_square(&read_one("-", format!("{header}{PLY_BODY}\n").replace('\n', "\r\n")));
}

#[test]
fn ply_skips_what_is_no_shape() {
    let text = "ply\nformat ascii 1.0\nobj_info x\nelement camera 1\nproperty list int float names\nproperty char c\n\
        element nothing 99999999999\nelement vertex 4\nproperty uchar red\nproperty double z\nproperty int y\n\
        property list uchar short ids\nproperty uint x\nelement face 2\nproperty float quality\n\
        property list uint ushort vertex_indices\nproperty list uchar float texcoord\nelement edge 1\nproperty int a\n\
        end_header\n3 1 2 3 -1\n255 0 0 0 0\n255 0 0 2 1 1 1\n255 0 1 0 1\n255 0 1 1 5 0\n0.5 3 0 1 2 2 0.1 0.2\n1 3 0 2 3 0\n9\n";
    assert_square(&read_one("plate.ply", text));
}

/// The same mesh in a row of types, in either byte order.
fn binary_ply(big: bool) -> Vec<u8> {
    let order = if big { "big" } else { "little" };
    let mut bytes = format!(
        "ply\nformat binary_{order}_endian 1.0\nelement strip 2\nproperty list short double values\nelement vertex 4\n\
         property char before\nproperty double x\nproperty float y\nproperty short z\nproperty list uchar uchar after\n\
         element face 2\nproperty list uchar uint vertex_indices\nproperty ushort material\nend_header\n"
    )
    .into_bytes();
    let mut put = |value: &[u8]| match big {
        true => bytes.extend(value.iter().rev()),
        false => bytes.extend(value),
    };
    for length in [0i16, 2] {
        put(&length.to_le_bytes());
        (0..length).for_each(|_| put(&f64::NAN.to_le_bytes()));
    }
    for (index, [x, y, z]) in SQUARE.into_iter().enumerate() {
        put(&[200]);
        put(&x.to_le_bytes());
        put(&(y as f32).to_le_bytes());
        put(&(z as i16).to_le_bytes());
        put(&[index as u8]);
        (0..index).for_each(|_| put(b"\n"));
    }
    for corners in SQUARE_FAN {
        put(&[3]);
        corners.iter().for_each(|corner| put(&corner.to_le_bytes()));
        put(&[1, 2]);
    }
    bytes
}

#[test]
fn binary_ply_of_both_byte_orders_is_read() {
    for big in [false, true] {
        assert_square(&read_one("plate.ply", binary_ply(big)));
        assert_square(&read_one("plate.ply", [binary_ply(big), b"\n".to_vec()].concat()));
    }
}

#[test]
fn off_is_read_with_colours_and_comments() {
    let plain = "OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n";
    assert_square(&read_one("plate.off", plain));
    assert_square(&read_one("plate.off", plain.replace("OFF\n4 1 0", "# made\n\nOFF 4 1")));
    assert_square(&read_one("-", plain.replace('\n', "\r\n")));
    let coloured = "STCNOFF # all\n4 1 4\n\n0 0 0 0 0 1 0.5 0.5\n1 0 0 0 0 1 255 0 0 # red\n1 1 0 0 0 1\n# third\n0 1 0 0 0 1\n\
                    4  0 1 2 3  0.1 0.2 0.3 # end\n# end";
    assert_square(&read_one("plate.off", coloured));
}

#[test]
fn vertices_that_nobody_uses_are_left_out() {
    let object = read_one("a.off", "OFF 5 1 0\n9 9 9\n0 0 0\n1 0 0\n8 8 8\n0 1 0\n3 1 2 4\n");
    assert_eq!(positions(&object), [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
}
