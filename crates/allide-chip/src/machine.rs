//! The controller, and all parts in one clock (figure 4).
//!
//! All parts run in one clock: controller, `memory.rs` (GetData and cache), `unit.rs` (what issues axes, and the
//! pipelines behind it) and `triangle.rs`. The machine carries results instead of registers; `datapath.rs` has the
//! registers, and `rtl/verilog.rs` writes the same stages as Verilog. `tests/chip/rtl.rs` compares these two with
//! Verilator, and counts parts with Yosys.

use crate::memory::{GetData, Origin, Request};
use crate::run::Axes;
use crate::snapshot::{Snapshot, Task};
use crate::triangle::TriangleUnit;
use crate::unit::{Issued, Unit, Verdict};
use crate::{ChipError, Config, Found, Query, Run};
use allide_geom::Triangle;
use allide_geom::kdop::{Node, Order, children};
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// A machine that answers queries.
#[derive(Clone, Debug)]
pub struct Machine {
    config: Config,
}

/// Where triangles of both objects are, in the world: the triangle unit's data.
type Triangles<'a> = [&'a dyn Fn(u32) -> Triangle; 2];

impl Machine {
    /// A machine of this configuration.
    ///
    /// # Errors
    /// It has none of something it needs.
    pub fn new(config: Config) -> Result<Self, ChipError> {
        config.check()?;
        Ok(Self { config })
    }

    /// Its configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Finds all pairs of triangles that overlap.
    ///
    /// # Errors
    /// The query is for another machine, or does not fit into memory.
    pub fn run(&self, query: &Query<'_>, triangles: Triangles<'_>) -> Result<Run, ChipError> {
        self.watch(query, triangles, |_| ControlFlow::Continue(()))
    }

    /// The same, and calls `watch` at the end of each cycle, which may stop it.
    ///
    /// # Errors
    /// As for [`Machine::run`], or it was stopped.
    pub fn watch(
        &self,
        query: &Query<'_>,
        triangles: Triangles<'_>,
        mut watch: impl FnMut(&Snapshot<'_>) -> ControlFlow<()>,
    ) -> Result<Run, ChipError> {
        let (config, format) = (&self.config, query.axes.format());
        if query.faces != config.faces {
            return Err(ChipError::Faces { expected: config.faces, given: query.faces });
        }
        if format.coefficient_bits() + 1 != config.bits {
            return Err(ChipError::Words { expected: config.bits, given: format.coefficient_bits() + 1 });
        }
        if query.bytes() > config.memory.bytes {
            return Err(ChipError::Memory { bytes: query.bytes(), limit: config.memory.bytes });
        }
        let mut state = State::new(config, query);
        while !state.is_idle() {
            state.cycle(triangles);
            if watch(&Snapshot { state: &state }).is_break() {
                return Err(ChipError::Stopped);
            }
            state.run.length += 1;
        }
        Ok(state.finish())
    }
}

/// All registers of a running machine.
pub(crate) struct State<'a> {
    config: &'a Config,
    query: &'a Query<'a>,
    pub(crate) waiting: VecDeque<Request>,
    pub(crate) get_data: GetData,
    pub(crate) units: Vec<Unit>,
    pub(crate) triangle_unit: TriangleUnit,
    pub(crate) run: Run,
    /// The events of this cycle.
    pub(crate) separated: bool,
    pub(crate) passed: bool,
    pub(crate) reported: Option<Found>,
}

impl<'a> State<'a> {
    fn new(config: &'a Config, query: &'a Query<'a>) -> Self {
        let has_pairs = query.nodes.iter().all(|nodes| !nodes.is_empty());
        Self {
            config,
            query,
            waiting: has_pairs.then_some(Request { task: Task::Nodes([0, 0]), origin: None }).into_iter().collect(),
            get_data: GetData::new(config),
            units: (0..config.units).map(|_| Unit::new(config.stages())).collect(),
            triangle_unit: TriangleUnit::default(),
            run: Run { axes: Axes::new(query.axes.axes().len()), ..Run::default() },
            separated: false,
            passed: false,
            reported: None,
        }
    }

    fn is_idle(&self) -> bool {
        let is_busy = self.units.iter().any(Unit::is_busy);
        self.waiting.is_empty() && self.get_data.is_empty() && self.triangle_unit.is_empty() && !is_busy
    }

    /// One cycle, from the last stage to the first, so that each part sees what the others held in registers.
    fn cycle(&mut self, triangles: Triangles<'_>) {
        (self.separated, self.passed) = (false, false);
        for unit in 0..self.units.len() {
            if let Some(verdict) = self.units[unit].retire() {
                self.decide(unit, verdict);
            }
        }
        let cycle = self.run.length;
        self.reported = self.triangle_unit.tick(cycle, triangles).map(|(a, b)| Found { a, b, cycle });
        self.run.found.extend(self.reported);
        self.get_data.tick();
        self.feed();
        self.issue();
        self.request();
    }

    /// Controller: what a result leads to.
    fn decide(&mut self, unit: usize, verdict: Verdict) {
        match verdict {
            Verdict::Apart { axis } => {
                self.separated = true;
                self.run.axes.separated[axis] += 1;
            }
            Verdict::Passed { number, nodes, axes } => {
                self.passed = true;
                self.run.axes.passed[axes] += 1;
                self.schedule(nodes, Origin { unit, number });
            }
            Verdict::Further { from, to } => {
                self.run.axes.passed[from] -= 1;
                self.run.axes.passed[to] += 1;
            }
            Verdict::Late { number, axes, axis } => {
                self.separated = true;
                self.run.axes.passed[axes] -= 1;
                self.run.axes.separated[axis] += 1;
                self.withdraw(Origin { unit, number });
            }
        }
    }

    /// Controller: what follows from a pair that is not apart.
    fn schedule(&mut self, nodes: [u32; 2], origin: Origin) {
        let request = |task| Request { task, origin: Some(origin) };
        let both = [0, 1].map(|side| self.query.nodes[side][nodes[side] as usize]);
        if let [Node::Leaf(a), Node::Leaf(b)] = both {
            self.waiting.push_back(request(Task::Triangles([a, b])));
        }
        let next = children(nodes, both).map(Task::Nodes).map(request);
        match self.config.order {
            Order::Stack => self.waiting.extend(next.rev()),
            Order::Queue => self.waiting.extend(next),
        }
        self.run.most_waiting = self.run.most_waiting.max(self.waiting.len());
    }

    /// Controller: the pair is apart after all. Children that have not started are dropped. With one unit,
    /// that lies on top of the stack: the pointer moves down.
    fn withdraw(&mut self, origin: Origin) {
        let before = self.waiting.len();
        self.waiting.retain(|request| request.origin != Some(origin));
        self.run.withdrawn += (before - self.waiting.len()) as u64 + self.get_data.withdraw(origin);
    }

    /// GetData: what is loaded goes where it belongs, in order.
    fn feed(&mut self) {
        let cycle = self.run.length;
        while let Some(request) = self.get_data.ready.front() {
            match request.task {
                Task::Nodes(nodes) => {
                    let enough = self.config.axes;
                    let Some(unit) = self.units.iter_mut().find(|unit| unit.can_start(enough)) else { return };
                    unit.start(nodes);
                    self.run.node_tests += 1;
                }
                Task::Triangles(pair) => {
                    if !self.triangle_unit.is_free(cycle) {
                        return;
                    }
                    self.triangle_unit.start(pair, cycle, self.config);
                }
            }
            self.get_data.ready.pop_front();
        }
    }

    /// Units: the next axes. Returns the work of each in this cycle.
    fn issue(&mut self) {
        let Config { pipelines, axes, test_on, .. } = *self.config;
        let is_loading = self.get_data.loading.is_some();
        let next = self.get_data.ready.front().map(|request| request.task);
        let spent = &mut self.run.cycles;
        for unit in &mut self.units {
            let place = match unit.issue(self.query, pipelines, axes, test_on) {
                Issued::Axes => &mut spent.busy,
                Issued::MoreAxes => &mut spent.testing_on,
                Issued::Nothing if is_loading => &mut spent.memory,
                Issued::Nothing if matches!(next, Some(Task::Triangles(_))) => &mut spent.triangles,
                Issued::Nothing => &mut spent.draining,
            };
            *place += 1;
        }
    }

    /// Controller: asks for the data of the next task.
    fn request(&mut self) {
        if self.get_data.can_accept(self.config) {
            let next = match self.config.order {
                Order::Stack => self.waiting.pop_back(),
                Order::Queue => self.waiting.pop_front(),
            };
            if let Some(request) = next {
                self.get_data.request(request, self.config);
            }
        }
    }

    fn finish(self) -> Run {
        let sum = |of: fn(&Unit) -> u64| self.units.iter().map(of).sum();
        Run {
            memory_busy: self.get_data.busy,
            triangles_busy: self.triangle_unit.busy,
            axis_tests: sum(|unit| unit.axis_tests),
            ignored: sum(|unit| unit.ignored),
            triangle_tests: self.triangle_unit.tests,
            disagreements: self.triangle_unit.disagreements,
            bursts: self.get_data.bursts,
            cache_hits: self.get_data.hits,
            cache_misses: self.get_data.misses,
            ..self.run
        }
    }
}
