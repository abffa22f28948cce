//! Opens a page in the browser.

use std::path::Path;
use std::process::{Command, Stdio};

/// Asks the desktop to open a file; whether there was somebody to ask.
pub fn open(path: &Path) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        // The empty title keeps `start` from taking a quoted path for one.
        ("cmd", &["/C", "start", ""])
    } else {
        let has_display = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
        if !has_display {
            return false;
        }
        ("xdg-open", &[])
    };
    let quiet = || Stdio::null();
    let child = Command::new(program).args(arguments).arg(path).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    child.is_ok()
}
