//! The GPU in the engine: the data that stays on it, and how it answers a question.

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
