//! What is claimed of memory holds with the limits that everybody has: for the corpora, mutants of them, and the worst file of each
//! format that anybody found.

use crate::memory::{alone, peak_of};
use crate::mutants::{Random, mutate};
use crate::readers::{Seed, seeds};
use allide_io::{Format, Options, Playback, Sequence, read_bytes};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;
use std::io::Write;

/// Bytes of memory for each that is read: the claim of the crate.
const TIMES: usize = 400;
/// And bytes for any file, however small.
const ANY: usize = 128 << 20;

/// Fails if reading takes more than is claimed.
fn check(name: &str, bytes: &[u8], format: Option<Format>) {
    let options = Options::default();
    let (read, peak) = peak_of(|| read_bytes("a.file", bytes, format, &options, &mut |_| {}).map(drop));
    report(name, bytes.len(), peak, &read.map_err(|error| error.to_string()));
    let whole = Options { whole: true, repair: true, ..options };
    let (read, peak) = peak_of(|| read_bytes("a.file", bytes, format, &whole, &mut |_| {}).map(drop));
    report(&format!("{name} as one object"), bytes.len(), peak, &read.map_err(|error| error.to_string()));
}

/// The same of a sequence and its first frame.
fn check_sequence(name: &str, bytes: &[u8]) {
    let read = || {
        let mut sequence = Sequence::of_bytes("a.file", bytes.to_vec(), &Options::default(), &Playback::default())?;
        sequence.read(0, &mut |_| {}).map(drop)
    };
    let (read, peak) = peak_of(read);
    report(name, bytes.len(), peak, &read.map_err(|error| error.to_string()));
}

#[expect(clippy::print_stderr, reason = "what the worst files take is worth reading")]
fn report(name: &str, size: usize, peak: usize, read: &Result<(), String>) {
    if peak > ANY / 8 {
        let message = read.as_ref().err().map_or("read", String::as_str);
        eprintln!("{name}: {size} bytes take {peak}: {message}");
    }
    assert!(peak <= TIMES * size + ANY, "{name}: {size} bytes take {peak}: {read:?}");
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn corpora_and_their_mutants_take_what_they_are_worth() {
    let _alone = alone();
    let all: Vec<Seed> = ["good", "corpus", "compressed"].into_iter().flat_map(seeds).collect();
    for (number, Seed { format, bytes, .. }) in all.iter().enumerate() {
        check(&format!("file {number}"), bytes, Some(*format));
    }
    let mut random = Random(11);
    for mutant in 0..3_000 {
        let Seed { format, bytes, .. } = &all[random.below(all.len())];
        let (mut bytes, other) = (bytes.clone(), &all[random.below(all.len())].bytes);
        (0..1 + random.below(3)).for_each(|_| mutate(&mut bytes, other, &mut random));
        check(&format!("mutant {mutant}"), &bytes, Some(*format));
    }
}

/// Text that repeats a line.
fn lines(head: &str, line: &str, count: usize) -> Vec<u8> {
    [head.as_bytes(), &line.as_bytes().repeat(count)].concat()
}

#[test]
fn text_takes_what_it_is_worth() {
    let _alone = alone();
    let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n";
    let fan = |count| lines(&format!("{corners}f 1 2 3"), " 4 2 3 1", count);
    let strip = format!(
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face {}\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n",
        100_000
    );
    for (name, format, bytes) in [
        ("faces", Format::Obj, lines(corners, "f 1 2 3\n", 100_000)),
        ("objects", Format::Obj, lines(corners, "o\nf 1 2 3\n", 50_000)),
        ("vertices", Format::Obj, lines("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "v 0 0 0\n", 100_000)),
        ("a fan", Format::Obj, fan(200)),
        (
            "solids",
            Format::Stl,
            b"solid\nfacet normal 0 0 0 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet endsolid\n"
                .repeat(5_000),
        ),
        ("faces", Format::Ply, lines(&strip, "3 0 1 2\n", 100_000)),
        ("faces", Format::Off, lines("OFF\n4 100000 0\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n", "3 0 1 2\n", 100_000)),
    ] {
        check(&format!("{name} in {format:?}"), &bytes, Some(format));
        check(&format!("{name} in {format:?}, packed"), &gzip(&bytes), Some(format));
    }
    check("an endless comment, packed", &gzip(&lines("#", " ", 32 << 20)), Some(Format::Obj));
}

/// A glTF document whose triangle takes no buffer: its three corners come from a sparse accessor.
fn document() -> serde_json::Value {
    let buffer = "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
    json!({
        "asset": { "version": "2.0" }, "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" }],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }], "buffers": [{ "byteLength": 36, "uri": buffer }],
    })
}

/// Nodes below each other, each with a mesh and a name.
fn deep(count: usize, name: &str) -> Vec<u8> {
    let mut document = document();
    let node = |at: usize| {
        if at + 1 < count { json!({ "name": name, "mesh": 0, "children": [at + 1] }) } else { json!({ "mesh": 0 }) }
    };
    document["nodes"] = (0..count).map(node).collect();
    document["scenes"] = json!([{ "nodes": [0] }]);
    document.to_string().into_bytes()
}

#[test]
fn gltf_takes_what_it_is_worth() {
    let _alone = alone();
    let list = |name: &str, entry: &str, count: usize| {
        let text = document().to_string();
        let entries = [entry].repeat(count).join(",");
        format!("{},\"{name}\":[{entries}]}}", &text[..text.len() - 1]).replacen(
            &format!("\"{name}\":"),
            "\"was\":",
            usize::from(text.contains(&format!("\"{name}\":"))),
        )
    };
    let copies = |count: u64| {
        let mut document = document();
        let zeros = json!({ "componentType": 5126, "count": count, "type": "VEC3", "sparse": {
            "count": 0, "indices": { "bufferView": 0, "componentType": 5121 }, "values": { "bufferView": 0 } } });
        document["accessors"].as_array_mut().unwrap().push(zeros);
        document["nodes"][0]["extensions"] =
            json!({ "EXT_mesh_gpu_instancing": { "attributes": { "TRANSLATION": 1 } } });
        document.to_string().into_bytes()
    };
    for (name, bytes) in [
        ("deep nodes", deep(3_000, "n")),
        ("deep nodes with long names", deep(300, &"n".repeat(4_000))),
        ("many deep nodes", deep(20_000, &"n".repeat(20))),
        ("empty nodes", list("nodes", "{}", 200_000).into_bytes()),
        ("nodes with a field", list("nodes", "{\"extras\":{\"\":0}}", 50_000).into_bytes()),
        ("meshes", list("meshes", "{\"primitives\":[{}]}", 50_000).into_bytes()),
        ("animations", list("animations", "[0,[],{\"\":0}]", 50_000).into_bytes()),
        ("unknown lists", list("unknown", "[]", 200_000).into_bytes()),
        ("few copies", copies(30_000)),
        ("copies", copies(600_000)),
        ("too many copies", copies(u64::MAX)),
    ] {
        check(name, &bytes, Some(Format::Gltf));
        check(&format!("{name}, packed"), &gzip(&bytes), Some(Format::Gltf));
        check_sequence(name, &bytes);
    }
}

#[test]
fn archives_take_what_they_are_worth() {
    let _alone = alone();
    let archive = |parts: &[(&str, &[u8])]| {
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (name, bytes) in parts {
            zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    };
    let array = |kind: &str, shape: &str, bytes: &[u8]| {
        let header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
        [&b"\x93NUMPY\x01\0"[..], &(header.len() as u16).to_le_bytes(), header.as_bytes(), bytes].concat()
    };
    let faces = array("<i4", "(1, 3)", &[0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]);
    for (shape, length) in [
        ("(1000000000000000000, 0, 3)", 0),
        ("(1048576, 0, 3)", 0),
        ("(18446744073709551615, 3)", 0),
        ("(1048577, 3, 3)", 1_048_577 * 36),
        ("(400000, 3, 3)", 400_000 * 36),
    ] {
        let positions = array("<f4", shape, &vec![0; length]);
        let npz = archive(&[("positions.npy", &positions), ("faces.npy", &faces)]);
        check_sequence(shape, &npz);
        check_sequence(&format!("{shape}, packed"), &gzip(&npz));
    }
    // Each level has the one below it ten times.
    let mesh = r#"<object id="1"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices>
        <triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh></object>"#;
    for levels in [4, 5, 9] {
        let level = |id: usize| {
            let name = "n".repeat(200);
            format!(
                r#"<object id="{}" name="{name}"><components>{}</components></object>"#,
                id + 1,
                format!(r#"<component objectid="{id}"/>"#).repeat(10)
            )
        };
        let objects: String = (1..=levels).map(level).collect();
        let model = format!(
            r#"<model><resources>{mesh}{objects}</resources><build><item objectid="{}"/></build></model>"#,
            levels + 1
        );
        check(&format!("{levels} levels"), &archive(&[("3D/3dmodel.model", model.as_bytes())]), Some(Format::ThreeMf));
    }
    let many =
        format!("<model><resources>{}</resources><build></build></model>", "<object id=\"1\">".repeat(1_000_000));
    check("a large part", &archive(&[("3D/3dmodel.model", many.as_bytes())]), Some(Format::ThreeMf));
}
