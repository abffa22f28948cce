//! The place of a GPU in the engine: opened when first needed, opened again after it was lost.

use super::answer::WitnessFinder;
use super::blocks::starts;
use super::search::Sieved;
use super::{MakeMethod, OpenGpu};
use crate::answer::Found;
use crate::ask::{Ask, Guess};
use crate::clock::Clock;
use crate::questions::Question;
use crate::{GpuStats, Scene, Stage, Tiers, Witness};
use allide_gpu::{Choice, GpuError, Options, Result};

/// Tries with shorter lists after the GPU was found full.
const TRIES_WHEN_FULL: usize = 4;

/// Triangles of a scene from which on an automatic choice takes the GPU: the CPU answers smaller ones about as soon as
/// the GPU could be asked.
pub(crate) const WORTH_IT: usize = 1 << 15;

/// A GPU that is open, or one to be opened when a scene needs it.
#[derive(Debug)]
pub(crate) struct Seat {
    open: Option<OpenGpu>,
    choice: Choice,
    options: Options,
    /// A failure is an error, and not a reason to use the CPU.
    pub demanded: bool,
    /// Smaller scenes are not worth the way to the GPU.
    least_triangles: usize,
    /// Why there is no more hope for the GPU.
    given_up: Option<GpuError>,
}

impl Seat {
    /// A GPU that has to answer.
    pub fn open(choice: Choice, options: Options) -> Result<Self> {
        let open = Some(OpenGpu::open(choice.clone(), options.clone())?);
        Ok(Self { open, choice, options, demanded: true, least_triangles: 0, given_up: None })
    }

    /// A real GPU, if there is one, for scenes that are large enough. It is opened when the first of them comes.
    pub fn for_large_scenes() -> Self {
        let (choice, options) = (Choice::Auto.or_environment(), Options::default());
        Self { open: None, choice, options, demanded: false, least_triangles: WORTH_IT, given_up: None }
    }

    /// Whether the GPU is to be asked about a scene.
    pub fn takes(&self, scene: &Scene) -> bool {
        let triangles: usize = scene.objects().iter().map(|object| object.mesh().triangles().len()).sum();
        triangles >= self.least_triangles
    }

    /// What to tell where the CPU answers in place of the GPU.
    ///
    /// # Errors
    /// The same, if the CPU must not.
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

    /// One finding of a question, if it has any: the search goes from few triangles to all, and stops as soon as it can.
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

    /// Puts something to the GPU. If it is lost meanwhile, everything is dropped and tried once more on a new device;
    /// if it is full, with shorter lists.
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
