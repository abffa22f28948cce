//! Random edits for as long as you like: engines that are kept while a scene changes, with all methods, devices and
//! numbers of threads, must answer to the last bit what a new engine answers, and new engines what brute force does.
//!
//! A run is a row of cases with seeds one after the other. A case is a scene, engines, and steps: a few edits, then a few
//! questions. What happens in a case depends on its seed alone, except for engines on a GPU, which are kept from case to
//! case.

mod ask;
mod crew;
mod draw;
mod stage;
mod watch;

use crate::digest::Digest;
use crew::Member;
use stage::World;
use std::time::{Duration, Instant};
use watch::Watch;

use allide_scenes::Random;

/// Up to this many triangle pairs, brute force is asked too.
const FEW: usize = 150_000;
/// A question that took so long is not put to more engines.
const PATIENCE: Duration = Duration::from_secs(3);
/// One case in this many has a large object and many threads.
const LARGE: usize = 60;

/// The options.
#[derive(Clone, Copy, Debug)]
pub struct Soak {
    pub seed: u64,
    /// Ends after the case in which this is reached…
    pub time: Duration,
    /// … or after this many cases.
    pub cases: u64,
    /// Whether engines on a GPU take part.
    pub gpu: bool,
}

/// The work done.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    pub cases: u64,
    pub edits: u64,
    pub questions: u64,
    /// Questions to which there was something to find.
    pub found: u64,
    pub comparisons: u64,
    digest: Digest,
    started: Instant,
}

impl Tally {
    fn new() -> Self {
        let (digest, started) = (Digest::EMPTY, Instant::now());
        Self { cases: 0, edits: 0, questions: 0, found: 0, comparisons: 0, digest, started }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            out,
            "{} cases, {} edits, {} questions ({} with findings), {} comparisons, {:.1} minutes, hash {:016x}",
            self.cases,
            self.edits,
            self.questions,
            self.found,
            self.comparisons,
            self.started.elapsed().as_secs_f64() / 60.0,
            self.digest.0
        )
    }
}

/// Runs the plan.
///
/// # Errors
/// Two answers that differ, with the command that replays the case; or a GPU that was asked for and is not there.
pub fn run(plan: Soak) -> Result<Tally, String> {
    let watch = Watch::start();
    watch.waits_for("a GPU");
    let mut gpu = if plan.gpu { crew::on_gpu().map_err(|error| error.to_string())? } else { Vec::new() };
    let mut tally = Tally::new();
    let mut told = Instant::now();
    while tally.cases < plan.cases && tally.started.elapsed() < plan.time {
        let seed = plan.seed.wrapping_add(tally.cases);
        Case { seed, watch: &watch }.run(&mut gpu, &mut tally).map_err(|what| {
            let flag = if plan.gpu { " --gpu" } else { "" };
            let first = plan.seed;
            let cases = tally.cases + 1;
            format!(
                "{what}\nreplay: allide-bench soak --seed {seed} --cases 1{flag}\n\
                 if that needs what engines on a GPU kept: allide-bench soak --seed {first} --cases {cases}{flag}"
            )
        })?;
        tally.cases += 1;
        if told.elapsed() > Duration::from_secs(60) {
            told = Instant::now();
            eprintln!("{tally}");
        }
    }
    Ok(tally)
}

struct Case<'w> {
    seed: u64,
    watch: &'w Watch,
}

impl Case<'_> {
    fn run(&self, gpu: &mut [Member], tally: &mut Tally) -> Result<(), String> {
        let random = &mut Random::new(self.seed);
        let is_large = random.once_in(LARGE);
        let mut stage = if is_large { World::large(random) } else { World::new(random) };
        let mut crew = crew::on_cpu(random, is_large).map_err(|error| error.to_string())?;
        let mut known = None;
        for step in 0..if is_large { 3 } else { 4 + random.below(8) } {
            let mut edits = Vec::new();
            for _ in 0..random.below(4) {
                edits.push(stage.edit(random));
            }
            tally.edits += edits.len() as u64;
            let place = format!("seed {}, step {step} ({})", self.seed, edits.join(", "));
            for _ in 0..2 {
                self.ask(random, &stage, (&mut crew, gpu), &place, &mut known, tally)?;
            }
        }
        Ok(())
    }

    /// Asks new engines, then some of those that are kept.
    fn ask(
        &self,
        random: &mut Random,
        stage: &World,
        (crew, gpu): (&mut [Member], &mut [Member]),
        place: &str,
        known: &mut Option<f64>,
        tally: &mut Tally,
    ) -> Result<(), String> {
        let ask = stage.ask(random, *known);
        let few = stage.triangles() * stage.triangles() / 2 <= FEW;
        if ask.is_long() && !few {
            return Ok(());
        }
        let what = format!("{place}, {ask}, {}", stage.describe());
        // Of its own: what is left out for want of time must not change what comes later.
        let random = &mut Random::new(random.bits());
        let start = Instant::now();
        self.watch.waits_for(format!("{what}, new engines"));
        let fresh = crew::fresh(random, ask, &stage.scene, few).map_err(|error| error.to_string())?;
        let (expected, source) = &fresh[0];
        *known = expected.distance().or(*known);
        expected.add_to(&mut tally.digest);
        tally.questions += 1;
        tally.found += u64::from(expected.is_found());
        let mut compare = |(answer, name): &(ask::Answer, String)| {
            tally.comparisons += 1;
            if answer == expected {
                return Ok(());
            }
            Err(format!("{what}\n{name} and {source} differ: {}", answer.difference(expected)))
        };
        fresh[1..].iter().try_for_each(&mut compare)?;
        let of_gpu = &mut Random::new(random.bits());
        for member in crew {
            if random.once_in(2) && start.elapsed() < PATIENCE {
                self.watch.waits_for(format!("{what}, kept engines"));
                compare(&member.answer(random, ask, &stage.scene))?;
            }
        }
        for member in gpu.iter_mut().filter(|_| start.elapsed() < PATIENCE) {
            self.watch.waits_for(format!("{what}, GPU"));
            compare(&member.answer(of_gpu, ask, &stage.scene))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::{Choice, Engine};

    const TIME: Duration = Duration::from_secs(3600);

    #[test]
    fn kept_engines_answer_as_new_ones_do() {
        let tally = run(Soak { seed: 1, time: TIME, cases: 25, gpu: false }).unwrap_or_else(|error| panic!("{error}"));
        assert!(tally.found > 50 && tally.comparisons > 500, "{tally}");
    }

    #[test]
    fn engines_on_a_gpu_answer_as_new_ones_do() {
        if Engine::gpu(Choice::Any).is_err() {
            eprintln!("left out: there is no GPU");
            return;
        }
        let tally = run(Soak { seed: 1000, time: TIME, cases: 3, gpu: true }).unwrap_or_else(|error| panic!("{error}"));
        assert!(tally.found > 5 && tally.comparisons > 50, "{tally}");
    }

    #[test]
    fn a_seed_gives_the_same_run_every_time() {
        let hash = |seed| run(Soak { seed, time: TIME, cases: 8, gpu: false }).map(|tally| tally.digest.0);
        assert_eq!(hash(5), hash(5));
        assert_ne!(hash(5), hash(6));
    }
}
