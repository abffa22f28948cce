//! The place of a card in the engine: opened when first needed, opened again after it was lost.

use super::{Card, Case};
use crate::confirm::Sink;
use crate::engine::{Answer, Clock};
use crate::questions::Question;
use crate::world::{WorldObject, WorldPair};
use crate::{GpuStats, Scene, Stage, Tiers};
use rayon::prelude::*;
use allide_gpu::{Choice, GpuError, Options, Result};

/// Tries with shorter lists after the card was found full.
const TRIES_WHEN_FULL: usize = 4;

/// A card, or the wish for one.
#[derive(Debug)]
pub(crate) struct Seat {
    card: Option<Card>,
    choice: Choice,
    options: Options,
    /// A failure is an error, and not a reason to use the CPU.
    pub demanded: bool,
    /// Why there is no more hope for the card.
    pub given_up: Option<GpuError>,
}

impl Seat {
    pub fn open(choice: Choice, options: Options, demanded: bool) -> Result<Self> {
        let card = Card::open(choice.clone(), options.clone())?;
        Ok(Self { card: Some(card), choice, options, demanded, given_up: None })
    }

    /// The name of the adapter, as far as one is open.
    pub fn name(&self) -> String {
        self.card.as_ref().map_or_else(String::new, |card| card.name().to_string())
    }

    /// The findings between all `pairs` of objects.
    pub fn answer<'w, Q: Question>(
        &mut self,
        scene: &Scene,
        objects: &[WorldObject],
        pairs: &[WorldPair<'w>],
        question: &Q,
        clock: &mut Clock,
    ) -> Result<(Vec<Answer<Q::Finding>>, GpuStats)> {
        let mut cases: Vec<Case<'w, Q::Sink<'w>>> = pairs.par_iter().map(|&pair| Case::new(question, pair)).collect();
        let limit = cases.iter().map(|case| case.sink.margin()).fold(0.0, f64::max);
        let deal = self.run(|card| card.search(scene, objects, pairs, (question, limit)))?;
        clock.lap("card");
        let [filter, exact, cpu] = deal.tiers();
        let stages = deal.stages().iter().filter_map(|stage| Some(Stage { name: stage.name, ms: stage.ms? }));
        let tiers = Tiers { filter, exact, cpu };
        let stats = GpuStats { adapter: self.name(), stages: stages.collect(), tiers };
        deal.decide(question, &mut cases);
        let conclude = |case: Case<'w, Q::Sink<'w>>| Answer::new(question, case.pair, case.batch);
        let answers = cases.into_par_iter().map(conclude).collect();
        clock.lap("decide");
        Ok((answers, stats))
    }

    /// Puts something to the card. If it is lost meanwhile, everything is dropped and tried once more on a new device;
    /// if it is full, with shorter lists.
    pub fn run<T>(&mut self, mut work: impl FnMut(&mut Card) -> Result<T>) -> Result<T> {
        if let Some(error) = &self.given_up {
            return Err(error.clone());
        }
        let (mut losses, mut full) = (0, 0);
        loop {
            let card = match &mut self.card {
                Some(card) => card,
                None => self.card.insert(Card::open(self.choice.clone(), self.options.clone())?),
            };
            match work(card) {
                Err(error @ GpuError::Lost(_)) => {
                    self.card = None;
                    losses += 1;
                    if losses > 1 {
                        self.given_up = Some(error.clone());
                        return Err(error);
                    }
                }
                Err(GpuError::OutOfMemory { .. }) if full < TRIES_WHEN_FULL => {
                    full += 1;
                    card.shrink();
                }
                result => return result,
            }
        }
    }
}
