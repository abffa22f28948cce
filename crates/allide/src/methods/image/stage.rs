//! The resources shared by both reductions: images, and the triangles of the parts that are drawn.

use super::cover::CoverSource;
use super::view::{View, ViewParams};
use crate::gpu::Triangles;
use allide_gpu::{
    Access, Binding, Buffer, Gpu, GpuError, Image, Recorder, Result, Shader, Source, StageTime, Texel, Wgsl, immediates,
};
use std::marker::PhantomData;
use std::ops::Range;

/// A part that is drawn: consecutive triangles, in the order of the stage, of one owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Patch {
    pub owner: u32,
    pub places: Range<u32>,
}

/// A view to be drawn.
#[derive(Clone, Debug)]
pub(crate) struct Shot {
    pub view: View,
    /// The parameters of the cover: see [`CoverSource::reach`].
    pub reach: [f32; 4],
    /// For each patch, whether it stays whatever is seen of it here; empty if that goes for none.
    pub stays: Vec<bool>,
}

impl Shot {
    /// Of a view in which whatever is fully visible goes.
    pub fn new(view: View, reach: [f32; 4]) -> Self {
        Self { view, reach, stays: Vec::new() }
    }

    pub fn params(&self) -> ViewParams {
        self.view.params(self.reach)
    }
}

/// Patches that are looked at together, those of each owner following one another, and the views of them.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    pub patches: Vec<Patch>,
    pub shots: Vec<Shot>,
    /// Whether to count what each shot takes away: see [`Reduced::gone`].
    pub is_counted: bool,
}

/// The set that a reduction leaves, and its cost.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reduced {
    /// For each patch of all looks, one after the other, whether it may still collide.
    pub kept: Vec<bool>,
    /// How many patches each shot of each look took away, of what the ones before it had left. Empty for looks that are not
    /// counted.
    pub gone: Vec<Vec<u64>>,
    pub drawn: Drawn,
    pub stages: Vec<StageTime>,
}

/// The geometry handed to the rasteriser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Drawn {
    /// Draws that write depths.
    pub writes: u64,
    /// Occlusion queries.
    pub queries: u64,
    /// Draws that mark parts instead.
    pub marks: u64,
    /// Triangles of all of them; a cover has several.
    pub rendered: u64,
}

impl Drawn {
    pub fn add(&mut self, more: &Self) {
        self.writes += more.writes;
        self.queries += more.queries;
        self.marks += more.marks;
        self.rendered += more.rendered;
    }
}

/// Images of one size, and where the triangles are.
pub(crate) struct DrawTargets<'s> {
    pub gpu: &'s Gpu,
    pub cover: &'s CoverSource,
    pub triangles: Triangles<'s>,
    /// The triangle at each place of patches; `None` if places are numbers of triangles.
    pub order: Option<&'s Buffer>,
    /// The nearest depth.
    pub nearest: Image,
    /// The nearest depth of any owner but the nearest.
    pub others: Image,
    /// The nearest owner.
    pub owners: Image,
}

immediates! {
    /// The parameters of slots.wgsl.
    struct SlotsParams {
        parts: u32,
        slots: u32,
        ordered: u32,
    }
}

immediates! {
    /// The parameters of keep.wgsl.
    struct KeepParams {
        parts: u32,
    }
}

/// The kernels; covers are drawn.
pub(crate) const SHADERS: &[Shader<'_>] = &[SLOTS.shader(), KEEP.shader()];

const KEEP: Source<KeepParams> = Source {
    name: "parts that stay",
    // SAFETY: parts are below their number, and all buffers have a word for each.
    text: unsafe { Wgsl::trusted(&[include_str!("keep.wgsl")]) },
    bindings: &[Access::Read, Access::Read, Access::Write],
    immediates: PhantomData,
    constants: &[("THREADS", THREADS)],
    settings: &[],
};

const SLOTS: Source<SlotsParams> = Source {
    name: "slots of parts",
    // SAFETY: slots are below their number, for which there is room. Parts, at least one, lie one behind the other
    // in the slots, and `order` names each triangle of theirs. The search for a part halves what is left.
    text: unsafe { Wgsl::trusted(&[include_str!("slots.wgsl")]) },
    bindings: &[Access::Read, Access::Read, Access::Write, Access::Write],
    immediates: PhantomData,
    constants: &[("THREADS", THREADS)],
    settings: &[],
};
const THREADS: u32 = 256;

/// The triangles of some patches, one after the other, on the GPU.
#[derive(Debug)]
pub(crate) struct Slots {
    /// Triangle and patch.
    pub slots: Buffer,
    /// A word for each patch: 1.
    pub alive: Buffer,
    /// Where the triangles of each patch begin, then the total.
    pub starts: Vec<u32>,
}

impl<'s> DrawTargets<'s> {
    pub fn new(gpu: &'s Gpu, cover: &'s CoverSource, triangles: Triangles<'s>, pixels: u32) -> Result<Self> {
        let size = [pixels, pixels];
        Ok(Self {
            gpu,
            cover,
            triangles,
            order: None,
            nearest: gpu.image("nearest depths", Texel::Depth, size)?,
            others: gpu.image("depths of others", Texel::Depth, size)?,
            owners: gpu.image("nearest owners", Texel::Word, size)?,
        })
    }

    /// Writes the slots of patches, none of which is empty.
    pub fn lay_out(&self, recorder: &mut Recorder<'_>, patches: &[Patch]) -> Result<Slots> {
        let mut starts = Vec::with_capacity(patches.len() + 1);
        let mut count = 0u32;
        let mut words = Vec::with_capacity(patches.len());
        for patch in patches {
            words.push([patch.places.start, count]);
            starts.push(count);
            count += patch.places.len() as u32;
        }
        starts.push(count);
        let vertices = u64::from(count) * u64::from(self.cover.vertices);
        if vertices > u64::from(u32::MAX) {
            let limit = u64::from(u32::MAX / self.cover.vertices) * 8;
            return Err(GpuError::TooLarge { what: "triangles of a draw".into(), bytes: u64::from(count) * 8, limit });
        }
        let parts = self.gpu.buffer("parts", patches.len() as u64 * 8)?;
        let slots = self.gpu.buffer("slots", u64::from(count) * 8)?;
        let alive = self.gpu.buffer("alive parts", patches.len() as u64 * 4)?;
        recorder.upload(&parts, 0, &words)?;
        let kernel = self.gpu.kernel(&SLOTS, &[])?;
        let order = self.order.unwrap_or(self.triangles.owners);
        let (parts_count, ordered) = (patches.len() as u32, u32::from(self.order.is_some()));
        let params = SlotsParams { parts: parts_count, slots: count, ordered };
        let groups = self.gpu.groups(u64::from(count), THREADS);
        recorder.dispatch(&kernel, [&parts, order, &slots, &alive], &params, groups)?;
        Ok(Slots { slots, alive, starts })
    }

    /// Marks those of the parts that are `alive` and stay.
    pub fn keep(&self, recorder: &mut Recorder<'_>, stays: &[bool], alive: &Buffer, hidden: &Buffer) -> Result<()> {
        let words: Vec<u32> = stays.iter().map(|&stays| u32::from(stays)).collect();
        let buffer = self.gpu.buffer("parts that stay", words.len() as u64 * 4)?;
        recorder.upload(&buffer, 0, &words)?;
        let kernel = self.gpu.kernel(&KEEP, &[])?;
        let groups = self.gpu.groups(words.len() as u64, THREADS);
        recorder.dispatch(&kernel, [&buffer, alive, hidden], &KeepParams { parts: words.len() as u32 }, groups)
    }

    /// The inputs of every drawing; `alive` has a word for each patch, 0 for those that are not to be drawn.
    pub fn bindings<'b>(&'b self, slots: &'b Slots, alive: &'b Buffer) -> [Binding<'b>; 5] {
        let Triangles { positions, corners, owners, .. } = self.triangles;
        [positions.into(), corners.into(), owners.into(), (&slots.slots).into(), alive.into()]
    }
}

impl Slots {
    /// The vertices of patches, for a cover with the given number of vertices per triangle.
    pub fn vertices(&self, patches: Range<usize>, each: u32) -> Range<u32> {
        self.starts[patches.start] * each..self.starts[patches.end] * each
    }

    pub fn patches(&self) -> usize {
        self.starts.len() - 1
    }
}
