//! Decodes pixels.

use super::geometry::Geometry;
use super::options::{Algorithm, RaycastOptions};
use super::report::Penetration;
use crate::ObjectId;
use allide_gpu::Counting;
use std::collections::BTreeMap;

/// A pixel whose edge is inside a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pixel {
    /// Column and row.
    pub at: [u32; 2],
    pub edge: u32,
    /// The object around it, if the algorithm tells.
    pub around: Option<u32>,
}

/// The findings in the pixels that were read.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    /// Those that name an edge.
    pub pixels: Vec<Pixel>,
    pub inside: u32,
    /// Counts below zero, if counts were read.
    pub negative: Option<u32>,
}

/// Goes through counts, if there are any, or through words alone.
pub(super) fn parse(options: &RaycastOptions, counts: Option<&[u8]>, words: Option<&[u32]>) -> Parsed {
    let mut parsed = Parsed::default();
    let [width, height] = options.size.map(|side| side as usize);
    let channels = if options.algorithm == Algorithm::IdentifyBoth { 2 } else { 1 };
    // Rows are padded.
    let row_words = |y: usize| words.map(|words| &words[words.len() / height * y..][..width * channels]);
    let add = |parsed: &mut Parsed, x: usize, y: usize, words: &[u32]| {
        // With an open mesh, counts are positive where there is no edge, too.
        if let Some(edge) = words[x * channels].checked_sub(1) {
            let around = words[x * channels..][..channels].get(1).and_then(|word| word.checked_sub(1));
            parsed.pixels.push(Pixel { at: [x as u32, y as u32], edge, around });
            parsed.inside += 1;
        }
    };
    let Some(counts) = counts else {
        for y in 0..height {
            let words = row_words(y).unwrap_or_default();
            let shown = words.iter().step_by(channels).enumerate().filter(|(_, word)| **word != 0);
            shown.for_each(|(x, _)| add(&mut parsed, x, y, words));
        }
        return parsed;
    };
    let mut negative = 0;
    for (y, row) in counts.chunks(counts.len() / height).enumerate() {
        for (x, &count) in row[..width].iter().enumerate().filter(|(_, count)| **count != Counting::ZERO) {
            match row_words(y) {
                _ if count < Counting::ZERO => negative += 1,
                Some(words) => add(&mut parsed, x, y, words),
                None => parsed.inside += 1,
            }
        }
    }
    parsed.negative = Some(negative);
    parsed
}

/// Pixels of an edge, with depth and the object around them.
type Shown = Vec<([u32; 2], f32, Option<u32>)>;

impl Parsed {
    /// The objects with an edge inside another, and those around them.
    pub fn objects(&self, geometry: &Geometry) -> (Vec<u32>, Vec<u32>) {
        let mut seen = vec![[false; 2]; geometry.objects.len()];
        for pixel in &self.pixels {
            seen[geometry.owner(pixel.edge) as usize][0] = true;
            if let Some(around) = pixel.around {
                seen[around as usize][1] = true;
            }
        }
        let of = |role: usize| (0..).zip(&seen).filter(|(_, seen)| seen[role]).map(|(object, _)| object).collect();
        (of(0), of(1))
    }

    /// Who is inside whom.
    pub fn pairs(&self, geometry: &Geometry, id: impl Fn(u32) -> ObjectId) -> Vec<Penetration> {
        let mut pairs: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for pixel in &self.pixels {
            if let Some(around) = pixel.around {
                *pairs.entry((geometry.owner(pixel.edge), around)).or_default() += 1;
            }
        }
        let pair = |((inner, outer), pixels)| Penetration { penetrating: id(inner), penetrated: id(outer), pixels };
        pairs.into_iter().map(pair).collect()
    }

    /// The edges that pixels with a depth show, in order.
    pub fn edges(&self, depths: &[f32]) -> impl Iterator<Item = (u32, Shown)> + use<> {
        let mut edges: BTreeMap<u32, Shown> = BTreeMap::new();
        for (pixel, &depth) in self.pixels.iter().zip(depths) {
            edges.entry(pixel.edge).or_default().push((pixel.at, depth, pixel.around));
        }
        edges.into_iter()
    }
}
