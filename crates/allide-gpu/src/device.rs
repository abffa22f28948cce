//! An open device, and the errors that wgpu reports on the side.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::adapter::{self, Adapter, Kind};
use crate::buffer::Pool;
use crate::cache::Cache;
use crate::image::{Image, Images, Texel};
use crate::kernel::{Compilers, Kernels};
use crate::transfer::{Readback, Staging, Stamps};
use crate::{Buffer, Choice, Description, Faults, GpuError, Needs, Result};

/// How a device is used.
///
/// ```no_run
/// use allide_gpu::{Choice, Gpu, Options, stages};
///
/// let options = Options { cache: Some("/var/cache/my-program".into()), ..Options::default() };
/// let gpu = Gpu::open(Choice::Auto, &stages::NEEDS, options)?;
/// # Ok::<(), allide_gpu::GpuError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Use subgroup operations where the adapter has them.
    pub subgroups: bool,
    /// Use 64-bit integers where the adapter has them.
    pub int64: bool,
    /// Use conservative rasterisation where the adapter has it.
    pub conservative_raster: bool,
    /// Check bounds and loops in all kernels, also in those that are [trusted](crate::Wgsl::trusted). On in debug builds: a
    /// kernel that reads outside its buffers is a bug, and checked it misbehaves in the same way on every GPU.
    pub checked: bool,
    /// Measure stages where the adapter can.
    pub timestamps: bool,
    /// Make every dispatch a stage of its own, named after its kernel. This slows the GPU down a little.
    pub profile: bool,
    /// A folder in which compiled pipelines are kept for the next time, where the backend hands them out (Vulkan does). A
    /// file that is of no use is replaced, and one that cannot be written is not an error. Others must not be able to
    /// write there: drivers trust what they find. `None`, the default, writes nothing to disk.
    pub cache: Option<PathBuf>,
    /// Faults to inject, for tests.
    pub faults: Faults,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            subgroups: true,
            int64: true,
            conservative_raster: true,
            checked: cfg!(debug_assertions),
            timestamps: true,
            profile: false,
            cache: None,
            faults: Faults::default(),
        }
    }
}

impl Options {
    /// These, or with `ALLIDE_GPU_FEATURES=plain` in the environment, the same without anything that some adapters lack:
    /// subgroups, 64-bit integers and conservative rasterisation. The answers are the same.
    ///
    /// # Errors
    /// The variable has another value.
    pub fn or_environment(self) -> Result<Self> {
        self.or_plain(&std::env::var_os("ALLIDE_GPU_FEATURES").unwrap_or_default())
    }

    fn or_plain(self, value: &OsStr) -> Result<Self> {
        match value.to_str() {
            Some("") => Ok(self),
            Some("plain") => Ok(Self { subgroups: false, int64: false, conservative_raster: false, ..self }),
            _ => Err(GpuError::UnknownFeatures(value.to_string_lossy().into_owned())),
        }
    }

    /// The features and limits to open a device with. Features that are not requested cannot be used by mistake.
    fn features(&self, adapter: &Adapter) -> wgpu::Features {
        let mut useful = wgpu::Features::DEPTH32FLOAT_STENCIL8
            | wgpu::Features::TIMESTAMP_QUERY
            | wgpu::Features::TIMESTAMP_QUERY_INSIDE_PASSES
            | wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS;
        useful.set(wgpu::Features::SUBGROUP, self.subgroups);
        useful.set(wgpu::Features::SHADER_INT64, self.int64);
        useful.set(wgpu::Features::CONSERVATIVE_RASTERIZATION, self.conservative_raster);
        useful.set(wgpu::Features::PIPELINE_CACHE, self.cache.is_some());
        wgpu::Features::IMMEDIATES | (adapter.raw.features() & useful)
    }
}

/// An open device with its queue, pooled buffers and compiled kernels.
///
/// After [`GpuError::Lost`] every call fails: drop the `Gpu` with all its buffers and open another one.
#[derive(Debug)]
pub struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    pub(crate) options: Options,
    pub(crate) trouble: Arc<Trouble>,
    pub(crate) kernels: Mutex<Kernels>,
    pub(crate) compilers: Compilers,
    pub(crate) cache: Option<Cache>,
    pub(crate) staging: Staging,
    pub(crate) readback: Mutex<Readback>,
    pub(crate) stamps: Mutex<Option<Stamps>>,
    pub(crate) queries: OnceLock<wgpu::QuerySet>,
    images: Arc<Images>,
    pool: Arc<Pool>,
    description: Description,
    reason: String,
    limits: wgpu::Limits,
    submissions: AtomicU32,
}

impl Gpu {
    /// Opens the adapter of `choice`, or the one that `ALLIDE_ADAPTER` names. It has what its kernels need.
    pub fn open(choice: Choice, needs: &Needs, options: Options) -> Result<Self> {
        let (adapter, reason) = adapter::find(choice, needs)?;
        Self::open_adapter(&adapter, reason, options)
    }

    /// Opens one adapter of [`crate::adapters`]; `reason` is kept for reports. [`Options::or_environment`] applies.
    pub fn open_adapter(adapter: &Adapter, reason: String, options: Options) -> Result<Self> {
        let options = options.or_environment()?;
        let description = adapter.description.clone();
        if let Some(lacks) = description.lacks.clone() {
            return Err(GpuError::TooSmall { adapter: description.name, lacks });
        }
        let mut limits = adapter.raw.limits();
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("allide"),
            required_features: options.features(adapter),
            required_limits: limits.clone(),
            ..Default::default()
        };
        let (device, queue) = pollster::block_on(adapter.raw.request_device(&descriptor))
            .map_err(|error| GpuError::Lost(format!("{description} cannot be opened: {error}")))?;
        let faults = &options.faults;
        limits.max_buffer_size = limits.max_buffer_size.min(faults.buffer_limit.unwrap_or(u64::MAX));
        limits.max_storage_buffer_binding_size =
            limits.max_storage_buffer_binding_size.min(faults.binding_limit.unwrap_or(u64::MAX));
        let trouble = Trouble::watch(&device);
        let cache = options.cache.as_ref().and_then(|folder| Cache::open(&device, &adapter.raw.get_info(), folder));
        let pool = Arc::new(Pool::new(&device, &trouble, limits.max_buffer_size, faults));
        Ok(Self {
            staging: Staging::default(),
            readback: Mutex::default(),
            stamps: Mutex::default(),
            kernels: Mutex::default(),
            compilers: Compilers::default(),
            cache,
            queries: OnceLock::new(),
            images: Arc::default(),
            submissions: AtomicU32::new(0),
            device,
            queue,
            options,
            trouble,
            pool,
            description,
            reason,
            limits,
        })
    }

    /// The properties of the adapter.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// Why this adapter was taken.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// How this device is used.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Smallest and largest subgroup, where kernels may use subgroup operations.
    pub fn subgroups(&self) -> Option<(u32, u32)> {
        self.description.subgroups.filter(|_| self.options.subgroups)
    }

    /// Whether kernels may use 64-bit integers.
    pub fn has_int64(&self) -> bool {
        self.description.int64 && self.options.int64
    }

    /// Most bytes that a kernel can see of one buffer.
    pub fn max_binding(&self) -> u64 {
        self.limits.max_storage_buffer_binding_size
    }

    /// Most bytes in one buffer.
    pub fn max_buffer(&self) -> u64 {
        self.limits.max_buffer_size
    }

    /// Offsets of bindings are multiples of this.
    pub fn binding_alignment(&self) -> u64 {
        u64::from(self.limits.min_storage_buffer_offset_alignment)
    }

    /// Most bytes of workgroup memory in a kernel.
    pub fn workgroup_storage(&self) -> u32 {
        self.limits.max_compute_workgroup_storage_size
    }

    /// The most threads of a workgroup.
    pub fn workgroup_threads(&self) -> u32 {
        self.limits.max_compute_invocations_per_workgroup.min(self.limits.max_compute_workgroup_size_x)
    }

    /// A number of workgroups that fills the GPU: enough for `items` at `per_group` each, and no more than keep every
    /// processor busy. Kernels loop over what is left.
    pub fn groups(&self, items: u64, per_group: u32) -> u32 {
        let most = if self.description.kind == Kind::Software { 256 } else { 4096 };
        items.div_ceil(u64::from(per_group)).clamp(1, most) as u32
    }

    /// As [`Self::groups`], where some items take far longer than others: as many workgroups as there may be, so that the
    /// GPU evens it out. A software adapter pays for each of them.
    pub fn uneven_groups(&self, items: u64, per_group: u32) -> u32 {
        if self.description.kind == Kind::Software {
            return self.groups(items, per_group);
        }
        let most = self.limits.max_compute_workgroups_per_dimension;
        items.div_ceil(u64::from(per_group)).clamp(1, u64::from(most)) as u32
    }

    /// A storage buffer of `bytes` (rounded up to whole words), which goes back to the pool when dropped.
    ///
    /// Its content is whatever was there before. It may be dropped as soon as the commands that use it are recorded: the
    /// GPU works in order, so whoever gets it next comes after them.
    pub fn buffer(&self, label: &'static str, bytes: u64) -> Result<Buffer> {
        self.trouble.check()?;
        Pool::take(&self.pool, label, bytes, || self.trim())
    }

    /// An image of `width` × `height` pixels, which goes back to the pool when dropped. Its content is whatever was there
    /// before.
    pub fn image(&self, label: &'static str, texel: Texel, [width, height]: [u32; 2]) -> Result<Image> {
        self.trouble.check()?;
        let (side, limit) = (width.max(height), self.max_image());
        if side > limit {
            return Err(GpuError::TooWide { what: label, side, limit });
        }
        Images::take(&self.images, self, label, texel, [width.max(1), height.max(1)])
    }

    /// Most pixels along a side of an image.
    pub fn max_image(&self) -> u32 {
        self.limits.max_texture_dimension_2d
    }

    /// Whether every pixel that a triangle touches can be drawn.
    pub fn has_conservative_raster(&self) -> bool {
        self.device.features().contains(wgpu::Features::CONSERVATIVE_RASTERIZATION)
    }

    /// Whether there are images of [`Texel::DepthCount`].
    pub fn has_counts(&self) -> bool {
        self.device.features().contains(wgpu::Features::DEPTH32FLOAT_STENCIL8)
    }

    /// Frees every buffer and image that is not in use.
    pub fn trim(&self) {
        lock(&self.kernels).forget_bindings();
        self.pool.trim();
        self.images.trim();
        self.staging.trim();
        // wgpu frees what was dropped when it is asked for progress. Whoever uses the device next hears of errors.
        let _ = self.poll(wgpu::PollType::Poll);
    }

    /// Bytes of all buffers, idle ones included, without those that only carry data to and from the GPU.
    pub fn allocated(&self) -> u64 {
        self.pool.allocated()
    }

    /// Hands the commands to the GPU.
    pub(crate) fn submit(&self, commands: wgpu::CommandBuffer) -> Result<()> {
        if let Some(healthy) = self.options.faults.lose_after_submissions
            && self.submissions.fetch_add(1, Ordering::Relaxed) >= healthy
        {
            self.device.destroy();
        }
        self.queue.submit([commands]);
        self.trouble.check()
    }

    /// Waits until `ready` is set by a callback of something submitted before.
    ///
    /// On a real GPU the first moments are spent asking again and again, because a sleeping thread wakes up later than
    /// most answers come; a software adapter needs the processor itself.
    pub(crate) fn wait(&self, ready: &AtomicBool) -> Result<()> {
        if self.description.kind != Kind::Software {
            let start = std::time::Instant::now();
            while start.elapsed().as_micros() < 500 {
                self.poll(wgpu::PollType::Poll)?;
                if ready.load(Ordering::Acquire) {
                    return self.trouble.check();
                }
                std::hint::spin_loop();
            }
        }
        while !ready.load(Ordering::Acquire) {
            self.poll(wgpu::PollType::wait_indefinitely())?;
        }
        self.trouble.check()
    }

    /// The reason behind a refused command: where the device is gone, that.
    pub(crate) fn explain(&self, refused: impl std::fmt::Display) -> GpuError {
        match self.poll(wgpu::PollType::Poll) {
            Err(error) => error,
            Ok(()) => GpuError::Refused(refused.to_string()),
        }
    }

    fn poll(&self, how: wgpu::PollType) -> Result<()> {
        // wgpu panics where a wait finds the device lost, the one thing here that has no other way to be reported.
        let polled = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.device.poll(how)));
        self.trouble.check()?;
        match polled {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(GpuError::Refused(error.to_string())),
            Err(_) => Err(self.trouble.lose("while waiting for it")),
        }
    }
}

/// Errors that wgpu reports outside of its return values.
#[derive(Debug, Default)]
pub(crate) struct Trouble {
    any: AtomicBool,
    lost: Mutex<Option<String>>,
    error: Mutex<Option<wgpu::Error>>,
}

impl Trouble {
    fn watch(device: &wgpu::Device) -> Arc<Self> {
        let trouble = Arc::new(Self::default());
        let told = trouble.clone();
        device.set_device_lost_callback(move |reason, message| {
            told.lose(&format!("{reason:?} {message}"));
        });
        let told = trouble.clone();
        device.on_uncaptured_error(Arc::new(move |error| {
            lock(&told.error).get_or_insert(error);
            told.any.store(true, Ordering::Release);
        }));
        trouble
    }

    /// The first error since the last call. A lost device stays lost.
    pub(crate) fn check(&self) -> Result<()> {
        self.check_allocation("a buffer", 0)
    }

    /// As [`Self::check`], right after `what` was allocated.
    pub(crate) fn check_allocation(&self, what: &str, bytes: u64) -> Result<()> {
        if !self.any.load(Ordering::Acquire) {
            return Ok(());
        }
        self.check_lost()?;
        self.any.store(false, Ordering::Release);
        match lock(&self.error).take() {
            None => Ok(()),
            Some(wgpu::Error::OutOfMemory { .. }) => Err(GpuError::OutOfMemory { what: what.to_string(), bytes }),
            Some(error) => Err(GpuError::Refused(error.to_string())),
        }
    }

    /// Whether the device is still there.
    pub(crate) fn check_lost(&self) -> Result<()> {
        lock(&self.lost).clone().map_or(Ok(()), |reason| Err(GpuError::Lost(reason)))
    }

    pub(crate) fn lose(&self, reason: &str) -> GpuError {
        let reason = lock(&self.lost).get_or_insert_with(|| reason.trim().to_string()).clone();
        self.any.store(true, Ordering::Release);
        GpuError::Lost(reason)
    }
}

/// Locks even after a panic elsewhere: what the locks here guard is whole between any two statements.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, Wgsl};
    use std::marker::PhantomData;

    #[test]
    fn features_are_capped_by_one_word() {
        let read = |value: &str| Options::default().or_plain(OsStr::new(value));
        let used = |options: Options| [options.subgroups, options.int64, options.conservative_raster];
        assert_eq!(read("").map(used), Ok([true; 3]));
        assert_eq!(read("plain").map(used), Ok([false; 3]));
        let error = read("Plain").unwrap_err().to_string();
        assert_eq!(error, "ALLIDE_GPU_FEATURES is \"Plain\", but must be plain");
    }

    #[test]
    fn what_is_not_asked_for_is_not_there() {
        let plain = Options { subgroups: false, int64: false, conservative_raster: false, ..Options::default() };
        let Some(gpu) = crate::testing::gpu(plain) else { return };
        assert_eq!((gpu.subgroups(), gpu.has_int64(), gpu.has_conservative_raster()), (None, false, false));
        let source: Source = Source {
            name: "wide",
            text: Wgsl::checked(&["@compute @workgroup_size(1) fn main() { var x = 1lu; x += 1lu; }"]),
            bindings: &[],
            immediates: PhantomData,
            constants: &[],
            settings: &[],
        };
        assert!(gpu.kernel(&source, &[]).unwrap().wait().is_err());
    }
}
