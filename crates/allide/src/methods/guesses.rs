//! What the CPU knows before a GPU is asked for the nearest triangles.

use super::seed::offer;
use crate::Witness;
use crate::ask::{Ask, Guess};
use crate::confirm::{Batch, Sink};
use crate::questions::Question;
use crate::world::{self, WorldPair};
use rayon::prelude::*;

/// What is known before a search.
#[derive(Clone, Debug)]
pub(crate) struct Guesses {
    /// Triangles farther apart than this matter in no object pair.
    pub distance: f64,
    /// For each object pair, if only its nearest triangles matter.
    pub nearest: Vec<Option<Guess>>,
}

/// How far apart triangles may be to matter, and a guess for each pair of which only the nearest do.
pub(crate) fn guesses<Q: Question>(question: &Q, ask: &Ask<'_>) -> Guesses {
    if ask.pairs.first().is_some_and(|&pair| question.sink(pair).nearest().is_some()) {
        // Guesses are made from all positions.
        world::place(world::of_pairs(ask.objects, ask.pairs));
    }
    let guess = |&pair: &WorldPair<'_>| {
        let (sink, mut batch) = (question.sink(pair), Batch::default());
        if sink.nearest().is_some() && !ask.halt.is_cancelled() {
            offer(pair, &sink, &mut batch);
        }
        (sink.margin(), batch.findings.first().map(Q::triangles))
    };
    let (margins, nearest): (Vec<f64>, Vec<Option<Guess>>) = ask.pairs.par_iter().map(guess).unzip();
    Guesses { distance: margins.into_iter().fold(0.0, f64::max), nearest }
}

/// A guess that is an answer, where one is enough.
pub(crate) fn witness<Q: Question>(question: &Q, ask: &Ask<'_>, guesses: &Guesses) -> Option<Witness<Q::Finding>> {
    let (pair, (a, b)) = ask.pairs.iter().zip(&guesses.nearest).find_map(|(&pair, guess)| Some((pair, (*guess)?)))?;
    let mut batch = Batch::default();
    question.sink(pair).offer(&mut batch, a, &[b]);
    let finding = batch.findings.first().copied();
    finding.map(|_| Witness { a: pair.a.id, b: pair.b.id, finding })
}
