//! Corners that rounding parted, and bodies that a file divides.

use crate::common::*;
use allide::{Engine, Pose, Scene};
use allide_io::report::{Answers, Source};
use allide_io::{Content, Options, Weld, read_bytes};

const FACES: [[usize; 3]; 12] = [
    [0, 2, 1],
    [1, 2, 3],
    [4, 5, 6],
    [5, 7, 6],
    [0, 1, 4],
    [1, 5, 4],
    [2, 6, 3],
    [3, 6, 7],
    [0, 4, 2],
    [2, 4, 6],
    [1, 3, 5],
    [3, 7, 5],
];

/// A cube as a text STL; where a coordinate is 0, it is between 10⁻¹⁶ and 10⁻³³ instead, another one in each triangle.
fn cracked() -> String {
    let coordinate = |triangle: usize, corner: usize, axis: usize| match FACES[triangle][corner] >> axis & 1 {
        1 => "10".to_owned(),
        _ => format!(
            "{}1e-{}",
            if (triangle + axis).is_multiple_of(2) { "-" } else { "" },
            16 + (triangle * 5 + corner + axis) % 18
        ),
    };
    let mut text = "solid block\n".to_owned();
    for triangle in 0..12 {
        text += "facet normal 0 0 0\nouter loop\n";
        for corner in 0..3 {
            let [x, y, z] = [0, 1, 2].map(|axis| coordinate(triangle, corner, axis));
            text += &format!("vertex {x} {y} {z}\n");
        }
        text += "endloop\nendfacet\n";
    }
    text + "endsolid block\n"
}

fn content(name: &str, text: &str, weld: Weld) -> Content {
    read_bytes(name, text.as_bytes(), None, &Options { weld, ..Options::default() }, &mut |_| {}).unwrap()
}

#[test]
fn cracks_are_welded_and_told() {
    let read = content("block.stl", &cracked(), Weld::Auto);
    let block = &read.objects[0];
    assert!(block.mesh.topology().is_closed());
    let welded = block.welded.unwrap();
    assert!(welded.corners > 0 && welded.farthest > 0.0 && welded.farthest < 1e-15, "{welded:?}");
    let note = read.notes[0].to_string();
    let expected = format!("block.stl: welded {} corners, at most {:.0e} apart", welded.corners, welded.farthest);
    assert!(note.starts_with(&expected), "{note}");

    let plain = content("block.stl", &cracked(), Weld::Off);
    assert!(plain.notes.is_empty() && plain.objects[0].welded.is_none());
    assert!(!plain.objects[0].mesh.topology().is_closed());
    assert_eq!(plain.objects[0].mesh.triangles(), block.mesh.triangles());
    assert!(content("block.stl", &cracked(), Weld::Within(1e-40)).notes.is_empty());
    assert!(content("block.stl", &cracked(), Weld::Within(1e-3)).objects[0].mesh.topology().is_closed());
}

#[test]
fn reports_tell_what_was_welded() {
    let block = content("block.stl", &cracked(), Weld::Auto).objects.remove(0);
    let mut scene = Scene::new();
    scene.add("block", &block.mesh, Pose::IDENTITY);
    scene.add("pin", &allide_scenes::shapes::cuboid([1.0; 3], [2.0; 3]), Pose::IDENTITY);
    let overlaps = Engine::cpu().run(&scene, &allide::Solids::new()).unwrap();
    assert_eq!(overlaps.pairs[0].class, allide::PairClass::Contained);
    let answers = Answers {
        scene,
        sources: vec![Source { welded: block.welded, ..Source::default() }],
        unit: None,
        notes: Vec::new(),
        selection: Vec::new(),
        overlaps: Some(overlaps),
        self_overlaps: None,
        clearance: None,
        self_clearance: None,
        nearest: None,
        threads: 1,
    };
    let document = allide_io::report::Document::new(&answers, Default::default());
    let mut file = Vec::new();
    document.write_json(&mut file).unwrap();
    let read = allide_io::report::Document::read_json(&file[..]).unwrap();
    assert_eq!(read.objects, document.objects);
    let welded = read.objects[0].welded.unwrap();
    assert_eq!(Some(welded.corners), block.welded.map(|welded| welded.corners));
    assert!(read.objects[1].welded.is_none());
}

#[test]
fn instances_go_on_sharing_their_mesh() {
    let text = cracked().replace("solid block", "solid one") + &cracked();
    let read = content("two.stl", &text, Weld::Auto);
    assert_eq!(read.objects.len(), 2);
    assert!(read.objects.iter().all(|object| object.mesh.topology().is_closed()));
    // One note for both.
    assert_eq!(read.notes.len(), 1);
}

/// A cube whose sides are groups of their own.
fn divided() -> String {
    let mut text = String::new();
    for corner in 0..8 {
        text += &format!("v {} {} {}\n", corner & 1, corner >> 1 & 1, corner >> 2);
    }
    for (side, faces) in FACES.chunks(2).enumerate() {
        text += &format!("g side{side}\n");
        faces.iter().for_each(|[a, b, c]| text += &format!("f {} {} {}\n", a + 1, b + 1, c + 1));
    }
    text
}

#[test]
fn groups_that_divide_a_body_are_recognised() {
    let read = content("left.obj", &divided(), Weld::Auto);
    assert_eq!(read.objects.len(), 6);
    let expected = "left.obj: 6 objects are open, together they are closed: --whole examines the file as one";
    assert_eq!(read.notes.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
    // With one side missing, they are not; nor is there anything to say about the file as one object.
    let open = divided().rsplit_once("g side5").unwrap().0.to_owned();
    assert!(content("left.obj", &open, Weld::Auto).notes.is_empty());
    assert!(read_whole("left.obj", divided()).mesh.topology().is_closed());
}
