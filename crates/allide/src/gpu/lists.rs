//! The lists of pairs on the GPU: judging candidates and reading back.

use super::order;
use super::pairs;
use super::room::{CANDIDATES, Counts, FINDINGS, REST, Room, UNSURE};
use super::scene::Triangles;
use super::search::Sieved;
use crate::gpu_confirm::{self, Integers, Pairs, Rule, Slots};
use allide_geom::Grid;
use allide_gpu::{Buffer, Done, Gpu, ReadId, Recorder, Result};
use rayon::prelude::*;

/// Above this many findings, sorting on the GPU beats sorting on the CPU.
const SORT_ON_GPU: u64 = 1 << 17;

/// How candidates are judged.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Judge {
    /// By the tiers of [`gpu_confirm`].
    Overlap(Rule),
    /// Those that may be closer than this are left to the CPU; the GPU confirms none.
    Closer(f64),
}

/// The lists of pairs.
pub(super) struct Lists {
    pub candidates: Buffer,
    unsure: Buffer,
    findings: Buffer,
    rest: Buffer,
}

/// The data read back with one submission.
pub(super) struct Reads {
    pub counters: ReadId,
    /// First and second numbers of findings, if the GPU sorts them.
    sorted: Option<[ReadId; 2]>,
    findings: ReadId,
    rest: ReadId,
    /// How many findings are read.
    finding_count: u64,
}

impl Lists {
    pub fn new(gpu: &Gpu, room: &Room) -> Result<Self> {
        Ok(Self {
            candidates: gpu.buffer("candidates", room.candidates * 8)?,
            unsure: gpu.buffer("unsure", room.unsure * 8)?,
            findings: gpu.buffer("findings", room.findings * 8)?,
            rest: gpu.buffer("rest", room.rest * 8)?,
        })
    }

    /// Records the tiers that decide the candidates.
    pub fn judge(
        &self,
        recorder: &mut Recorder<'_>,
        (triangles, grid): (Triangles<'_>, &Grid),
        judge: Judge,
        counters: &Buffer,
    ) -> Result<()> {
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
                // SAFETY: the slots are among the counters, and candidates are what `Emit` promises.
                unsafe { gpu_confirm::filter(recorder, &first, rule)? };
                recorder.stage("exact");
                let slots = Slots { candidates: UNSURE, findings: FINDINGS, rest: REST };
                let second = Pairs { candidates: &self.unsure, rest: &self.rest, slots, ..first };
                let integers = if recorder.gpu().has_int64() { Integers::Int64 } else { Integers::Limbs };
                // SAFETY: the same, and the first tier leaves candidates of its own.
                unsafe { gpu_confirm::exact(recorder, &second, rule, integers) }
            }
            Judge::Closer(limit) => {
                recorder.stage("closer");
                let slots = Slots { candidates: CANDIDATES, findings: FINDINGS, rest: REST };
                let pairs = Pairs { rest: &self.rest, slots, ..first };
                // SAFETY: as for `filter`.
                unsafe { gpu_confirm::closer(recorder, &pairs, grid, limit) }
            }
        }
    }

    /// Reads as much as there was last time; triangle numbers have `bits` bits.
    pub fn read(&self, recorder: &mut Recorder<'_>, bits: u32, counters: &Buffer, room: &Room) -> Result<Reads> {
        let finding_count = room.read_findings.min(room.findings);
        let sorted = if finding_count > SORT_ON_GPU {
            recorder.stage("order");
            let (firsts, seconds) = order::sorted(recorder, &self.findings, bits, (counters, FINDINGS))?;
            Some([&firsts, &seconds].map(|words| recorder.read(words.slice(0..finding_count * 4))))
        } else {
            None
        };
        recorder.stage("read");
        let counters = recorder.read(counters);
        let read_unsorted = if sorted.is_none() { finding_count } else { 1 };
        let findings = recorder.read(self.findings.slice(0..read_unsorted * 8));
        let rest = recorder.read(self.rest.slice(0..room.read_rest.min(room.rest) * 8));
        Ok(Reads { counters, sorted, findings, rest, finding_count })
    }

    /// Adds what was found, all of which fit into the lists. Reads what was not read yet.
    pub fn take<'g>(
        &self,
        gpu: &Gpu,
        (done, reads): (Done<'g>, Reads),
        counts: &Counts,
        found: &mut Sieved<'g>,
    ) -> Result<()> {
        found.candidates += counts.candidates;
        found.unsure += counts.unsure;
        let more_rest =
            take(&done, reads.rest, counts.rest, |pairs| found.rest.extend(pairs.iter().copied().map(pairs::key)));
        let more_findings = match reads.sorted {
            Some(words) if counts.findings <= reads.finding_count => {
                found.findings.add_sorted(done, words, counts.findings as usize);
                0..0
            }
            Some(_) => 0..counts.findings,
            None => {
                let add = |pairs: &[[u32; 2]]| found.findings.extend(pairs.par_iter().copied());
                take(&done, reads.findings, counts.findings, add)
            }
        };
        read_more(gpu, &self.rest, more_rest, |pairs| found.rest.extend(pairs.iter().copied().map(pairs::key)))?;
        read_more(gpu, &self.findings, more_findings, |pairs| found.findings.extend(pairs.par_iter().copied()))
    }
}

/// Passes on up to `count` pairs, and returns the range that is still on the GPU.
fn take(done: &Done<'_>, read: ReadId, count: u64, add: impl FnOnce(&[[u32; 2]])) -> std::ops::Range<u64> {
    let pairs: &[[u32; 2]] = done.slice(read);
    let there = count.min(pairs.len() as u64);
    add(&pairs[..there as usize]);
    there..count
}

/// Pairs that were not read together with the counts.
fn read_more(gpu: &Gpu, list: &Buffer, which: std::ops::Range<u64>, add: impl FnOnce(&[[u32; 2]])) -> Result<()> {
    if which.is_empty() {
        return Ok(());
    }
    let mut recorder = Recorder::new(gpu);
    let read = recorder.read(list.slice(which.start * 8..which.end * 8));
    add(recorder.finish()?.slice(read));
    Ok(())
}
