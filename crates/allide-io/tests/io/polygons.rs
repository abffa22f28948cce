//! Polygons as they were drawn, in all formats that have them.

use crate::common::*;
use allide::{Engine, Mesh, Overlaps, Pose, Scene};
use allide_io::{Content, Oddity, Options, Origin, Place, read_bytes};
use std::fmt::Write;

fn content(name: &str, bytes: impl AsRef<[u8]>) -> Content {
    read_bytes(name, bytes.as_ref(), None, &Options::default(), &mut |_| {}).unwrap()
}

/// Each note: what, how often, where first.
fn notes(content: &Content) -> Vec<(Oddity, u64, Place)> {
    content.notes.iter().map(|note| (note.oddity.clone(), note.count, note.first.clone())).collect()
}

/// A file of the given vertices and faces, in each format that has polygons.
fn files(vertices: &[[f64; 3]], faces: &[Vec<u32>]) -> Vec<(&'static str, Vec<u8>)> {
    let (mut obj, mut off) = (String::new(), format!("OFF\n{} {} 0\n", vertices.len(), faces.len()));
    let header = |format: &str| {
        format!(
            "ply\nformat {format} 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\n\
             element face {}\nproperty list uchar int vertex_indices\nend_header\n",
            vertices.len(),
            faces.len()
        )
    };
    let (mut text, mut binary) = (header("ascii"), header("binary_big_endian").into_bytes());
    for [x, y, z] in vertices {
        writeln!(obj, "v {x} {y} {z}").unwrap();
        writeln!(off, "{x} {y} {z}").unwrap();
        writeln!(text, "{x} {y} {z}").unwrap();
        binary.extend([x, y, z].into_iter().flat_map(|value| value.to_be_bytes()));
    }
    for face in faces {
        let list = |first: u32| face.iter().map(|vertex| (vertex + first).to_string()).collect::<Vec<_>>().join(" ");
        writeln!(obj, "f {}", list(1)).unwrap();
        writeln!(off, "{} {}", face.len(), list(0)).unwrap();
        writeln!(text, "{} {}", face.len(), list(0)).unwrap();
        binary.push(face.len() as u8);
        binary.extend(face.iter().flat_map(|vertex| vertex.to_be_bytes()));
    }
    vec![("a.obj", obj.into()), ("a.off", off.into()), ("a.ply", text.into()), ("b.ply", binary)]
}

/// A prism over an outline, made of two polygons and quads. The polygons begin at a corner of choice.
fn prism(outline: &[[f64; 2]], low: f64, high: f64, start: usize) -> (Vec<[f64; 3]>, Vec<Vec<u32>>) {
    let count = outline.len() as u32;
    let level = |z: f64| outline.iter().map(move |&[x, y]| [x, y, z]);
    let corner = |k: u32| (k + start as u32) % count;
    let bottom = (0..count).rev().map(corner).collect();
    let top = (0..count).map(|k| corner(k) + count).collect();
    let side = |k: u32| vec![k, (k + 1) % count, (k + 1) % count + count, k + count];
    (level(low).chain(level(high)).collect(), [bottom, top].into_iter().chain((0..count).map(side)).collect())
}

const SHAFT: [[f64; 2]; 8] =
    [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [2.0, 3.0], [2.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];

/// A shaft with walls all around: a hole that is joined to the outline.
const CLOSED_SHAFT: [[f64; 2]; 10] = [
    [0.0, 0.0],
    [3.0, 0.0],
    [3.0, 4.0],
    [0.0, 4.0],
    [0.0, 0.0],
    [1.0, 1.0],
    [1.0, 3.0],
    [2.0, 3.0],
    [2.0, 1.0],
    [1.0, 1.0],
];

fn meets_pipe(slab: &Mesh) -> bool {
    let pipe = [[1.25, 1.5], [1.75, 1.5], [1.75, 2.5], [1.25, 2.5]];
    let (vertices, faces) = prism(&pipe, -1.0, 2.0, 0);
    let mut scene = Scene::new();
    scene.add("slab", slab, Pose::IDENTITY);
    scene.add("pipe", &read_one("pipe.obj", &files(&vertices, &faces)[0].1).mesh, Pose::IDENTITY);
    Engine::cpu().any(&scene, &Overlaps::new()).unwrap().is_some()
}

#[test]
fn a_pipe_through_the_shaft_of_a_slab_is_clear() {
    let mut blocked = 0;
    for outline in [&SHAFT[..], &CLOSED_SHAFT] {
        for start in 0..outline.len() {
            let (vertices, faces) = prism(outline, 0.0, 1.0, start);
            for (name, bytes) in files(&vertices, &faces) {
                let content = content(name, bytes);
                assert!(!meets_pipe(&content.objects[0].mesh), "{name} from {start}");
                assert_eq!(notes(&content), [], "{name} from {start}");
            }
            let fan =
                |face: &Vec<u32>| face[1..].windows(2).map(|edge| [face[0], edge[0], edge[1]]).collect::<Vec<_>>();
            let fans = faces.iter().flat_map(fan).collect();
            blocked += usize::from(meets_pipe(&Mesh::new(vertices, fans).unwrap()));
        }
    }
    assert_eq!(blocked, SHAFT.len() + CLOSED_SHAFT.len(), "fans fill the shaft");
}

#[test]
fn all_formats_cut_alike_and_tell_what_is_odd() {
    let vertices: Vec<[f64; 3]> =
        vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 4.0, 0.0], [4.0, 4.0, 0.0], [4.0, 0.0, 4.0]];
    let concave = vec![1, 2, 3, 0];
    let (bow, spike, warped) = (vec![0, 4, 1, 3], vec![0, 1, 0, 1], vec![0, 1, 5, 4]);
    let faces = [concave, vec![0, 1, 2], bow.clone(), spike, warped, bow];
    let expected = content("a.obj", &files(&vertices, &faces)[0].1).objects[0].mesh.triangles().to_vec();
    assert_eq!(expected.len(), 11);
    assert!(expected[..2].iter().flatten().all(|vertex| [0, 1, 2, 3].contains(vertex)));
    assert!(expected[..2].iter().all(|triangle| triangle.contains(&2) && triangle.contains(&0)));
    for (name, bytes) in files(&vertices, &faces) {
        let content = content(name, bytes);
        assert_eq!(content.objects[0].mesh.triangles(), expected, "{name}");
        let first = |line: usize| match name {
            "a.obj" => Place::Line(line + 6),
            "a.off" => Place::Line(line + 8),
            "a.ply" => Place::Line(line + 15),
            _ => content.notes[[3, 4, 5].iter().position(|&known| known == line).unwrap()].first.clone(),
        };
        let odd = [(Oddity::SelfCrossing, 2, first(3)), (Oddity::NoArea, 1, first(4)), (Oddity::NotFlat, 1, first(5))];
        assert_eq!(notes(&content), odd, "{name}");
        assert!(content.notes.iter().all(|note| note.first != Place::File));
    }
}

#[test]
fn triangles_tell_their_polygon_and_line() {
    let square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
    let text = format!("{square}f 1 2 3 4\nf 1 2 3\n\n# a\nf \\\n1 2 \\\n3 4\no b\nf 3 2 1\nf 4 3 2 1\no c\nf 1 2 3\n");
    let objects = read("a.obj", &text).unwrap();
    let told = |polygon, line| Origin { polygon, line: Some(line) };
    let origins = |object: usize| {
        let origins = &objects[object].origins;
        Vec::from_iter((0..objects[object].mesh.triangles().len() as u32).map(|triangle| origins.of(triangle)))
    };
    assert_eq!(origins(0), [told(0, 5), told(0, 5), told(1, 6), told(2, 9), told(2, 9)]);
    assert_eq!(origins(1), [told(3, 13), told(4, 14), told(4, 14)]);
    assert_eq!(origins(2), [told(5, 16)]);
    let whole = read_whole("a.obj", &text);
    let expected = Vec::from_iter((0..3).flat_map(origins));
    assert_eq!(Vec::from_iter((0..9).map(|triangle| whole.origins.of(triangle))), expected);

    // Groups collect faces from several places.
    let text = format!("{square}g a\nf 1 2 3 4\ng b\nf 1 2 3\ng a\nf 1 3 4\n");
    let objects = read("a.obj", &text).unwrap();
    assert_eq!([0, 1, 2].map(|triangle| objects[0].origins.of(triangle)), [told(0, 6), told(0, 6), told(2, 10)]);
    assert_eq!(objects[1].origins.of(0), told(1, 8));

    let vertices = SQUARE.to_vec();
    for (name, bytes) in files(&vertices, &[vec![0, 1, 2], vec![0, 1, 2, 3], vec![0, 1, 2]]).split_off(1) {
        let object = read_one(name, bytes);
        let origin = |polygon| Origin { polygon, line: None };
        assert_eq!([0, 1, 2, 3].map(|triangle| object.origins.of(triangle)), [0, 1, 1, 2].map(origin), "{name}");
    }
    for (name, bytes) in files(&vertices, &[vec![0, 1, 2], vec![0, 2, 3]]).split_off(1) {
        assert!(read_one(name, bytes).origins.is_plain(), "{name}");
    }
}

#[test]
fn polygons_above_their_vertices_are_cut_as_well() {
    let concave = "v 0 0 0\nv 4 0 0\nv 1 1 0\nv 0 4 0\n";
    let below = read_one("a.obj", format!("{concave}f 2 3 4 1\nf -4 -3 -2\n"));
    let above = read_one("a.obj", format!("v 9 9 9\nv 0 0 1\nf 4 5 6 3\n{concave}f -4 -3 -2\nf 3 2 1\n"));
    let corners = |triangles: Vec<[[f64; 3]; 3]>| triangles[..3].to_vec();
    assert_eq!(corners(triangles(&above)), corners(triangles(&below)));

    let ply = "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\nelement vertex 4\n\
               property float x\nproperty float y\nproperty float z\nend_header\n4 1 2 3 0\n0 0 0\n4 0 0\n1 1 0\n0 4 0\n";
    assert_eq!(triangles(&read_one("a.ply", ply)), triangles(&below)[..2]);
    assert_eq!(error("a.ply", ply.replace("1 1 0", "1 x 0")), "a.ply: line 13: \"x\" is not a number");
    assert_eq!(
        error("a.ply", ply.replace("4 1 2 3 0", "4 1 2 3 7")),
        "a.ply: line 10: face 0 uses vertex 7, but there are 4"
    );
    let text = "f 4 5 6 3\nv 0 0 0\nv 1 nan 0\n";
    assert_eq!(error("a.obj", text), "a.obj: line 3: the coordinate nan is not finite");
}

#[test]
fn unknown_statements_are_counted_and_known_ones_are_not() {
    let square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
    let known = "mtllib a\nusemtl b\ns 1\nvn 0 0 1\nvt 0 0\nvp 1 2\nl 1 2\np 1\nlod 1\nbevel on\nc_interp on\n\
                 d_interp on\nshadow_obj a\ntrace_obj a\nmaplib a\nusemap a\ncstype bspline\ndeg 3\ncurv 0 1 1 2\n\
                 curv2 1 2\nparm u 0 1\nend\nmg 0\nctech a\nstech a\nbmat u 1\nstep 1\n";
    assert_eq!(notes(&content("a.obj", format!("{square}{known}"))), []);
    let odd = format!("{square}foo 1\nVN 2\nfoo\n\u{1}{} x\n", "\u{fffd}".repeat(50));
    let found = content("a.obj", &odd);
    let word = |text: &str| Oddity::UnknownStatement(text.into());
    assert_eq!(notes(&found)[..2], [(word("foo"), 2, Place::Line(6)), (word("VN"), 1, Place::Line(7))]);
    let long = found.notes[2].to_string();
    assert!(long.len() < 200 && !long.contains('\u{1}') && long.contains('…'), "{long}");
    let many = (0..100_000).fold(square.to_string(), |text, k| text + &format!("word{k}\n"));
    let many = content("a.obj", many);
    assert!(many.notes.len() < 40);
    assert_eq!(many.notes.iter().map(|note| note.count).sum::<u64>(), 100_000);
    assert_eq!(many.notes.last().unwrap().oddity, Oddity::OtherStatement);
    for patch in ["bsp 1 2 3 4", "bzp 1 2 3", "cdp 1", "surf 0 1 0 1 1 2 3"] {
        assert!(error("a.obj", format!("{square}{patch}\n")).contains("is not supported"), "{patch}");
    }
}
