//! One question on the GPU: tree, candidates and confirmation in one submission and one readback.

use super::order;
use super::pairs::{self, PairList};
use super::resident::Resident;
use crate::Pass;
use crate::gpu_confirm::{self, Integers, Pairs, Rule, Slots};
use crate::methods::bvh::gpu::{self as bvh, Frame, Part, Partners, Tree, Triangles};
use crate::methods::far::{self, Cells, Counts, Search, Way};
use crate::methods::fronts::{self, Forest, MOST_LEVELS, Output};
use allide_gpu::{Buffer, Done, Gpu, GpuError, ReadId, Recorder, Result, StageTime};
use rayon::prelude::*;

/// Words of the counters.
const SURVIVORS: u32 = 0;
const CANDIDATES: u32 = 1;
const UNSURE: u32 = 2;
const FINDINGS: u32 = 3;
const REST: u32 = 4;
const LEVELS: u32 = 5;
/// How often the candidates went past 2³². No other counter can: what is judged or opened had room in a list, so there are
/// less than 2²⁹ of them, and none becomes more than four others.
const WRAPS: u32 = LEVELS + MOST_LEVELS;
/// What `far` compared, and why it gave up.
const LOOKS: u32 = WRAPS + 1;
const COUNTERS: usize = (LOOKS + far::LOOKS) as usize;

/// How candidates are judged.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Judge {
    /// By the tiers of [`gpu_confirm`].
    Overlap(Rule),
    /// Those that may be closer than this are left to the CPU; none is found on the GPU.
    Closer(f64),
}

/// What is looked for.
#[derive(Debug)]
pub(crate) struct Task {
    pub frame: Frame,
    pub partners: Partners,
    pub judge: Judge,
    pub plan: Plan,
}

/// How candidates are found.
#[derive(Debug)]
pub(crate) enum Plan {
    /// By one tree over all triangles.
    Walk,
    /// By trees of the objects, gone through in pairs.
    Fronts(fronts::Plan),
    /// By views.
    Far(far::Plan),
}

/// What the GPU found. Triangles are numbered through all objects, smaller number first.
#[derive(Debug, Default)]
pub(crate) struct Found<'g> {
    pub findings: PairList<'g>,
    /// Keys of pairs that are left to the CPU: see [`pairs::key`].
    pub rest: Vec<u64>,
    /// Pairs that came out of the tree.
    pub candidates: u64,
    /// Pairs for which the filter could not tell.
    pub unsure: u64,
    /// Pairs of nodes at each height above the leaves, where there are fronts; those of leaves are candidates instead.
    pub fronts: Vec<u64>,
    /// What each pass over views left, where the method has any.
    pub passes: Vec<Pass>,
    /// Fragments that were compared in cells, in vain or not, over all attempts.
    pub compared: u64,
    pub stages: Vec<StageTime>,
    /// How often everything was run: more than once if a list was too short.
    pub attempts: u32,
}

impl Found<'_> {
    /// Adds the lengths of fronts, by height.
    fn add_fronts(&mut self, levels: &[u32]) {
        let tallest = levels.iter().rposition(|&length| length > 0).map_or(0, |last| last + 1);
        self.fronts.resize(tallest.max(self.fronts.len()), 0);
        self.fronts.iter_mut().zip(levels).for_each(|(sum, &length)| *sum += u64::from(length));
    }
}

/// How many pairs the lists have room for, and how much of them is read back at once. Remembered from run to run, so that
/// the next one fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    front: u64,
    candidates: u64,
    unsure: u64,
    findings: u64,
    rest: u64,
    read_findings: u64,
    read_rest: u64,
    /// Parts that the leaves are walked in, one after the other, each with a submission of its own.
    parts: u32,
    /// Cells were crowded.
    is_crowded: bool,
}

/// Threshold from which findings are sorted on the GPU; the CPU sorts fewer sooner.
const SORT_ON_GPU: u64 = 1 << 17;

/// Times as many parts, where one had too much to do.
const MORE_PARTS: u32 = 8;

/// Pairs that are read back with the counts, at least.
const READ: u64 = 1 << 12;

impl Room {
    /// A first guess; what does not fit is counted and run again.
    pub fn guess(triangle_count: u32, rule: Rule) -> Self {
        let triangles = u64::from(triangle_count).max(1 << 13);
        let candidates = if rule == Rule::Within { 8 * triangles } else { triangles };
        let some = candidates / 4;
        Self {
            front: candidates.min(4 * triangles),
            candidates,
            unsure: some,
            findings: some,
            rest: some,
            read_findings: READ,
            read_rest: READ,
            parts: 1,
            is_crowded: false,
        }
    }

    /// Forgets what may be otherwise in another scene.
    pub fn renew(&mut self) {
        self.is_crowded = false;
    }

    /// How `far` looks for candidates.
    fn way(&self) -> Way {
        if self.is_crowded { Way::Tree } else { Way::Cells { room: self.front } }
    }

    fn lists(&mut self) -> [&mut u64; 5] {
        [&mut self.front, &mut self.candidates, &mut self.unsure, &mut self.findings, &mut self.rest]
    }

    /// Whether no list was too short, and all was looked at.
    fn holds(&self, counts: &[u32; COUNTERS]) -> bool {
        let needed = needed(counts);
        gave_up(counts) == 0 && Self { ..*self }.lists().into_iter().zip(needed).all(|(room, count)| count <= *room)
    }

    fn cut(&mut self, most: u64) {
        for room in self.lists() {
            *room = (*room).min(most);
        }
    }

    /// Makes room for what was counted. `false` if there was enough.
    fn grow(&mut self, counts: &[u32; COUNTERS], most: u64) -> Result<bool> {
        let before = *self;
        let reason = gave_up(counts);
        if reason & far::CROWDED != 0 {
            self.is_crowded = true;
        } else if reason & far::LONG != 0 {
            self.parts = self.parts.saturating_mul(MORE_PARTS);
        }
        for (room, count) in self.lists().into_iter().zip(needed(counts)) {
            if count > *room {
                *room = count + count / 4;
            }
        }
        if self.front != before.front {
            // All fronts behind it were too short, and the candidates too few.
            self.candidates = self.front.max(self.candidates);
        }
        if self.candidates != before.candidates {
            // The other counts were of a part of the candidates.
            let some = self.candidates / 4;
            for room in [&mut self.unsure, &mut self.findings, &mut self.rest] {
                *room = some.max(*room);
            }
        }
        let largest = self.lists().into_iter().fold(0, |largest, room| largest.max(*room));
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

/// What the lists of [`Room::lists`] would have had to hold.
fn needed(counts: &[u32; COUNTERS]) -> [u64; 5] {
    let front = levels(counts).iter().copied().max().unwrap_or(0);
    let [_, candidates, unsure, findings, rest] = std::array::from_fn(|slot| u64::from(counts[slot]));
    let wraps = u64::from(counts[WRAPS as usize]);
    [u64::from(front), wraps << 32 | candidates, unsure, findings, rest]
}

/// Why a sweep over cells gave up, or 0.
fn gave_up(counts: &[u32; COUNTERS]) -> u32 {
    counts[LOOKS as usize + 2]
}

/// The lengths of fronts.
fn levels(counts: &[u32; COUNTERS]) -> &[u32] {
    &counts[LEVELS as usize..WRAPS as usize]
}

/// Where candidates come from.
enum Cull<'t> {
    Walk(Tree),
    Fronts(Forest<'t>),
    Far(Box<(Search<'t>, Cells)>),
}

impl<'t> Cull<'t> {
    fn build(
        recorder: &mut Recorder<'_>,
        triangles: Triangles<'t>,
        task: &'t Task,
        (counters, room): (&Buffer, &Room),
    ) -> Result<Self> {
        let slot = (counters, SURVIVORS);
        let Task { frame, partners, .. } = task;
        Ok(match &task.plan {
            Plan::Walk => Self::Walk(bvh::build(recorder, triangles, frame, partners, slot)?),
            Plan::Fronts(plan) => Self::Fronts(fronts::build(recorder, triangles, frame, plan, slot)?),
            Plan::Far(plan) => {
                let search = Search { triangles, frame, partners, plan };
                let cells = far::build(recorder, &search, room.way(), (counters, LEVELS, SURVIVORS))?;
                Self::Far(Box::new((search, cells)))
            }
        })
    }

    /// The most leaves there can be.
    fn most(&self) -> u32 {
        match self {
            Self::Walk(tree) => tree.most(),
            Self::Fronts(forest) => forest.slots(),
            Self::Far(far) => far.1.most(),
        }
    }
}

/// Runs the task, as often as lists are too short.
pub(crate) fn run<'g>(
    mut recorder: Recorder<'g>,
    resident: &Resident,
    task: &Task,
    room: &mut Room,
    most: u64,
) -> Result<Found<'g>> {
    let gpu = recorder.gpu();
    room.cut(most);
    if let Plan::Far(plan) = &task.plan {
        room.front = room.front.min(plan.most_fragments);
    }
    let mut compared = 0;
    for attempts in 1.. {
        if let Some(found) = attempt(recorder, resident, task, (room, most), &mut compared)? {
            return Ok(Found { attempts, compared, ..found });
        }
        recorder = Recorder::new(gpu);
    }
    unreachable!("lists do not grow for ever")
}

/// `None` if a list was too short; then `room` has grown.
fn attempt<'g>(
    mut recorder: Recorder<'g>,
    resident: &Resident,
    task: &Task,
    (room, most): (&mut Room, u64),
    compared: &mut u64,
) -> Result<Option<Found<'g>>> {
    let gpu = recorder.gpu();
    let counters = gpu.buffer("counters", COUNTERS as u64 * 4)?;
    recorder.clear(&counters);
    let cull = Cull::build(&mut recorder, resident.triangles(), task, (&counters, room))?;
    let lists = Lists::new(gpu, room)?;
    let mut found = Found::default();
    let size = cull.most().div_ceil(room.parts).max(1);
    let mut first = 0;
    loop {
        let part = Part { first, count: size.min(cull.most() - first) };
        let counts = lists.fill(recorder, resident, task, &cull, part, (&counters, room), &mut found)?;
        *compared += u64::from(counts[LOOKS as usize]);
        if let (Plan::Far(plan), [count, ..]) = (&task.plan, needed(&counts))
            && count > plan.most_fragments
        {
            let limit = plan.most_fragments * far::FRAGMENT_BYTES;
            return Err(GpuError::TooLarge { what: "fragments".into(), bytes: count * far::FRAGMENT_BYTES, limit });
        }
        if room.grow(&counts, most)? {
            if let Plan::Far(plan) = &task.plan {
                room.front = room.front.min(plan.most_fragments);
            }
            return Ok(None);
        }
        first += part.count;
        if first >= cull.most() {
            return Ok(Some(found));
        }
        recorder = Recorder::new(gpu);
        // Those of the tree or of the views stay as they are.
        recorder.upload(&counters, u64::from(CANDIDATES) * 4, &[0u32; (LEVELS - CANDIDATES) as usize])?;
        let kept = if matches!(cull, Cull::Far(..)) { LEVELS + 1 } else { LEVELS };
        recorder.upload(&counters, u64::from(kept) * 4, &[0u32; COUNTERS][kept as usize..])?;
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
    fn fill<'g>(
        &self,
        mut recorder: Recorder<'g>,
        resident: &Resident,
        task: &Task,
        cull: &Cull<'_>,
        part: Part,
        (counters, room): (&Buffer, &mut Room),
        found: &mut Found<'g>,
    ) -> Result<[u32; COUNTERS]> {
        let gpu = recorder.gpu();
        let candidates = &self.candidates;
        match cull {
            Cull::Walk(tree) => {
                recorder.stage("walk");
                let how = (&task.frame, &task.partners);
                tree.walk(&mut recorder, how, part, candidates, (counters, CANDIDATES, WRAPS))?;
            }
            Cull::Fronts(forest) => {
                let (front_room, slot, levels) = (room.front, CANDIDATES, LEVELS);
                forest.traverse(&mut recorder, part, Output { candidates, front_room, counters, slot, levels })?;
            }
            Cull::Far(far) => {
                let (search, cells) = &**far;
                let counts = Counts { counters, candidates: CANDIDATES, wraps: WRAPS, looks: LOOKS };
                cells.search(&mut recorder, search, part, candidates, counts)?;
            }
        }
        self.judge(&mut recorder, resident, task.judge, counters)?;
        let read_findings = room.read_findings.min(room.findings);
        let sorted = if read_findings > SORT_ON_GPU {
            recorder.stage("order");
            let bits = 32 - resident.triangles().count.leading_zeros();
            let (firsts, seconds) = order::sorted(&mut recorder, &self.findings, bits, (counters, FINDINGS))?;
            Some([&firsts, &seconds].map(|words| recorder.read(words.slice(0..read_findings * 4))))
        } else {
            None
        };
        recorder.stage("read");
        let counts = recorder.read(counters);
        let passes = match cull {
            Cull::Far(far) => Some((&far.1, far.1.read(&mut recorder), far.0.plan)),
            _ => None,
        };
        let read_unsorted = if sorted.is_none() { read_findings } else { 1 };
        let findings = recorder.read(self.findings.slice(0..read_unsorted * 8));
        let rest = recorder.read(self.rest.slice(0..room.read_rest.min(room.rest) * 8));
        let done = recorder.finish()?;
        found.stages.extend_from_slice(done.stages());
        let counts: [u32; COUNTERS] = std::array::from_fn(|slot| done.words(counts)[slot]);
        if room.holds(&counts) {
            let [_, candidates, unsure, finding_count, rest_count] = needed(&counts);
            match passes {
                Some((cells, counts, plan)) if found.passes.is_empty() => {
                    found.passes = cells.passes(&done, counts, plan);
                }
                Some(_) => {}
                None => found.add_fronts(levels(&counts)),
            }
            found.candidates += candidates;
            found.unsure += unsure;
            let more_rest =
                take(&done, rest, rest_count, |pairs| found.rest.extend(pairs.iter().copied().map(pairs::key)));
            let more_findings = match sorted {
                Some(words) if finding_count <= read_findings => {
                    found.findings.add_sorted(done, words, finding_count as usize);
                    0..0
                }
                Some(_) => 0..finding_count,
                None => take(&done, findings, finding_count, |pairs| found.findings.extend(pairs.par_iter().copied())),
            };
            read_more(gpu, &self.rest, more_rest, |pairs| found.rest.extend(pairs.iter().copied().map(pairs::key)))?;
            read_more(gpu, &self.findings, more_findings, |pairs| found.findings.extend(pairs.par_iter().copied()))?;
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
                // SAFETY: the slots are among the counters, and methods list triangles of the scene alone as candidates.
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
                unsafe { gpu_confirm::closer(recorder, &pairs, resident.grid(), limit) }
            }
        }
    }
}

/// Hands over up to `count` pairs, and tells which are still on the GPU.
fn take(done: &Done<'_>, read: ReadId, count: u64, add: impl FnOnce(&[[u32; 2]])) -> std::ops::Range<u64> {
    let pairs: &[[u32; 2]] = done.slice(read);
    let there = count.min(pairs.len() as u64);
    add(&pairs[..there as usize]);
    there..count
}

/// Pairs that were not read with the counts.
fn read_more(gpu: &Gpu, list: &Buffer, which: std::ops::Range<u64>, add: impl FnOnce(&[[u32; 2]])) -> Result<()> {
    if which.is_empty() {
        return Ok(());
    }
    let mut recorder = Recorder::new(gpu);
    let read = recorder.read(list.slice(which.start * 8..which.end * 8));
    add(recorder.finish()?.slice(read));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_past_all_words_do_not_look_as_if_they_fitted() {
        let most = 1 << 28;
        let mut room = Room::guess(1000, Rule::Between);
        let mut counts = [0; COUNTERS];
        counts[CANDIDATES as usize] = 5;
        assert!(room.holds(&counts) && !room.grow(&counts, most).unwrap());
        counts[WRAPS as usize] = 3;
        assert!(!room.holds(&counts));
        assert!(room.grow(&counts, most).unwrap());
        assert!(room.parts > 3 << 4 && room.candidates == most, "{room:?}");
    }

    #[test]
    fn a_sweep_that_gave_up_does_not_look_as_if_it_were_done() {
        for (reason, way, parts) in
            [(far::CROWDED, Way::Tree, 1), (far::LONG, Way::Cells { room: 1 << 13 }, MORE_PARTS)]
        {
            let mut room = Room::guess(1000, Rule::Between);
            let mut counts = [0; COUNTERS];
            counts[LOOKS as usize + 2] = reason;
            assert!(!room.holds(&counts) && room.grow(&counts, 1 << 28).unwrap());
            assert_eq!((room.way(), room.parts), (way, parts));
        }
    }
}
