//! Units of files, their components, and their repair.

use crate::{allide, status, stderr, stdout, text};

/// A 3MF file of one item: two unit squares that cross, as components.
fn crossing_components(unit: &str) -> Vec<u8> {
    let mesh = r#"<mesh><vertices><vertex x="-1" y="-1" z="0"/><vertex x="1" y="-1" z="0"/><vertex x="1" y="1" z="0"/></vertices>
        <triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh>"#;
    let components = r#"<components><component objectid="1"/>
        <component objectid="1" transform="1 0 0 0 0 1 0 1 0 0 0 0"/></components>"#;
    let model = format!(
        r#"<model unit="{unit}"><resources><object id="1" name="plate">{mesh}</object>
        <object id="2" name="cross">{components}</object></resources><build><item objectid="2"/></build></model>"#
    );
    stored_zip("3D/3dmodel.model", model.as_bytes())
}

/// A zip archive of one file, not compressed.
fn stored_zip(name: &str, bytes: &[u8]) -> Vec<u8> {
    let (size, length) = ((bytes.len() as u32).to_le_bytes(), (name.len() as u16).to_le_bytes());
    let sum = bytes.iter().fold(!0u32, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 })
    });
    let about = [&[0; 8][..], &(!sum).to_le_bytes(), &size, &size, &length, &[0, 0]].concat();
    let local = [b"PK\x03\x04\x14\0", &about[..], name.as_bytes(), bytes].concat();
    let central = [b"PK\x01\x02\x14\0\x14\0", &about[..], &[0; 14], name.as_bytes()].concat();
    let (start, size) = ((local.len() as u32).to_le_bytes(), (central.len() as u32).to_le_bytes());
    let end = [&b"PK\x05\x06\0\0\0\0\x01\0\x01\0"[..], &size, &start, &[0, 0]].concat();
    [local, central, end].concat()
}

#[test]
fn components_of_an_item_are_tested_against_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cross.3mf");
    std::fs::write(&file, crossing_components("inch")).unwrap();
    let output = allide(&["check", text(&file), "--json", "-"]);
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["unit"], "inch");
    assert_eq!(report["objects"][1]["name"], "cross/plate#2");
    assert_eq!(report["pairs"][0]["class"], "hard");
    assert_eq!(status(&allide(&["check", text(&file), "--whole", "--self"])), 1);
}

#[test]
fn files_are_brought_to_one_unit_and_warnings_say_so() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.3mf"), crossing_components("inch")).unwrap();
    // 2 inches to the right of the origin, in millimetres.
    std::fs::write(folder.path().join("b.obj"), "v 50.8 0 0\nv 50.8 9 0\nv 50.8 0 9\nf 1 2 3\n").unwrap();
    let check = |flags: &[&str]| {
        let output = allide(&[&["check", text(folder.path()), "--ignore", "cross*:cross*"], flags].concat());
        (status(&output), String::from_utf8(output.stdout.clone()).unwrap(), stderr(&output))
    };
    let (status, table, warnings) = check(&["--units", "mm", "--clearance", "1.01"]);
    assert_eq!((status, warnings.as_str()), (1, ""));
    assert!(
        table.starts_with("3 objects (3 not closed), 3 triangles, in inches\n") && table.contains(" 1.0"),
        "{table}"
    );
    let (status, table, warnings) = check(&["--clearance", "1.01"]);
    assert_eq!(status, 0, "{table}");
    assert!(warnings.contains("b.obj: the file says no unit and is taken to be in inches, like "), "{warnings}");
    let (status, _, warnings) = check(&["--units", "cubit"]);
    assert!(status == 2 && warnings.contains("unknown unit \"cubit\""), "{warnings}");
}

#[test]
fn a_repaired_file_is_read_and_what_it_lacks_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
    let bad = facet.replace("1 0 0", "nan 0 0");
    std::fs::write(folder.path().join("a.stl"), format!("solid\n{facet}{bad}{bad}endsolid\n")).unwrap();
    std::fs::write(folder.path().join("notes.txt"), "").unwrap();
    let output = allide(&["check", text(folder.path()), "--self"]);
    assert_eq!(status(&output), 2);
    assert!(stderr(&output).contains("is not finite"), "{}", stderr(&output));
    let output = allide(&["check", text(folder.path()), "--self", "--repair", "--json", "-"]);
    assert_eq!(status(&output), 0);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["notes"][0]["first"], "notes.txt");
    assert_eq!(report["notes"][1]["text"], "left out: a corner of a triangle has no finite coordinates");
    assert_eq!((&report["notes"][1]["count"], &report["notes"][1]["first"]), (&2.into(), &"line 10".into()));
    let notes = stderr(&output);
    assert!(notes.contains("allide: note: ") && notes.contains("left out: ") && notes.contains("(2 times)"), "{notes}");
}

/// A cube from 0 to `size` as a text STL, its zeros between 10⁻¹⁶ and 10⁻³³ and another one in each triangle.
fn cracked(size: u32) -> String {
    const FACES: &str = "021 123 456 576 014 154 263 367 042 246 135 375";
    let mut text = "solid block\n".to_owned();
    for (triangle, face) in FACES.split(' ').enumerate() {
        text += "facet normal 0 0 0\nouter loop\n";
        for (corner, number) in face.bytes().enumerate() {
            let coordinate = |axis: usize| match number >> axis & 1 {
                1 => size.to_string(),
                _ => format!("1e-{}", 16 + (triangle * 5 + corner + axis) % 18),
            };
            text += &format!("vertex {} {} {}\n", coordinate(0), coordinate(1), coordinate(2));
        }
        text += "endloop\nendfacet\n";
    }
    text + "endsolid block\n"
}

#[test]
fn a_cube_inside_a_block_with_cracks_is_contained() {
    let folder = tempfile::tempdir().unwrap();
    let [block, cube] = ["block.stl", "cube.obj"].map(|name| folder.path().join(name));
    std::fs::write(&block, cracked(10)).unwrap();
    let solid = "v 1 1 1\nv 2 1 1\nv 1 2 1\nv 1 1 2\nf -4 -2 -3\nf -4 -3 -1\nf -4 -1 -2\nf -3 -2 -1\n";
    std::fs::write(&cube, solid).unwrap();
    let output = allide(&["check", text(&block), text(&cube)]);
    assert!(stdout(&output).contains("contained, b in a"), "{}", stdout(&output));
    let notes = stderr(&output);
    assert_eq!((status(&output), notes.matches('\n').count()), (1, 1), "{notes}");
    assert!(notes.contains("block.stl: welded ") && notes.contains(" corners, at most 1e-16 apart"), "{notes}");

    let output = allide(&["inspect", text(&block)]);
    assert_eq!(status(&output), 0, "{}", stdout(&output));
    assert!(stdout(&output).contains("1 of 1 healthy") && stderr(&output).contains(": welded "));
    let output = allide(&["inspect", text(&block), "--weld", "off"]);
    assert_eq!((status(&output), stderr(&output)), (1, String::new()));
    assert!(stdout(&output).contains("open"));
    let output = allide(&["inspect", text(&block), "--weld", "wide"]);
    assert_eq!(status(&output), 2);
    assert!(stderr(&output).contains("must be auto, off, or a distance of 0 or more"), "{}", stderr(&output));
}
