//! Fronts, level by level, independent of the kind of nodes.

use super::Entering;
use crate::gpu::Span;
use allide_gpu::stages::GROUPS;
use allide_gpu::{Binding, Buffer, Constant, Gpu, Kernel, Recorder, Result, immediates};

pub(crate) const THREADS: u32 = 256;
/// Pairs of a thread between two sums over its workgroup: few, because most fronts are short.
pub(crate) const PER_THREAD: u32 = 2;
pub(crate) const TILE: u32 = THREADS * PER_THREAD;
pub(crate) const CONSTANTS: &[Constant] = &[("THREADS", THREADS), ("PER_THREAD", PER_THREAD), ("TILE", TILE)];

pub(crate) const COUNT: &str = include_str!("count.wgsl");
pub(crate) const PACK: &str = include_str!("pack.wgsl");

immediates! {
    /// The parameters of count.wgsl.
    pub(crate) struct CountParams {
        slot: u32,
        most: u32,
        height: u32,
        shape: u32,
        first: u32,
        end: u32,
        margin: i32,
    }
}

immediates! {
    /// The parameters of pack.wgsl.
    pub(crate) struct PackParams {
        slot: u32,
        most: u32,
        height: u32,
        shape: u32,
        roots: u32,
        entering: u32,
        total: u32,
    }
}

/// The meaning of a pair of nodes, and which of its children overlap: kernels made of count.wgsl and pack.wgsl.
///
/// Whoever writes them relies on this: the front is read up to its number, cut to its length, for which there are masks;
/// there is a sum for each workgroup; the next front is written below its length.
pub(crate) trait Pairing {
    /// Bytes of a pair in a front.
    fn pair_bytes(&self) -> u64;

    /// The shape of the trees, for the kernels: `params.shape`.
    fn shape(&self) -> u32;

    /// Cells that boxes of triangles may be apart: `params.margin`.
    fn margin(&self) -> i32 {
        0
    }

    /// The kernel that counts children, and its buffers beside those of count.wgsl. The last front is followed by
    /// candidates.
    fn count(&self, gpu: &Gpu, is_last: bool) -> Result<(Kernel<CountParams>, Vec<&Buffer>)>;

    /// The kernel that writes them, and its buffers beside those of pack.wgsl.
    fn pack(&self, gpu: &Gpu, is_last: bool) -> Result<(Kernel<PackParams>, Vec<&Buffer>)>;
}

/// Where the candidates go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output<'b> {
    pub candidates: &'b Buffer,
    /// How many pairs a front has room for.
    pub front_room: u64,
    pub counters: &'b Buffer,
    /// Takes the number of candidates, which can exceed their capacity.
    pub slot: u32,
    /// The first of the counters of which number h takes the length of the front at height h. It can exceed the
    /// room; that of the next front is too small then.
    pub levels: u32,
}

/// Goes through all pairs of trees. The candidates are the pairs of triangles that are not ruled out and of which the
/// first has its leaf in `part`, smaller triangle first.
pub(crate) fn traverse<const N: usize>(
    recorder: &mut Recorder<'_>,
    nodes: &dyn Pairing,
    entering: &Entering<N>,
    part: Span,
    output: Output<'_>,
) -> Result<()> {
    let gpu = recorder.gpu();
    recorder.stage("fronts");
    if entering.roots.is_empty() {
        return Ok(());
    }
    let roots = gpu.buffer("roots", entering.roots.len() as u64 * nodes.pair_bytes())?;
    recorder.upload(&roots, 0, entering.roots.as_flattened())?;
    let mut levels = Levels::new(gpu, nodes, part, output)?;
    for height in (0..entering.counts.len()).rev() {
        levels.descend(recorder, &roots, entering.counts[height], height as u32)?;
    }
    Ok(())
}

/// The front of one level, and what is needed to make the next one of it.
struct Levels<'a> {
    nodes: &'a dyn Pairing,
    part: Span,
    output: Output<'a>,
    front: Buffer,
    next: Buffer,
    /// The children of each pair that overlap, a bit each.
    masks: Buffer,
    partials: Buffer,
    /// The front has no more pairs than this.
    most: u32,
    /// How many of the roots have entered.
    entered: u32,
}

impl<'a> Levels<'a> {
    fn new(gpu: &Gpu, nodes: &'a dyn Pairing, part: Span, output: Output<'a>) -> Result<Self> {
        Ok(Self {
            nodes,
            part,
            output,
            front: gpu.buffer("front", output.front_room * nodes.pair_bytes())?,
            next: gpu.buffer("front", output.front_room * nodes.pair_bytes())?,
            masks: gpu.buffer("overlap masks", output.front_room * 4)?,
            partials: gpu.buffer("overlap sums", u64::from(GROUPS) * 4)?,
            most: 0,
            entered: 0,
        })
    }

    /// Replaces the front by that at `height`, which comes right below and which `roots` roots enter now, or by the
    /// candidates at height 0.
    fn descend(&mut self, recorder: &mut Recorder<'_>, roots: &Buffer, now: u32, height: u32) -> Result<()> {
        let gpu = recorder.gpu();
        let Self { nodes, part, output, .. } = *self;
        let is_last = height == 0;
        let total = if is_last { output.slot } else { output.levels + height };
        // The counter of the front; nothing counts the front before the first.
        let slot = if self.most == 0 { u32::MAX } else { output.levels + height + 1 };
        let (most, shape, height) = (self.most, nodes.shape(), height + 1);
        // Both kernels share the front alike, because one needs the sums of the other.
        let groups = gpu.groups(u64::from(self.most.max(now)), TILE).min(GROUPS);
        if self.most > 0 {
            let (kernel, others) = nodes.count(gpu, is_last)?;
            let (first, end, margin) = (part.first, part.first + part.count, nodes.margin());
            let params = CountParams { slot, most, height, shape, first, end, margin };
            let own = [&self.front, &self.masks, &self.partials, output.counters];
            recorder.dispatch_bindings(&kernel, &bindings(&own, &others), &params, groups)?;
        }
        let (kernel, others) = nodes.pack(gpu, is_last)?;
        let params = PackParams { slot, most, height, shape, roots: self.entered, entering: now, total };
        let next = if is_last { output.candidates } else { &self.next };
        let own = [&self.front, &self.masks, &self.partials, roots, next, output.counters];
        recorder.dispatch_bindings(&kernel, &bindings(&own, &others), &params, groups)?;
        std::mem::swap(&mut self.front, &mut self.next);
        self.entered += now;
        let bound = u64::from(now) + 4 * u64::from(self.most);
        self.most = bound.min(self.output.front_room).min(u64::from(u32::MAX)) as u32;
        Ok(())
    }
}

fn bindings<'b>(own: &[&'b Buffer], others: &[&'b Buffer]) -> Vec<Binding<'b>> {
    own.iter().chain(others).map(|&buffer| buffer.into()).collect()
}
