//! Ctrl-C: the work stops at the next good place, and nothing half written is left behind. Whoever presses it twice need not
//! wait.

use allide::Watch;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

/// The exit status of an interrupted command: 128 and the number of the signal, as shells have it.
pub const STATUS: u8 = 130;

static WATCH: OnceLock<Watch> = OnceLock::new();

/// The watch of all work, which Ctrl-C cancels.
pub fn watch() -> &'static Watch {
    WATCH.get_or_init(|| {
        let watch = Watch::new();
        let cancelled = watch.clone();
        // Without a handler, the system ends the command as it always did.
        let _ = ctrlc::set_handler(move || {
            if cancelled.is_cancelled() {
                std::process::exit(i32::from(STATUS));
            }
            cancelled.cancel();
        });
        watch
    })
}

/// The exit status, if an error came from an interruption.
pub fn status() -> Option<ExitCode> {
    WATCH.get().is_some_and(Watch::is_cancelled).then(|| ExitCode::from(STATUS))
}

/// Ends the command if it was interrupted, while nothing is written yet.
pub fn exit_if_cancelled() {
    if watch().is_cancelled() {
        std::process::exit(i32::from(STATUS));
    }
}

/// An error once the command was interrupted, for work that no engine does.
pub fn check() -> io::Result<()> {
    if watch().is_cancelled() { Err(io::Error::other("interrupted")) } else { Ok(()) }
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
