//! Environment variables that the command reads and sets.

use allide::GpuOptions;
use std::ffi::OsString;
use std::path::PathBuf;

/// Looks up a variable; an empty one counts as missing.
type Variables<'a> = &'a dyn Fn(&str) -> Option<OsString>;

fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// How the command uses a GPU: as the library does, and with compiled kernels kept on disk.
pub fn gpu_options() -> GpuOptions {
    GpuOptions { cache: cache_folder(std::env::consts::OS, &variable), ..GpuOptions::default() }
}

/// Where compiled kernels are kept: where `ALLIDE_CACHE` says, unless that is `off`, or in the user's folder for caches.
fn cache_folder(os: &str, variable: Variables<'_>) -> Option<PathBuf> {
    let folder = |name: &str| variable(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    match variable("ALLIDE_CACHE") {
        Some(value) if value == "off" => return None,
        Some(value) => return Some(value.into()),
        None => {}
    }
    let caches = match os {
        "windows" => folder("LOCALAPPDATA"),
        "macos" => folder("HOME").map(|home| home.join("Library/Caches")),
        _ => folder("XDG_CACHE_HOME").or_else(|| folder("HOME").map(|home| home.join(".cache"))),
    };
    Some(caches?.join("allide"))
}

/// Where there is no display, keeps a Vulkan layer of Mesa from looking for one, which it would complain about on standard
/// error. The layer puts adapters in another order, and allide has its own.
///
/// # Safety
/// No other thread is running.
pub unsafe fn silence_layers() {
    if wants_silence(&variable) {
        // SAFETY: nobody else reads or writes the environment, as there is nobody else.
        unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
    }
}

fn wants_silence(variable: Variables<'_>) -> bool {
    let asked = ["NODEVICE_SELECT", "WAYLAND_DISPLAY", "DISPLAY", "XDG_RUNTIME_DIR"];
    cfg!(target_os = "linux") && asked.iter().all(|name| variable(name).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<'a>(set: &'a [(&str, &str)]) -> impl Fn(&str) -> Option<OsString> + 'a {
        |name| set.iter().find(|(own, _)| *own == name).map(|(_, value)| value.into())
    }

    #[cfg(unix)]
    #[test]
    fn kernels_are_kept_where_the_system_keeps_caches() {
        let folder = |os: &str, set: &[(&str, &str)]| cache_folder(os, &of(set));
        let home = ("HOME", "/home/me");
        for (os, set, expected) in [
            ("linux", &[home][..], Some("/home/me/.cache/allide")),
            ("linux", &[home, ("XDG_CACHE_HOME", "/fast")], Some("/fast/allide")),
            ("linux", &[home, ("XDG_CACHE_HOME", "not/absolute")], Some("/home/me/.cache/allide")),
            ("linux", &[], None),
            ("freebsd", &[home], Some("/home/me/.cache/allide")),
            ("macos", &[home, ("XDG_CACHE_HOME", "/fast")], Some("/home/me/Library/Caches/allide")),
            ("windows", &[home, ("LOCALAPPDATA", "/local")], Some("/local/allide")),
            ("windows", &[home], None),
        ] {
            assert_eq!(folder(os, set), expected.map(PathBuf::from), "{os} {set:?}");
            let off = [set, &[("ALLIDE_CACHE", "off")]].concat();
            assert_eq!(folder(os, &off), None, "{os} {set:?}");
            let elsewhere = [set, &[("ALLIDE_CACHE", "some/where")]].concat();
            assert_eq!(folder(os, &elsewhere), Some(PathBuf::from("some/where")), "{os} {set:?}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn layers_are_silenced_only_where_there_is_no_display_and_no_other_wish() {
        assert!(wants_silence(&of(&[("HOME", "/root")])));
        for name in ["NODEVICE_SELECT", "WAYLAND_DISPLAY", "DISPLAY", "XDG_RUNTIME_DIR"] {
            assert!(!wants_silence(&of(&[(name, "0")])), "{name}");
        }
    }
}
