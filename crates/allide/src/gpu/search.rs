//! One question on the card: tree, walk and confirmation in one submission and one readback.

use super::order;
use super::resident::Resident;
use crate::gpu_confirm::{self, Integers, Pairs, Rule, Slots};
use crate::methods::bvh::gpu::{self as bvh, Frame, Part, Partners, Tree};
use allide_gpu::{Buffer, Done, Gpu, GpuError, ReadId, Recorder, Result, StageTime};
use rayon::prelude::*;

/// Words of the counters.
const SURVIVORS: u32 = 0;
const CANDIDATES: u32 = 1;
const UNSURE: u32 = 2;
const FINDINGS: u32 = 3;
const REST: u32 = 4;
const COUNTERS: usize = 5;

/// How candidates are judged.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Judge {
    /// By the tiers of [`gpu_confirm`].
    Overlap(Rule),
    /// Those that may be closer than this are left to the CPU; none is found on the card.
    Closer(f64),
}

/// What is looked for.
#[derive(Debug)]
pub(crate) struct Task {
    pub frame: Frame,
    pub partners: Partners,
    pub judge: Judge,
}

/// What the card found. Triangles are numbered through all objects, smaller number first.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// With the class in the upper bits of the second word: see [`gpu_confirm::finding`].
    pub findings: Vec<[u32; 2]>,
    /// Pairs that are left to the CPU.
    pub rest: Vec<[u32; 2]>,
    /// Pairs that came out of the tree.
    pub candidates: u64,
    /// Pairs for which the filter could not tell.
    pub unsure: u64,
    pub stages: Vec<StageTime>,
}

/// How many pairs the lists have room for, and how much of them is read back at once. Remembered from run to run, so that
/// the next one fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    candidates: u64,
    unsure: u64,
    findings: u64,
    rest: u64,
    read_findings: u64,
    read_rest: u64,
    /// Parts that the leaves are walked in, one after the other, each with a submission of its own.
    parts: u32,
}

/// From so many findings on, they are sorted on the card; fewer are sorted sooner by the CPU.
const SORT_ON_CARD: u64 = 1 << 17;

/// Pairs that are read back with the counts, at least.
const READ: u64 = 1 << 12;

impl Room {
    /// A first guess; what does not fit is counted and run again.
    pub fn guess(triangle_count: u32, rule: Rule) -> Self {
        let triangles = u64::from(triangle_count).max(1 << 13);
        let candidates = if rule == Rule::Within { 8 * triangles } else { triangles };
        let some = candidates / 4;
        Self { candidates, unsure: some, findings: some, rest: some, read_findings: READ, read_rest: READ, parts: 1 }
    }

    fn cut(&mut self, most: u64) {
        for room in [&mut self.candidates, &mut self.unsure, &mut self.findings, &mut self.rest] {
            *room = (*room).min(most);
        }
    }

    /// Makes room for what was counted. `false` if there was enough.
    fn grow(&mut self, counts: &[u32; COUNTERS], most: u64) -> Result<bool> {
        let before = *self;
        let enough = |room: &mut u64, slot: u32| {
            let count = u64::from(counts[slot as usize]);
            if count > *room {
                *room = count + count / 4;
            }
        };
        enough(&mut self.candidates, CANDIDATES);
        enough(&mut self.unsure, UNSURE);
        enough(&mut self.findings, FINDINGS);
        enough(&mut self.rest, REST);
        if self.candidates != before.candidates {
            // The other counts were of a part of the candidates.
            let some = self.candidates / 4;
            for room in [&mut self.unsure, &mut self.findings, &mut self.rest] {
                *room = some.max(*room);
            }
        }
        let largest = self.candidates.max(self.unsure).max(self.findings).max(self.rest);
        if largest > most {
            let factor = largest.div_ceil(most);
            self.parts = self.parts.saturating_mul(u32::try_from(factor * 2).unwrap_or(u32::MAX));
            self.cut(most);
        }
        if self.parts > 1 << 20 {
            return Err(GpuError::TooLarge { what: "candidates".into(), bytes: largest * 8, limit: most * 8 });
        }
        Ok(*self != before)
    }
}

/// Runs the task, as often as lists are too short.
pub(crate) fn run(
    mut recorder: Recorder<'_>,
    resident: &Resident,
    task: &Task,
    room: &mut Room,
    most: u64,
) -> Result<Found> {
    let gpu = recorder.gpu();
    room.cut(most);
    loop {
        if let Some(found) = attempt(recorder, resident, task, room, most)? {
            return Ok(found);
        }
        recorder = Recorder::new(gpu);
    }
}

/// `None` if a list was too short; then `room` has grown.
fn attempt(
    mut recorder: Recorder<'_>,
    resident: &Resident,
    task: &Task,
    room: &mut Room,
    most: u64,
) -> Result<Option<Found>> {
    let gpu = recorder.gpu();
    let counters = gpu.buffer("counters", COUNTERS as u64 * 4)?;
    recorder.clear(&counters);
    let triangles = resident.triangles();
    let tree = bvh::build(&mut recorder, triangles, &task.frame, &task.partners, (&counters, SURVIVORS))?;
    let lists = Lists::new(gpu, room)?;
    let mut found = Found::default();
    let size = tree.most().div_ceil(room.parts).max(1);
    let mut first = 0;
    loop {
        let part = Part { first, count: size.min(tree.most() - first) };
        let counts = lists.fill(recorder, resident, task, &tree, part, (&counters, room), &mut found)?;
        if room.grow(&counts, most)? {
            return Ok(None);
        }
        first += part.count;
        if first >= tree.most() {
            return Ok(Some(found));
        }
        recorder = Recorder::new(gpu);
        recorder.upload(&counters, u64::from(CANDIDATES) * 4, &[0u32; COUNTERS - 1])?;
    }
}

/// The lists of pairs.
struct Lists {
    candidates: Buffer,
    unsure: Buffer,
    findings: Buffer,
    rest: Buffer,
}

impl Lists {
    fn new(gpu: &Gpu, room: &Room) -> Result<Self> {
        Ok(Self {
            candidates: gpu.buffer("candidates", room.candidates * 8)?,
            unsure: gpu.buffer("unsure", room.unsure * 8)?,
            findings: gpu.buffer("findings", room.findings * 8)?,
            rest: gpu.buffer("rest", room.rest * 8)?,
        })
    }

    /// Walks for a part of the leaves and judges what comes out. What is found is added to `found` unless a list was too
    /// short, which the counts tell.
    #[allow(clippy::too_many_arguments)]
    fn fill(
        &self,
        mut recorder: Recorder<'_>,
        resident: &Resident,
        task: &Task,
        tree: &Tree,
        part: Part,
        (counters, room): (&Buffer, &mut Room),
        found: &mut Found,
    ) -> Result<[u32; COUNTERS]> {
        let gpu = recorder.gpu();
        recorder.stage("walk");
        let how = (&task.frame, &task.partners);
        tree.walk(&mut recorder, how, part, &self.candidates, (counters, CANDIDATES))?;
        self.judge(&mut recorder, resident, task.judge, counters)?;
        let read_findings = room.read_findings.min(room.findings);
        let sorted = if read_findings > SORT_ON_CARD {
            recorder.stage("order");
            let bits = 32 - resident.triangles().count.leading_zeros();
            let (firsts, seconds) = order::sorted(&mut recorder, &self.findings, bits, (counters, FINDINGS))?;
            Some([&firsts, &seconds].map(|words| recorder.read(words.slice(0..read_findings * 4))))
        } else {
            None
        };
        recorder.stage("read");
        let counts = recorder.read(counters);
        let read_unsorted = if sorted.is_none() { read_findings } else { 1 };
        let findings = recorder.read(self.findings.slice(0..read_unsorted * 8));
        let rest = recorder.read(self.rest.slice(0..room.read_rest.min(room.rest) * 8));
        let done = recorder.finish()?;
        found.stages.extend_from_slice(done.stages());
        let counts: [u32; COUNTERS] = std::array::from_fn(|slot| done.words(counts)[slot]);
        let [_, candidates, unsure, finding_count, rest_count] = counts.map(u64::from);
        let fits = candidates <= room.candidates
            && unsure <= room.unsure
            && finding_count <= room.findings
            && rest_count <= room.rest;
        if fits {
            found.candidates += candidates;
            found.unsure += unsure;
            let more_findings = match sorted {
                Some(words) if finding_count <= read_findings => {
                    let [firsts, seconds] = words.map(|read| &done.words(read)[..finding_count as usize]);
                    found.findings.par_extend(firsts.par_iter().zip(seconds).map(|(&a, &b)| [a, b]));
                    0..0
                }
                Some(_) => 0..finding_count,
                None => take(&done, findings, finding_count, &mut found.findings),
            };
            let short = [more_findings, take(&done, rest, rest_count, &mut found.rest)];
            drop(done);
            for (short, (list, target)) in
                short.into_iter().zip([(&self.findings, &mut found.findings), (&self.rest, &mut found.rest)])
            {
                read_more(gpu, list, short, target)?;
            }
            room.read_findings = room.read_findings.max(finding_count + finding_count / 8);
            room.read_rest = room.read_rest.max(rest_count + rest_count / 8);
        }
        Ok(counts)
    }

    fn judge(&self, recorder: &mut Recorder<'_>, resident: &Resident, judge: Judge, counters: &Buffer) -> Result<()> {
        let triangles = resident.triangles();
        let first = Pairs {
            positions: triangles.positions,
            triangles: triangles.corners,
            candidates: &self.candidates,
            findings: &self.findings,
            rest: &self.unsure,
            counts: counters,
            slots: Slots { candidates: CANDIDATES, findings: FINDINGS, rest: UNSURE },
        };
        match judge {
            Judge::Overlap(rule) => {
                recorder.stage("filter");
                gpu_confirm::filter(recorder, &first, rule)?;
                recorder.stage("exact");
                let slots = Slots { candidates: UNSURE, findings: FINDINGS, rest: REST };
                let second = Pairs { candidates: &self.unsure, rest: &self.rest, slots, ..first };
                let integers = if recorder.gpu().has_int64() { Integers::Int64 } else { Integers::Limbs };
                gpu_confirm::exact(recorder, &second, rule, integers)
            }
            Judge::Closer(limit) => {
                recorder.stage("closer");
                let slots = Slots { candidates: CANDIDATES, findings: FINDINGS, rest: REST };
                let pairs = Pairs { rest: &self.rest, slots, ..first };
                gpu_confirm::closer(recorder, &pairs, resident.grid(), limit)
            }
        }
    }
}

/// Copies up to `count` pairs, and tells which are still on the card.
fn take(done: &Done<'_>, read: ReadId, count: u64, target: &mut Vec<[u32; 2]>) -> std::ops::Range<u64> {
    let pairs: &[[u32; 2]] = done.slice(read);
    let there = count.min(pairs.len() as u64);
    target.extend_from_slice(&pairs[..there as usize]);
    there..count
}

/// Pairs that were not read with the counts.
fn read_more(gpu: &Gpu, list: &Buffer, which: std::ops::Range<u64>, target: &mut Vec<[u32; 2]>) -> Result<()> {
    if which.is_empty() {
        return Ok(());
    }
    let mut recorder = Recorder::new(gpu);
    let read = recorder.read(list.slice(which.start * 8..which.end * 8));
    target.extend_from_slice(recorder.finish()?.slice(read));
    Ok(())
}
