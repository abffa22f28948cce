//! The GPU in the engine: what of a scene stays on the GPU, and how a question is put to it.

mod answer;
mod blocks;
pub(crate) mod order;
mod pairs;
mod resident;
mod search;
mod seat;
mod task;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) use answer::{Deal, Guess, guess};
pub(crate) use seat::{Seat, WORTH_IT};

use crate::methods::Method;
use crate::methods::far::{FRAGMENT_BYTES, Limits};
use crate::methods::image::{self, Kept, Request};
use crate::questions::Question;
use crate::world::{WorldObject, WorldPair};
use crate::{Scene, Views};
use allide_geom::Grid;
use allide_gpu::{Choice, Gpu, Options, Recorder, Result};
use blocks::Limit;
pub(crate) use pairs::key;
pub(crate) use resident::Resident;
pub(crate) use search::Found;
use search::Room;
use std::collections::HashMap;
use task::Aim;

/// Lists of pairs need not be shorter than this.
const LEAST_PAIRS: u64 = 1 << 12;
/// Blocks of a scene need not be smaller than half of this.
const LEAST_TRIANGLES: usize = 1 << 11;

/// An open device, and what earlier runs left on it. Whatever is kept speeds up the next answer and never changes it.
#[derive(Debug)]
pub(crate) struct Card {
    // Buffers go back to the pool of the device, so they are dropped before it.
    resident: Option<Resident>,
    /// What methods that draw keep.
    kept: Kept,
    /// Whether what is resident or kept may not have come to the GPU: an error, or a panic, came first.
    is_unsure: bool,
    rooms: HashMap<(Method, &'static str), Room>,
    /// No list of pairs is longer.
    most_pairs: u64,
    /// Larger scenes come in blocks.
    limit: Limit,
    /// How often there was not enough memory, and triangles of the last scene.
    shrinks: u32,
    triangle_count: usize,
    gpu: Gpu,
}

impl Card {
    pub fn open(choice: Choice, options: Options) -> Result<Self> {
        let gpu = Gpu::open(choice, &crate::adapter::NEEDS, options)?;
        let most_pairs = gpu.max_binding().min(gpu.max_buffer()) / 8;
        let limit = Limit::of(&gpu);
        let (resident, kept, rooms) = (None, Kept::default(), HashMap::new());
        Ok(Self { resident, kept, is_unsure: false, rooms, most_pairs, limit, shrinks: 0, triangle_count: 0, gpu })
    }

    /// The name that the driver gives the adapter.
    pub fn name(&self) -> &str {
        &self.gpu.description().name
    }

    /// Makes do with less memory from now on: first with shorter lists, then also with smaller blocks of a scene.
    fn shrink(&mut self) {
        self.resident = None;
        self.kept = Kept::default();
        self.rooms.clear();
        self.most_pairs = (self.most_pairs / 64).max(LEAST_PAIRS);
        self.shrinks += 1;
        if self.shrinks > 1 {
            let enough = self.limit.triangles.min(LEAST_TRIANGLES);
            self.limit.triangles = (self.limit.triangles.min(self.triangle_count) / 4).max(enough);
        }
        self.gpu.trim();
    }

    /// Looks for the triangle pairs of all `pairs`, which are all object pairs that are near enough, closer than `limit`.
    pub fn search<'g, Q: Question>(
        &'g mut self,
        scene: &Scene,
        objects: &[WorldObject],
        pairs: &[WorldPair<'_>],
        (question, limit, views): (&Q, f64, &Views),
    ) -> Result<Deal<'g>> {
        if std::mem::replace(&mut self.is_unsure, true) {
            (self.resident, self.kept) = (None, Kept::default());
        }
        let starts = blocks::starts(objects)?;
        self.triangle_count = starts[objects.len()] as usize;
        if let Err(error) = self.limit.check(objects) {
            if !matches!(question.method(), Method::Auto | Method::Bvh) {
                return Err(error);
            }
            self.resident = None;
            let aim = |grid: &Grid| Aim::of(scene, objects, pairs, (question, limit), grid);
            let found = blocks::search(&self.gpu, objects, aim, self.limit, self.most_pairs)?;
            return Ok(Deal::new(starts, found));
        }
        let mut recorder = Recorder::new(&self.gpu);
        recorder.stage("upload");
        let resident = match self.resident.take().filter(|resident| resident.fits(objects)) {
            Some(resident) => resident,
            None => {
                self.rooms.values_mut().for_each(Room::renew);
                Resident::new(&mut recorder, objects)?
            }
        };
        let resident = self.resident.insert(resident);
        resident.update(&mut recorder, objects)?;
        let (method, scope) = (question.method(), question.scope());
        let request = Request { objects, starts: &starts, pairs, method, scope, limit, views };
        if request.is_drawn() {
            let found = image::search(recorder, resident, &mut self.kept, &request)?;
            self.is_unsure = false;
            return Ok(Deal::new(starts, found));
        }
        // A cell takes as much as a fragment.
        let vectors = self.gpu.max_binding().min(self.gpu.max_buffer()) / FRAGMENT_BYTES;
        let limits = Limits { cells: vectors, fragments: vectors.min(self.most_pairs) };
        let Some((name, task)) = task::of(scene, objects, pairs, (question, limit, views), (resident, limits)) else {
            recorder.finish()?;
            self.is_unsure = false;
            return Ok(Deal::new(starts, Found::default()));
        };
        let guess = || Room::guess(resident.triangles().count, task.partners.rule);
        let room = self.rooms.entry((question.method(), name)).or_insert_with(guess);
        let found = search::run(recorder, resident, &task, room, self.most_pairs)?;
        self.is_unsure = false;
        Ok(Deal::new(starts, found))
    }
}
