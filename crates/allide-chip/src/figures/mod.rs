//! The figures and claims of the paper as data, from runs of the machine.
//!
//! A [`Bench`] is a part and an [`Arrangement`]: two copies of it at many distances and rotations, as in section 6.2.
//! Each function of a [`Sweep`] runs queries and returns a [`Figure`]: named columns of numbers, and how to draw them.
//! Times are cycles at the clock of the machine; no clock of this computer is read.
//!
//! ```
//! use allide_chip::figures::{Arrangement, Bench, Sweep};
//! use allide_chip::Config;
//! use allide_geom::DVec3;
//!
//! let part = vec![[DVec3::ZERO, DVec3::X, DVec3::Y], [DVec3::X, DVec3::Y, DVec3::Z]];
//! let bench = Bench::new(part, Arrangement { distances: vec![0.5], turns: 2 });
//! let figure = Sweep::Pipelines.figure(&bench, &Config::fpga2006())?;
//! assert_eq!(figure.rows.len(), 5);
//! # Ok::<(), allide_chip::ChipError>(())
//! ```

mod bench;
mod claims;
mod design;
mod figure;
mod paper;
mod software;

pub use bench::{Arrangement, Bench, Constellation};
pub use figure::{Column, Figure, Scale};
pub use paper::SHARE_LIMIT_MS;
pub use software::Software;

use crate::{ChipError, Config};

/// The figures and claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sweep {
    /// Figure 3: the width of words.
    Bits,
    /// Figure 5: how likely the next axis separates.
    Separation,
    /// Figure 6: how many axes are tested.
    Axes,
    /// Figure 7: what testing on while loading gains.
    TestOn,
    /// Figure 8: the machine against software, by distance.
    Software,
    /// How many faces DOPs have.
    Faces,
    /// Section 7: pipelines that test axes of one pair.
    Pipelines,
    /// Several pairs at once.
    Units,
    /// Section 7: a cache of nodes.
    Cache,
    /// Section 5.2: a stack against a queue.
    Order,
    /// Section 3.1: node tests against triangles.
    Triangles,
    /// Section 4.3: a screw and a skyscraper.
    Precision,
    /// Section 7: tighter projections.
    Projection,
}

impl Sweep {
    /// All of them, those of the paper's figures first.
    pub const ALL: [Self; 13] = [
        Self::Bits,
        Self::Separation,
        Self::Axes,
        Self::TestOn,
        Self::Software,
        Self::Faces,
        Self::Pipelines,
        Self::Units,
        Self::Cache,
        Self::Order,
        Self::Triangles,
        Self::Precision,
        Self::Projection,
    ];

    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bits => "bits",
            Self::Separation => "separation",
            Self::Axes => "axes",
            Self::TestOn => "test-on",
            Self::Software => "software",
            Self::Faces => "faces",
            Self::Pipelines => "pipelines",
            Self::Units => "units",
            Self::Cache => "cache",
            Self::Order => "order",
            Self::Triangles => "triangles",
            Self::Precision => "precision",
            Self::Projection => "projection",
        }
    }

    /// The sweep of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sweep| sweep.name() == name)
    }

    /// One line.
    pub fn description(self) -> &'static str {
        match self {
            Self::Bits => "time against the width of words (figure 3)",
            Self::Separation => "how likely the next axis separates (figure 5)",
            Self::Axes => "time against the number of axes (figure 6)",
            Self::TestOn => "what testing on while loading gains (figure 7)",
            Self::Software => "the machine against software, by distance (figure 8)",
            Self::Faces => "time against the number of faces",
            Self::Pipelines => "time against the number of pipelines (section 7)",
            Self::Units => "time against the number of pairs tested at once",
            Self::Cache => "time against the size of a cache (section 7)",
            Self::Order => "pairs that wait in a stack and in a queue (section 5.2)",
            Self::Triangles => "node tests against triangles (section 3.1)",
            Self::Precision => "the smallest gap seen beside a skyscraper (section 4.3)",
            Self::Projection => "node tests with tighter projections (section 7)",
        }
    }

    /// Where the copies are for it: finely spread where a figure has distances along x.
    pub fn arrangement(self) -> Arrangement {
        match self {
            Self::Software | Self::Order => Arrangement::fine(),
            _ => Arrangement::usual(),
        }
    }

    /// Runs it for machines that differ from `config` in what is swept.
    ///
    /// # Errors
    /// A configuration that no machine can have, or a part that none can take.
    pub fn figure(self, bench: &Bench, config: &Config) -> Result<Figure, ChipError> {
        match self {
            Self::Bits => paper::bits(bench, config),
            Self::Separation => paper::separation(bench, config),
            Self::Axes => paper::axes(bench, config),
            Self::TestOn => paper::test_on(bench, config),
            Self::Software => paper::software(bench, config),
            Self::Faces => design::faces(bench, config),
            Self::Pipelines => design::pipelines(bench, config),
            Self::Units => design::units(bench, config),
            Self::Cache => design::cache(bench, config),
            Self::Order => design::order(bench, config),
            Self::Triangles => claims::triangles(bench, config),
            Self::Precision => claims::precision(config),
            Self::Projection => claims::projection(bench, config),
        }
    }
}
