//! Rasterised primitives, and the values that fragments write besides depths: words, and counts of 8 bits.

pub use wgpu::StencilOperation as CountOp;

use crate::draw::Compare;
use crate::image::Texel;

/// The primitives that vertices form, and which of them are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primitives {
    /// Triangles, both sides.
    Triangles,
    /// Triangles that are counter-clockwise in the view.
    FrontFaces,
    /// Triangles that are clockwise in the view.
    BackFaces,
    /// Line segments, one pixel wide.
    Lines,
}

impl Primitives {
    pub(crate) fn state(self, conservative: bool) -> wgpu::PrimitiveState {
        let topology = match self {
            Self::Lines => wgpu::PrimitiveTopology::LineList,
            _ => wgpu::PrimitiveTopology::TriangleList,
        };
        let cull_mode = match self {
            Self::FrontFaces => Some(wgpu::Face::Back),
            Self::BackFaces => Some(wgpu::Face::Front),
            Self::Triangles | Self::Lines => None,
        };
        wgpu::PrimitiveState { topology, cull_mode, conservative, ..Default::default() }
    }
}

/// The image of words beside the depths, and what fragments that pass write to it.
///
/// Fragments write to location 0 of the shader. Shaders for pairs give two words; an image of single words takes the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// There is no such image.
    None,
    /// There is one, and nothing is written.
    Kept(Texel),
    /// A word.
    One,
    /// The first word of a pair.
    First,
    /// The second word of a pair.
    Second,
}

impl Words {
    pub(crate) fn target(self) -> Option<wgpu::ColorTargetState> {
        let (texel, write_mask) = match self {
            Self::None => return None,
            Self::Kept(texel) => (texel, wgpu::ColorWrites::empty()),
            Self::One => (Texel::Word, wgpu::ColorWrites::ALL),
            Self::First => (Texel::WordPair, wgpu::ColorWrites::RED),
            Self::Second => (Texel::WordPair, wgpu::ColorWrites::GREEN),
        };
        Some(wgpu::ColorTargetState { format: texel.format(), blend: None, write_mask })
    }
}

/// How fragments change and test the count of their pixel, in an image of [`Texel::DepthCount`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    /// How [`Self::ZERO`] must compare to the count for a fragment to be drawn: with `Less`, the count is positive.
    pub compare: Compare,
    /// Where it does not.
    pub fail: CountOp,
    /// Where it does and the depth passes, for what is counter-clockwise in the view, and for lines.
    pub front: CountOp,
    /// The same for what is clockwise.
    pub back: CountOp,
}

impl Counting {
    /// The initial value of counts: half of their range, so that they can be negative.
    pub const ZERO: u8 = 128;

    /// Counts play no part.
    pub const NONE: Self =
        Self { compare: Compare::Always, fail: CountOp::Keep, front: CountOp::Keep, back: CountOp::Keep };

    pub(crate) fn state(self) -> wgpu::StencilState {
        let face = |pass_op| wgpu::StencilFaceState {
            compare: self.compare,
            fail_op: self.fail,
            depth_fail_op: CountOp::Keep,
            pass_op,
        };
        wgpu::StencilState { front: face(self.front), back: face(self.back), read_mask: 0xff, write_mask: 0xff }
    }
}
