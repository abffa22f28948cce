//! Memory that both sides see: staging buffers on the way to the GPU, one readback buffer on the way back,
//! and the clock of the GPU.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::device::lock;
use crate::{Gpu, GpuError, Result};

/// Size of the staging buffers that small uploads share.
const CHUNK: u64 = 1 << 20;

/// Mapped staging buffers. They are used once for each submission and mapped again when the GPU is done with them, so
/// repeated uploads touch memory that is already there.
#[derive(Debug, Default)]
pub(crate) struct Staging {
    free: Arc<Mutex<Vec<wgpu::Buffer>>>,
}

impl Staging {
    /// A mapped buffer of at least `bytes`: the smallest free one that is not far too large, else a new one.
    pub(crate) fn take(&self, gpu: &Gpu, bytes: u64) -> Result<wgpu::Buffer> {
        let limit = gpu.device.limits().max_buffer_size;
        let size = bytes.next_multiple_of(CHUNK).min(limit).max(bytes);
        let mut free = lock(&self.free);
        let fitting = free.iter().enumerate().filter(|(_, chunk)| (size..=2 * size).contains(&chunk.size()));
        if let Some((index, _)) = fitting.min_by_key(|(_, chunk)| chunk.size()) {
            return Ok(free.swap_remove(index));
        }
        drop(free);
        if size > limit {
            return Err(GpuError::TooLarge { what: "staging".into(), bytes, limit });
        }
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("staging"),
            size,
            usage: wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: true,
        });
        gpu.trouble.check_allocation("staging", size)?;
        Ok(buffer)
    }

    /// Takes back buffers whose commands are submitted; each is free again once the GPU has read it.
    pub(crate) fn give_back(&self, used: Vec<wgpu::Buffer>) {
        for chunk in used {
            let (free, mapped) = (self.free.clone(), chunk.clone());
            chunk.map_async(wgpu::MapMode::Write, .., move |result| {
                if result.is_ok() {
                    lock(&free).push(mapped);
                }
            });
        }
    }

    pub(crate) fn trim(&self) {
        lock(&self.free).clear();
    }
}

/// The buffer that results are copied into; it grows and stays.
#[derive(Debug, Default)]
pub(crate) struct Readback {
    buffer: Option<wgpu::Buffer>,
}

impl Readback {
    /// Takes the buffer out, at least `bytes` large. Whoever has it gives it back unmapped.
    pub(crate) fn take(gpu: &Gpu, bytes: u64) -> Result<wgpu::Buffer> {
        if let Some(buffer) = lock(&gpu.readback).buffer.take()
            && buffer.size() >= bytes
        {
            return Ok(buffer);
        }
        let limit = gpu.device.limits().max_buffer_size;
        let size = bytes.next_power_of_two().max(1 << 16).min(limit).max(bytes);
        if size > limit {
            return Err(GpuError::TooLarge { what: "readback".into(), bytes, limit });
        }
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("readback"),
            size,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        gpu.trouble.check_allocation("readback", size)?;
        Ok(buffer)
    }

    pub(crate) fn give_back(gpu: &Gpu, buffer: wgpu::Buffer) {
        lock(&gpu.readback).buffer = Some(buffer);
    }
}

/// Most stages of one recorder that are measured.
pub(crate) const STAGES: u32 = 512;

/// Where the GPU notes the time between stages.
#[derive(Debug)]
pub(crate) struct Stamps {
    pub(crate) queries: wgpu::QuerySet,
    pub(crate) resolved: wgpu::Buffer,
}

impl Stamps {
    pub(crate) fn take(gpu: &Gpu) -> Self {
        let kept = lock(&gpu.stamps).take();
        kept.unwrap_or_else(|| Self {
            queries: gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: None,
                ty: wgpu::QueryType::Timestamp,
                count: STAGES + 1,
            }),
            resolved: gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("timestamps"),
                size: u64::from(STAGES + 1) * 8,
                usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            }),
        })
    }

    pub(crate) fn give_back(self, gpu: &Gpu) {
        *lock(&gpu.stamps) = Some(self);
    }
}

/// Waits for everything submitted so far, and for the first `bytes` of `buffer` to be readable.
pub(crate) fn map(gpu: &Gpu, buffer: &wgpu::Buffer, bytes: u64) -> Result<()> {
    let (ready, failed) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let (tell_ready, tell_failed) = (ready.clone(), failed.clone());
    buffer.map_async(wgpu::MapMode::Read, 0..bytes, move |result| {
        tell_failed.store(result.is_err(), Ordering::Relaxed);
        tell_ready.store(true, Ordering::Release);
    });
    gpu.wait(&ready)?;
    if failed.load(Ordering::Relaxed) {
        return Err(gpu.trouble.lose("results could not be read"));
    }
    Ok(())
}
