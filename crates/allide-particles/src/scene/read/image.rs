//! Images on colliders from TOML: texel by texel, or from a PNG file.

use super::collider::material;
use crate::scene::SceneError;
use crate::scene::table::Table;
use crate::{Image, Material};
use allide_files::open_within;
use std::io::Read;
use std::path::Path;

/// An image has no more pixels along a side.
const LARGEST: u32 = 8192;
/// An image file has no more bytes: as many as the pixels of the largest image, with four channels of 16 bits.
const MOST_BYTES: u64 = 8 * (LARGEST as u64).pow(2);

/// `{ size, materials, gains }` texel by texel from the lowest row, or `{ file, materials, gain }`.
pub(super) fn read(table: &Table<'_>, materials: &[Material], folder: Option<&Path>) -> Result<Image, SceneError> {
    let list = table.item("materials");
    let names = table.texts("materials")?.ok_or_else(|| table.missing("materials", "[\"NAME\", …]"))?;
    let mut numbers = Vec::new();
    for (k, name) in names.into_iter().enumerate() {
        let span = list.and_then(|list| list.as_array()?.get(k)?.span());
        numbers.push(material(materials, name).map_err(|message| table.error(span, message))?);
    }
    let image = match table.text("file")? {
        Some(name) => {
            let span = table.item("file").and_then(toml_edit::Item::span);
            let gain = table.number_or("gain", 1.0)?;
            file(name, folder, &numbers, gain).map_err(|message| table.error(span, message))?
        }
        None => texels(table, &numbers)?,
    };
    table.finish()?;
    Ok(image)
}

fn texels(table: &Table<'_>, materials: &[u32]) -> Result<Image, SceneError> {
    let [width, height] = table.needed_numbers::<2>("size")?;
    let gains = table.list("gains")?.unwrap_or_else(|| vec![1.0; materials.len()]);
    let is_whole = width >= 1.0 && height >= 1.0 && width.fract() + height.fract() == 0.0;
    if !is_whole || width * height != materials.len() as f64 || gains.len() != materials.len() {
        let (names, gains) = (materials.len(), gains.len());
        let needed = if is_whole { format!("; it needs {} of each", width * height) } else { String::new() };
        return Err(table.error(
            None,
            format!("an image of {width} by {height} cannot have {names} materials and {gains} gains{needed}"),
        ));
    }
    let texels = materials.iter().copied().zip(gains).collect();
    Ok(Image { width: width as u32, height: height as u32, texels })
}

/// Red says which material, its range divided evenly among all; green the share of `gain`. Grey pictures have materials alone.
fn file(name: &str, folder: Option<&Path>, materials: &[u32], gain: f64) -> Result<Image, String> {
    let folder = folder.ok_or("an image file needs a folder to be in: read the scene from a file")?;
    let path = folder.join(name);
    let unread = |error: &dyn std::fmt::Display| format!("cannot read the image {}: {error}", path.display());
    let found = open_within(folder, Path::new(name)).map_err(|refusal| unread(&refusal))?;
    let mut bytes = Vec::new();
    found.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| unread(&error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(unread(&format!("it has more than {MOST_BYTES} bytes")));
    }
    let wrong =
        |error: &dyn std::fmt::Display| format!("{} is not a PNG file that can be read: {error}", path.display());
    if materials.is_empty() {
        return Err("an image needs a material: write materials = [\"NAME\", …]".into());
    }
    let mut decoder = png::Decoder::new(std::io::Cursor::new(&bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|error| wrong(&error))?;
    let (width, height) = (reader.info().width, reader.info().height);
    if width > LARGEST || height > LARGEST {
        return Err(format!("an image of {width} by {height} pixels is larger than {LARGEST} by {LARGEST}"));
    }
    let size = reader.output_buffer_size().ok_or_else(|| wrong(&"it is too large"))?;
    let mut pixels = vec![0; size];
    let frame = reader.next_frame(&mut pixels).map_err(|error| wrong(&error))?;
    let channels = frame.color_type.samples();
    let texel = |pixel: &[u8]| {
        let number = usize::from(pixel[0]) * materials.len() / 256;
        let share = if channels >= 3 { f64::from(pixel[1]) / 255.0 } else { 1.0 };
        (materials[number], gain * share)
    };
    // The first row of a picture is its highest, and that of an image its lowest.
    let rows = pixels[..frame.buffer_size()].chunks_exact(frame.line_size).rev();
    let texels = rows.flat_map(|row| row.chunks_exact(channels).map(texel)).collect();
    Ok(Image { width, height, texels })
}
