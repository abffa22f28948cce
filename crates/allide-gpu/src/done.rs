//! Results and times of a recorded run.

use std::ops::Range;

use crate::transfer::Readback;
use crate::{Gpu, Result};

/// A range that [`Done`] has the content of.
#[derive(Clone, Copy, Debug)]
pub struct ReadId(pub(crate) usize);

/// Time that the GPU spent on one stage.
#[derive(Clone, Debug, PartialEq)]
pub struct StageTime {
    /// Name given to [`crate::Recorder::stage`].
    pub name: &'static str,
    /// Milliseconds; `None` where the adapter has no timestamps.
    pub ms: Option<f64>,
}

/// The results of a submission. The results lie in memory that the next [`crate::Recorder::finish`] uses again, so copy out what
/// shall outlive this.
#[derive(Debug)]
pub struct Done<'g> {
    gpu: &'g Gpu,
    ranges: Vec<Range<usize>>,
    stages: Vec<StageTime>,
    view: Option<wgpu::BufferView>,
    buffer: Option<wgpu::Buffer>,
}

impl<'g> Done<'g> {
    /// The first `bytes` of `buffer`, which is mapped.
    pub(crate) fn new(gpu: &'g Gpu, buffer: wgpu::Buffer, bytes: u64, ranges: Vec<Range<usize>>) -> Result<Self> {
        let view = buffer.get_mapped_range(0..bytes).map_err(|error| gpu.explain(error))?;
        Ok(Self { gpu, ranges, stages: Vec::new(), view: Some(view), buffer: Some(buffer) })
    }

    /// Notes the stages, and their times from the stamps at the start of each and the end of the last.
    pub(crate) fn measure(&mut self, names: &[&'static str], stamps: Option<ReadId>) {
        let period = f64::from(self.gpu.queue.get_timestamp_period());
        let stamps: &[u64] = stamps.map_or(&[], |id| self.slice(id));
        let ms = |stage: usize| {
            let (start, end) = (stamps.get(stage)?, stamps.get(stage + 1)?);
            Some(end.saturating_sub(*start) as f64 * period * 1e-6)
        };
        self.stages = names.iter().enumerate().map(|(stage, &name)| StageTime { name, ms: ms(stage) }).collect();
    }

    /// The bytes of a read.
    pub fn bytes(&self, id: ReadId) -> &[u8] {
        match &self.view {
            Some(view) => &view[self.ranges[id.0].clone()],
            None => &[],
        }
    }

    /// A read as an array of anything that is plain data of at most 8 bytes' alignment.
    pub fn slice<T: bytemuck::AnyBitPattern>(&self, id: ReadId) -> &[T] {
        bytemuck::cast_slice(self.bytes(id))
    }

    /// A read as 32-bit words.
    pub fn words(&self, id: ReadId) -> &[u32] {
        self.slice(id)
    }

    /// The stages in the order of [`crate::Recorder::stage`], with their times.
    pub fn stages(&self) -> &[StageTime] {
        &self.stages
    }
}

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.view = None;
        if let Some(buffer) = self.buffer.take() {
            buffer.unmap();
            Readback::give_back(self.gpu, buffer);
        }
    }
}
