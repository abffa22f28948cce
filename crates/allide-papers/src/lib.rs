//! The figures and tables of the five works that allide implements, from its own runs, beside the published numbers.
//!
//! [`FIGURES`] lists them all. [`Figure::run`] measures one with a [`Bench`], which knows the device and how large things may
//! be, and gives an [`Outcome`]: tables and pictures, and what [`Figure::told`] makes of the tables alone: plots, the published
//! numbers beside ours, and [`Claim`]s, sentences that a condition on numbers chooses. So whoever has the tables of a record can
//! check its text. [`write()`] makes files of it, [`index()`] one page of all, and [`record()`] a text to keep.
//!
//! Sizes are reduced unless [`Size::Full`] is asked for, and labels say so. Limitations of a device are labels, too. A column of
//! a table whose unit ends in `measured` is a time of this run, or follows from one; all others are the same in every run on
//! the same device.
//!
//! ```
//! use allide_papers::{Bench, Device, Options, Size, Steps};
//!
//! let figure = allide_papers::find("far-4").expect("it is listed");
//! let mut bench = Bench::open(&Options { device: Device::Cpu, size: Size::Tiny, models: None })?;
//! let outcome = figure.run(&mut bench, &Steps::quiet())?;
//! assert!(outcome.tables[0].csv().starts_with("resolution,"));
//! assert!(outcome.labels.iter().any(|label| label.starts_with("not on this device")));
//! # Ok::<(), allide_papers::Error>(())
//! ```

mod bench;
mod bodies;
mod chip;
mod claim;
mod error;
mod far;
mod figure;
mod fronts;
mod index;
mod look;
mod outcome;
mod record;
mod registry;
mod self_cullide;
mod statistics;
mod table;
pub mod thesis;
mod timing;
mod told;
mod write;

pub use bench::{Bench, Device, Options, Size, Steps};
pub use chip::plot as chip_plot;
pub use claim::{Claim, Kind, Verdict};
pub use error::Error;
pub use figure::{Figure, Needs, State, Work};
pub use index::{Done, index};
pub use outcome::{Drawing, Outcome, Published, Said};
pub use record::record;
pub use registry::{FIGURES, find};
pub use statistics::{Line, Mean, median};
pub use table::{Cell, Column, Table};
pub use timing::{Answer, Contender, New, between, within};
pub use told::{Data, Told};
pub use write::{Written, read_tables, write};
