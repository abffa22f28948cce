//! How allide writes files: whole or not at all.
//!
//! [`replace`] writes a file of a random name beside the target and renames it once it is complete, so a target is always whole:
//! the old one or the new one. Two runs with one target each write their own file; the last rename wins.
//!
//! Unfinished files are removed when writing fails or panics. A program that ends at a signal calls [`remove_pending`]; files of
//! programs that were killed are removed by the next run that writes to the folder, as [`stale`](self#stale-files) tells.
//!
//! # Stale files
//!
//! Unfinished files are called `.allide-`, 12 random letters or digits, `.partial`. The writer holds a lock on its file from before
//! the first byte until after the rename, and the system releases the lock when the process ends, however it ends. So whoever gets
//! the lock knows that nobody writes the file any more, and may remove it. A writer that is overtaken between making its file and
//! locking it notices that, and makes another. For the sake of file systems whose locks do not reach other machines, a file must
//! also have been left alone for an hour.

#[cfg(feature = "csv")]
pub mod csv;
mod pending;
mod replace;
mod stale;
mod target;

pub use pending::{Workplace, remove_pending};
pub use replace::{check, replace, replace_with, spool};
