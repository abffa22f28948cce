//! Compute pipelines: WGSL joined from parts, compiled once for each device.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::JoinHandle;

use crate::buffer::Binding;
use crate::compile::attributed;
use crate::device::lock;
use crate::draw::Pens;
use crate::image::Image;
use crate::shader::{Constant, Setting};
use crate::unroll::unroll;
use crate::{Gpu, GpuError, Immediates, Result};

/// How a kernel uses one of its buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// `var<storage, read>`
    Read,
    /// `var<storage, read_write>`
    Write,
}

/// WGSL files, joined in their order, and whether they may run without checks.
#[derive(Clone, Copy, Debug)]
pub struct Wgsl<'a> {
    pub(crate) parts: &'a [&'static str],
    pub(crate) is_trusted: bool,
}

impl<'a> Wgsl<'a> {
    /// A text that is always compiled with checks of bounds, loops and divisors.
    pub const fn checked(parts: &'a [&'static str]) -> Self {
        Self { parts, is_trusted: false }
    }

    /// A text that is compiled without checks unless [`crate::Options::checked`] asks for them.
    ///
    /// # Safety
    /// With whatever constants, buffers, immediates and numbers of workgroups it is used by those who get hold of it:
    /// - no index is outside of its array, nor of the part of a buffer that is bound;
    /// - every loop ends;
    /// - no whole number is divided by 0, nor the least one by -1;
    /// - workgroup memory is written before it is read.
    ///
    /// And no other trusted text has its name: see [`Source::name`] and [`crate::Drawing::name`].
    pub const unsafe fn trusted(parts: &'a [&'static str]) -> Self {
        Self { parts, is_trusted: true }
    }

    /// The source to compile: constants first, then the parts, with marked loops unrolled.
    pub(crate) fn text(&self, constants: &[Constant]) -> String {
        let mut text: String =
            constants.iter().map(|(name, value)| format!("const {name}: u32 = {value}u;\n")).collect();
        for part in self.parts {
            text.push_str(part);
            text.push('\n');
        }
        unroll(&text, constants)
    }
}

/// The text of a kernel and the shape of its inputs.
///
/// Buffers are bindings 0, 1, … of group 0, in the order of `bindings`; small values that change with each dispatch are
/// `var<immediate>`, and `P` in Rust. The entry point is `main`, and the size of its workgroups the constant `THREADS`.
///
/// All of this is stated twice, here and in WGSL: whoever defines kernels has a list of them, and a test that goes through
/// it with [`crate::check`].
#[derive(Clone, Copy, Debug)]
pub struct Source<P = ()> {
    /// Unique name: kernels are cached under it, together with their settings.
    pub name: &'static str,
    /// The source to compile.
    pub text: Wgsl<'static>,
    /// The buffers.
    pub bindings: &'static [Access],
    /// The type of the immediates.
    pub immediates: PhantomData<fn(&P)>,
    /// Constants that are always the same.
    pub constants: &'static [Constant],
    /// Constants that [`Gpu::kernel`] is given.
    pub settings: &'static [Setting],
}

/// A compiled kernel of one device.
#[derive(Clone, Debug)]
pub struct Kernel<P = ()> {
    pub(crate) compiled: Arc<Compiled>,
    immediates: PhantomData<fn(&P)>,
}

#[derive(Debug)]
pub(crate) struct Compiled {
    pub inputs: Inputs,
    /// Once the compiler is done with it.
    pipeline: OnceLock<Result<wgpu::ComputePipeline>>,
}

impl Compiled {
    /// Whether there is no need to wait.
    pub fn is_ready(&self) -> bool {
        self.pipeline.get().is_some()
    }

    /// The pipeline, as soon as the compiler is done with it.
    pub fn wait(&self) -> Result<&wgpu::ComputePipeline> {
        self.pipeline.wait().as_ref().map_err(Clone::clone)
    }

    fn has_failed(&self) -> bool {
        self.pipeline.get().is_some_and(Result::is_err)
    }
}

/// A kernel with the settings that it is compiled with.
type Variant = (Vec<Constant>, Arc<Compiled>);

impl<P> Kernel<P> {
    /// Name of its source.
    pub fn name(&self) -> &'static str {
        self.compiled.inputs.name
    }

    /// Waits until it is compiled.
    ///
    /// # Errors
    /// It cannot be.
    pub fn wait(&self) -> Result<()> {
        self.compiled.wait().map(drop)
    }
}

/// The shape of what a pipeline reads and writes.
#[derive(Debug)]
pub(crate) struct Inputs {
    pub name: &'static str,
    pub bindings: usize,
    pub images: usize,
    pub immediates: usize,
    pub layout: wgpu::BindGroupLayout,
    pub id: u64,
}

impl Inputs {
    /// Whether this is what the pipeline was made for, and the adapter can bind it.
    pub fn check(&self, gpu: &Gpu, bindings: &[Binding<'_>], images: usize, immediates: &[u8]) -> Result<()> {
        debug_assert_eq!(bindings.len(), self.bindings, "bindings of {}", self.name);
        debug_assert_eq!(images, self.images, "images of {}", self.name);
        debug_assert_eq!(immediates.len(), self.immediates, "immediates of {}", self.name);
        let limit = gpu.max_binding();
        match bindings.iter().find(|binding| binding.range.end - binding.range.start > limit) {
            Some(large) => {
                let bytes = large.range.end - large.range.start;
                Err(GpuError::TooLarge { what: large.buffer.label().to_string(), bytes, limit })
            }
            None => Ok(()),
        }
    }
}

impl Gpu {
    /// The kernel of `source` with a value for each of its settings, in their order. It is compiled on first use, on a thread
    /// of its own: those that one run needs are compiled side by side, and who submits them waits. An error shows there.
    ///
    /// Settings and constants are constants of the text and not pipeline-overridable ones because they size workgroup memory
    /// and loops that are unrolled in the text (see `unroll.rs`).
    pub fn kernel<P: Immediates>(&self, source: &Source<P>, settings: &[Constant]) -> Result<Kernel<P>> {
        let names = source.settings.iter().map(|(name, _)| *name);
        debug_assert!(settings.iter().map(|(name, _)| *name).eq(names), "settings of {}: {settings:?}", source.name);
        let mut kernels = lock(&self.kernels);
        let variants = kernels.compiled.entry((source.name, source.text.is_trusted)).or_default();
        variants.retain(|(_, compiled)| !compiled.has_failed());
        if let Some((_, compiled)) = variants.iter().find(|(given, _)| given.as_slice() == settings) {
            return Ok(Kernel { compiled: compiled.clone(), immediates: PhantomData });
        }
        let id = kernels.new_id();
        let compiled = self.compile(source, settings, id);
        let variants = kernels.compiled.entry((source.name, source.text.is_trusted)).or_default();
        variants.push((settings.to_vec(), compiled.clone()));
        Ok(Kernel { compiled, immediates: PhantomData })
    }

    /// Starts to compile.
    fn compile<P: Immediates>(&self, source: &Source<P>, settings: &[Constant], id: u64) -> Arc<Compiled> {
        let (name, label) = (source.name, Some(source.name));
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
            immediate_size: size_of::<P>() as u32,
        });
        let inputs =
            Inputs { name, bindings: source.bindings.len(), images: 0, immediates: size_of::<P>(), layout, id };
        let compiled = Arc::new(Compiled { inputs, pipeline: OnceLock::new() });
        let text = source.text.text(&[source.constants, settings].concat());
        let (device, trouble, cache) = (self.device.clone(), self.trouble.clone(), self.pipeline_cache().cloned());
        let (checks, slot) = (self.checks(source.text), Slot(compiled.clone()));
        let work = move || {
            let pipeline = attributed(&device, &trouble, name, || {
                let module = module(&device, name, text, checks);
                Ok(device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label,
                    layout: Some(&pipeline_layout),
                    module: &module,
                    entry_point: Some("main"),
                    compilation_options: wgpu::PipelineCompilationOptions {
                        zero_initialize_workgroup_memory: checks,
                        ..Default::default()
                    },
                    cache: cache.as_ref(),
                }))
            });
            let _ = slot.0.pipeline.set(pipeline);
        };
        self.compilers.start(work);
        compiled
    }

    /// The text of `wgsl` as a module.
    pub(crate) fn module(&self, name: &'static str, wgsl: Wgsl<'_>, constants: &[Constant]) -> wgpu::ShaderModule {
        module(&self.device, name, wgsl.text(constants), self.checks(wgsl))
    }

    fn checks(&self, wgsl: Wgsl<'_>) -> bool {
        self.options.checked || !wgsl.is_trusted
    }
}

/// Without `checks`, the text must be trusted.
fn module(device: &wgpu::Device, name: &'static str, text: String, checks: bool) -> wgpu::ShaderModule {
    let source = wgpu::ShaderSource::Wgsl(text.into());
    let descriptor = wgpu::ShaderModuleDescriptor { label: Some(name), source };
    if checks {
        device.create_shader_module(descriptor)
    } else {
        // SAFETY: `Gpu::checks` says so for trusted texts alone, and the constants are part of what they are trusted with.
        unsafe { device.create_shader_module_trusted(descriptor, wgpu::ShaderRuntimeChecks::unchecked()) }
    }
}

/// The place for a pipeline. Whoever waits for it is told if the compiler panics.
struct Slot(Arc<Compiled>);

impl Drop for Slot {
    fn drop(&mut self) {
        let (kernel, message) = (self.0.inputs.name, "the compiler gave up".to_string());
        let _ = self.0.pipeline.set(Err(GpuError::Kernel { kernel, message }));
    }
}

/// Threads that compile. They hold on to the device, so they end before it is given up.
#[derive(Debug, Default)]
pub(crate) struct Compilers(Mutex<Vec<JoinHandle<()>>>);

impl Compilers {
    /// Does `work` on a thread, or here if no thread can be started.
    fn start(&self, work: impl FnOnce() + Send + 'static) {
        let work = Arc::new(Mutex::new(Some(work)));
        let taken = work.clone();
        let run = move || {
            if let Some(work) = lock(&taken).take() {
                work();
            }
        };
        match std::thread::Builder::new().name("compiler".into()).spawn(run) {
            Ok(thread) => {
                let mut threads = lock(&self.0);
                threads.retain(|thread| !thread.is_finished());
                threads.push(thread);
            }
            Err(_) => {
                if let Some(work) = lock(&work).take() {
                    work();
                }
            }
        }
    }
}

impl Drop for Compilers {
    fn drop(&mut self) {
        for thread in lock(&self.0).drain(..) {
            // One that panicked has said so.
            let _ = thread.join();
        }
    }
}

/// Compiled kernels, and bind groups for combinations of buffers that were used before.
#[derive(Debug, Default)]
pub(crate) struct Kernels {
    /// By name, and whether they are trusted: nobody gets one by its name alone.
    compiled: HashMap<(&'static str, bool), Vec<Variant>>,
    pub pens: Pens,
    next_id: u64,
    groups: HashMap<Box<[u64]>, wgpu::BindGroup>,
    key: Vec<u64>,
}

/// Groups kept at most. Past this all are forgotten: sizes that change with each run would pile up for ever.
const GROUPS: usize = 4096;

impl Kernels {
    /// A number for a pipeline that no other one of this device has.
    pub(crate) fn new_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// The bind group of `bindings`, then `images`, for a pipeline. Pooled resources come back with the same ids, so a repeated
    /// run makes none.
    pub(crate) fn bind(
        &mut self,
        device: &wgpu::Device,
        inputs: &Inputs,
        bindings: &[Binding<'_>],
        images: &[&Image],
    ) -> &wgpu::BindGroup {
        self.key.clear();
        self.key.push(inputs.id);
        for binding in bindings {
            self.key.extend([binding.buffer.id(), binding.range.start, binding.range.end]);
        }
        self.key.extend(images.iter().map(|image| image.id()));
        if !self.groups.contains_key(self.key.as_slice()) {
            if self.groups.len() >= GROUPS {
                self.groups.clear();
            }
            let mut entries: Vec<_> = (0..).zip(bindings).map(|(number, binding)| entry(number, binding)).collect();
            entries.extend((bindings.len() as u32..).zip(images).map(|(binding, image)| wgpu::BindGroupEntry {
                binding,
                resource: wgpu::BindingResource::TextureView(image.view()),
            }));
            let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some(inputs.name),
                layout: &inputs.layout,
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
