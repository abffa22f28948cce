//! Which GPU: the list of adapters, the choice among them, and the reason for it.

use crate::{GpuError, Needs, Result};

/// Which adapter to take. `ALLIDE_ADAPTER=name` in the environment overrides the first two.
///
/// ```no_run
/// use allide_gpu::{Choice, Gpu, Options, stages};
///
/// let gpu = Gpu::open(Choice::Named("nvidia".into()), &stages::NEEDS, Options::default())?;
/// # Ok::<(), allide_gpu::GpuError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A real GPU, discrete before integrated; never a software adapter.
    Auto,
    /// The best there is, software adapters included.
    Any,
    /// The best whose name contains this, whatever its kind; upper and lower case are the same.
    Named(String),
    /// The one at this place in [`adapters`], whatever its kind.
    At(usize),
}

impl Choice {
    /// This choice, or the one that `ALLIDE_ADAPTER` makes in its place.
    pub fn or_environment(self) -> Self {
        match (self, std::env::var("ALLIDE_ADAPTER")) {
            (Self::Auto | Self::Any, Ok(name)) if !name.trim().is_empty() => Self::Named(name.trim().to_string()),
            (choice, _) => choice,
        }
    }
}

impl std::fmt::Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Auto => write!(f, "automatic choice (a real GPU)"),
            Self::Any => write!(f, "any adapter"),
            Self::Named(name) => write!(f, "the name \"{name}\""),
            Self::At(index) => write!(f, "place {}", index + 1),
        }
    }
}

/// The kinds of adapters, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A GPU with memory of its own.
    Discrete,
    /// Shares its memory with the CPU.
    Integrated,
    /// A GPU seen through a virtual machine.
    Virtual,
    /// The driver does not say.
    Unknown,
    /// A program on the CPU that acts as a GPU, such as lavapipe or WARP.
    Software,
}

impl Kind {
    /// One word for reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Discrete => "discrete",
            Self::Integrated => "integrated",
            Self::Virtual => "virtual",
            Self::Unknown => "unknown",
            Self::Software => "software",
        }
    }
}

/// The properties of an adapter, known before it is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// Name that the driver reports.
    pub name: String,
    /// Vulkan, Metal or DX12.
    pub backend: &'static str,
    /// The kind.
    pub kind: Kind,
    /// Driver and its version.
    pub driver: String,
    /// Smallest and largest subgroup, where subgroup operations exist.
    pub subgroups: Option<(u32, u32)>,
    /// 64-bit integers in shaders.
    pub int64: bool,
    /// Times of single stages.
    pub timestamps: bool,
    /// Conservative rasterisation.
    pub conservative_raster: bool,
    /// Most bytes that a kernel can see of one buffer.
    pub max_binding: u64,
    /// Most bytes in one buffer.
    pub max_buffer: u64,
    /// The requirements that the adapter does not meet, with both numbers.
    pub lacks: Option<String>,
}

impl std::fmt::Display for Description {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}, {}, {})", self.name, self.backend, self.kind.name(), self.driver)
    }
}

/// An adapter on this machine.
#[derive(Clone, Debug)]
pub struct Adapter {
    /// Its properties.
    pub description: Description,
    pub(crate) raw: wgpu::Adapter,
}

/// Every adapter that the drivers of this machine offer, in the drivers' order. Descriptions tell which lack something of
/// what is needed.
pub fn adapters(needs: &Needs) -> Vec<Adapter> {
    let flags =
        if cfg!(debug_assertions) { wgpu::InstanceFlags::debugging() } else { wgpu::InstanceFlags::DISCARD_HAL_LABELS };
    let backends = wgpu::Backends::VULKAN | wgpu::Backends::METAL | wgpu::Backends::DX12;
    let descriptor =
        wgpu::InstanceDescriptor { backends, flags, ..wgpu::InstanceDescriptor::new_without_display_handle() };
    let found = pollster::block_on(wgpu::Instance::new(descriptor).enumerate_adapters(backends));
    found.into_iter().map(|raw| Adapter { description: describe(&raw, needs), raw }).collect()
}

/// The adapter of `choice`, and why it was taken.
pub fn find(choice: Choice, needs: &Needs) -> Result<(Adapter, String)> {
    let mut list = adapters(needs);
    let descriptions: Vec<_> = list.iter().map(|adapter| adapter.description.clone()).collect();
    let (index, reason) = choose(&descriptions, &choice.or_environment())?;
    Ok((list.swap_remove(index), reason))
}

/// The place in `list` of the adapter that `choice` takes, and why. Looks at nothing but its arguments.
pub fn choose(list: &[Description], choice: &Choice) -> Result<(usize, String)> {
    let fits = |(index, adapter): &(usize, &Description)| match choice {
        Choice::Auto => adapter.kind != Kind::Software,
        Choice::Any => true,
        Choice::Named(name) => adapter.name.to_lowercase().contains(&name.to_lowercase()),
        Choice::At(place) => index == place,
    };
    let fitting = || list.iter().enumerate().filter(fits);
    let best = fitting()
        .filter(|(_, adapter)| adapter.lacks.is_none())
        .min_by_key(|(index, adapter)| (adapter.kind, backend_rank(adapter.backend), *index));
    if let Some((index, adapter)) = best {
        let what = match choice {
            Choice::Named(name) => format!("its name contains \"{name}\""),
            Choice::At(place) => format!("it is number {} of {}", place + 1, list.len()),
            _ => format!("best of {}: {}", count(list.len(), "adapter"), adapter.kind.name()),
        };
        return Ok((index, what));
    }
    if let Some((_, adapter)) = fitting().next() {
        let lacks = adapter.lacks.clone().unwrap_or_default();
        return Err(GpuError::TooSmall { adapter: adapter.name.clone(), lacks });
    }
    let names: Vec<_> = list.iter().map(ToString::to_string).collect();
    let found =
        if list.is_empty() { "none was found".to_string() } else { format!("there is only {}", names.join(", ")) };
    let hint = match choice {
        Choice::Named(_) | Choice::At(_) => "`allide doctor` lists the adapters",
        _ if list.is_empty() => {
            "install a Vulkan, Metal or DX12 driver (on Linux also mesa-vulkan-drivers), or use the CPU"
        }
        _ => "use the CPU, or demand the software adapter with --device gpu",
    };
    Err(GpuError::NoAdapter { wanted: choice.to_string(), found, hint })
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// One GPU can be there once for each backend; Vulkan exposes most, so it goes first.
fn backend_rank(backend: &str) -> usize {
    ["Vulkan", "Metal", "DX12"].iter().position(|&name| name == backend).unwrap_or(3)
}

fn describe(raw: &wgpu::Adapter, needs: &Needs) -> Description {
    let (info, features, limits) = (raw.get_info(), raw.features(), raw.limits());
    Description {
        name: info.name,
        backend: match info.backend {
            wgpu::Backend::Vulkan => "Vulkan",
            wgpu::Backend::Metal => "Metal",
            wgpu::Backend::Dx12 => "DX12",
            _ => "other",
        },
        kind: match info.device_type {
            wgpu::DeviceType::DiscreteGpu => Kind::Discrete,
            wgpu::DeviceType::IntegratedGpu => Kind::Integrated,
            wgpu::DeviceType::VirtualGpu => Kind::Virtual,
            wgpu::DeviceType::Cpu => Kind::Software,
            wgpu::DeviceType::Other => Kind::Unknown,
        },
        driver: format!("{} {}", info.driver, info.driver_info).trim().to_string(),
        subgroups: features
            .contains(wgpu::Features::SUBGROUP)
            .then_some((info.subgroup_min_size, info.subgroup_max_size)),
        int64: features.contains(wgpu::Features::SHADER_INT64),
        timestamps: features.contains(wgpu::Features::TIMESTAMP_QUERY_INSIDE_PASSES),
        conservative_raster: features.contains(wgpu::Features::CONSERVATIVE_RASTERIZATION),
        max_binding: limits.max_storage_buffer_binding_size,
        max_buffer: limits.max_buffer_size,
        lacks: lacks(needs, features, &limits),
    }
}

fn lacks(needs: &Needs, features: wgpu::Features, limits: &wgpu::Limits) -> Option<String> {
    let threads = limits.max_compute_invocations_per_workgroup.min(limits.max_compute_workgroup_size_x);
    let needs = [
        ("threads in a workgroup", needs.threads, threads),
        ("bytes of workgroup memory", needs.storage, limits.max_compute_workgroup_storage_size),
        ("storage buffers in a kernel", needs.buffers, limits.max_storage_buffers_per_shader_stage),
        ("bytes of immediates", needs.immediates, limits.max_immediate_size),
    ];
    if !features.contains(wgpu::Features::IMMEDIATES) {
        return Some("kernels need immediates".to_string());
    }
    let (what, needed, there) = needs.into_iter().find(|(_, needed, there)| there < needed)?;
    Some(format!("kernels need {needed} {what}, and it has {there}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made_up(name: &str, backend: &'static str, kind: Kind) -> Description {
        Description {
            name: name.to_string(),
            backend,
            kind,
            driver: "1.0".to_string(),
            subgroups: Some((32, 32)),
            int64: true,
            timestamps: true,
            conservative_raster: false,
            max_binding: 1 << 31,
            max_buffer: 1 << 40,
            lacks: None,
        }
    }

    fn laptop() -> Vec<Description> {
        vec![
            made_up("llvmpipe", "Vulkan", Kind::Software),
            made_up("Iris Xe", "Vulkan", Kind::Integrated),
            made_up("GeForce", "DX12", Kind::Discrete),
            made_up("GeForce", "Vulkan", Kind::Discrete),
        ]
    }

    #[test]
    fn an_adapter_with_too_few_bytes_of_immediates_lacks_them() {
        let needs = Needs { threads: 256, storage: 32 << 10, buffers: 8, immediates: 80 };
        let limits = wgpu::Limits { max_compute_workgroup_storage_size: 32 << 10, ..wgpu::Limits::default() };
        let limits = wgpu::Limits { max_immediate_size: 64, ..limits };
        let lacks = |limits| lacks(&needs, wgpu::Features::IMMEDIATES, &limits);
        assert_eq!(lacks(limits.clone()).as_deref(), Some("kernels need 80 bytes of immediates, and it has 64"));
        assert_eq!(lacks(wgpu::Limits { max_immediate_size: 80, ..limits }), None);
    }

    #[test]
    fn auto_takes_the_discrete_gpu_through_vulkan() {
        let (index, reason) = choose(&laptop(), &Choice::Auto).unwrap();
        assert_eq!(index, 3);
        assert_eq!(reason, "best of 4 adapters: discrete");
    }

    #[test]
    fn auto_never_takes_a_software_adapter() {
        let error = choose(&laptop()[..1], &Choice::Auto).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, GpuError::NoAdapter { .. }));
        assert!(text.contains("llvmpipe (Vulkan, software") && text.contains("--device gpu"), "{text}");
    }

    #[test]
    fn any_takes_a_software_adapter_only_where_nothing_else_is() {
        assert_eq!(choose(&laptop()[..1], &Choice::Any).unwrap().0, 0);
        assert_eq!(choose(&laptop()[..2], &Choice::Any).unwrap().0, 1);
    }

    #[test]
    fn names_match_in_part_and_in_any_case() {
        assert_eq!(choose(&laptop(), &Choice::Named("iris".into())).unwrap().0, 1);
        assert_eq!(choose(&laptop(), &Choice::Named("LLVM".into())).unwrap().0, 0);
        let text = choose(&laptop(), &Choice::Named("radeon".into())).unwrap_err().to_string();
        assert!(text.contains("radeon") && text.contains("GeForce") && text.contains("doctor"), "{text}");
    }

    #[test]
    fn a_place_in_the_list_is_taken_whatever_is_there() {
        assert_eq!(choose(&laptop(), &Choice::At(0)).unwrap().0, 0);
        assert_eq!(choose(&laptop(), &Choice::At(2)).unwrap().0, 2);
        let text = choose(&laptop(), &Choice::At(4)).unwrap_err().to_string();
        assert!(text.contains("place 5") && text.contains("doctor"), "{text}");
    }

    #[test]
    fn an_empty_list_says_what_to_install() {
        let text = choose(&[], &Choice::Any).unwrap_err().to_string();
        assert!(text.contains("none was found") && text.contains("driver"), "{text}");
    }

    #[test]
    fn adapters_that_are_too_small_are_passed_over_and_named_where_nothing_else_fits() {
        let mut list = laptop();
        for index in [2, 3] {
            list[index].lacks = Some("kernels need 8 storage buffers in a kernel, and it has 4".into());
        }
        assert_eq!(choose(&list, &Choice::Auto).unwrap().0, 1);
        let error = choose(&list, &Choice::Named("geforce".into())).unwrap_err();
        assert!(matches!(error, GpuError::TooSmall { .. }), "{error}");
    }
}
