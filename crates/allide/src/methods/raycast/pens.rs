//! The pipelines of the passes, and the kernels beside them.

use super::eye::EyeParams;
use super::options::{Algorithm, EdgeRule, RaycastOptions, Sided};
use allide_gpu::Access::{Read, Write};
use allide_gpu::{
    Compare, CountOp, Counting, Drawing, Gpu, Needs, Pen, Primitives, Result, Shader, Source, Texel, Wgsl, Words,
    immediates,
};
use std::marker::PhantomData;

immediates! {
    /// The parameters of extremes.wgsl.
    pub(super) struct ExtremesParams {
        width: u32,
        height: u32,
        stride: u32,
        padding: u32,
    }
}

immediates! {
    /// The parameters of depths.wgsl.
    pub(super) struct DepthsParams {
        count: u32,
    }
}

pub(super) const THREADS: u32 = 256;

pub(super) const EXTREMES: Source<ExtremesParams> = Source {
    name: "extreme counts",
    text: Wgsl::checked(&[include_str!("extremes.wgsl")]),
    bindings: &[Read, Write],
    immediates: PhantomData,
    constants: &[("THREADS", THREADS)],
    settings: &[],
};

pub(super) const DEPTHS: Source<DepthsParams> = Source {
    name: "depths at pixels",
    text: Wgsl::checked(&[include_str!("depths.wgsl")]),
    bindings: &[Read, Read, Write],
    immediates: PhantomData,
    constants: &[("THREADS", THREADS)],
    settings: &[],
};

/// The kernels; scenes are drawn.
pub(crate) const SHADERS: &[Shader<'_>] = &[EXTREMES.shader(), DEPTHS.shader()];

/// The requirements of the drawings.
pub(crate) const NEEDS: Needs = Needs { threads: 1, storage: 0, buffers: 3, immediates: size_of::<EyeParams>() as u32 };

/// The draws, and their purposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// Edges, for their depths: pass 1.
    Edges(EdgeRule),
    /// Faces in front of edges, counted: passes 2 and 3, 5 and 6.
    Faces(Primitives),
    /// Edges where the count is positive, which `resets` it: pass 4.
    Inside { resets: bool },
    /// Faces where the count is positive; all counts become zero where there is a face: pass 7.
    Around,
}

/// Faces that are nearer than an edge, and make the count of its pixel positive or negative.
const COUNT: Counting = Counting {
    compare: Compare::Always,
    fail: CountOp::Keep,
    front: CountOp::IncrementWrap,
    back: CountOp::DecrementWrap,
};

impl Ink {
    pub fn pen(self, gpu: &Gpu, words: Words) -> Result<Pen<EyeParams>> {
        gpu.pen(&self.drawing(words))
    }

    pub fn drawing(self, words: Words) -> Drawing<'static, EyeParams> {
        let (name, compare, counting) = match self {
            Self::Edges(EdgeRule::Nearest) => ("nearest edges", Compare::Less, Counting::NONE),
            Self::Edges(EdgeRule::AsPrinted) => ("last edges", Compare::Always, Counting::NONE),
            Self::Faces(Primitives::FrontFaces) => ("count front faces", Compare::Less, COUNT),
            Self::Faces(Primitives::BackFaces) => ("count back faces", Compare::Less, COUNT),
            Self::Faces(_) => ("count faces", Compare::Less, COUNT),
            Self::Inside { resets } => {
                let name = if resets { "edges inside, reset" } else { "edges inside" };
                let front = if resets { CountOp::Replace } else { CountOp::Keep };
                (name, Compare::Equal, Counting { compare: Compare::Less, front, ..Counting::NONE })
            }
            Self::Around => {
                let [fail, front, back] = [CountOp::Replace; 3];
                ("faces around", Compare::Less, Counting { compare: Compare::Less, fail, front, back })
            }
        };
        let primitives = match self {
            Self::Edges(_) | Self::Inside { .. } => Primitives::Lines,
            Self::Faces(sides) => sides,
            Self::Around => Primitives::Triangles,
        };
        let variant = match words {
            Words::None => "alone",
            Words::Kept(_) => "beside words",
            Words::One => "words",
            Words::First => "first words",
            Words::Second => "second words",
        };
        let parts: &[&str] = match primitives {
            Primitives::Lines => &[include_str!("scene.wgsl"), include_str!("edges.wgsl")],
            _ => &[include_str!("scene.wgsl"), include_str!("faces.wgsl")],
        };
        Drawing {
            name,
            variant,
            text: Wgsl::checked(parts),
            bindings: &[Read, Read, Read],
            images: &[],
            immediates: PhantomData,
            constants: match words {
                // Pipelines are cached by constants, too.
                Words::Kept(Texel::Word) => &[("WORDS", 1)],
                Words::Kept(_) => &[("WORDS", 2)],
                _ => &[],
            },
            primitives,
            compare,
            writes_depth: matches!(self, Self::Edges(_)),
            words,
            counting: Some(counting),
            conservative: false,
        }
    }
}

/// The pipelines of one algorithm.
pub(super) struct Pens {
    /// Pass 1.
    pub edges: Pen<EyeParams>,
    /// Passes 2 and 3, in one or two.
    pub count: Vec<Pen<EyeParams>>,
    /// Pass 4.
    pub inside: Pen<EyeParams>,
    /// Passes 5 and 6.
    pub recount: Vec<Pen<EyeParams>>,
    /// Pass 7.
    pub around: Pen<EyeParams>,
}

impl Pens {
    pub fn new(gpu: &Gpu, options: &RaycastOptions) -> Result<Self> {
        use Algorithm::{Detect, IdentifyBoth, IdentifyOne, IdentifyOneWithoutStencilRead, Queries};
        // Colour off in pass 1 but for algorithm 2: printed otherwise for algorithm 4, where every object would be reported.
        let [first, fourth] = match options.algorithm {
            Detect | Queries => [Words::None, Words::None],
            IdentifyOne => [Words::One, Words::None],
            IdentifyOneWithoutStencilRead => [Words::Kept(Texel::Word), Words::One],
            IdentifyBoth => [Words::Kept(Texel::WordPair), Words::First],
        };
        let [beside, seventh] = match options.algorithm {
            IdentifyBoth => [Words::Kept(Texel::WordPair), Words::Second],
            _ => [Words::None, Words::None],
        };
        let sides: &[_] = match options.sided {
            Sided::OnePass => &[Primitives::Triangles],
            Sided::TwoPasses => &[Primitives::FrontFaces, Primitives::BackFaces],
        };
        let faces = |words| sides.iter().map(|&side| Ink::Faces(side).pen(gpu, words)).collect::<Result<Vec<_>>>();
        Ok(Self {
            edges: Ink::Edges(options.edges).pen(gpu, first)?,
            count: faces(Words::None)?,
            inside: Ink::Inside { resets: options.algorithm == IdentifyBoth }.pen(gpu, fourth)?,
            recount: faces(beside)?,
            around: Ink::Around.pen(gpu, seventh)?,
        })
    }
}

/// Every drawing, compared with what Rust takes it for.
#[cfg(test)]
pub(crate) fn drawings() -> Vec<std::result::Result<allide_gpu::check::Checked, String>> {
    let inks =
        [Ink::Edges(EdgeRule::Nearest), Ink::Faces(Primitives::Triangles), Ink::Inside { resets: true }, Ink::Around];
    inks.map(|ink| allide_gpu::check::check(&ink.drawing(Words::Kept(Texel::WordPair)).shader())).into()
}
