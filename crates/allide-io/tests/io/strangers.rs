//! Files of other kinds, or under the wrong name.

use crate::common::*;

const EXPORT: &str = "export it as 3MF, glTF or STL from the program that made it";

fn utf16(text: &str, mark: bool, big: bool) -> Vec<u8> {
    let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
    units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
}

#[test]
fn other_files_are_called_what_they_are() {
    let step =
        "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('a part'),'2;1');\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\n";
    let iges = format!("{:72}S      1\n{:72}G      1\n", "a part", "1H,,1H;");
    let cases: Vec<(&str, Vec<u8>, String)> = vec![
        ("part.stl", step.into(), format!("a STEP file; {EXPORT}")),
        ("part.step", step.into(), format!("a STEP file; {EXPORT}")),
        ("house.obj", step.replace("AUTOMOTIVE_DESIGN", "IFC4").into(), format!("an IFC model; {EXPORT}")),
        ("part.igs", iges.clone().into(), format!("an IGES file; {EXPORT}")),
        ("part.ply", iges.into(), format!("an IGES file; {EXPORT}")),
        ("plan.obj", b"AC1032\0\0\0\0\0".to_vec(), format!("a DWG drawing; {EXPORT}")),
        ("plan.dxf", b"  0\r\nSECTION\r\n  2\r\nHEADER\r\n".to_vec(), format!("a DXF drawing; {EXPORT}")),
        ("tree.fbx", b"Kaydara FBX Binary  \0\x1a\0".to_vec(), format!("an FBX file; {EXPORT}")),
        ("tree.glb", b"; FBX 7.4.0 project file\n".to_vec(), format!("an FBX file; {EXPORT}")),
        ("tree.stl", b"BLENDER-v300REND".to_vec(), format!("a Blender file; {EXPORT}")),
        (
            "tree.dae",
            b"<?xml version=\"1.0\"?>\n<COLLADA version=\"1.4.1\">".to_vec(),
            format!("a COLLADA file; {EXPORT}"),
        ),
        ("tree.wrl", b"#VRML V2.0 utf8\n".to_vec(), format!("a VRML file; {EXPORT}")),
        (
            "lid.stl",
            b"\n<!DOCTYPE html>\n<html><body>404</body></html>".to_vec(),
            "an HTML page, perhaps of a download that failed; get the file itself".into(),
        ),
        (
            "lid.obj",
            b"<HTML><body>v 0 0 0</body></html>".to_vec(),
            "an HTML page, perhaps of a download that failed; get the file itself".into(),
        ),
        (
            "lid.glb",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n".to_vec(),
            "a pointer of Git LFS, and not the file itself; run git lfs pull".into(),
        ),
        ("lid.3mf", b"PK\x03\x04lid.stl".to_vec(), "a zip archive without a 3MF model; unpack it first".into()),
        ("lid.zip", b"PK\x03\x04lid.stl".to_vec(), "a zip archive without a 3MF model; unpack it first".into()),
        ("lid.stl", b"7z\xbc\xaf\x27\x1c\0\x04".to_vec(), "a 7z archive; unpack it first".into()),
        ("lid.stl", b"\x89PNG\r\n\x1a\n".to_vec(), "a picture; name a mesh file".into()),
    ];
    for (name, bytes, expected) in cases {
        assert_eq!(error(name, bytes), format!("{name}: this is {expected}"));
    }
}

#[test]
fn utf16_is_told_with_and_without_a_mark() {
    let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let stl = "solid lid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n";
    for (mark, big) in [(true, false), (true, true), (false, false), (false, true)] {
        for (name, text) in
            [("lid.obj", obj), ("lid.stl", stl), ("lid", obj), ("lid.gltf", "{\"asset\":{\"version\":\"2.0\"}}")]
        {
            let expected = format!("{name}: this is text in UTF-16; save it as UTF-8");
            assert_eq!(error(name, utf16(text, mark, big)), expected);
        }
    }
}

#[test]
fn meshes_under_the_wrong_name_are_called_what_they_are() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/good");
    let right = [
        ("square.obj", "OBJ", "obj"),
        ("text.stl", "STL", "stl"),
        ("binary.stl", "STL", "stl"),
        ("text.ply", "PLY", "ply"),
        ("big.ply", "PLY", "ply"),
        ("square.off", "OFF", "off"),
        ("square.gltf", "glTF", "gltf"),
        ("square.glb", "glTF", "glb"),
        ("square.3mf", "3MF", "3mf"),
    ];
    for (file, format, extension) in right {
        let bytes = std::fs::read(folder.join(file)).unwrap();
        for (wrong, expected) in
            [("obj", "OBJ"), ("stl", "STL"), ("ply", "PLY"), ("off", "OFF"), ("glb", "glTF"), ("3mf", "3MF")]
        {
            if expected != format {
                let name = format!("lid.{wrong}");
                let message = format!("{name}: this is {format} and not {expected}; let the name end in .{extension}");
                assert_eq!(error(&name, &bytes), message, "{file}");
            }
        }
    }
}

/// Good files may begin with anything that their format allows, and bad ones keep their own errors.
#[test]
fn no_file_is_taken_for_another() {
    for header in [
        &b"ply\nformat ascii"[..],
        b"BLENDER-v300",
        b"<!DOCTYPE html>",
        b"\xff\xfes\0o\0",
        b"PK\x03\x04",
        b"OFF 3 1 0",
        b"ISO-10303-21;",
    ] {
        let mut bytes = header.to_vec();
        bytes.resize(80, b' ');
        bytes.extend(1u32.to_le_bytes());
        bytes.extend([0; 12]);
        bytes.extend([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].iter().flat_map(|x: &f32| x.to_le_bytes()));
        bytes.extend([0, 0]);
        assert_eq!(read_one("a.stl", &bytes).mesh.triangles().len(), 1);
    }
    let obj = "# <html>\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    assert_eq!(read_one("a.obj", obj).mesh.triangles().len(), 1);
    assert_eq!(
        error("a.obj", obj.replace("f 1 2 3", "f 1 2 4")),
        "a.obj: line 5: the face uses vertex 4, but there are 3"
    );
}
