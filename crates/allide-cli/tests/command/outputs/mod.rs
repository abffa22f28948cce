//! Every file that the command writes is whole, the old one or the new one, whatever happens; and nothing else is left.
//!
//! `ALLIDE_CASES=50` stops each option at 50 random times with each signal, and does with options that draw what is done with the
//! others.

mod cases;
mod stop;
mod walk;

use crate::command_in;
use cases::Case;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Of what this machine may not be in a hurry about.
const LONG: Duration = Duration::from_secs(120);

fn asked() -> Option<usize> {
    std::env::var("ALLIDE_CASES").ok().and_then(|count| count.parse().ok())
}

/// A folder in which an option writes, beside that of the models.
struct Place {
    folder: TempDir,
}

/// Bytes of all files in a folder, by name; of links, where they lead.
type Files = BTreeMap<PathBuf, Vec<u8>>;

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("out")).unwrap();
        cases::write_models(folder.path());
        Self { folder }
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, case: &Case) -> Command {
        let words: Vec<&str> = case.line.split_whitespace().collect();
        let mut command = command_in(self.folder.path(), &words);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    /// Runs it to the end: what it says.
    fn run(&self, case: &Case) -> (i32, String) {
        ended(self.command(case).spawn().unwrap())
    }

    /// All that there is in the folder of outputs.
    fn files(&self) -> Files {
        files(&self.out())
    }

    /// Writes again what was there.
    fn restore(&self, files: &Files) {
        std::fs::remove_dir_all(self.out()).unwrap();
        std::fs::create_dir(self.out()).unwrap();
        for (name, bytes) in files {
            let path = self.out().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
    }
}

fn files(folder: &Path) -> Files {
    let mut found = Files::new();
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (name, path) = (PathBuf::from(entry.file_name()), entry.path());
        if entry.file_type().unwrap().is_dir() {
            found.extend(files(&path).into_iter().map(|(inner, bytes)| (name.join(inner), bytes)));
        } else {
            found.insert(name, std::fs::read(path).unwrap());
        }
    }
    found
}

fn ended(child: std::process::Child) -> (i32, String) {
    let output = child.wait_with_output().unwrap();
    // Whoever dies of a signal has no code.
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Sends a signal as a shell does, which every system has.
fn send(signal: &str, id: u32) {
    let sent = Command::new("sh").args(["-c", &format!("kill -{signal} {id}")]).stderr(Stdio::null()).status();
    assert!(sent.is_ok());
}

/// Waits until something is so.
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < LONG, "not within {LONG:?}: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a file is whole: as long as its format says or, where nothing in it depends on the clock, as it always is.
fn is_whole(name: &Path, bytes: &[u8], usual: &[u8]) -> bool {
    match name.extension().and_then(|end| end.to_str()) {
        Some("json") => serde_json::from_slice::<serde_json::Value>(bytes).is_ok(),
        Some("html") => bytes.starts_with(b"<!doctype html>") && bytes.trim_ascii_end().ends_with(b"</html>"),
        Some("md") => bytes.ends_with(b"\n") && bytes.len().abs_diff(usual.len()) < 16,
        _ => bytes == usual,
    }
}
