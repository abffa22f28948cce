//! Good 3MF files.

use crate::common::*;
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
fn components_become_one_mesh() {
    let components = r#"<components><component objectid="1"/><component objectid="1"
        transform="0 1 0 -1 0 0 0 0 1 0 0 5"/></components>"#;
    let text = model(
        &format!(r#"<object id="1">{MESH}</object><object id="2">{components}</object>"#),
        r#"<item objectid="2" transform="2 0 0 0 2 0 0 0 2 0 0 0"/>"#,
    );
    let object = read_one("a.3mf", archive(&[("3D/3dmodel.model", &text)]));
    assert_eq!((object.mesh.triangles().len(), object.mesh.positions().len()), (4, 8));
    assert_eq!(triangles(&object)[0], [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0]]);
    assert_eq!(triangles(&object)[2], [[0.0, 0.0, 10.0], [0.0, 2.0, 10.0], [-2.0, 2.0, 10.0]]);
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
    assert_eq!(outline(&objects), [("object 1", 2), ("plate", 2)]);
    assert_square(&objects[0]);
    assert!(objects[0].mesh.is_same(&objects[1].mesh));
}
