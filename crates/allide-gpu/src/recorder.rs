//! Commands for the GPU, recorded in order, submitted once and read back once.

use std::ops::Range;
use std::sync::Arc;

use crate::buffer::{Binding, Buffer};
use crate::device::lock;
use crate::done::{Done, ReadId};
use crate::kernel::{Compiled, Kernel};
use crate::transfer::{self, Readback, STAGES, Stamps};
use crate::{Gpu, GpuError, Immediates, Result};

/// Ranges of the readback buffer start at multiples of this.
const ALIGNMENT: u64 = 256;

/// Records uploads, dispatches, copies and reads. The GPU executes them in this order, each after the one before it
/// wherever they share a buffer.
#[derive(Debug)]
pub struct Recorder<'g> {
    gpu: &'g Gpu,
    // The pass comes first: it must be dropped before its encoder.
    pass: Option<wgpu::ComputePass<'static>>,
    encoder: wgpu::CommandEncoder,
    stages: Vec<&'static str>,
    stamps: Option<Stamps>,
    staging: Vec<(wgpu::Buffer, u64)>,
    reads: Vec<Read>,
    read_bytes: u64,
    /// The commands after a kernel that is still being compiled.
    deferred: Vec<Deferred>,
    /// A kernel that could not be compiled.
    failed: Option<GpuError>,
}

/// A command that waits for a kernel, or for one before it that does.
#[derive(Debug)]
enum Deferred {
    Dispatch { kernel: Arc<Compiled>, bindings: wgpu::BindGroup, immediates: Vec<u8>, groups: u32 },
    Copy { from: wgpu::Buffer, start: u64, to: wgpu::Buffer, at: u64, bytes: u64 },
    Clear { buffer: wgpu::Buffer, bytes: u64 },
    Stamp(u32),
}

#[derive(Debug)]
struct Read {
    source: wgpu::Buffer,
    range: Range<u64>,
    at: u64,
}

impl<'g> Recorder<'g> {
    /// An empty recorder.
    pub fn new(gpu: &'g Gpu) -> Self {
        Self {
            gpu,
            pass: None,
            encoder: gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: None }),
            stages: Vec::new(),
            stamps: None,
            staging: Vec::new(),
            reads: Vec::new(),
            read_bytes: 0,
            deferred: Vec::new(),
            failed: None,
        }
    }

    /// The device that this records for.
    pub fn gpu(&self) -> &'g Gpu {
        self.gpu
    }

    /// Names what follows, up to the next call; the name appears in [`Done::stages`] with its time. Past 512 stages there
    /// are no times, and the last one that has a time includes the rest.
    pub fn stage(&mut self, name: &'static str) {
        let number = self.stages.len() as u32;
        self.stages.push(name);
        if number < STAGES {
            self.timestamp(number);
        }
    }

    /// Runs `kernel` with `groups` workgroups.
    pub fn dispatch<'b, P: Immediates, const N: usize>(
        &mut self,
        kernel: &Kernel<P>,
        bindings: [impl Into<Binding<'b>>; N],
        immediates: &P,
        groups: u32,
    ) -> Result<()> {
        self.dispatch_bindings(kernel, &bindings.map(Into::into), immediates, groups)
    }

    /// As [`Self::dispatch`], for bindings that are parts of buffers or whose number is not known beforehand.
    pub fn dispatch_bindings<P: Immediates>(
        &mut self,
        kernel: &Kernel<P>,
        bindings: &[Binding<'_>],
        immediates: &P,
        groups: u32,
    ) -> Result<()> {
        let immediates = bytemuck::bytes_of(immediates);
        let Compiled { inputs, .. } = &*kernel.compiled;
        inputs.check(self.gpu, bindings, 0, immediates)?;
        let gpu = self.gpu;
        if gpu.options.profile {
            self.stage(kernel.name());
        }
        let mut kernels = lock(&gpu.kernels);
        let group = kernels.bind(&gpu.device, inputs, bindings, &[]);
        if self.deferred.is_empty() && kernel.compiled.is_ready() {
            return self.encode(&kernel.compiled, group, immediates, groups);
        }
        let (kernel, bindings) = (kernel.compiled.clone(), group.clone());
        self.deferred.push(Deferred::Dispatch { kernel, bindings, immediates: immediates.to_vec(), groups });
        Ok(())
    }

    fn encode(&mut self, kernel: &Compiled, group: &wgpu::BindGroup, immediates: &[u8], groups: u32) -> Result<()> {
        let pipeline = kernel.wait()?;
        let pass = self.pass.get_or_insert_with(|| begin(&mut self.encoder));
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, group, &[]);
        if !immediates.is_empty() {
            pass.set_immediates(0, immediates);
        }
        pass.dispatch_workgroups(groups, 1, 1);
        Ok(())
    }

    /// Encodes what was deferred, in its order, as soon as its kernels are compiled.
    fn catch_up(&mut self) {
        for deferred in std::mem::take(&mut self.deferred) {
            match deferred {
                Deferred::Dispatch { kernel, bindings, immediates, groups } => {
                    if let Err(error) = self.encode(&kernel, &bindings, &immediates, groups) {
                        self.failed.get_or_insert(error);
                    }
                }
                Deferred::Copy { from, start, to, at, bytes } => {
                    self.pass = None;
                    self.encoder.copy_buffer_to_buffer(&from, start, &to, at, bytes);
                }
                Deferred::Clear { buffer, bytes } => {
                    self.pass = None;
                    self.encoder.clear_buffer(&buffer, 0, Some(bytes));
                }
                Deferred::Stamp(number) => self.write_timestamp(number),
            }
        }
    }

    fn copy_bytes(&mut self, (from, start): (&wgpu::Buffer, u64), (to, at): (&wgpu::Buffer, u64), bytes: u64) {
        if self.deferred.is_empty() {
            self.outside().copy_buffer_to_buffer(from, start, to, at, bytes);
        } else {
            self.deferred.push(Deferred::Copy { from: from.clone(), start, to: to.clone(), at, bytes });
        }
    }

    /// Copies `data` to `buffer`, from byte `at` on.
    pub fn upload<T: bytemuck::NoUninit>(&mut self, buffer: &Buffer, at: u64, data: &[T]) -> Result<()> {
        let bytes: &[u8] = bytemuck::cast_slice(data);
        self.upload_with(buffer, at, bytes.len(), |target: &mut [u8]| target.copy_from_slice(bytes))
    }

    /// Lets `fill` write `count` elements, whole words in all, straight into memory that the GPU copies to `buffer` from
    /// byte `at` on. Large uploads are fastest where the data is made there, on several threads.
    ///
    /// `fill` writes every element and reads none: what is there is old, and the memory is slow to read.
    pub fn upload_with<T: bytemuck::Pod>(
        &mut self,
        buffer: &Buffer,
        at: u64,
        count: usize,
        fill: impl FnOnce(&mut [T]),
    ) -> Result<()> {
        let bytes = (count * size_of::<T>()) as u64;
        if at + bytes > buffer.size() {
            return Err(GpuError::TooLarge { what: buffer.label().into(), bytes: at + bytes, limit: buffer.size() });
        }
        if bytes == 0 {
            return Ok(());
        }
        let room = |(chunk, used): &&mut (wgpu::Buffer, u64)| chunk.size() - used >= bytes;
        let (chunk, offset) = match self.staging.last_mut().filter(room) {
            Some((chunk, used)) => {
                let offset = *used;
                *used = (offset + bytes).next_multiple_of(16);
                (chunk.clone(), offset)
            }
            None => {
                let chunk = self.gpu.staging.take(self.gpu, bytes)?;
                self.staging.push((chunk.clone(), bytes.next_multiple_of(16)));
                (chunk, 0)
            }
        };
        let mut view = chunk.get_mapped_range_mut(offset..offset + bytes).map_err(|error| self.gpu.explain(error))?;
        let mut target = view.slice(..);
        let (start, len) = (target.as_raw_element_ptr().as_ptr(), target.len());
        // SAFETY: the view is the only access to these bytes while it lives. They are initialised: wgpu clears buffers that
        // are mapped at creation, and later on they hold what was written last.
        let target = unsafe { std::slice::from_raw_parts_mut(start, len) };
        // Aligned: chunks start at a page or at least 64 bytes, and offsets are multiples of 16.
        fill(bytemuck::cast_slice_mut(target));
        drop(view);
        self.copy_bytes((&chunk, offset), (buffer.raw(), at), bytes);
        Ok(())
    }

    /// Sets the whole buffer to zero.
    pub fn clear(&mut self, buffer: &Buffer) {
        if self.deferred.is_empty() {
            self.outside().clear_buffer(buffer.raw(), 0, Some(buffer.size()));
        } else {
            self.deferred.push(Deferred::Clear { buffer: buffer.raw().clone(), bytes: buffer.size() });
        }
    }

    /// Copies the bytes of `from` to `to`, from byte `at` on.
    pub fn copy<'b>(&mut self, from: impl Into<Binding<'b>>, to: &Buffer, at: u64) {
        let from = from.into();
        let bytes = from.range.end - from.range.start;
        self.copy_bytes((from.buffer.raw(), from.range.start), (to.raw(), at), bytes);
    }

    /// Lets [`Done`] have these bytes as they are when everything recorded is done. They start and end at whole words.
    pub fn read<'b>(&mut self, what: impl Into<Binding<'b>>) -> ReadId {
        let Binding { buffer, range } = what.into();
        let at = self.read_bytes;
        self.read_bytes = (at + range.end - range.start).next_multiple_of(ALIGNMENT);
        self.reads.push(Read { source: buffer.raw().clone(), range, at });
        ReadId(self.reads.len() - 1)
    }

    /// The encoder below, between passes, for commands that this crate does not know.
    pub fn outside(&mut self) -> &mut wgpu::CommandEncoder {
        self.catch_up();
        self.pass = None;
        &mut self.encoder
    }

    /// Hands what is recorded so far to the GPU, which starts on it while more is recorded.
    pub fn flush(&mut self) -> Result<()> {
        self.catch_up();
        self.pass = None;
        let next = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: None });
        self.submit_with(next)
    }

    /// Submits everything, waits for it, and gives the results.
    pub fn finish(mut self) -> Result<Done<'g>> {
        let stamps = self.read_timestamps();
        let bytes = self.read_bytes.max(ALIGNMENT);
        let buffer = Readback::take(self.gpu, bytes)?;
        self.catch_up();
        self.pass = None;
        for read in &self.reads {
            let size = read.range.end - read.range.start;
            self.encoder.copy_buffer_to_buffer(&read.source, read.range.start, &buffer, read.at, size);
        }
        if self.reads.is_empty() {
            // Mapping waits for the last command that wrote the buffer, so there has to be one.
            self.encoder.clear_buffer(&buffer, 0, Some(4));
        }
        let next = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: None });
        self.submit_with(next)?;
        transfer::map(self.gpu, &buffer, bytes)?;
        let ranges = self.reads.iter().map(|read| {
            let start = read.at as usize;
            start..start + (read.range.end - read.range.start) as usize
        });
        let mut done = Done::new(self.gpu, buffer, bytes, ranges.collect())?;
        done.measure(&self.stages, stamps);
        Ok(done)
    }

    fn submit_with(&mut self, next: wgpu::CommandEncoder) -> Result<()> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        for (chunk, _) in &self.staging {
            chunk.unmap();
        }
        let commands = std::mem::replace(&mut self.encoder, next).finish();
        let submitted = self.gpu.submit(commands);
        self.gpu.staging.give_back(self.staging.drain(..).map(|(chunk, _)| chunk).collect());
        submitted
    }

    fn timestamp(&mut self, number: u32) {
        if self.deferred.is_empty() {
            self.write_timestamp(number);
        } else {
            self.deferred.push(Deferred::Stamp(number));
        }
    }

    fn write_timestamp(&mut self, number: u32) {
        let gpu = self.gpu;
        if gpu.options.timestamps && gpu.description().timestamps {
            let stamps = self.stamps.get_or_insert_with(|| Stamps::take(gpu));
            self.pass.get_or_insert_with(|| begin(&mut self.encoder)).write_timestamp(&stamps.queries, number);
        }
    }

    /// Ends the last stage and reads the times back with everything else.
    fn read_timestamps(&mut self) -> Option<ReadId> {
        let count = (self.stages.len() as u32).min(STAGES) + 1;
        if !self.stages.is_empty() {
            self.timestamp(count - 1);
        }
        self.catch_up();
        let stamps = self.stamps.take()?;
        let range = 0..u64::from(count) * 8;
        self.outside().resolve_query_set(&stamps.queries, 0..count, &stamps.resolved, 0);
        let at = self.read_bytes;
        self.read_bytes = (at + range.end).next_multiple_of(ALIGNMENT);
        self.reads.push(Read { source: stamps.resolved.clone(), range, at });
        stamps.give_back(self.gpu);
        Some(ReadId(self.reads.len() - 1))
    }
}

fn begin(encoder: &mut wgpu::CommandEncoder) -> wgpu::ComputePass<'static> {
    encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default()).forget_lifetime()
}
