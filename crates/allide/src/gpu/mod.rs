//! The GPU in the engine: the data that stays on it, and how it answers a question.
//!
//! `Engine::gpu` and `Engine::auto` give an engine a `Seat`: a GPU that is open, or the settings to open one when that
//! pays off. `auto` opens it for a question that is likely to take the CPU longer than opening a GPU does, or once the
//! CPU has spent that long on others. Object pairs and reports are made as on the CPU. In between, one question is one
//! submission and one readback, and all counts stay on the GPU. The diagram shows the tree of boxes; other methods
//! replace the stages between the grid and the filter:
//!
//! ```text
//! CPU         GPU                                                                                            CPU
//! vertices ─▶ boxes,       ─▶ Morton codes, ─▶ implicit ─▶ stackless ─▶ filter ──▶ exact ────────▶ findings ─▶ per object
//! to grid     regions         radix sort       tree        walk         f32 signs  integers      ▶ rest ─────▶ pair, sorted
//! resident.rs methods/bvh/gpu                                           gpu_confirm                            answer.rs
//! ```
//!
//! - **A method is a type** that implements the two traits of `method`. `GpuMethod` plans a question on the CPU, says
//!   how many counters it needs, builds, and keeps what saves time in later runs. It builds an `Emit`, which appends
//!   the candidates of a span (of leaves, fragments or other items) to a list, and grows its own buffers where they
//!   overflowed. `methods/` import this module, which knows no method: `methods::on_gpu` chooses one, and the engine
//!   passes it on. Methods that draw run their passes while building, and upload the pairs that their boxes leave, so
//!   the same tiers decide them.
//! - **The grid** (`allide-geom/src/grid.rs`) is a cube of 2³⁰ cells around the scene, their size a power of two. A
//!   vertex is three `i32` and a flag for being exact. Rounding keeps order, so boxes lose no pair. Integers are the
//!   same on every GPU. Floats are not: WGSL guarantees neither rounding nor evaluation order, so a float decides only
//!   beyond a bound that allows for both.
//! - **Distant objects** are left to the CPU if only their nearest triangles matter (`is_close` in
//!   `methods/guesses.rs`): a GPU looks at everything within one distance at once, while a walk from near to far leaves
//!   most of it out. The report then names both devices.
//! - **Lists that overflow.** A kernel keeps counting past the end of a list but writes nothing there. If the count
//!   exceeds the capacity, the list grows and the question runs again (`room`; for a method's own buffers,
//!   `Emit::grow`). Beyond the largest buffer, the work is done in spans.
//! - **Scenes that overflow** are cut into `blocks`. Only the tree walk can tell the two sides apart (`takes_sides`),
//!   as this requires.
//! - **No workgroup waits** for another. Kernels read their counts from buffers; a fixed number of workgroups loops.
//! - **One finding is enough** for `Engine::any`: the work is done in spans of growing size, until one has a finding of
//!   an object pair that was asked for.
//! - **Compilation.** A kernel is compiled when it is first recorded, on a thread of its own, and later commands wait
//!   until the recording ends: so exactly the kernels of a run are compiled, in parallel (`Recorder`). Drivers' caches
//!   are kept on disk if `GpuOptions::cache` names a folder.
//! - **Faults** (`GpuError`). A lost device is dropped with everything on it and opened once more; a full GPU gets
//!   shorter lists, then smaller blocks. If that fails, the CPU answers with a warning, or it is an error if the GPU
//!   was required. `Faults` injects each.

mod answer;
mod blocks;
mod lists;
mod method;
pub(crate) mod order;
mod pairs;
mod resident;
mod room;
mod scene;
mod search;
mod seat;
mod task;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) use method::{Built, Counters, Emit, GpuMethod, Growth, OwnCounters, Query};
pub(crate) use scene::{Frame, GridBox, Partners, Span, Triangles};
pub(crate) use seat::{Seat, WORTH_IT};

use crate::ask::Ask;
use crate::questions::QuestionKind;
use allide_gpu::{Choice, Gpu, Options, Recorder, Result};
use answer::Deal;
use blocks::Limit;
use resident::Resident;
use room::Room;
use search::{Enough, KeptMethod, Sieved};
use std::collections::HashMap;
use task::{Aim, Site};

/// Creates the method that answers a question.
pub(crate) type MakeMethod = dyn Fn(&Ask<'_>) -> Box<dyn GpuMethod> + Sync;

/// The smallest limit for lists of pairs.
const LEAST_PAIRS: u64 = 1 << 12;
/// The smallest limit for two blocks of a scene together.
const LEAST_TRIANGLES: usize = 1 << 11;

/// An open device, and data cached from earlier runs, which speeds up the next answer and never changes it.
#[derive(Debug)]
pub(crate) struct OpenGpu {
    // Buffers go back to the pool of the device, so they are dropped before it.
    resident: Option<Resident>,
    /// By method and question.
    methods: HashMap<(String, QuestionKind), KeptMethod>,
    /// Whether resident or cached data may be missing from the GPU, because an error or a panic came first.
    is_unsure: bool,
    /// The largest capacity of a list of pairs.
    most_pairs: u64,
    /// Larger scenes are searched in blocks.
    limit: Limit,
    /// How often memory ran out, and the most triangles of the last scene that were on the GPU at once.
    shrinks: u32,
    triangle_count: usize,
    gpu: Gpu,
}

impl OpenGpu {
    pub fn open(choice: Choice, options: Options) -> Result<Self> {
        let gpu = Gpu::open(choice, &crate::adapter::NEEDS, options)?;
        let most_pairs = gpu.max_binding().min(gpu.max_buffer()) / 8;
        let limit = Limit::of(&gpu);
        let (resident, methods) = (None, HashMap::new());
        Ok(Self { resident, methods, is_unsure: false, most_pairs, limit, shrinks: 0, triangle_count: 0, gpu })
    }

    /// The name that the driver gives the adapter.
    pub fn name(&self) -> &str {
        &self.gpu.description().name
    }

    /// The device.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Uses less memory from now on: first with shorter lists, then also with smaller blocks.
    fn shrink(&mut self) {
        self.resident = None;
        self.methods.clear();
        self.most_pairs = (self.most_pairs / 64).max(LEAST_PAIRS);
        self.shrinks += 1;
        if self.shrinks > 1 {
            let enough = self.limit.triangles.min(LEAST_TRIANGLES);
            self.limit.triangles = (self.limit.triangles.min(self.triangle_count) / 4).max(enough);
        }
        self.gpu.trim();
    }

    /// Searches the triangle pairs of a question by a method, until `enough` says stop.
    pub fn search<'g>(
        &'g mut self,
        ask: &Ask<'_>,
        method: &MakeMethod,
        enough: Option<&mut Enough<'_>>,
    ) -> Result<Deal<'g>> {
        let objects = ask.objects;
        if std::mem::replace(&mut self.is_unsure, true) {
            self.resident = None;
        }
        let (gpu, most_pairs, made) = (&self.gpu, self.most_pairs, method(ask));
        let limit = self.limit.with(&*made, gpu);
        let starts = blocks::starts(objects)?;
        self.triangle_count = limit.triangles.min(starts[objects.len()] as usize);
        let site = Site { ask, gpu, starts: &starts, most_pairs };
        if let Err(error) = limit.check(objects) {
            if !made.takes_sides() {
                return Err(error);
            }
            self.resident = None;
            let found = blocks::search(&site, limit, method, enough)?;
            return Ok(Deal::new(starts, found));
        }
        let mut recorder = Recorder::new(gpu);
        recorder.stage("upload");
        let resident = match self.resident.take().filter(|resident| resident.fits(objects)) {
            Some(resident) => resident,
            None => {
                self.methods.values_mut().for_each(|kept| kept.method.forget());
                Resident::new(&mut recorder, objects)?
            }
        };
        let resident = self.resident.insert(resident);
        resident.update(&mut recorder, objects)?;
        let count = resident.triangles().count;
        let aim = Aim::of(ask, resident.grid());
        let found = match aim.whole(count as usize) {
            Some(task) => {
                let kept = self.methods.entry((made.key(), ask.kind));
                let room = Room::guess(count, aim.rule());
                let kept = kept.or_insert(KeptMethod { method: made, room });
                search::run(recorder, site.query(resident, &task, &aim), task.judge, kept, enough)?
            }
            None => {
                recorder.finish()?;
                Sieved::default()
            }
        };
        self.is_unsure = false;
        Ok(Deal::new(starts, found))
    }
}
