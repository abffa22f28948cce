//! Scenes from TOML.

mod collider;
mod emitter;
mod image;

use super::error::Place;
use super::table::{Table, position};
use super::{Camera, Scene, SceneError};
use crate::Material;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use toml_edit::{Document, Item};

/// A scene's text has no more bytes: far more than anybody writes, and little memory.
const MOST_BYTES: u64 = 16 << 20;

impl Scene {
    /// Reads a scene, and checks it. Errors say line and column.
    ///
    /// ```
    /// let error = allide_particles::Scene::read("[[emitter]]\nname = \"rain\"\ncount = 0\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 3, column 9: emitter \"rain\": an emitter needs a particle");
    /// ```
    pub fn read(text: &str) -> Result<Self, SceneError> {
        Self::read_in(text, None)
    }

    /// Reads a scene from a file. Names of images are relative to its folder.
    ///
    /// # Errors
    /// As for [`Scene::read`], and if the file cannot be read.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, SceneError> {
        let path = path.as_ref();
        let unread =
            |error: &dyn std::fmt::Display| SceneError::plain(format!("cannot read {}: {error}", path.display()));
        let file = File::open(path).map_err(|error| unread(&error))?;
        let mut text = String::new();
        file.take(MOST_BYTES + 1).read_to_string(&mut text).map_err(|error| unread(&error))?;
        if text.len() as u64 > MOST_BYTES {
            return Err(unread(&format!("it has more than {MOST_BYTES} bytes")));
        }
        Self::read_in(&text, Some(path.parent().unwrap_or(Path::new(""))))
    }

    fn read_in(text: &str, folder: Option<&Path>) -> Result<Self, SceneError> {
        let document = Document::parse(text).map_err(|error| SceneError {
            position: Some(position(text, error.span().map_or(0, |span| span.start))),
            place: Place::default(),
            message: error.message().replace('\n', ", "),
        })?;
        let root = Table::new(text, document.as_table(), Some(0..0), Place::default());
        let sections = |section: &'static str| -> Result<Vec<Table<'_>>, SceneError> {
            let Some(item) = root.item(section) else { return Ok(Vec::new()) };
            let Item::ArrayOfTables(list) = item else {
                return Err(root.error(item.span(), format!("write [[{section}]] for each {section}")));
            };
            let entry = |(index, table): (usize, &'_ toml_edit::Table)| {
                let name = table.get("name").and_then(Item::as_str).unwrap_or_default().to_owned();
                (Place { section, index, name, key: "" }, table.span())
            };
            Ok(list
                .iter()
                .enumerate()
                .map(|(k, table)| {
                    let (place, span) = entry((k, table));
                    Table::new(text, table, span, place)
                })
                .collect())
        };
        let mut scene = Self {
            name: root.text("name")?.unwrap_or("scene").to_owned(),
            about: root.text("about")?.unwrap_or_default().to_owned(),
            duration: root.number_or("duration", 4.0)?,
            frame_rate: root.number_or("frame_rate", 30.0)?,
            rest_speed: root.number_or("rest_speed", 0.05)?,
            camera: root.table("camera")?.map_or(Ok(Camera::default()), |table| camera(&table))?,
            materials: Vec::new(),
            emitters: Vec::new(),
            colliders: Vec::new(),
        };
        for table in sections("material")? {
            let new = material(&table)?;
            if scene.materials.iter().any(|known| known.name == new.name) {
                let span = table.item("name").and_then(Item::span);
                return Err(table.error(span, "two materials have this name"));
            }
            scene.materials.push(new);
        }
        if scene.materials.is_empty() {
            scene.materials.push(Material::default());
        }
        for table in sections("emitter")? {
            scene.emitters.push(emitter::read(&table)?);
        }
        // A table may stand for many colliders.
        let mut owners = Vec::new();
        for (k, table) in sections("collider")?.into_iter().enumerate() {
            scene.colliders.extend(collider::read(&table, &scene.materials, folder)?);
            owners.resize(scene.colliders.len(), k);
        }
        root.finish()?;
        scene.check().map_err(|error| locate(error, text, &document, &owners))?;
        Ok(scene)
    }
}

/// Finds the value that a check complains about.
fn locate(mut error: SceneError, text: &str, document: &Document<&str>, owners: &[usize]) -> SceneError {
    let Place { section, index, key, .. } = error.place;
    let index = if section == "collider" { owners.get(index).copied().unwrap_or(0) } else { index };
    let table = match document.get(section) {
        Some(Item::ArrayOfTables(list)) => list.get(index),
        _ => Some(document.as_table()),
    };
    let keys: &[&str] = match key {
        "region" => &["holes", "keep", "corners", "size", "radius", "box"],
        "radii" => &["radii", "radius"],
        "surface" => &["surface", "size", "radius"],
        "sound" => &["sound", "name"],
        "colors" => &["color", "last_color"],
        _ => &[key],
    };
    let span = table.and_then(|table| keys.iter().find_map(|key| table.get(key)?.span()).or_else(|| table.span()));
    error.position = Some(position(text, span.map_or(0, |span| span.start)));
    error
}

fn camera(table: &Table<'_>) -> Result<Camera, SceneError> {
    let plain = Camera::default();
    let ground = table.numbers("ground_color")?.unwrap_or([0.16, 0.2, 0.1]);
    let camera = Camera {
        eye: table.vector_or("eye", plain.eye)?,
        target: table.vector_or("target", plain.target)?,
        angle: table.number_or("angle", plain.angle)?,
        sky: [table.numbers("sky")?.unwrap_or(plain.sky[0]), table.numbers("horizon")?.unwrap_or(plain.sky[1])],
        ground: table.number("ground")?.map(|height| (height, ground)),
    };
    table.finish()?;
    Ok(camera)
}

fn material(table: &Table<'_>) -> Result<Material, SceneError> {
    let plain = Material::default();
    let name = table.text("name")?.ok_or_else(|| table.error(None, "a material needs a name"))?;
    let material = Material {
        name: name.to_owned(),
        color: table.numbers("color")?.unwrap_or(plain.color),
        restitution: table.number_or("restitution", plain.restitution)?,
        friction: table.number_or("friction", plain.friction)?,
        hardness: table.number_or("hardness", plain.hardness)?,
        sound: table.text("sound")?.unwrap_or(name).to_owned(),
    };
    table.finish()?;
    Ok(material)
}
