//! The collision chip of Raabe, Hochgürtel, Anlauf and Zachmann (WSCG 2006) as a machine that can be run and
//! questioned.
//!
//! [`Machine`] is a model of figure 4, cycle by cycle: a controller with its stack, a module that gets data from
//! memory, a pipeline that tests one candidate axis of a pair of k-DOPs in each cycle, and a triangle unit. What it
//! finds equals what software finds, and [`Cycles`] says what every cycle was spent on. [`Datapath`] is the pipeline's
//! arithmetic, register by register, and [`rtl`] writes it as Verilog. All arithmetic on coefficients is on integers;
//! [`allide_geom::kdop`] has the algorithm, and why nothing is lost.
//!
//! The clock starts when the host has sent axes and addresses, and stops when stack, memory module, pipeline and
//! triangle unit are empty.
//!
//! ```
//! use allide_chip::{Config, Machine, Query};
//! use allide_geom::{DVec3, kdop::*};
//! use glam::DAffine3;
//!
//! let config = Config::fpga2006();
//! let triangles = [[DVec3::ZERO, DVec3::X, DVec3::Y]];
//! let tree = Tree::build(&Orientations::standard(config.faces)?, 1, |i| triangles[i])?;
//! let there = DAffine3::from_rotation_x(1.0);
//! let query = Query::new(&config, [&tree, &tree], [DAffine3::IDENTITY, there])?;
//! let placed = |pose: DAffine3| move |i: u32| triangles[i as usize].map(|corner| pose.transform_point3(corner));
//! let run = Machine::new(config)?.run(&query, [&placed(DAffine3::IDENTITY), &placed(there)])?;
//! assert_eq!(run.pairs(), [(0, 0)]);
//! assert_eq!(run.cycles.total(), run.length);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod config;
mod datapath;
pub mod figures;
mod machine;
mod memory;
mod query;
pub mod rtl;
mod run;
mod snapshot;
mod triangle;
mod unit;

pub use config::{ChipError, Config, Memory};
pub use datapath::{Datapath, Input, Output};
pub use machine::Machine;
pub use query::Query;
pub use run::{Axes, Cycles, Found, Run};
pub use snapshot::{Snapshot, Task, UnitSnapshot, Vcd};
pub use triangle::unit_triangle_overlap;
