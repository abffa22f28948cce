//! Faces under `o` and `g` become objects.

use crate::error::Fault;
use crate::origin::Pieces;
use crate::soup::{self, Numbering, Part, Soup};
use std::collections::HashMap;

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Level {
    Object,
    Group,
}

/// Where a new object or group begins.
pub(super) struct Cut<'a> {
    pub(super) level: Level,
    pub(super) first_triangle: usize,
    pub(super) name: &'a [u8],
}

/// The faces of an object.
struct Faces<'a> {
    name: &'a [u8],
    triangles: Vec<[u32; 3]>,
    pieces: Pieces,
}

/// One part per `o`; without any `o`, one per name of a `g`; without either, one in all.
pub(super) fn split(soup: Soup, mut cuts: Vec<Cut>) -> Result<Vec<Part>, Fault> {
    let level = if cuts.iter().any(|cut| cut.level == Level::Object) { Level::Object } else { Level::Group };
    cuts.retain(|cut| cut.level == level);
    if cuts.is_empty() {
        return Ok(vec![soup.into_part()?]);
    }
    let Soup { positions, triangles, tracks, .. } = soup;
    cuts.insert(0, Cut { level, first_triangle: 0, name: b"" });
    let ends = cuts.iter().skip(1).map(|cut| cut.first_triangle).chain([triangles.len()]);

    let mut groups = HashMap::new();
    let mut parts: Vec<Faces> = Vec::new();
    for (cut, end) in cuts.iter().zip(ends) {
        let piece = &triangles[cut.first_triangle..end];
        if piece.is_empty() {
            continue;
        }
        // Groups are sets that faces are put into by turns; objects are not.
        let next = parts.len();
        let index = if level == Level::Group { *groups.entry(cut.name).or_insert(next) } else { next };
        if index == next {
            parts.push(Faces { name: cut.name, triangles: Vec::new(), pieces: Pieces::default() });
        }
        parts[index].triangles.extend_from_slice(piece);
        parts[index].pieces.add(&tracks, cut.first_triangle, end);
    }
    drop(triangles);
    let mut numbering = Numbering::new(positions.len());
    let part = |Faces { name, mut triangles, pieces }: Faces| {
        let used = numbering.compact(&positions, &mut triangles);
        let mesh = soup::mesh(used.unwrap_or_else(|| positions.clone()), triangles)?;
        let name = (!name.is_empty()).then(|| String::from_utf8_lossy(name).into_owned());
        Ok(Part { name, origins: pieces.origins(), ..Part::nameless(mesh) })
    };
    parts.into_iter().map(part).collect()
}
