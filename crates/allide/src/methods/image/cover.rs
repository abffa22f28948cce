//! How a triangle is drawn: as it is, or as a body around it.
//!
//! A cover is a piece of WGSL and what the pipeline has to know about it. The WGSL is joined behind `view.wgsl`, whose bindings
//! and functions it may use ([`CoverSource::wgsl`] says what it defines), and in front of `vertex.wgsl`. Both reductions draw
//! any cover; nothing else depends on which it is.

use super::view::{View, ViewParams};
use allide_gpu::Access::{self, Read, Write};
use allide_gpu::{Compare, Drawing, Gpu, Needs, Pen, Primitives, Result, Texel, Wgsl, Words};
use std::marker::PhantomData;

/// A way to draw triangles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoverSource {
    /// Pipelines are cached under it.
    pub name: &'static str,
    /// Defines `fn cover(triangle: u32, vertex: u32) -> vec4<f32>`, the clip position of one of [`Self::vertices`] corners.
    /// Three in a row are a triangle of the cover, a *piece*. Also `fn cover_depth(triangle: u32, piece: u32,
    /// position: vec4<f32>) -> f32`, the depth of a fragment at a pixel's position; where it is negative there is no fragment.
    ///
    /// With [`Self::has_body`], instead `fn cover(triangle: u32, vertex: u32) -> Covered`, which is that `position` and a `body`,
    /// a `mat4x4<f32>` that is the same for all corners; and `fn cover_depth(body: mat4x4<f32>, position: vec4<f32>) -> f32`.
    ///
    /// The constant `FARTHEST` is 1 where fragments are compared with what is there, and 0 where they are what is there. All
    /// drawings of a view give equal depths for equal calls, so the same expressions in the same order must be used
    /// whatever else the constant changes.
    pub wgsl: &'static [&'static str],
    /// How many corners there are for each triangle: a multiple of three.
    pub vertices: u32,
    /// Whether fragments get something from the corners that their depths come from.
    pub has_body: bool,
    /// Whether every pixel that a piece touches gets a fragment: see [`Gpu::has_conservative_raster`].
    pub is_conservative: bool,
    /// Whether pieces are the faces of a closed body, counter-clockwise where they are in front: of these, those in front are what
    /// is there, and those behind are compared with it.
    pub is_closed: bool,
    /// The content of `view.reach` for the WGSL: first the distance in cells around a triangle that it draws, or more, then anything.
    /// Given a view and the distance in cells below which triangles have to be found.
    pub reach: fn(&View, f32) -> [f32; 4],
}

/// The triangle itself.
pub(crate) const TRIANGLE: CoverSource = CoverSource {
    name: "triangle",
    wgsl: &[include_str!("triangle.wgsl")],
    vertices: 3,
    has_body: false,
    is_conservative: false,
    is_closed: false,
    reach: |_, _| [0.0; 4],
};

/// The purposes of a drawing's fragments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// They are written where nothing is nearer; with the owner's number as a word if `owners`.
    Write {
        /// Whether there is an image for words.
        owners: bool,
    },
    /// As without `owners`, except for fragments of the nearest owner, by the image of words.
    WriteOthers,
    /// They are counted by a query, where they compare like this to what is there.
    Query(Compare),
    /// They mark their part, by the images of [`Use::Write`] and [`Use::WriteOthers`].
    Mark,
    /// They mark their part where they are behind what is nearest, of whichever owner.
    MarkBehind,
}

/// The buffers of drawings; those that mark nothing have no use for the last.
const SEEN: [Access; 6] = [Read, Read, Read, Read, Read, Write];

/// The requirements of all drawings.
pub(crate) const NEEDS: Needs =
    Needs { threads: 1, storage: 0, buffers: SEEN.len() as u32, immediates: size_of::<ViewParams>() as u32 };

impl CoverSource {
    /// The pipeline for drawing the cover.
    pub fn pen(&self, gpu: &Gpu, what: Use) -> Result<Pen<ViewParams>> {
        self.with_drawing(what, |drawing| gpu.pen(drawing))
    }

    /// Hands the drawing of the cover to `then`.
    pub fn with_drawing<T>(&self, what: Use, then: impl FnOnce(&Drawing<'_, ViewParams>) -> T) -> T {
        let (name, text, images): (_, _, &[Texel]) = match what {
            Use::Write { owners: true } => ("draw nearest owners", include_str!("nearest.wgsl"), &[]),
            Use::Write { owners: false } => ("draw nearest", include_str!("nearest.wgsl"), &[]),
            Use::WriteOthers => ("draw others", include_str!("others.wgsl"), &[Texel::Word]),
            Use::Query(Compare::GreaterEqual) => ("query not in front", include_str!("nearest.wgsl"), &[]),
            Use::Query(_) => ("query behind", include_str!("nearest.wgsl"), &[]),
            Use::Mark => ("draw hidden", include_str!("hidden.wgsl"), &[Texel::Word, Texel::Depth, Texel::Depth]),
            Use::MarkBehind => ("draw self-hidden", include_str!("self_hidden.wgsl"), &[Texel::Depth]),
        };
        let writes = matches!(what, Use::Write { .. } | Use::WriteOthers);
        let compare = match what {
            Use::Query(compare) => compare,
            Use::Mark | Use::MarkBehind => Compare::Always,
            Use::Write { .. } | Use::WriteOthers => Compare::Less,
        };
        let vertex = if self.has_body { include_str!("vertex_body.wgsl") } else { include_str!("vertex.wgsl") };
        let mut parts = vec![include_str!("view.wgsl")];
        parts.extend(self.wgsl);
        parts.extend([vertex, include_str!("output.wgsl"), text]);
        let drawing = Drawing {
            name,
            variant: self.name,
            // SAFETY: there are `VERTICES` vertices for each slot of a stage, and slots name its triangles and parts. Covers
            // look at the corners of their triangle alone. All images of a stage have the size of the one that is drawn.
            text: unsafe { Wgsl::trusted(&parts) },
            bindings: if matches!(what, Use::Mark | Use::MarkBehind) { &SEEN } else { &SEEN[..5] },
            images,
            immediates: PhantomData,
            constants: &[("VERTICES", self.vertices), ("FARTHEST", u32::from(!writes))],
            compare,
            writes_depth: writes,
            primitives: match (self.is_closed, writes) {
                (false, _) => Primitives::Triangles,
                (true, true) => Primitives::FrontFaces,
                (true, false) => Primitives::BackFaces,
            },
            words: if what == (Use::Write { owners: true }) { Words::One } else { Words::None },
            counting: None,
            conservative: self.is_conservative,
        };
        then(&drawing)
    }
}

/// Every drawing of every cover, compared with what Rust takes it for.
#[cfg(test)]
pub(crate) fn drawings() -> Vec<std::result::Result<allide_gpu::check::Checked, String>> {
    use super::offset;
    use crate::{Cover, Offset, Rendering};
    let usual = Rendering::DEFAULT;
    let offsets = [Offset::Uobb, Offset::Faces, Offset::Bounded, Offset::Exact];
    let drawn = offsets.map(|offset| Cover::Offset(offset, usual)).into_iter().chain([Cover::Conservative(usual)]);
    let covers: Vec<&CoverSource> = drawn.filter_map(offset::cover).chain([&TRIANGLE]).collect();
    let uses = [
        Use::Write { owners: true },
        Use::Write { owners: false },
        Use::WriteOthers,
        Use::Query(Compare::GreaterEqual),
        Use::Query(Compare::Greater),
        Use::Mark,
        Use::MarkBehind,
    ];
    let check = |cover: &CoverSource, what| {
        cover.with_drawing(what, |drawing| {
            let shader = drawing.shader();
            assert_eq!(Needs::of(&[shader]).and(NEEDS), Needs { storage: Needs::STORAGE, ..NEEDS });
            allide_gpu::check::check(&shader)
        })
    };
    covers.iter().flat_map(|cover| uses.map(|what| check(cover, what))).collect()
}
