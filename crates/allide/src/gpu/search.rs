//! One question on the GPU, by any method: candidates and confirmation in one submission and one readback, repeated with
//! longer lists or in more spans until everything fits.

use super::lists::{Judge, Lists};
use super::method::{Built, Counters, GpuMethod, Growth, Query};
use super::pairs::PairList;
use super::room::{CANDIDATES, Counts, OWN, Room, WRAPS};
use super::scene::Span;
use crate::Details;
use allide_gpu::{Recorder, Result, StageTime};

/// The GPU's findings. Triangles are numbered through all objects, smaller number first.
#[derive(Debug, Default)]
pub(crate) struct Sieved<'g> {
    pub findings: PairList<'g>,
    /// Keys of pairs that are left to the CPU: see [`super::pairs::key`].
    pub rest: Vec<u64>,
    /// Pairs that the method listed.
    pub candidates: u64,
    /// Pairs that the filter could not decide.
    pub unsure: u64,
    /// The method's report about the search.
    pub details: Option<Details>,
    pub stages: Vec<StageTime>,
    /// How often everything was run: more than once if a buffer overflowed.
    pub attempts: u32,
}

/// A method, kept for questions of one kind, with the capacities that they needed.
#[derive(Debug)]
pub(crate) struct KeptMethod {
    pub method: Box<dyn GpuMethod>,
    pub room: Room,
}

/// Checks what was found since the last call, if one finding is enough: whether to stop.
pub(crate) type Enough<'e> = dyn FnMut(&Sieved<'_>) -> bool + 'e;

/// If one finding is enough, the first span is one of this many parts of the work, and each later one is larger by a
/// factor: the first span finds deep overlaps, and scenes without overlaps take only a few more submissions.
const FIRST_SPAN: u32 = 64;
const NEXT_SPAN: u32 = 4;

/// Answers a query, in as many attempts as it takes, until `enough` says stop.
pub(crate) fn run<'g>(
    mut recorder: Recorder<'g>,
    query: Query<'_>,
    judge: Judge,
    KeptMethod { method, room }: &mut KeptMethod,
    mut enough: Option<&mut Enough<'_>>,
) -> Result<Sieved<'g>> {
    let gpu = recorder.gpu();
    if !method.plan(query)? {
        recorder.finish()?;
        return Ok(Sieved::default());
    }
    room.cut(query.most_pairs);
    for attempts in 1.. {
        if let Some(found) = attempt(recorder, query, judge, (&mut **method, room), enough.as_deref_mut())? {
            return Ok(Sieved { attempts, ..found });
        }
        recorder = Recorder::new(gpu);
    }
    unreachable!("lists do not grow for ever")
}

/// `None` if a buffer overflowed; it has then grown.
fn attempt<'g>(
    mut recorder: Recorder<'g>,
    query: Query<'_>,
    judge: Judge,
    (method, room): (&mut dyn GpuMethod, &mut Room),
    mut enough: Option<&mut Enough<'_>>,
) -> Result<Option<Sieved<'g>>> {
    let gpu = recorder.gpu();
    let own = method.counters();
    let buffer = &gpu.buffer("counters", u64::from(OWN + own.built + own.emitted) * 4)?;
    recorder.clear(buffer);
    let counters = Counters { buffer, candidates: CANDIDATES, wraps: WRAPS, own: OWN };
    let Built { mut emitter, mut recorder, stages } = method.build(recorder, query, counters)?;
    let mut found = Sieved { stages, ..Sieved::default() };
    let most = emitter.most();
    if most == 0 {
        found.stages.extend_from_slice(recorder.finish()?.stages());
        return Ok(Some(Sieved { details: emitter.details(), ..found }));
    }
    let lists = Lists::new(gpu, room)?;
    let largest = most.div_ceil(room.spans).max(1);
    let mut size = if enough.is_some() { most.div_ceil(FIRST_SPAN).min(largest) } else { largest };
    let bits = 32 - query.triangles.count.leading_zeros();
    let mut first = 0;
    loop {
        let span = Span { first, count: size.min(most - first) };
        emitter.emit(&mut recorder, span, &lists.candidates, counters)?;
        lists.judge(&mut recorder, (query.triangles, query.grid), judge, buffer)?;
        let reads = lists.read(&mut recorder, bits, buffer, room)?;
        let read = emitter.read(&mut recorder);
        let done = recorder.finish()?;
        found.stages.extend_from_slice(done.stages());
        let words = done.words(reads.counters).to_vec();
        let (counts, words) = (Counts::of(&words), &words[OWN as usize..]);
        let growth = emitter.grow(words, query.most_pairs)?;
        let fits = growth == Growth::Fits && room.holds(&counts);
        if fits {
            emitter.note(words, &done, read);
            room.remember(&counts);
        }
        if fits || enough.is_some() {
            // The contents of a list that overflowed are correct but incomplete.
            lists.take(gpu, (done, reads), &room.held(&counts), &mut found)?;
        }
        first += span.count;
        let is_enough = enough.as_mut().is_some_and(|enough| enough(&found));
        if is_enough || fits && first >= most || query.halt.is_cancelled() {
            return Ok(Some(Sieved { details: emitter.details(), ..found }));
        }
        if !fits {
            room.grow(&counts, growth, query.most_pairs)?;
            return Ok(None);
        }
        if enough.is_some() {
            (found.findings, size) = (PairList::default(), size.saturating_mul(NEXT_SPAN).min(largest));
            found.rest.clear();
        }
        if let Some(watch) = query.halt.watch {
            watch.set(f64::from(first) / f64::from(most));
        }
        recorder = Recorder::new(gpu);
        recorder.upload(buffer, 0, &[0u32; OWN as usize])?;
        recorder.upload(buffer, u64::from(OWN + own.built) * 4, &vec![0u32; own.emitted as usize])?;
    }
}
