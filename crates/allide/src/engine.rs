use crate::confirm::Batch;
use crate::methods;
use crate::questions::{Question, Scope};
use crate::report::{Guarantee, ObjectPair, Report, Stage, Stats};
use crate::world::{self, Placed, WorldObject, WorldPair};
use crate::{Error, Scene};
use rayon::prelude::*;
use std::time::Instant;

/// Answers questions. Owns the threads, and what one run leaves for the next.
#[derive(Debug, Default)]
pub struct Engine {
    pool: Option<rayon::ThreadPool>,
    placed: Vec<Option<Placed>>,
}

impl Engine {
    /// On the CPU, with all its threads.
    pub fn cpu() -> Self {
        Self::default()
    }

    /// On the CPU, with so many threads; 0 means all.
    pub fn cpu_with_threads(threads: usize) -> Self {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        Self { pool: pool.ok(), ..Self::default() }
    }

    /// The answer to `question`, complete and in order.
    ///
    /// # Errors
    /// A pose that carries a vertex out of range, or an object that is not in the scene.
    pub fn run<Q: Question>(&mut self, scene: &Scene, question: &Q) -> Result<Report<Q::Finding>, Error> {
        let start = Instant::now();
        let objects = world::objects(scene, &self.placed)?;
        let pairs = object_pairs(scene, &objects, question)?;
        let object_ms = milliseconds(start);
        let answer = |pair: &WorldPair<'_>| methods::search(question.method(), *pair, &question.sink(*pair));
        let work = || pairs.par_iter().map(answer).collect::<Vec<_>>();
        let batches = match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        };
        let search_ms = milliseconds(start) - object_ms;
        let mut report = Report {
            guarantee: Guarantee::Exact,
            method: question.method().name(),
            device: "cpu",
            pairs: Vec::new(),
            findings: Vec::new(),
            stats: Stats { object_candidates: pairs.len() as u64, ..Stats::default() },
        };
        for (&pair, batch) in pairs.iter().zip(batches) {
            append(&mut report, question, pair, batch);
        }
        drop(pairs);
        self.placed = objects.into_iter().map(WorldObject::into_placed).collect();
        report.stats.total_ms = milliseconds(start);
        let order_ms = report.stats.total_ms - object_ms - search_ms;
        let stages = [("objects", object_ms), ("search", search_ms), ("order", order_ms)];
        report.stats.stages = stages.map(|(name, ms)| Stage { name, ms }).to_vec();
        Ok(report)
    }

    /// Whether there is any finding at all; stops at the first.
    ///
    /// # Errors
    /// As [`Engine::run`].
    pub fn any<Q: Question>(&mut self, scene: &Scene, question: &Q) -> Result<bool, Error> {
        Ok(!self.run(scene, question)?.pairs.is_empty())
    }
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

/// The object pairs that the question is about and whose bounds come close enough, in order.
fn object_pairs<'w, Q: Question>(
    scene: &Scene,
    objects: &'w [WorldObject],
    question: &Q,
) -> Result<Vec<WorldPair<'w>>, Error> {
    match question.scope() {
        Scope::Within(Some(id)) => {
            let no_such = Error::NoSuchObject { index: id.index(), count: objects.len() };
            let object = objects.get(id.index()).ok_or(no_such)?;
            Ok(vec![WorldPair { a: object, b: object }])
        }
        Scope::Within(None) => Ok(objects.iter().map(|object| WorldPair { a: object, b: object }).collect()),
        Scope::Between { margin } => {
            let mut pairs = Vec::new();
            for (index, a) in objects.iter().enumerate() {
                let reach = a.outer_bounds.grown(margin);
                let near = objects[index + 1..].iter().filter(|b| reach.overlaps(&b.outer_bounds));
                pairs.extend(near.filter(|b| !scene.ignores(a.id, b.id)).map(|b| WorldPair { a, b }));
            }
            Ok(pairs)
        }
    }
}

fn append<Q: Question>(report: &mut Report<Q::Finding>, question: &Q, pair: WorldPair<'_>, batch: Batch<Q::Finding>) {
    report.stats.candidates += batch.candidates;
    let mut findings = batch.findings;
    if findings.is_empty() {
        return;
    }
    let meeting = question.conclude(pair, &mut findings);
    let first = report.findings.len();
    report.findings.append(&mut findings);
    report.pairs.push(ObjectPair {
        a: pair.a.id,
        b: pair.b.id,
        class: meeting.class,
        triangle_pairs: report.findings.len() - first,
        nearest: meeting.nearest,
        region: meeting.region,
        findings: first..report.findings.len(),
    });
}
