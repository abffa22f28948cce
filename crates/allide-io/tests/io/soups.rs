//! Good STL, PLY and OFF files.

use crate::common::*;

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
fn text_stl_is_one_object_with_shared_vertices() {
    assert_square(&read_one("plate.stl", TEXT_STL));
    assert_square(&read_one("plate", TEXT_STL.replace('\n', "\r\n")));
    assert_eq!(read_one("a/plate.stl", TEXT_STL).name, "plate");
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
