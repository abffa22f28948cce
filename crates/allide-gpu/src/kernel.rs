//! Compute pipelines: WGSL joined from parts, compiled once for each device.

use std::collections::HashMap;
use std::sync::Arc;

use crate::buffer::Binding;
use crate::device::lock;
use crate::unroll::unroll;
use crate::{Gpu, GpuError, Result};

/// How a kernel uses one of its buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// `var<storage, read>`
    Read,
    /// `var<storage, read_write>`
    Write,
}

/// The text of a kernel and the shape of its inputs.
///
/// Buffers are bindings 0, 1, … of group 0, in the order of `bindings`; small values that change with each dispatch are
/// `var<immediate>`. The entry point is `main`.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Unique name: kernels are cached under it, together with their constants.
    pub name: &'static str,
    /// WGSL files, joined in this order.
    pub parts: &'static [&'static str],
    /// The buffers.
    pub bindings: &'static [Access],
    /// Bytes of immediates.
    pub immediates: u32,
}

/// A compiled kernel of one device.
#[derive(Debug)]
pub struct Kernel {
    pub(crate) pipeline: wgpu::ComputePipeline,
    pub(crate) bindings: usize,
    pub(crate) immediates: usize,
    layout: wgpu::BindGroupLayout,
    name: &'static str,
    id: u64,
}

impl Kernel {
    /// Name of its source.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

impl Gpu {
    /// The kernel of `source` with `constants` put before it as `const NAME: u32 = value;`, compiled on first use.
    ///
    /// They are constants of the text and not pipeline-overridable ones because they size workgroup memory and loops that
    /// are unrolled in the text (see `unroll.rs`).
    pub fn kernel(&self, source: &Source, constants: &[(&'static str, u32)]) -> Result<Arc<Kernel>> {
        let mut kernels = lock(&self.kernels);
        if let Some(kernel) = kernels.compiled.get(source.name).and_then(|variants| {
            variants.iter().find(|(given, _)| given.as_slice() == constants).map(|(_, kernel)| kernel.clone())
        }) {
            return Ok(kernel);
        }
        let kernel = Arc::new(self.compile(source, constants, kernels.next_id)?);
        kernels.next_id += 1;
        kernels.compiled.entry(source.name).or_default().push((constants.to_vec(), kernel.clone()));
        Ok(kernel)
    }

    fn compile(&self, source: &Source, constants: &[(&'static str, u32)], id: u64) -> Result<Kernel> {
        let text = unroll(&join(source.parts, constants), constants);
        let label = Some(source.name);
        let descriptor = wgpu::ShaderModuleDescriptor { label, source: wgpu::ShaderSource::Wgsl(text.into()) };
        let module = if self.options.checked {
            self.device.create_shader_module(descriptor)
        } else {
            // SAFETY: the kernels of this workspace stay inside their buffers, end their loops and do not divide by zero;
            // the tests run them with every check on.
            unsafe { self.device.create_shader_module_trusted(descriptor, wgpu::ShaderRuntimeChecks::unchecked()) }
        };
        let entries: Vec<_> = (0..)
            .zip(source.bindings)
            .map(|(binding, access)| wgpu::BindGroupLayoutEntry {
                binding,
                visibility: wgpu::ShaderStages::COMPUTE,
                ty: wgpu::BindingType::Buffer {
                    ty: wgpu::BufferBindingType::Storage { read_only: *access == Access::Read },
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
                count: None,
            })
            .collect();
        let layout =
            self.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries: &entries });
        let pipeline_layout = self.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: source.immediates,
        });
        let pipeline = self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label,
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some("main"),
            compilation_options: wgpu::PipelineCompilationOptions {
                // Kernels write workgroup memory before they read it.
                zero_initialize_workgroup_memory: self.options.checked,
                ..Default::default()
            },
            cache: None,
        });
        self.trouble.check().map_err(|error| match error {
            GpuError::Refused(message) => GpuError::Kernel { kernel: source.name, message },
            other => other,
        })?;
        let (bindings, immediates) = (source.bindings.len(), source.immediates as usize);
        Ok(Kernel { pipeline, bindings, immediates, layout, name: source.name, id })
    }
}

/// The text that is compiled: constants first, then the parts.
fn join(parts: &[&str], constants: &[(&'static str, u32)]) -> String {
    let mut text: String = constants.iter().map(|(name, value)| format!("const {name}: u32 = {value}u;\n")).collect();
    for part in parts {
        text.push_str(part);
        text.push('\n');
    }
    text
}

/// A kernel with the constants that it was compiled with.
type Variant = (Vec<(&'static str, u32)>, Arc<Kernel>);

/// Compiled kernels, and bind groups for combinations of buffers that were used before.
#[derive(Debug, Default)]
pub(crate) struct Kernels {
    compiled: HashMap<&'static str, Vec<Variant>>,
    next_id: u64,
    groups: HashMap<Box<[u64]>, wgpu::BindGroup>,
    key: Vec<u64>,
}

/// Groups kept at most. Past this all are forgotten: sizes that change with each run would pile up for ever.
const GROUPS: usize = 4096;

impl Kernels {
    /// The bind group of `bindings` for `kernel`. Pooled buffers come back with the same ids, so a repeated run makes none.
    pub(crate) fn bind(
        &mut self,
        device: &wgpu::Device,
        kernel: &Kernel,
        bindings: &[Binding<'_>],
    ) -> &wgpu::BindGroup {
        self.key.clear();
        self.key.push(kernel.id);
        for binding in bindings {
            self.key.extend([binding.buffer.id(), binding.range.start, binding.range.end]);
        }
        if !self.groups.contains_key(self.key.as_slice()) {
            if self.groups.len() >= GROUPS {
                self.groups.clear();
            }
            let entries: Vec<_> = (0..).zip(bindings).map(|(number, binding)| entry(number, binding)).collect();
            let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some(kernel.name),
                layout: &kernel.layout,
                entries: &entries,
            });
            self.groups.insert(self.key.as_slice().into(), group);
        }
        &self.groups[self.key.as_slice()]
    }

    /// Forgets the bind groups, which keep their buffers alive.
    pub(crate) fn forget_bindings(&mut self) {
        self.groups.clear();
    }
}

fn entry<'a>(number: u32, binding: &Binding<'a>) -> wgpu::BindGroupEntry<'a> {
    wgpu::BindGroupEntry {
        binding: number,
        resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: binding.buffer.raw(),
            offset: binding.range.start,
            size: wgpu::BufferSize::new(binding.range.end - binding.range.start),
        }),
    }
}
