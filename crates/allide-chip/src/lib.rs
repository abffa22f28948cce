//! The collision chip of Raabe, Hochgürtel, Anlauf and Zachmann (WSCG 2006) as a machine that can be run and
//! questioned.
//!
//! [`Machine`] is a model of figure 4, cycle by cycle: a controller with its stack, a module that gets data from
//! memory, a pipeline that tests one candidate axis of a pair of k-DOPs in each cycle, and a triangle unit. What it
//! finds equals what software finds, and [`Cycles`] says what every cycle was spent on. [`Datapath`] is the pipeline's
//! arithmetic, register by register, and [`rtl`] writes it as Verilog. All arithmetic on coefficients is on integers;
//! [`allide_geom::kdop`] has the algorithm, and why nothing is lost.
//!
//! [`figures`] runs what the paper measures.
//!
//! **Deviations from the paper**, beside those of [`allide_geom::kdop`]:
//! - A difference of 0 is contact. The sign-bit test of section 5.1 would call two touching cubes apart.
//! - The children of a pair are scheduled as soon as n axes are tested, also while more axes are tested on. If one of
//!   these separates it, that is withdrawn. So testing on delays nothing: see [`Config::test_on`].
//! - The triangle unit answers by the exact predicate. [`unit_triangle_overlap`], which the paper builds, runs beside
//!   it, and [`Run::disagreements`] counts.
//! - Not published, so fitted to what is: links of 40 bits in each node. Not published, so assumed: triangles of nine floats, and the cycles of the triangle
//!   unit; of [`Config::asic2005`], words and clocks.
//!
//! **Misprints.** Section 6.1 says "21% = 1,260,000 million gate equivalents"; 21 % of 6 million are 1.26 million. Section
//! 4.3 counts bits after the point (18, 40), section 6.1 words with their sign (19, 35), one bit more. We count words, sign
//! included, where a machine is meant.
//!
//! **Out of scope.** Section 7 looks forward to quadrangles and NURBS; here are triangles only.
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
#[cfg(test)]
mod testing_on;
mod triangle;
mod unit;

pub use config::{ChipError, Config, Memory};
pub use datapath::{Datapath, Input, Output};
pub use machine::Machine;
pub use query::Query;
pub use run::{Axes, Cycles, Found, Run};
pub use snapshot::{Snapshot, Task, UnitSnapshot, Vcd};
pub use triangle::unit_triangle_overlap;
