//! Where output goes: standard output, standard error, files.

use crate::args::Color;
use crate::interrupt::Interruptible;
use crate::numbers::printable;
use crate::table::Page;
use allide_io::Note;
use anyhow::{Context, Result, bail};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// The destination that a flag such as `--json` names.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    Stdout,
    File(PathBuf),
}

impl Target {
    /// # Errors
    /// A file that cannot be made, as far as that can be told without touching it.
    pub fn parse(flag: &str, path: PathBuf) -> Result<Self> {
        if ["-", "/dev/stdout"].iter().any(|name| path.as_os_str() == *name) {
            return Ok(Target::Stdout);
        }
        check_writable(flag, &path)?;
        Ok(Target::File(path))
    }

    /// Lets `write` fill the target. A file is replaced once the new one is complete.
    pub fn fill(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
        match self {
            Target::Stdout => heard(buffered(io::stdout().lock(), write)),
            Target::File(path) => {
                let written = allide_files::replace(path, |file| buffered(file, write));
                written.with_context(|| format!("cannot write {}", path.display()))
            }
        }
    }
}

/// Lets `write` write in large pieces, of which none is lost unnoticed.
fn buffered(out: impl Write, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, Interruptible(out));
    write(&mut out)?;
    out.flush()
}

/// Finds out before a long run that there will be no place for its result.
pub fn check_writable(flag: &str, path: &Path) -> Result<()> {
    let shown = path.display();
    if path.is_dir() {
        bail!("{flag} {shown}: this is a folder; name a file");
    }
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            bail!("{flag} {shown}: there is no folder {}; create it first", folder.display())
        }
        _ => allide_files::check(path).with_context(|| format!("{flag} {shown}: cannot write this")),
    }
}

/// The same of a folder, which is made later if it is not there.
pub fn check_folder(flag: &str, path: &Path) -> Result<()> {
    match path.metadata() {
        Ok(found) if !found.is_dir() => bail!("{flag} {}: this is a file; name a folder", path.display()),
        Ok(_) => {
            let written = allide_files::check(&path.join("file"));
            written.with_context(|| format!("{flag} {}: cannot write to this", path.display()))
        }
        Err(_) => check_writable(flag, path),
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

/// Notes about files, each on a line of standard error.
pub fn tell(notes: &[Note]) {
    for note in notes {
        complain(if note.oddity.is_warning() { "warning" } else { "note" }, &note.to_string());
    }
}

/// How much to show on a terminal of unknown height.
pub const ROWS: usize = 40;
/// Lines above and below the rows of a table, and for the prompt after it.
const AROUND: usize = 10;
/// The minimum number of rows shown, however low the terminal.
const FEW: usize = 10;

/// The number of rows that fit on the terminal; without a terminal, all. `top` is the number of rows asked for.
pub fn page(top: Option<usize>) -> Page {
    let [size, height] = terminal_size::terminal_size()
        .map_or([80, ROWS + AROUND], |(width, height)| [usize::from(width.0), usize::from(height.0)]);
    let terminal = io::stdout().is_terminal().then_some(size);
    let columns = std::env::var("COLUMNS").ok();
    let screen = if terminal.is_some() { rows(height) } else { usize::MAX };
    Page { width: width(terminal, columns.as_deref()), rows: top.unwrap_or(screen), is_top: top.is_some(), hint: None }
}

/// The rows of a table for which a terminal of this height has room.
fn rows(height: usize) -> usize {
    height.saturating_sub(AROUND).max(FEW)
}

/// The width of the terminal, if there is one; who sets `COLUMNS` knows better.
fn width(terminal: Option<usize>, columns: Option<&str>) -> Option<usize> {
    let wanted = columns.and_then(|text| text.trim().parse().ok()).filter(|&width| width > 0);
    terminal.map(|width| wanted.unwrap_or(width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_leaves_room_for_what_is_around_it() {
        assert_eq!([0, 24, 50].map(rows), [FEW, 14, 40]);
    }

    #[test]
    fn columns_overrule_the_terminal_and_without_one_nothing_limits_the_width() {
        assert_eq!(width(Some(80), None), Some(80));
        assert_eq!(width(Some(80), Some("132")), Some(132));
        for senseless in ["", "0", "-3", "wide"] {
            assert_eq!(width(Some(80), Some(senseless)), Some(80));
        }
        assert_eq!((width(None, None), width(None, Some("40"))), (None, None));
    }
}
