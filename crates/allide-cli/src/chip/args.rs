//! The flags of `allide chip` as given.

use allide_chip::figures::Sweep as What;
use allide_chip::{ChipError, Config};
use anyhow::{Result, anyhow};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub enum Chip {
    /// Run one query: cycles, time, and what each unit did
    Run(Run),
    /// Run many queries: a figure or claim of the paper
    Sweep(Sweep),
}

#[derive(Args, Debug)]
#[command(override_usage = "allide chip run [OPTIONS] [FILE [FILE]]")]
#[command(after_help = "Exit status: 0 no collision, 1 triangle pairs found, 2 error.")]
pub struct Run {
    /// Two meshes, or one to place twice [default: a headlight]
    #[arg(value_name = "FILE", num_args = 0..=2)]
    pub files: Vec<PathBuf>,
    /// Distance of the copies, in diameters
    #[arg(long, value_name = "D", default_value_t = 0.3)]
    pub distance: f64,
    /// Rotation of the second copy, in degrees
    #[arg(long, value_name = "A", default_value_t = 30.0, allow_negative_numbers = true)]
    pub turn: f64,
    /// Write all results as JSON (- for stdout)
    #[arg(long, value_name = "PATH")]
    pub json: Option<PathBuf>,
    /// Write a page for the browser
    #[arg(long, value_name = "PATH")]
    pub html: Option<PathBuf>,
    /// Write a trace of all cycles, for GTKWave
    #[arg(long, value_name = "PATH")]
    pub vcd: Option<PathBuf>,
    /// Write the datapath of this machine as Verilog
    #[arg(long, value_name = "PATH")]
    pub verilog: Option<PathBuf>,
    #[command(flatten)]
    pub machine: Machine,
}

#[derive(Args, Debug)]
#[command(override_usage = "allide chip sweep [OPTIONS] [WHAT [FILE]]")]
pub struct Sweep {
    /// Which sweep to run; without it, all are listed
    #[arg(value_name = "WHAT", hide_possible_values = true, value_parser = sweeps())]
    pub what: Option<What>,
    /// A mesh to place twice
    /// [default: a headlight of 5,947 triangles]
    #[arg(value_name = "FILE", verbatim_doc_comment)]
    pub file: Option<PathBuf>,
    /// For software: also time allide on this machine
    #[arg(long)]
    pub measure: bool,
    /// Write the numbers as CSV (- for stdout)
    #[arg(long, value_name = "PATH")]
    pub csv: Option<PathBuf>,
    /// Write the plot as SVG (- for stdout)
    #[arg(long, value_name = "PATH")]
    pub svg: Option<PathBuf>,
    /// Write WHAT.csv and WHAT.svg into this folder
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub machine: Machine,
}

/// The configuration of a machine. Anything not given is taken from the preset.
#[derive(Args, Debug)]
#[command(next_help_heading = "Machine")]
pub struct Machine {
    /// fpga2006 (the paper's), asic2005 (all axes at once)
    #[arg(long, value_name = "P", default_value = "fpga2006", hide_possible_values = true, hide_default_value = true)]
    preset: Preset,
    /// Faces of a DOP: 6, 14, 18, 24, 26
    #[arg(long, value_name = "K", hide_possible_values = true, value_parser = faces())]
    faces: Option<usize>,
    /// Bits of a word, including its sign: 5 to 53
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u32).range(5..=53))]
    bits: Option<u32>,
    /// Axes to test for each pair
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512))]
    axes: Option<u32>,
    /// Additional axes to test while loading; 0: none
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=512))]
    more_axes: Option<u32>,
    /// Axes of one pair tested in parallel
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512))]
    pipelines: Option<u32>,
    /// Pairs tested in parallel
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=255))]
    units: Option<u32>,
    /// Nodes in a cache
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=16_777_216))]
    cache: Option<u32>,
    /// Bits of a multiplier; wider words need four
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u32).range(2..=64))]
    multiplier: Option<u32>,
    /// Process the oldest pair first, not the newest
    #[arg(long)]
    queue: bool,
    /// Clock, in MHz
    #[arg(long, value_name = "MHZ")]
    clock: Option<f64>,
    /// Clock of the memory, in MHz
    #[arg(long, value_name = "MHZ")]
    memory_clock: Option<f64>,
    /// Width of the memory bus, in bits
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u64).range(1..=65_536))]
    bus: Option<u64>,
    /// Bits of a memory burst
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    burst: Option<u64>,
    /// Memory latency, in cycles before the first word
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    latency: Option<u64>,
    /// Refuse more cycles than this
    #[arg(long, value_name = "CYCLES", default_value_t = 1e9, value_parser = crate::args::steps)]
    pub limit: f64,
    /// Size of the memory, in MB
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    memory: Option<u64>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Preset {
    Fpga2006,
    Asic2005,
}

fn faces() -> impl TypedValueParser<Value = usize> {
    PossibleValuesParser::new(["6", "14", "18", "24", "26"]).try_map(|text| text.parse())
}

fn sweeps() -> impl TypedValueParser<Value = What> {
    PossibleValuesParser::new(What::ALL.map(What::name)).map(|name| What::named(&name).expect("one of these names"))
}

impl Machine {
    /// # Errors
    /// A clock that is not positive and finite.
    pub fn config(&self) -> Result<Config> {
        let mut config = match self.preset {
            Preset::Fpga2006 => Config::fpga2006(),
            Preset::Asic2005 => Config::asic2005(),
        };
        set(&mut config.faces, self.faces);
        set(&mut config.bits, self.bits);
        set(&mut config.axes, self.axes.map(|count| count as usize));
        set(&mut config.more_axes, self.more_axes.map(|count| count as usize));
        set(&mut config.pipelines, self.pipelines.map(|count| count as usize));
        set(&mut config.units, self.units.map(|count| count as usize));
        config.buffers = config.buffers.max(config.units);
        set(&mut config.cache_nodes, self.cache.map(|count| count as usize));
        set(&mut config.multiplier_bits, self.multiplier);
        config.test_on = config.more_axes > 0;
        if self.queue {
            config.order = allide_geom::kdop::Order::Queue;
        }
        set(&mut config.clock, self.clock);
        set(&mut config.memory.clock, self.memory_clock);
        set(&mut config.memory.bus_bits, self.bus);
        set(&mut config.memory.burst_bits, self.burst);
        set(&mut config.memory.latency, self.latency);
        set(&mut config.memory.bytes, self.memory.map(|megabytes| megabytes << 20));
        allide_chip::Machine::new(config.clone()).map_err(told)?;
        Ok(config)
    }

    pub fn preset(&self) -> &'static str {
        match self.preset {
            Preset::Fpga2006 => "fpga2006",
            Preset::Asic2005 => "asic2005",
        }
    }
}

fn set<T>(place: &mut T, given: Option<T>) {
    if let Some(value) = given {
        *place = value;
    }
}

/// The error, with the flag that helps.
pub fn told(error: ChipError) -> anyhow::Error {
    match error {
        ChipError::Memory { .. } => {
            anyhow!("{error}; give it more with --memory MB, or take a part with fewer triangles")
        }
        ChipError::Multiplier { .. } => anyhow!("{error}; take fewer --bits or a wider --multiplier"),
        ChipError::NotPositive(_) => anyhow!("{error}, and finite"),
        _ => error.into(),
    }
}
