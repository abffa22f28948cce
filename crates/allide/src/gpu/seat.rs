//! The engine's GPU: opened when first needed, reopened after it was lost.

use super::answer::WitnessFinder;
use super::blocks::starts;
use super::search::Sieved;
use super::{MakeMethod, OpenGpu};
use crate::answer::Found;
use crate::ask::{Ask, Guess};
use crate::clock::Clock;
use crate::questions::{Question, QuestionKind};
use crate::{GpuStats, Scene, Stage, Tiers, Witness};
use allide_gpu::{Choice, GpuError, Options, Result};
use std::time::Duration;

/// Retries with shorter lists after the GPU ran out of memory.
const TRIES_WHEN_FULL: usize = 4;

/// With at least this many triangles, an automatic choice uses a GPU that is open: on smaller scenes, the CPU takes no
/// longer than the GPU's overhead.
pub(crate) const WORTH_IT: usize = 1 << 15;

/// The time to open a GPU and to compile its kernels, or load them from the driver's cache.
const OPENING: Duration = Duration::from_millis(300);

/// The approximate time of one triangle on one CPU thread, in nanoseconds.
const fn rate(kind: QuestionKind) -> u64 {
    match kind {
        QuestionKind::Overlaps | QuestionKind::Solids => 40,
        QuestionKind::Clearance | QuestionKind::Nearest => 100,
        QuestionKind::SelfOverlaps | QuestionKind::SelfClearance => 450,
    }
}

/// A GPU that is open, or the settings to open one on first use.
#[derive(Debug)]
pub(crate) struct Seat {
    open: Option<OpenGpu>,
    choice: Choice,
    options: Options,
    /// Whether a failure is an error, and not a reason to use the CPU.
    pub demanded: bool,
    /// Whether the CPU answers if that is faster.
    is_auto: bool,
    /// Time that the CPU spent on questions that an open GPU would have answered.
    spent: Duration,
    /// Why the GPU is not tried again.
    given_up: Option<GpuError>,
}

impl Seat {
    /// A GPU that has to answer.
    pub fn open(choice: Choice, options: Options) -> Result<Self> {
        let open = Some(OpenGpu::open(choice.clone(), options.clone())?);
        Ok(Self { open, choice, options, demanded: true, is_auto: false, spent: Duration::ZERO, given_up: None })
    }

    /// A real GPU, if there is one, used where it is faster. It is opened when that pays off.
    pub fn where_faster(options: Options) -> Self {
        let choice = Choice::Auto.or_environment();
        Self { open: None, choice, options, demanded: false, is_auto: true, spent: Duration::ZERO, given_up: None }
    }

    /// Whether the GPU answers only where it is faster.
    pub fn is_auto(&self) -> bool {
        self.is_auto
    }

    /// Whether the GPU should answer. One that is not open yet has to be worth opening: for this question alone, by the
    /// CPU's estimated time, or because the CPU has already spent that long on others. So the time lost never exceeds
    /// the time to open it.
    pub fn takes(&self, scene: &Scene, kind: QuestionKind, threads: usize) -> bool {
        if !self.is_auto {
            return true;
        }
        let triangles = triangle_count(scene);
        let on_cpu = Duration::from_nanos(triangles as u64 * rate(kind) / threads.max(1) as u64);
        triangles >= WORTH_IT && (self.open.is_some() || self.spent + on_cpu > OPENING)
    }

    /// Records that the CPU answered instead, and its time.
    pub fn leave(&mut self, scene: &Scene, time: Duration) {
        if triangle_count(scene) >= WORTH_IT {
            self.spent = self.spent.saturating_add(time);
        }
    }

    /// The warning to give if the CPU answers in place of the GPU.
    ///
    /// # Errors
    /// The same error, if the CPU must not answer.
    pub fn excuse(&self, error: GpuError) -> Result<Option<String>> {
        let is_absent = matches!(error, GpuError::NoAdapter { .. } | GpuError::TooSmall { .. });
        match self.choice {
            _ if self.demanded => Err(error),
            Choice::Named(_) if is_absent => Err(error),
            _ if is_absent => Ok(None),
            _ => Ok(Some(format!("the CPU answers, because {error}"))),
        }
    }

    /// The answer to a question, by a method.
    pub fn answer<Q: Question>(
        &mut self,
        ask: &Ask<'_>,
        (question, guesses): (&Q, &[Option<Guess>]),
        method: &MakeMethod,
        clock: &mut Clock,
    ) -> Result<(Found<Q::Finding>, GpuStats)> {
        let answer = self.run(|open| {
            let adapter = open.name().to_string();
            let mut deal = open.search(ask, method, None)?;
            clock.lap("gpu");
            ask.halt.watch.inspect(|watch| watch.enter("decide"));
            let [filter, exact, cpu] = deal.tiers();
            let stages = deal.stages().iter().filter_map(|stage| Some(Stage { name: stage.name, ms: stage.ms? }));
            let stats = GpuStats {
                adapter,
                stages: stages.collect(),
                attempts: deal.attempts(),
                tiers: Tiers { filter, exact, cpu },
                details: deal.details().into_iter().collect(),
            };
            // The findings may still lie in the GPU's memory.
            Ok((deal.decide(question, ask.pairs, guesses, ask.halt), stats))
        })?;
        clock.lap("decide");
        Ok(answer)
    }

    /// One finding of a question, if it has any: the search starts with few triangles, and stops as soon as it can.
    pub fn first<Q: Question>(
        &mut self,
        ask: &Ask<'_>,
        question: &Q,
        method: &MakeMethod,
    ) -> Result<Option<Witness<Q::Finding>>> {
        let finder = WitnessFinder::new(question, ask, starts(ask.objects)?);
        let mut witness = None;
        self.run(|open| {
            let mut enough = |found: &Sieved<'_>| {
                witness = witness.take().or_else(|| finder.look(found));
                witness.is_some()
            };
            open.search(ask, method, Some(&mut enough)).map(drop)
        })?;
        Ok(witness)
    }

    /// Runs `work` on the GPU. If the device is lost, everything is dropped and tried once more on a new one; if memory
    /// runs out, with shorter lists.
    pub fn run<T>(&mut self, mut work: impl FnMut(&mut OpenGpu) -> Result<T>) -> Result<T> {
        if let Some(error) = &self.given_up {
            return Err(error.clone());
        }
        let (mut losses, mut full) = (0, 0);
        loop {
            let open = match &mut self.open {
                Some(open) => open,
                None => {
                    let opened = OpenGpu::open(self.choice.clone(), self.options.clone());
                    self.open.insert(opened.inspect_err(|error| self.given_up = Some(error.clone()))?)
                }
            };
            match work(open) {
                Err(error @ GpuError::Lost(_)) => {
                    self.open = None;
                    losses += 1;
                    if losses > 1 {
                        self.given_up = Some(error.clone());
                        return Err(error);
                    }
                }
                Err(GpuError::OutOfMemory { .. }) if full < TRIES_WHEN_FULL => {
                    full += 1;
                    open.shrink();
                }
                result => return result,
            }
        }
    }
}

fn triangle_count(scene: &Scene) -> usize {
    scene.objects().iter().map(|object| object.mesh().triangles().len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mesh, Pose};

    fn scene(triangles: usize) -> Scene {
        let mesh = Mesh::new(vec![[0.0; 3]; 3], vec![[0, 1, 2]; triangles]).unwrap();
        let mut scene = Scene::new();
        scene.add("", &mesh, Pose::IDENTITY);
        scene
    }

    #[test]
    fn a_gpu_that_is_not_open_has_to_make_up_for_that() {
        let mut seat = Seat::where_faster(Options::default());
        let (small, large, huge) = (scene(1000), scene(200_000), scene(20_000_000));
        let takes = |seat: &Seat, scene: &Scene| seat.takes(scene, QuestionKind::Overlaps, 2);
        assert_eq!([&small, &large, &huge].map(|scene| takes(&seat, scene)), [false, false, true]);
        assert!(!seat.takes(&huge, QuestionKind::Overlaps, 8) && seat.takes(&huge, QuestionKind::SelfOverlaps, 8));
        for _ in 0..100 {
            seat.leave(&small, OPENING);
        }
        assert!(!takes(&seat, &large), "small scenes are the CPU's");
        seat.leave(&large, OPENING);
        assert_eq!([&small, &large].map(|scene| takes(&seat, scene)), [false, true]);
    }
}
