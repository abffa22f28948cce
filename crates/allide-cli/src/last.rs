//! What nobody foresaw: a bug, or an end of memory. Both end with a line that says so, and exit status 2.

use crate::output::complain;
use std::alloc::{GlobalAlloc, Layout, System};
use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::Write;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// What the latest panic said: in whatever thread it was, it ends in the one that waits for it.
static SAID: Mutex<String> = Mutex::new(String::new());

/// Runs the command. A panic that nothing in it expects is a bug of ours, and told as one.
pub fn catch(run: impl FnOnce() -> ExitCode) -> ExitCode {
    set_hook(Box::new(note));
    abort::tell_of_memory();
    // Nothing is used after a panic.
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        let said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
        complain("error", &format!("this is a bug in allide{said}; please report it, with the command"));
        ExitCode::from(2)
    })
}

fn note(panic: &PanicHookInfo<'_>) {
    let payload = panic.payload();
    let what = payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str));
    let what = what.unwrap_or("no message");
    let place = panic.location().map_or(String::new(), |place| format!(", at {}:{}", place.file(), place.line()));
    *SAID.lock().unwrap_or_else(PoisonError::into_inner) = format!("{place}: {what}");
    let trace = Backtrace::capture();
    if trace.status() == BacktraceStatus::Captured {
        let _ = writeln!(std::io::stderr(), "{trace}");
    }
}

/// The system's memory. It remembers that there was not enough: who cannot go on without aborts.
pub struct Memory;

static IS_SHORT: AtomicBool = AtomicBool::new(false);

impl Memory {
    fn looked_at(pointer: *mut u8) -> *mut u8 {
        if pointer.is_null() {
            IS_SHORT.store(true, Ordering::Relaxed);
        }
        pointer
    }
}

// SAFETY: all memory is the system's, and so is what it promises; the caller keeps the promises that the system asks for.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        Self::looked_at(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        Self::looked_at(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        Self::looked_at(unsafe { System.realloc(pointer, layout, size) })
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Rust has no stable way to learn that an allocation failed, but that the process is aborted.
#[cfg(unix)]
mod abort {
    use super::{IS_SHORT, Ordering};

    const SHORT: &[u8] = b"allide: error: there is not enough memory; examine less at once, or on a larger machine\n";
    const BUG: &[u8] = b"allide: error: this is a bug in allide; please report it, with the command\n";

    pub fn tell_of_memory() {
        // SAFETY: the handler calls nothing but what a handler may call, and does not return.
        unsafe { libc::signal(libc::SIGABRT, end as extern "C" fn(libc::c_int) as libc::sighandler_t) };
    }

    extern "C" fn end(_: libc::c_int) {
        let message = if IS_SHORT.load(Ordering::Relaxed) { SHORT } else { BUG };
        // SAFETY: the bytes are there, and both may be called by a handler.
        unsafe {
            libc::write(libc::STDERR_FILENO, message.as_ptr().cast(), message.len());
            libc::_exit(2)
        }
    }
}

#[cfg(not(unix))]
mod abort {
    /// The system has words of its own.
    pub fn tell_of_memory() {}
}
