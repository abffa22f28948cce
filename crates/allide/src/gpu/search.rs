//! One question on the GPU, by any method: candidates and confirmation in one submission and one readback, repeated with
//! longer lists or in more spans until everything fits.

use super::lists::{Judge, Lists};
use super::method::{Built, Counters, GpuMethod, Growth, Query};
use super::pairs::PairList;
use super::room::{CANDIDATES, Counts, OWN, Room, WRAPS};
use super::scene::Span;
use crate::Details;
use allide_gpu::{Recorder, Result, StageTime};

/// What the GPU found. Triangles are numbered through all objects, smaller number first.
#[derive(Debug, Default)]
pub(crate) struct Sieved<'g> {
    pub findings: PairList<'g>,
    /// Keys of pairs that are left to the CPU: see [`super::pairs::key`].
    pub rest: Vec<u64>,
    /// Pairs that the method listed.
    pub candidates: u64,
    /// Pairs for which the filter could not tell.
    pub unsure: u64,
    /// What the method tells about the search.
    pub details: Option<Details>,
    pub stages: Vec<StageTime>,
    /// How often everything was run: more than once if something was too short.
    pub attempts: u32,
}

/// A method as it is kept for questions of one kind, with the room that they needed.
#[derive(Debug)]
pub(crate) struct KeptMethod {
    pub method: Box<dyn GpuMethod>,
    pub room: Room,
}

/// Answers a query, in as many attempts as it takes.
pub(crate) fn run<'g>(
    mut recorder: Recorder<'g>,
    query: Query<'_>,
    judge: Judge,
    KeptMethod { method, room }: &mut KeptMethod,
) -> Result<Sieved<'g>> {
    let gpu = recorder.gpu();
    if !method.plan(query)? {
        recorder.finish()?;
        return Ok(Sieved::default());
    }
    room.cut(query.most_pairs);
    for attempts in 1.. {
        if let Some(found) = attempt(recorder, query, judge, &mut **method, room)? {
            return Ok(Sieved { attempts, ..found });
        }
        recorder = Recorder::new(gpu);
    }
    unreachable!("lists do not grow for ever")
}

/// `None` if something was too short; then it has grown.
fn attempt<'g>(
    mut recorder: Recorder<'g>,
    query: Query<'_>,
    judge: Judge,
    method: &mut dyn GpuMethod,
    room: &mut Room,
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
    let size = most.div_ceil(room.spans).max(1);
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
        if growth != Growth::Fits || !room.holds(&counts) {
            room.grow(&counts, growth, query.most_pairs)?;
            return Ok(None);
        }
        emitter.note(words, &done, read);
        lists.take(gpu, (done, reads), &counts, &mut found)?;
        room.remember(&counts);
        first += span.count;
        if first >= most {
            return Ok(Some(Sieved { details: emitter.details(), ..found }));
        }
        recorder = Recorder::new(gpu);
        recorder.upload(buffer, 0, &[0u32; OWN as usize])?;
        recorder.upload(buffer, u64::from(OWN + own.built) * 4, &vec![0u32; own.emitted as usize])?;
    }
}
