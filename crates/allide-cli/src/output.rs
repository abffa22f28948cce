//! Where output goes: standard output, standard error, files.

use crate::args::Color;
use crate::interrupt::Interruptible;
use crate::numbers::printable;
use crate::table::Page;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// What a flag such as `--json` names.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    Stdout,
    File(PathBuf),
}

impl Target {
    /// # Errors
    /// A file that cannot be made, as far as that can be told without touching it.
    pub fn parse(flag: &str, path: PathBuf) -> Result<Self> {
        if path.as_os_str() == "-" {
            return Ok(Target::Stdout);
        }
        check_writable(flag, &path)?;
        Ok(Target::File(path))
    }

    /// Lets `write` fill the target. A file is replaced once the new one is complete.
    pub fn fill(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
        match self {
            Target::Stdout => heard(write(&mut Interruptible(io::stdout().lock()))),
            Target::File(path) => {
                let fill = |file: &mut File| write(&mut Interruptible(file));
                let written = allide_io::replace_file(path, |error| error, fill);
                written.with_context(|| format!("cannot write {}", path.display()))
            }
        }
    }
}

/// Finds out before a long run that there will be no place for its result.
pub fn check_writable(flag: &str, path: &Path) -> Result<()> {
    let shown = path.display();
    if path.is_dir() {
        bail!("{flag} {shown}: this is a folder; name a file");
    }
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            bail!("{flag} {shown}: there is no folder {}; make it first", folder.display())
        }
        _ => Ok(()),
    }
}

pub fn set_color(color: Color) {
    let choice = match color {
        Color::Auto => anstream::ColorChoice::Auto,
        Color::Always => anstream::ColorChoice::Always,
        Color::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// Prints to standard output, in colours if it takes them.
pub fn print(text: &str) -> Result<()> {
    let mut out = anstream::stdout().lock();
    heard(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

/// A reader that has seen enough, such as `head`, is no error.
fn heard(result: io::Result<()>) -> Result<()> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to standard output"),
    }
}

/// One line on standard error; if nobody can read it, there is nobody left to tell.
pub fn complain(what: &str, message: &str) {
    let _ = writeln!(anstream::stderr(), "allide: {what}: {}", printable(message));
}

/// How much to show on a terminal.
pub const ROWS: usize = 40;

/// What fits on the terminal; without one, all rows at the usual width.
pub fn page() -> Page {
    let terminal = io::stdout().is_terminal();
    let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)).filter(|_| terminal);
    let rows = if terminal { ROWS } else { usize::MAX };
    Page { width: width.unwrap_or(80), rows, hint: "--csv FILE for all" }
}
