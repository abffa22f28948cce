//! Advice for users whose GPU is missing.

use allide::adapter::Description;
use std::path::{Path, PathBuf};

const DOCUMENTED: &str = "docs/guide/gpus.md in the repository says how";

/// Signs of GPUs on the machine, besides adapters.
#[derive(Debug, Default)]
pub struct Signs {
    /// The kernel has NVIDIA's driver.
    nvidia: bool,
    /// A GPU that this user may not open.
    closed: Option<PathBuf>,
}

impl Signs {
    /// On Linux, where the drivers leave files behind.
    pub fn read() -> Self {
        let nodes = std::fs::read_dir("/dev/dri").into_iter().flatten().flatten().map(|entry| entry.path());
        let is_node =
            |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("renderD"));
        Self {
            nvidia: Path::new("/proc/driver/nvidia/version").exists() || Path::new("/dev/nvidiactl").exists(),
            closed: nodes.filter(is_node).find(|node| is_closed(node)),
        }
    }
}

fn is_closed(node: &Path) -> bool {
    let opened = std::fs::OpenOptions::new().read(true).write(true).open(node);
    opened.is_err_and(|error| error.kind() == std::io::ErrorKind::PermissionDenied)
}

/// Lines of advice; none where nothing seems to be missing.
pub fn lines(os: &str, adapters: &[Description], signs: &Signs) -> Vec<String> {
    let mut lines = Vec::new();
    if adapters.is_empty() {
        lines.extend(match os {
            "linux" => vec![
                "Debian, Ubuntu: apt-get install libvulkan1 mesa-vulkan-drivers (AMD, Intel, and a software adapter)"
                    .into(),
                "NVIDIA: its driver and libvulkan1".into(),
            ],
            "macos" => vec!["Metal comes with macOS; virtual machines may have none".to_string()],
            _ => vec!["install the graphics driver of the GPU's maker".to_string()],
        });
    }
    let is_nvidia = |adapter: &Description| (adapter.name.clone() + &adapter.driver).to_lowercase().contains("nvidia");
    if signs.nvidia && !adapters.iter().any(is_nvidia) {
        lines.push(
            "there is an NVIDIA driver, but it offers no adapter. In a container, its graphics part may be missing;"
                .into(),
        );
        lines.push(format!("without a display, Vulkan must be told to use libEGL_nvidia.so.0: {DOCUMENTED}"));
    }
    if let Some(node) = &signs.closed {
        lines.push(format!("{} may not be opened: add this user to the group of that file", node.display()));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::adapter::Kind;

    fn adapter(name: &str) -> Description {
        Description {
            name: name.into(),
            backend: "Vulkan",
            kind: Kind::Discrete,
            driver: String::new(),
            subgroups: None,
            int64: false,
            timestamps: false,
            conservative_raster: false,
            max_binding: 0,
            max_buffer: 0,
            lacks: None,
        }
    }

    #[test]
    fn a_machine_without_adapters_is_told_what_to_install() {
        let text = lines("linux", &[], &Signs::default()).join("\n");
        assert!(text.contains("libvulkan1 mesa-vulkan-drivers"), "{text}");
        for os in ["macos", "windows", "freebsd"] {
            assert_eq!(lines(os, &[], &Signs::default()).len(), 1);
        }
    }

    #[test]
    fn a_silent_nvidia_driver_is_noticed_and_a_working_one_is_not() {
        let signs = Signs { nvidia: true, closed: None };
        let text = lines("linux", &[adapter("llvmpipe")], &signs).join("\n");
        assert!(text.contains("libEGL_nvidia.so.0"), "{text}");
        assert!(lines("linux", &[adapter("NVIDIA H200")], &signs).is_empty());
    }

    #[test]
    fn a_closed_device_file_is_named() {
        let signs = Signs { nvidia: false, closed: Some("/dev/dri/renderD128".into()) };
        let text = lines("linux", &[adapter("llvmpipe")], &signs).join("\n");
        assert!(text.contains("/dev/dri/renderD128"), "{text}");
    }

    #[test]
    fn the_guide_says_what_advice_refers_to() {
        let guide = include_str!("../../../../docs/guide/gpus.md");
        assert!(guide.contains("\n## NVIDIA servers without a display\n") && guide.contains("\n## Containers\n"));
        assert!(DOCUMENTED.contains("docs/guide/gpus.md"));
    }
}
