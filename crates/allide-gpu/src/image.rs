//! Images that are drawn to and looked up, kept for the next run.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::device::lock;
use crate::{Buffer, Gpu, GpuError, Recorder, Result};

/// The content of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Texel {
    /// A depth, `f32`: `texture_depth_2d`.
    Depth,
    /// A word: `texture_2d<u32>`.
    Word,
    /// Two words: `texture_2d<u32>`.
    WordPair,
    /// A depth, `f32`, and a count of 8 bits; not looked up but copied. Not every adapter has it: see [`Gpu::has_counts`].
    DepthCount,
}

/// The part of an image that is copied: see [`crate::Recorder::copy_image`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// Its words.
    Words,
    /// The depths of [`Texel::DepthCount`].
    Depths,
    /// The counts of [`Texel::DepthCount`], a byte each.
    Counts,
}

impl Plane {
    fn aspect(self) -> wgpu::TextureAspect {
        match self {
            Self::Words => wgpu::TextureAspect::All,
            Self::Depths => wgpu::TextureAspect::DepthOnly,
            Self::Counts => wgpu::TextureAspect::StencilOnly,
        }
    }
}

impl Texel {
    pub(crate) fn format(self) -> wgpu::TextureFormat {
        match self {
            Self::Depth => wgpu::TextureFormat::Depth32Float,
            Self::Word => wgpu::TextureFormat::R32Uint,
            Self::WordPair => wgpu::TextureFormat::Rg32Uint,
            Self::DepthCount => wgpu::TextureFormat::Depth32FloatStencil8,
        }
    }

    pub(crate) fn sampled(self) -> wgpu::TextureSampleType {
        match self {
            Self::Depth | Self::DepthCount => wgpu::TextureSampleType::Depth,
            Self::Word | Self::WordPair => wgpu::TextureSampleType::Uint,
        }
    }

    fn bytes(self) -> u64 {
        match self {
            Self::Depth | Self::Word => 4,
            Self::WordPair | Self::DepthCount => 8,
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
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    id: u64,
}

impl Image {
    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.shape.1
    }

    /// The content of its pixels.
    pub fn texel(&self) -> Texel {
        self.shape.0
    }

    /// Bytes from row to row in a buffer that a plane is copied to. Bytes beyond the last pixel of a row are left unchanged.
    pub fn row_bytes(&self, plane: Plane) -> u32 {
        let pixel = match plane {
            Plane::Words => self.texel().bytes() as u32,
            Plane::Depths => 4,
            Plane::Counts => 1,
        };
        (self.size()[0] * pixel).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT)
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

impl Recorder<'_> {
    /// Copies a plane of an image, row by row, to the beginning of `buffer`, which has [`Image::row_bytes`] for each.
    pub fn copy_image(&mut self, image: &Image, plane: Plane, buffer: &Buffer) {
        let [width, height] = image.size();
        let source = wgpu::TexelCopyTextureInfo {
            texture: &image.allocation().texture,
            mip_level: 0,
            origin: wgpu::Origin3d::ZERO,
            aspect: plane.aspect(),
        };
        let bytes_per_row = Some(image.row_bytes(plane));
        let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row, rows_per_image: None };
        let target = wgpu::TexelCopyBufferInfo { buffer: buffer.raw(), layout };
        let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
        self.outside().copy_texture_to_buffer(source, target, size);
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
        if texel == Texel::DepthCount && !gpu.has_counts() {
            let feature = "depths of 32 bits beside counts of 8";
            return Err(GpuError::Lacks { what: label, feature, instead: "choose another adapter or method" });
        }
        let drawn = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
        let usage = if texel == Texel::Depth { drawn } else { drawn | wgpu::TextureUsages::COPY_SRC };
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some(label),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: texel.format(),
            usage,
            view_formats: &[],
        });
        gpu.trouble.check_allocation(label, u64::from(width) * u64::from(height) * texel.bytes())?;
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        Ok(Allocation { texture, view, id: self.next_id.fetch_add(1, Ordering::Relaxed) })
    }
}
