//! Storage buffers that are kept for the next run.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::device::{Trouble, lock};
use crate::{Faults, GpuError, Result};

/// A storage buffer on the GPU. Dropped, it goes back to the pool of its [`crate::Gpu`].
#[derive(Debug)]
pub struct Buffer {
    /// Present until the buffer is dropped.
    allocation: Option<Allocation>,
    label: &'static str,
    size: u64,
    pool: Arc<Pool>,
}

impl Buffer {
    /// Size in bytes: what was asked for, rounded up to whole words. Kernels see no more than this.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The name of the content, for errors.
    pub fn label(&self) -> &'static str {
        self.label
    }

    /// The bytes of `range` as a binding. Its start is a multiple of [`crate::Gpu::binding_alignment`].
    pub fn slice(&self, range: Range<u64>) -> Binding<'_> {
        Binding { buffer: self, range }
    }

    /// The wgpu buffer below, for passes that this crate does not record. It may be larger than [`Self::size`].
    pub fn raw(&self) -> &wgpu::Buffer {
        &self.allocation().raw
    }

    pub(crate) fn id(&self) -> u64 {
        self.allocation().id
    }

    fn allocation(&self) -> &Allocation {
        self.allocation.as_ref().expect("only drop takes the allocation")
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if let Some(allocation) = self.allocation.take() {
            lock(&self.pool.idle).entry(allocation.raw.size()).or_default().push(allocation);
        }
    }
}

/// A buffer, or a part of it, as a kernel sees it.
#[derive(Clone, Debug)]
pub struct Binding<'a> {
    /// The buffer.
    pub buffer: &'a Buffer,
    /// Bytes of it.
    pub range: Range<u64>,
}

impl<'a> From<&'a Buffer> for Binding<'a> {
    fn from(buffer: &'a Buffer) -> Self {
        buffer.slice(0..buffer.size)
    }
}

#[derive(Debug)]
struct Allocation {
    raw: wgpu::Buffer,
    id: u64,
}

/// Idle buffers by size, and the means to make more.
#[derive(Debug)]
pub(crate) struct Pool {
    device: wgpu::Device,
    trouble: Arc<Trouble>,
    limit: u64,
    fail_allocation: Option<u64>,
    memory: u64,
    idle: Mutex<HashMap<u64, Vec<Allocation>>>,
    next_id: AtomicU64,
    allocated: AtomicU64,
}

impl Pool {
    pub(crate) fn new(device: &wgpu::Device, trouble: &Arc<Trouble>, limit: u64, faults: &Faults) -> Self {
        Self {
            device: device.clone(),
            trouble: trouble.clone(),
            limit,
            fail_allocation: faults.fail_allocation.map(u64::from),
            memory: faults.memory.unwrap_or(u64::MAX),
            idle: Mutex::default(),
            next_id: AtomicU64::new(0),
            allocated: AtomicU64::new(0),
        }
    }

    /// A buffer of at least `bytes`, an idle one if possible. Where the GPU is full, `make_room` is called and allocation
    /// is tried once more.
    pub(crate) fn take(pool: &Arc<Self>, label: &'static str, bytes: u64, make_room: impl FnOnce()) -> Result<Buffer> {
        let size = bytes.next_multiple_of(4).max(4);
        if size > pool.limit {
            return Err(GpuError::TooLarge { what: label.to_string(), bytes: size, limit: pool.limit });
        }
        let class = size_class(size).min(pool.limit & !3);
        let idle = lock(&pool.idle).get_mut(&class).and_then(Vec::pop);
        let allocation = match idle {
            Some(allocation) => allocation,
            None => pool.allocate(label, class, make_room)?,
        };
        Ok(Buffer { allocation: Some(allocation), label, size, pool: pool.clone() })
    }

    pub(crate) fn trim(&self) {
        let idle = std::mem::take(&mut *lock(&self.idle));
        let bytes: u64 = idle.values().flatten().map(|allocation| allocation.raw.size()).sum();
        self.allocated.fetch_sub(bytes, Ordering::Relaxed);
    }

    pub(crate) fn allocated(&self) -> u64 {
        self.allocated.load(Ordering::Relaxed)
    }

    fn allocate(&self, label: &'static str, bytes: u64, make_room: impl FnOnce()) -> Result<Allocation> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let raw = match self.create(label, bytes, id) {
            Err(GpuError::OutOfMemory { .. }) => {
                make_room();
                self.create(label, bytes, id)?
            }
            other => other?,
        };
        self.allocated.fetch_add(bytes, Ordering::Relaxed);
        Ok(Allocation { raw, id })
    }

    fn create(&self, label: &'static str, bytes: u64, id: u64) -> Result<wgpu::Buffer> {
        if self.fail_allocation == Some(id) || self.allocated() + bytes > self.memory {
            return Err(GpuError::OutOfMemory { what: label.to_string(), bytes });
        }
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_SRC
            | wgpu::BufferUsages::COPY_DST
            | wgpu::BufferUsages::QUERY_RESOLVE;
        let raw = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: bytes,
            usage,
            mapped_at_creation: false,
        });
        self.trouble.check_allocation(label, bytes)?;
        Ok(raw)
    }
}

/// Sizes that the pool hands out: four steps between powers of two, so that runs of nearly equal size share buffers and
/// no more than a fifth of one is wasted.
fn size_class(bytes: u64) -> u64 {
    let step = (bytes.next_power_of_two() / 8).max(256);
    bytes.next_multiple_of(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_classes_hold_what_was_asked_for_and_waste_little() {
        for bytes in (1..5_000).chain((13..33).map(|bit| (1 << bit) + 1)) {
            let class = size_class(bytes);
            assert!(class >= bytes && class.is_multiple_of(4));
            assert!(class <= (bytes + bytes / 4).max(256).next_multiple_of(256), "{bytes} takes {class}");
            assert_eq!(size_class(class), class);
        }
    }
}
