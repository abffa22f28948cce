//! Upper bounds on distances, computed on the CPU before a GPU is asked for the nearest triangles.

use super::seed::offer;
use crate::Witness;
use crate::ask::{Ask, Guess};
use crate::confirm::{Batch, Sink};
use crate::questions::Question;
use crate::world::{self, WorldObject, WorldPair};
use rayon::prelude::*;

/// How many candidates for each triangle are worth listing on a GPU.
const CANDIDATES: f64 = 64.0;

/// Whether all pairs of triangles that a search has to look at are few, if it looks at whatever is within the distance of
/// the nearest. A GPU looks at all of them together, with one distance for all object pairs; the trees of the CPU go from
/// near to nearer, and leave most of them out. So a GPU is for pairs of objects that are close.
pub(crate) fn is_close(question: &impl Question, ask: &Ask<'_>) -> Vec<bool> {
    let triangles: usize = ask.objects.iter().map(WorldObject::triangle_count).sum();
    let most = CANDIDATES * triangles as f64;
    // Surfaces within a distance of each other: that part of all pairs.
    let weight = |pair: &WorldPair<'_>| {
        let size = |object: &WorldObject| object.outer_bounds.size().max_element();
        let size = size(pair.a).max(size(pair.b)).max(f64::MIN_POSITIVE);
        (pair.a.triangle_count() as f64 / size) * (pair.b.triangle_count() as f64 / size)
    };
    let is_few = |weight: f64, distance: f64| distance == 0.0 || weight * distance * distance <= most;
    let near = |pair: &WorldPair<'_>| {
        let gap = pair.a.outer_bounds.gap(&pair.b.outer_bounds).length();
        if !is_few(weight(pair), gap) {
            return f64::INFINITY;
        }
        let (sink, mut batch) = (question.sink(*pair), Batch::default());
        offer(*pair, &sink, &mut batch);
        sink.margin()
    };
    let (distances, order) = nearest_first(ask.pairs, &near);
    let mut sum = 0.0;
    let mut is_close = vec![false; distances.len()];
    for place in order {
        sum += weight(&ask.pairs[place]);
        if !is_few(sum, distances[place]) {
            break;
        }
        is_close[place] = true;
    }
    is_close
}

/// The distances of pairs, and their places from the nearest on.
fn nearest_first(pairs: &[WorldPair<'_>], of: &(dyn Fn(&WorldPair<'_>) -> f64 + Sync)) -> (Vec<f64>, Vec<usize>) {
    let distances: Vec<f64> = pairs.par_iter().map(of).collect();
    let mut order: Vec<usize> = (0..distances.len()).collect();
    order.par_sort_unstable_by(|&x, &y| distances[x].total_cmp(&distances[y]));
    (distances, order)
}

/// Distances known before a search.
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
    let guess: &(dyn Fn(&WorldPair<'_>) -> (f64, Option<Guess>) + Sync) = &|&pair| {
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
    finding.map(|_| Witness { a: pair.a.id, b: pair.b.id, class: None, finding })
}
