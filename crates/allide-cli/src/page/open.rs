//! Opens a page in the browser.

use std::path::Path;

/// Asks the desktop to open a file; whether there was somebody to ask. No shell sees the path, and as it is absolute, nobody
/// takes it for an option.
pub fn open(path: &Path) -> bool {
    let has_desktop = cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    has_desktop && std::path::absolute(path).is_ok_and(|path| open::that_detached(path).is_ok())
}
