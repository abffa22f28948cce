//! Render pipelines and the passes that use them: triangles and lines whose corners a shader makes up, from the same buffers
//! that kernels read, drawn into images of depths, counts and words, and counted by occlusion queries where asked.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

pub use wgpu::CompareFunction as Compare;

use crate::buffer::Binding;
use crate::compile::Shelf;
use crate::device::lock;
use crate::image::{Image, Texel};
use crate::kernel::Inputs;
use crate::raster::{Counting, Primitives, Words};
use crate::{Access, Buffer, Constant, Gpu, GpuError, Immediates, Recorder, Result, Wgsl};

/// Most queries of one pass.
pub const QUERIES: u32 = wgpu::QUERY_SET_MAX_QUERIES;

/// The text of a render pipeline, the shape of its inputs, and what becomes of its fragments.
///
/// Buffers are bindings 0, 1, … of group 0, in the order of `bindings`, then come `images`. The entry points are `vertex` and
/// `fragment`; vertices are numbered, and the shader looks up what they are.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a, P = ()> {
    /// Pipelines are cached under this, the variant and the constants.
    pub name: &'static str,
    /// Tells drawings of one name with different parts or settings from each other.
    pub variant: &'static str,
    /// The source to compile.
    pub text: Wgsl<'a>,
    /// The buffers. Vertex shaders see those that are only read.
    pub bindings: &'a [Access],
    /// The images that are looked up.
    pub images: &'a [Texel],
    /// The type of the immediates.
    pub immediates: PhantomData<fn(&P)>,
    /// Constants that are put before the text.
    pub constants: &'a [Constant],
    /// The primitives drawn.
    pub primitives: Primitives,
    /// How the depth of a fragment must compare to the one that is there.
    pub compare: Compare,
    /// Whether fragments that pass write their depth.
    pub writes_depth: bool,
    /// Whether there are words, and what fragments that pass write.
    pub words: Words,
    /// How fragments count, in an image of [`Texel::DepthCount`]; `None` for one of [`Texel::Depth`].
    pub counting: Option<Counting>,
    /// Draw every pixel that a triangle touches: see [`Gpu::has_conservative_raster`].
    pub conservative: bool,
}

/// A compiled render pipeline of one device.
#[derive(Clone, Debug)]
pub struct Pen<P = ()> {
    compiled: Arc<Compiled>,
    immediates: PhantomData<fn(&P)>,
}

#[derive(Debug)]
pub(crate) struct Compiled {
    pipeline: wgpu::RenderPipeline,
    inputs: Inputs,
}

/// Compiled render pipelines by name and variant, and whether they are trusted.
pub(crate) type Pens = Shelf<(&'static str, &'static str, bool), Compiled>;

impl Gpu {
    /// The pipeline of `drawing`, compiled on first use.
    pub fn pen<P: Immediates>(&self, drawing: &Drawing<'_, P>) -> Result<Pen<P>> {
        let key = (drawing.name, drawing.variant, drawing.text.is_trusted);
        let slot = lock(&self.kernels).pens.slot(key, drawing.constants);
        let compiled = self.compiled(drawing.name, &slot, || self.compile_drawing(drawing))?;
        Ok(Pen { compiled, immediates: PhantomData })
    }

    fn compile_drawing<P: Immediates>(&self, drawing: &Drawing<'_, P>) -> Result<Compiled> {
        let name = drawing.name;
        if drawing.conservative && !self.has_conservative_raster() {
            return Err(GpuError::Lacks {
                what: name,
                feature: "conservative rasterisation",
                instead: "draw it plainly",
            });
        }
        let module = self.module(name, drawing.text, drawing.constants);
        let layout = self.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some(name),
            entries: &entries(drawing.bindings, drawing.images),
        });
        let pipeline_layout = self.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(name),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: size_of::<P>() as u32,
        });
        let word = drawing.words.target();
        let targets = if word.is_some() { std::slice::from_ref(&word) } else { &[] };
        let depth = if drawing.counting.is_some() { Texel::DepthCount } else { Texel::Depth };
        let compilation_options = wgpu::PipelineCompilationOptions::default();
        let pipeline = self.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(name),
            layout: Some(&pipeline_layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("vertex"),
                compilation_options: compilation_options.clone(),
                buffers: &[],
            },
            primitive: drawing.primitives.state(drawing.conservative),
            depth_stencil: Some(wgpu::DepthStencilState {
                format: depth.format(),
                depth_write_enabled: Some(drawing.writes_depth),
                depth_compare: Some(drawing.compare),
                stencil: drawing.counting.map(Counting::state).unwrap_or_default(),
                bias: wgpu::DepthBiasState::default(),
            }),
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some("fragment"),
                compilation_options,
                targets,
            }),
            multiview_mask: None,
            cache: self.pipeline_cache(),
        });
        let id = lock(&self.kernels).new_id();
        let (bindings, images) = (drawing.bindings.len(), drawing.images.len());
        let immediates = size_of::<P>();
        Ok(Compiled { pipeline, inputs: Inputs { name, bindings, images, immediates, layout, id } })
    }
}

fn entries(bindings: &[Access], images: &[Texel]) -> Vec<wgpu::BindGroupLayoutEntry> {
    let buffer = |access: &Access| {
        let read_only = *access == Access::Read;
        let ty = wgpu::BufferBindingType::Storage { read_only };
        let visibility = if read_only { wgpu::ShaderStages::VERTEX_FRAGMENT } else { wgpu::ShaderStages::FRAGMENT };
        (visibility, wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None })
    };
    let image = |texel: &Texel| {
        let view_dimension = wgpu::TextureViewDimension::D2;
        let ty = wgpu::BindingType::Texture { sample_type: texel.sampled(), view_dimension, multisampled: false };
        (wgpu::ShaderStages::FRAGMENT, ty)
    };
    let all = bindings.iter().map(buffer).chain(images.iter().map(image));
    let entry = |(binding, (visibility, ty))| wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None };
    (0..).zip(all).map(entry).collect()
}

/// The initial content of the images of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Depths of 1, the farthest, words of 0 and counts of [`Counting::ZERO`].
    Clear,
    /// The same with depths of 0, the nearest.
    ClearNear,
    /// As the last pass left them, but with counts of [`Counting::ZERO`].
    Recount,
    /// As the last pass left them.
    Keep,
    /// The same, and depths are not written, so that shaders may look them up meanwhile.
    Look,
}

/// The images that a pass draws into, of equal size.
#[derive(Clone, Copy, Debug)]
pub struct Canvas<'a> {
    /// Depths, perhaps with counts.
    pub depth: &'a Image,
    /// Words, where the drawings write any.
    pub words: Option<&'a Image>,
    /// The initial content.
    pub start: Start,
}

/// Draws of one pass, in order.
#[derive(Debug)]
pub struct DrawPass<'g> {
    gpu: &'g Gpu,
    pass: wgpu::RenderPass<'static>,
}

impl<'g> Recorder<'g> {
    /// Begins a pass. It ends when it is dropped, which must be before anything else is recorded; only then can queries be
    /// resolved.
    pub fn draw_into(&mut self, canvas: &Canvas<'_>) -> DrawPass<'g> {
        let gpu = self.gpu();
        let queries = gpu.queries.get_or_init(|| {
            gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("occlusion"),
                ty: wgpu::QueryType::Occlusion,
                count: QUERIES,
            })
        });
        let words = canvas.words.map(|image| wgpu::RenderPassColorAttachment {
            view: image.view(),
            depth_slice: None,
            resolve_target: None,
            ops: operations(canvas.start.clears().then_some(wgpu::Color::TRANSPARENT)),
        });
        let nearest = if canvas.start == Start::ClearNear { 0.0 } else { 1.0 };
        let writes = canvas.start != Start::Look;
        let depth_ops = writes.then(|| operations(canvas.start.clears().then_some(nearest)));
        let recounts = canvas.start.clears() || canvas.start == Start::Recount;
        let stencil_ops = (writes && canvas.depth.texel() == Texel::DepthCount)
            .then(|| operations(recounts.then_some(u32::from(Counting::ZERO))));
        let depth = wgpu::RenderPassDepthStencilAttachment { view: canvas.depth.view(), depth_ops, stencil_ops };
        let mut pass = self.outside().begin_render_pass(&wgpu::RenderPassDescriptor {
            label: None,
            color_attachments: if words.is_some() { std::slice::from_ref(&words) } else { &[] },
            depth_stencil_attachment: Some(depth),
            timestamp_writes: None,
            occlusion_query_set: Some(queries),
            multiview_mask: None,
        });
        pass.set_stencil_reference(u32::from(Counting::ZERO));
        DrawPass { gpu, pass: pass.forget_lifetime() }
    }

    /// Writes the results of the queries `0..count` of the last pass to `buffer`, from byte `at` on, a multiple of 256. A
    /// result is two words, both 0 if no fragment passed.
    pub fn resolve_queries(&mut self, count: u32, buffer: &Buffer, at: u64) {
        let gpu = self.gpu();
        if let Some(queries) = gpu.queries.get().filter(|_| count > 0) {
            self.outside().resolve_query_set(queries, 0..count, buffer.raw(), at);
        }
    }
}

impl Start {
    fn clears(self) -> bool {
        matches!(self, Self::Clear | Self::ClearNear)
    }
}

fn operations<V>(clear: Option<V>) -> wgpu::Operations<V> {
    let load = clear.map_or(wgpu::LoadOp::Load, wgpu::LoadOp::Clear);
    wgpu::Operations { load, store: wgpu::StoreOp::Store }
}

impl DrawPass<'_> {
    /// The pipeline of the following draws, and its inputs.
    pub fn set<P: Immediates>(
        &mut self,
        pen: &Pen<P>,
        bindings: &[Binding<'_>],
        images: &[&Image],
        immediates: &P,
    ) -> Result<()> {
        let immediates = bytemuck::bytes_of(immediates);
        let Compiled { pipeline, inputs } = &*pen.compiled;
        inputs.check(self.gpu, bindings, images.len(), immediates)?;
        let mut kernels = lock(&self.gpu.kernels);
        let group = kernels.bind(&self.gpu.device, inputs, bindings, images);
        self.pass.set_pipeline(pipeline);
        self.pass.set_bind_group(0, group, &[]);
        if !immediates.is_empty() {
            self.pass.set_immediates(0, immediates);
        }
        Ok(())
    }

    /// Draws the triangles or lines of these vertices.
    pub fn draw(&mut self, vertices: Range<u32>) {
        self.pass.draw(vertices, 0..1);
    }

    /// Draws and notes under `query`, which is below [`QUERIES`] and used once in a pass, whether any fragment passed.
    pub fn draw_queried(&mut self, query: u32, vertices: Range<u32>) {
        self.pass.begin_occlusion_query(query);
        self.pass.draw(vertices, 0..1);
        self.pass.end_occlusion_query();
    }
}
