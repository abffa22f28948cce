//! The visible state of a running machine, and a trace of it as VCD, which GTKWave opens.

use crate::machine::State;
use crate::{Config, Found};
use std::io;
use std::ops::ControlFlow;
use vcd::{IdCode, TimescaleUnit, Value, Writer};

/// A pair that the controller has queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Two nodes.
    Nodes([u32; 2]),
    /// Two triangles.
    Triangles([u32; 2]),
}

/// A machine at the end of a cycle.
pub struct Snapshot<'a> {
    pub(crate) state: &'a State<'a>,
}

/// A unit at the end of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitSnapshot {
    /// The pair of nodes whose axes are being issued.
    pub nodes: Option<[u32; 2]>,
    /// The next axis of that pair.
    pub next_axis: usize,
    /// Which stages hold axes, the first in the lowest bit.
    pub occupied: u64,
}

impl Snapshot<'_> {
    /// The cycle, from 0.
    pub fn cycle(&self) -> u64 {
        self.state.run.length
    }

    /// How many tasks wait for memory.
    pub fn waiting(&self) -> usize {
        self.state.waiting.len()
    }

    /// The request being loaded.
    pub fn loading(&self) -> Option<Task> {
        self.state.get_data.loading.map(|loading| loading.request.task)
    }

    /// How many tasks are loaded and wait for a unit.
    pub fn ready(&self) -> usize {
        self.state.get_data.ready.len()
    }

    /// The units.
    pub fn units(&self) -> impl Iterator<Item = UnitSnapshot> {
        self.state.units.iter().map(|unit| UnitSnapshot {
            nodes: unit.current.map(|current| current.nodes),
            next_axis: unit.current.map_or(0, |current| current.next_axis),
            occupied: unit.occupied(),
        })
    }

    /// Whether a pair was found to be apart in this cycle.
    pub fn is_separated(&self) -> bool {
        self.state.separated
    }

    /// Whether a pair passed n axes in this cycle.
    pub fn is_passed(&self) -> bool {
        self.state.passed
    }

    /// Whether a pair of triangles is being tested.
    pub fn is_testing_triangles(&self) -> bool {
        !self.state.triangle_unit.is_empty()
    }

    /// The pair reported to the host in this cycle.
    pub fn reported(&self) -> Option<Found> {
        self.state.reported
    }
}

/// Writes what happens in each cycle as a value change dump.
///
/// ```no_run
/// # use allide_chip::*;
/// # fn example(machine: Machine, query: Query, triangles: [&dyn Fn(u32) -> allide_geom::Triangle; 2]) -> Result<(), Box<dyn std::error::Error>> {
/// let mut trace = Vcd::new(std::fs::File::create("trace.vcd")?, machine.config())?;
/// machine.watch(&query, triangles, |snapshot| trace.record(snapshot))?;
/// trace.finish()?;
/// # Ok(())
/// # }
/// ```
pub struct Vcd<W: io::Write> {
    writer: Writer<W>,
    /// Id, width and last value.
    signals: Vec<(IdCode, u32, Option<u64>)>,
    picoseconds: f64,
    end: u64,
    result: io::Result<()>,
}

impl<W: io::Write> Vcd<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// The writer's.
    pub fn new(writer: W, config: &Config) -> io::Result<Self> {
        let mut writer = Writer::new(writer);
        writer.timescale(1, TimescaleUnit::PS)?;
        let mut signals = Vec::new();
        writer.add_module("chip")?;
        for (name, width) in TOP {
            signals.push((writer.add_wire(*width, name)?, *width, None));
        }
        for unit in 0..config.units {
            writer.add_module(&format!("unit{unit}"))?;
            for (name, width) in UNIT.iter().copied().chain([("stages", config.stages() as u32)]) {
                signals.push((writer.add_wire(width, name)?, width, None));
            }
            writer.upscope()?;
        }
        writer.upscope()?;
        writer.enddefinitions()?;
        Ok(Self { writer, signals, picoseconds: 1.0e6 / config.clock, end: 0, result: Ok(()) })
    }

    /// Writes what has changed. An error stops the machine, and is kept for [`Vcd::finish`].
    pub fn record(&mut self, snapshot: &Snapshot<'_>) -> ControlFlow<()> {
        self.result = self.write(snapshot);
        if self.result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Writes what is left; the writer back.
    ///
    /// # Errors
    /// The first that there was.
    pub fn finish(mut self) -> io::Result<()> {
        self.result?;
        self.writer.timestamp(self.end)?;
        self.writer.flush()
    }

    fn write(&mut self, snapshot: &Snapshot<'_>) -> io::Result<()> {
        let time = |cycle: u64| (cycle as f64 * self.picoseconds) as u64;
        self.end = time(snapshot.cycle() + 1);
        let values = values(snapshot);
        let changed = self.signals.iter_mut().zip(values).filter(|(signal, value)| signal.2 != Some(*value));
        let mut changed = changed.peekable();
        if changed.peek().is_some() {
            self.writer.timestamp(time(snapshot.cycle()))?;
        }
        for ((id, width, last), value) in changed {
            *last = Some(value);
            if *width == 1 {
                self.writer.change_scalar(*id, value != 0)?;
            } else {
                self.writer.change_vector(*id, (0..*width).rev().map(|bit| Value::from(value >> bit & 1 != 0)))?;
            }
        }
        Ok(())
    }
}

const TOP: &[(&str, u32)] = &[
    ("waiting", 32),
    ("loading_nodes", 1),
    ("loading_triangles", 1),
    ("loading_a", 32),
    ("loading_b", 32),
    ("ready", 8),
    ("separated", 1),
    ("passed", 1),
    ("triangle_unit", 1),
    ("report", 1),
    ("report_a", 32),
    ("report_b", 32),
];
const UNIT: &[(&str, u32)] = &[("testing", 1), ("node_a", 32), ("node_b", 32), ("next_axis", 16)];

/// In the order of the header.
fn values(snapshot: &Snapshot<'_>) -> Vec<u64> {
    let ([nodes, triangles], [a, b]) = match snapshot.loading() {
        Some(Task::Nodes(pair)) => ([1, 0], pair),
        Some(Task::Triangles(pair)) => ([0, 1], pair),
        None => ([0, 0], [0, 0]),
    };
    let report = snapshot.reported().map_or([0; 3], |found| [1, found.a, found.b]);
    let mut values = vec![snapshot.waiting() as u64, nodes, triangles, a.into(), b.into(), snapshot.ready() as u64];
    values.extend([snapshot.is_separated(), snapshot.is_passed(), snapshot.is_testing_triangles()].map(u64::from));
    values.extend(report.map(u64::from));
    for unit in snapshot.units() {
        let [a, b] = unit.nodes.unwrap_or([0, 0]);
        let testing = u64::from(unit.nodes.is_some());
        values.extend([testing, a.into(), b.into(), unit.next_axis as u64, unit.occupied]);
    }
    values
}
