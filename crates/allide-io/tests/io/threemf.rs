//! Good 3MF files.

use crate::common::*;
use allide_io::{Options, read_bytes};
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (index, (name, text)) in parts.iter().enumerate() {
        let method = if index % 2 == 0 { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        zip.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

const MESH: &str = r#"<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="1" y="1" z="0"/>
    <vertex x="0" y="1" z="0"></vertex></vertices><triangles><triangle v1="0" v2="1" v3="2" pid="3"/>
    <triangle v1="0" v2="2" v3="3"/></triangles></mesh>"#;

fn model(resources: &str, build: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><!-- <object id="1"> -->
        <model unit="inch" requiredextensions="p" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
         xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06">
        <metadata name="Title">A &amp; B</metadata>
        <resources>{resources}</resources><build>{build}</build></model>"#
    )
}

#[test]
fn items_are_placed_instances() {
    let text = model(
        &format!(r#"<object id="7" type="model" name="lid &amp; base">{MESH}</object><object id="8">{MESH}</object>"#),
        r#"<item objectid="7"/><item objectid="7" transform="1 0 0 0 1 0 0 0 1 10 20 30"/><item objectid="8"/>"#,
    );
    for name in ["a.3mf", "-"] {
        let objects = read(name, archive(&[("3D/3dmodel.model", &text)])).unwrap();
        assert_eq!(outline(&objects), [("lid & base", 2), ("lid & base", 2), ("object 8", 2)]);
        assert_square(&objects[0]);
        assert!(objects[0].mesh.is_same(&objects[1].mesh));
        assert_eq!(triangles(&objects[1])[0], [[10.0, 20.0, 30.0], [11.0, 20.0, 30.0], [11.0, 21.0, 30.0]]);
    }
}

#[test]
fn components_are_objects_that_share_their_mesh() {
    let components = r#"<components><component objectid="1"/><component objectid="1"
        transform="0 1 0 -1 0 0 0 0 1 0 0 5"/></components>"#;
    let text = model(
        &format!(
            r#"<object id="1" name="plate">{MESH}</object><object id="2" name="stack">{components}</object>
            <object id="3"><components><component objectid="2"/><component objectid="4"/></components></object>
            <object id="4"><mesh><vertices/><triangles/></mesh></object>"#
        ),
        r#"<item objectid="3" transform="2 0 0 0 2 0 0 0 2 0 0 0"/>"#,
    );
    let bytes = archive(&[("3D/3dmodel.model", &text)]);
    let objects = read("a.3mf", &bytes).unwrap();
    assert_eq!(outline(&objects), [("object 3/stack/plate", 2), ("object 3/stack/plate", 2)]);
    assert!(objects[0].mesh.is_same(&objects[1].mesh));
    assert_eq!(triangles(&objects[0])[0], [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0]]);
    assert_eq!(triangles(&objects[1])[0], [[0.0, 0.0, 10.0], [0.0, 2.0, 10.0], [-2.0, 2.0, 10.0]]);

    let whole = read_whole("a.3mf", &bytes);
    assert_eq!((whole.mesh.triangles().len(), whole.mesh.positions().len()), (4, 8));
    assert_eq!(triangles(&whole)[2..], triangles(&objects[1]));
}

/// Each level has `width` copies of the one below; at the bottom is a square.
fn nested(depth: usize, width: usize, name: &str) -> Vec<u8> {
    let mut resources = format!(r#"<object id="0" name="{name}">{MESH}</object>"#);
    for level in 1..=depth {
        let component = format!(r#"<component objectid="{}"/>"#, level - 1).repeat(width);
        resources += &format!(r#"<object id="{level}"><components>{component}</components></object>"#);
    }
    archive(&[("3D/3dmodel.model", &model(&resources, &format!(r#"<item objectid="{depth}"/>"#)))])
}

#[test]
fn components_are_counted_before_they_are_made() {
    assert_eq!(read("a.3mf", nested(4, 3, "a")).unwrap().len(), 81);
    assert_eq!(read("a.3mf", nested(14, 2, "a")).unwrap().len(), 1 << 14);
    for (depth, width, count) in [(20, 2, 1 << 20), (64, 9, u64::MAX)] {
        let bytes = nested(depth, width, "a");
        // A small file may not make as many as a large one.
        let limit = 32_768 + bytes.len() / 2;
        let expected = format!("a.3mf: its items and components make {count} objects, but at most {limit} are allowed");
        assert_eq!(error("a.3mf", bytes), expected);
    }
    let expected = "a.3mf: 3D/3dmodel.model: object 0: components are nested more than 64 deep, or contain themselves";
    assert_eq!(error("a.3mf", nested(65, 1, "a")), expected);

    let mut options = Options::default();
    options.limits.triangles = 100;
    let error = |bytes: Vec<u8>, options: &Options| {
        read_bytes("a.3mf", &bytes, None, options, &mut |_| {}).unwrap_err().to_string()
    };
    assert_eq!(error(nested(6, 2, "a"), &options), "a.3mf: 128 triangles, but at most 100 are allowed");
    let options =
        Options { limits: allide_io::Limits { unpacked_bytes: 1 << 20, ..Default::default() }, ..Options::default() };
    let expected = "a.3mf: the names of its objects take 10334208 bytes, but at most 262144 are allowed";
    assert_eq!(error(nested(10, 2, &"x".repeat(10_000)), &options), expected);
}

#[test]
fn relationships_and_paths_lead_to_other_parts() {
    let relations = r#"<Relationships><Relationship Target="/Metadata/thumbnail.png" Type="http://x/thumbnail"/>
        <Relationship Target="/3D/main.model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
        </Relationships>"#;
    let main = model(
        r#"<object id="1"><components><component p:path="/3D/Objects/plate.model" objectid="5"/></components></object>"#,
        r#"<item objectid="1"/><item objectid="5" p:path="/3D/Objects/plate.model"/>"#,
    );
    let other = model(&format!(r#"<object id="5" name="plate">{MESH}</object>"#), "");
    let parts = [("_rels/.rels", relations), ("3D/main.model", &main), ("3D/Objects/plate.model", &other)];
    let objects = read("a.3mf", archive(&parts)).unwrap();
    assert_eq!(outline(&objects), [("object 1/plate", 2), ("plate", 2)]);
    assert_square(&objects[0]);
    assert!(objects[0].mesh.is_same(&objects[1].mesh));
}

#[test]
fn repair_leaves_out_bad_triangles() {
    let mesh = MESH.replace("</vertices>", r#"<vertex x="nan" y="0" z="0"/><vertex x="1"/></vertices>"#).replace(
        "<triangles>",
        r#"<triangles><triangle v1="0" v2="1" v3="4"/><triangle v1="0" v2="1" v3="5"/><triangle v1="0" v2="1" v3="6"/>
        <triangle v1="0" v2="one" v3="2"/>"#,
    );
    let text = model(&format!(r#"<object id="3">{mesh}</object>"#), r#"<item objectid="3"/>"#);
    let bytes = archive(&[("3D/3dmodel.model", &text)]);
    assert!(error("a.3mf", &bytes).ends_with("x=\"nan\" is not a finite number"));
    let options = Options { repair: true, ..Options::default() };
    let content = read_bytes("a.3mf", &bytes, None, &options, &mut |_| {}).unwrap();
    assert_square(&content.objects[0]);
    let notes: Vec<String> = content.notes.iter().map(ToString::to_string).collect();
    let expected = [
        "a.3mf: 3D/3dmodel.model: object 3: triangle 0: left out: a corner of a triangle has no finite coordinates (2 times)",
        "a.3mf: 3D/3dmodel.model: object 3: triangle 2: left out: a triangle uses a vertex that is not there (2 times)",
    ];
    assert_eq!(notes, expected);
}

#[test]
fn uuids_identify_and_metadata_are_carried() {
    let metadata =
        r#"<metadatagroup><metadata name="Material">steel &amp; zinc</metadata><metadata name="n"/></metadatagroup>"#;
    let components = r#"<components><component objectid="1" p:UUID="c1"/><component objectid="1"/></components>"#;
    let text = model(
        &format!(
            r#"<object id="1" name="bolt" partnumber="M8" p:UUID="o1">{metadata}{MESH}</object>
            <object id="2" name="pair">{components}</object>"#
        ),
        r#"<item objectid="1" p:UUID="i1"/><item objectid="2" p:UUID="i2"/><item objectid="1"/>"#,
    );
    let objects = read("a.3mf", archive(&[("3D/3dmodel.model", &text)])).unwrap();
    let keys: Vec<_> = objects.iter().map(|object| object.key.as_deref().unwrap()).collect();
    assert_eq!(keys, ["i1", "i2/c1", "i2", "o1"]);
    let extras = objects[1].extras.as_ref().unwrap();
    assert_eq!(extras.text(), r#"{"Material":"steel & zinc","n":"","partnumber":"M8"}"#);
}
