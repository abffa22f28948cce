//! The one way to stop: Ctrl-C, or being asked to end.
//!
//! The first signal cancels the watch of all work, which ends at its next look at it. What does not end within [`GRACE`], because
//! it is in a driver, waits for a pipe or looks too seldom, ends there and then: outputs take their place only once they are
//! complete (`allide_files`), so that no moment is a bad one. A second signal does not wait. Either way, unfinished files are
//! removed, and the exit status is 128 and the number of the signal, as shells have it: 130 for Ctrl-C, 143 for `kill`.

use allide::Watch;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{LazyLock, mpsc};
use std::thread;
use std::time::Duration;

/// How long work may take to end by itself.
const GRACE: Duration = Duration::from_millis(300);
/// How long standard error may take for the last line.
const LAST_WORD: Duration = Duration::from_millis(50);

/// The number of Ctrl-C, where there are no others.
#[cfg(not(unix))]
const CTRL_C: u8 = 2;

static WATCH: LazyLock<Watch> = LazyLock::new(Watch::new);
/// The exit status from the first signal on.
static STATUS: AtomicU8 = AtomicU8::new(0);

/// Begins to listen. Where that fails, the system ends the command as it always did.
pub fn listen() {
    let _ = signals::listen();
}

/// The watch of all work, which a signal cancels.
pub fn watch() -> &'static Watch {
    &WATCH
}

/// The action at a signal.
fn stop(signal: u8) {
    let is_first = STATUS.compare_exchange(0, 128 + signal, Ordering::Relaxed, Ordering::Relaxed).is_ok();
    if !is_first {
        end();
    }
    WATCH.cancel();
    if thread::Builder::new().spawn(end_late).is_err() {
        end();
    }
}

fn end_late() {
    thread::sleep(GRACE);
    end();
}

/// Ends the command, whatever its other threads do.
fn end() -> ! {
    allide_files::remove_pending();
    let (told, is_told) = mpsc::channel();
    // Somebody may hold standard error and wait for a terminal that does not scroll.
    let tell = move || {
        complain();
        let _ = told.send(());
    };
    if thread::Builder::new().spawn(tell).is_ok() {
        let _ = is_told.recv_timeout(LAST_WORD);
    }
    signals::exit(STATUS.load(Ordering::Relaxed))
}

/// Says that the command was interrupted, once.
fn complain() {
    static TOLD: AtomicBool = AtomicBool::new(false);
    if !TOLD.swap(true, Ordering::Relaxed) {
        crate::output::complain("stopped", "interrupted; no file is left half-written");
    }
}

/// Says so, and returns the exit status, if an error came from an interruption.
pub fn status() -> Option<ExitCode> {
    let status = Some(STATUS.load(Ordering::Relaxed)).filter(|&status| status > 0)?;
    complain();
    Some(ExitCode::from(status))
}

/// An error once the command was interrupted, for work that no engine does.
pub fn check() -> io::Result<()> {
    if watch().is_cancelled() { Err(io::Error::other("interrupted")) } else { Ok(()) }
}

/// For work that cannot be left with an error: does not come back once the command was interrupted.
pub fn exit_if_cancelled() {
    if watch().is_cancelled() {
        end();
    }
}

/// A writer that fails once the command was interrupted.
pub struct Interruptible<W>(pub W);

impl<W: Write> Write for Interruptible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        check()?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(unix)]
mod signals {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::io;

    pub fn listen() -> io::Result<()> {
        let ends = [SIGINT, SIGTERM].into_iter().chain((!is_ignored(SIGHUP)).then_some(SIGHUP));
        let mut signals = Signals::new(ends)?;
        let serve = move || signals.forever().for_each(|signal| super::stop(signal as u8));
        std::thread::Builder::new().name("signals".into()).spawn(serve).map(drop)
    }

    /// Whether whoever started the command wants it to go on: `nohup` does when the terminal closes. Linux can tell.
    fn is_ignored(signal: i32) -> bool {
        let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return true };
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        ignored.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
    }

    /// Runs nothing more: at-exit hooks of drivers are not for a program whose threads still use them.
    pub fn exit(status: u8) -> ! {
        signal_hook::low_level::exit(status.into())
    }
}

#[cfg(not(unix))]
mod signals {
    pub fn listen() -> Result<(), ctrlc::Error> {
        ctrlc::set_handler(|| super::stop(super::CTRL_C))
    }

    pub fn exit(status: u8) -> ! {
        std::process::exit(status.into())
    }
}
