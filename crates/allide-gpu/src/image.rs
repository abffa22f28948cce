//! Images that are drawn to and looked up, kept for the next run.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::device::lock;
use crate::{Gpu, Result};

/// What an image holds for each pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Texel {
    /// A depth, `f32`: `texture_depth_2d`.
    Depth,
    /// A word: `texture_2d<u32>`.
    Word,
}

impl Texel {
    pub(crate) fn format(self) -> wgpu::TextureFormat {
        match self {
            Self::Depth => wgpu::TextureFormat::Depth32Float,
            Self::Word => wgpu::TextureFormat::R32Uint,
        }
    }

    pub(crate) fn sampled(self) -> wgpu::TextureSampleType {
        match self {
            Self::Depth => wgpu::TextureSampleType::Depth,
            Self::Word => wgpu::TextureSampleType::Uint,
        }
    }
}

/// An image on the GPU. Dropped, it goes back to the pool of its [`Gpu`].
#[derive(Debug)]
pub struct Image {
    /// Present until the image is dropped.
    allocation: Option<Allocation>,
    shape: Shape,
    pool: Arc<Images>,
}

/// Images are interchangeable where these are equal.
type Shape = (Texel, [u32; 2]);

#[derive(Debug)]
struct Allocation {
    view: wgpu::TextureView,
    id: u64,
}

impl Image {
    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.shape.1
    }

    pub(crate) fn view(&self) -> &wgpu::TextureView {
        &self.allocation().view
    }

    pub(crate) fn id(&self) -> u64 {
        self.allocation().id
    }

    fn allocation(&self) -> &Allocation {
        self.allocation.as_ref().expect("only drop takes the allocation")
    }
}

impl Drop for Image {
    fn drop(&mut self) {
        if let Some(allocation) = self.allocation.take() {
            lock(&self.pool.idle).entry(self.shape).or_default().push(allocation);
        }
    }
}

/// Idle images by shape.
#[derive(Debug, Default)]
pub(crate) struct Images {
    idle: Mutex<HashMap<Shape, Vec<Allocation>>>,
    next_id: AtomicU64,
}

impl Images {
    pub(crate) fn take(
        pool: &Arc<Self>,
        gpu: &Gpu,
        label: &'static str,
        texel: Texel,
        size: [u32; 2],
    ) -> Result<Image> {
        let shape = (texel, size);
        let idle = lock(&pool.idle).get_mut(&shape).and_then(Vec::pop);
        let allocation = match idle {
            Some(allocation) => allocation,
            None => pool.allocate(gpu, label, texel, size)?,
        };
        Ok(Image { allocation: Some(allocation), shape, pool: pool.clone() })
    }

    pub(crate) fn trim(&self) {
        lock(&self.idle).clear();
    }

    fn allocate(&self, gpu: &Gpu, label: &'static str, texel: Texel, [width, height]: [u32; 2]) -> Result<Allocation> {
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some(label),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: texel.format(),
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        gpu.trouble.check_allocation(label, u64::from(width) * u64::from(height) * 4)?;
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        Ok(Allocation { view, id: self.next_id.fetch_add(1, Ordering::Relaxed) })
    }
}
