//! The contenders. All start from the same arrays, and all must end in the same sorted answer.

pub mod allide;
pub mod obvhs;
pub mod parry;
pub mod tree;

use crate::arrays::Arrays;
use ::allide::DVec3;
use std::time::Duration;

/// First object, second object, triangle of the first, triangle of the second.
pub type Pair = [u32; 4];

/// The question asked of a scene.
#[derive(Clone, Debug)]
pub enum Question {
    Overlaps,
    SelfOverlaps,
    /// Object pairs closer than this.
    Clearance(f64),
    /// Overlaps of two objects, again and again: before each frame but the first the second object moves to the next
    /// place. Timed is one later frame.
    Moving(Vec<DVec3>),
}

/// Sorted.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Pairs(Vec<Pair>),
    /// First object, second object, how far apart.
    Distances(Vec<(u32, u32, f64)>),
    /// One list a frame.
    Frames(Vec<Vec<Pair>>),
}

impl Answer {
    /// How many findings.
    pub fn count(&self) -> usize {
        match self {
            Answer::Pairs(pairs) => pairs.len(),
            Answer::Distances(pairs) => pairs.len(),
            Answer::Frames(frames) => frames.iter().map(Vec::len).sum(),
        }
    }

    /// How many object pairs have findings; over all frames, if there are several.
    pub fn object_pair_count(&self) -> usize {
        let different = |pairs: &[Pair]| pairs.chunk_by(|x, y| x[..2] == y[..2]).count();
        match self {
            Answer::Pairs(pairs) => different(pairs),
            Answer::Distances(pairs) => pairs.len(),
            Answer::Frames(frames) => frames.iter().map(|frame| different(frame)).sum(),
        }
    }

    /// Where two answers to one question differ. Ids must be equal; distances, which are rounded, within 10⁻⁹ of
    /// `size`, the size of the scene.
    pub fn difference(&self, other: &Answer, size: f64) -> Option<String> {
        if self.count() != other.count() {
            return Some(format!("{} findings against {}", self.count(), other.count()));
        }
        let (Answer::Distances(ours), Answer::Distances(theirs)) = (self, other) else {
            return (self != other).then(|| "as many findings, but other ones".to_owned());
        };
        let near = |x: f64, y: f64| (x - y).abs() <= 1e-9 * size;
        let differ = ours.iter().zip(theirs).find(|(x, y)| (x.0, x.1) != (y.0, y.1) || !near(x.2, y.2));
        differ.map(|(x, y)| format!("{x:?} against {y:?}"))
    }
}

/// One measured answer.
pub struct Lap {
    /// From arrays in memory to the sorted answer in memory.
    pub time: Duration,
    /// The same without checking the arrays first, which the peers do not do.
    pub unchecked: Option<Duration>,
    pub answer: Answer,
}

/// A library that can be timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contender {
    Allide,
    Parry,
    Obvhs,
}

impl Contender {
    pub const ALL: [Contender; 3] = [Contender::Allide, Contender::Parry, Contender::Obvhs];

    pub fn name(self) -> &'static str {
        match self {
            Contender::Allide => "allide",
            Contender::Parry => "parry3d-f64",
            Contender::Obvhs => "obvhs",
        }
    }

    /// Answers once; `None` if the library has nothing for this question.
    pub fn answer(self, objects: &[Arrays], question: &Question) -> Result<Option<Lap>, ::allide::Error> {
        match self {
            // A caller has the arrays in memory already: the copy is not part of the answer, and is made off the clock.
            Contender::Allide => allide::answer(objects.to_vec(), question).map(Some),
            Contender::Parry => Ok(Some(parry::answer(objects, question))),
            Contender::Obvhs => Ok(obvhs::answer(objects, question)),
        }
    }
}

/// The lap of work that needs no checked input.
fn timed(work: impl FnOnce() -> Answer) -> Lap {
    let start = std::time::Instant::now();
    let answer = work();
    Lap { time: start.elapsed(), unchecked: None, answer }
}

/// The middle time of all frames but the first, which has nothing to reuse.
fn later_frame(times: &mut [Duration]) -> Duration {
    let later = times.get_mut(1..).unwrap_or_default();
    later.sort_unstable();
    later.get(later.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_with_other_ids_differ() {
        let pairs = |triangle| Answer::Pairs(vec![[0, 1, 2, triangle]]);
        assert_eq!(pairs(3).difference(&pairs(3), 1.0), None);
        assert!(pairs(3).difference(&pairs(4), 1.0).is_some());
        assert!(pairs(3).difference(&Answer::Pairs(Vec::new()), 1.0).is_some());
    }

    #[test]
    fn distances_may_differ_by_rounding_only() {
        let near = |distance| Answer::Distances(vec![(0, 1, distance)]);
        assert_eq!(near(1.0).difference(&near(1.0 + 1e-12), 1.0), None);
        assert!(near(1.0).difference(&near(1.0 + 1e-6), 1.0).is_some());
    }
}
