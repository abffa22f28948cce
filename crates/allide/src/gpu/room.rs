//! The capacities of the lists of pairs, and how they grow.

use super::method::Growth;
use crate::gpu_confirm::Rule;
use allide_gpu::{GpuError, Result};

/// Offsets of the counters.
pub(super) const CANDIDATES: u32 = 0;
pub(super) const UNSURE: u32 = 1;
pub(super) const FINDINGS: u32 = 2;
pub(super) const REST: u32 = 3;
/// How often the candidates exceeded 2³². No other of these counters can: judged pairs fit into a list, so there are
/// fewer than 2²⁹.
pub(super) const WRAPS: u32 = 4;
/// The first of the method's own.
pub(super) const OWN: u32 = 5;

/// The counters of the lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub candidates: u64,
    pub unsure: u64,
    pub findings: u64,
    pub rest: u64,
}

impl Counts {
    pub fn of(words: &[u32]) -> Self {
        let at = |slot: u32| u64::from(words[slot as usize]);
        let candidates = at(WRAPS) << 32 | at(CANDIDATES);
        Self { candidates, unsure: at(UNSURE), findings: at(FINDINGS), rest: at(REST) }
    }

    fn all(&self) -> [u64; 4] {
        [self.candidates, self.unsure, self.findings, self.rest]
    }
}

/// The capacities of the lists, and how much of them is read back at once. Remembered from run to run, so that the next
/// one fits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub candidates: u64,
    pub unsure: u64,
    pub findings: u64,
    pub rest: u64,
    pub read_findings: u64,
    pub read_rest: u64,
    /// The spans that the work is split into, each with its own submission.
    pub spans: u32,
}

/// At least this many pairs are read back with the counts.
const READ: u64 = 1 << 12;
/// The most spans before giving up.
const MOST_SPANS: u32 = 1 << 20;

impl Room {
    /// A first guess; what does not fit is counted and run again.
    pub fn guess(triangle_count: u32, rule: Rule) -> Self {
        let triangles = u64::from(triangle_count).max(1 << 13);
        let candidates = if rule == Rule::Within { 8 * triangles } else { triangles };
        let some = candidates / 4;
        let (read_findings, read_rest) = (READ, READ);
        Self { candidates, unsure: some, findings: some, rest: some, read_findings, read_rest, spans: 1 }
    }

    fn lists(&mut self) -> [&mut u64; 4] {
        [&mut self.candidates, &mut self.unsure, &mut self.findings, &mut self.rest]
    }

    /// Whether no list overflowed.
    pub(super) fn holds(&self, counts: &Counts) -> bool {
        Self { ..*self }.lists().into_iter().zip(counts.all()).all(|(room, count)| count <= *room)
    }

    /// The counts, with those that are read clamped to the capacities.
    pub(super) fn held(&self, counts: &Counts) -> Counts {
        Counts {
            candidates: counts.candidates,
            unsure: counts.unsure,
            findings: counts.findings.min(self.findings),
            rest: counts.rest.min(self.rest),
        }
    }

    /// Limits the capacity of every list.
    pub fn cut(&mut self, most: u64) {
        for room in self.lists() {
            *room = (*room).min(most);
        }
    }

    /// Records how much there was to read.
    pub(super) fn remember(&mut self, counts: &Counts) {
        self.read_findings = self.read_findings.max(counts.findings + counts.findings / 8);
        self.read_rest = self.read_rest.max(counts.rest + counts.rest / 8);
    }

    /// Grows the lists to what was counted, and to what the method knows. Pairs that no list can hold are split into more
    /// spans.
    pub(super) fn grow(&mut self, counts: &Counts, growth: Growth, most: u64) -> Result<()> {
        let before = self.candidates;
        for (room, count) in self.lists().into_iter().zip(counts.all()) {
            if count > *room {
                *room = count + count / 4;
            }
        }
        if let Growth::Again { candidates, spans } = growth {
            self.candidates = self.candidates.max(candidates);
            self.spans = self.spans.saturating_mul(spans);
        }
        if self.candidates != before {
            // The other counts covered only part of the candidates.
            let some = self.candidates / 4;
            for room in [&mut self.unsure, &mut self.findings, &mut self.rest] {
                *room = some.max(*room);
            }
        }
        let largest = self.lists().into_iter().fold(0, |largest, room| largest.max(*room));
        if largest > most {
            let factor = largest.div_ceil(most);
            self.spans = self.spans.saturating_mul(u32::try_from(factor * 2).unwrap_or(u32::MAX));
            self.cut(most);
        }
        if self.spans > MOST_SPANS {
            return Err(GpuError::TooLarge { what: "candidates".into(), bytes: largest * 8, limit: most * 8 });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_past_all_words_do_not_look_as_if_they_fitted() {
        let most = 1 << 28;
        let mut room = Room::guess(1000, Rule::Between);
        let mut words = [0; OWN as usize];
        words[CANDIDATES as usize] = 5;
        assert!(room.holds(&Counts::of(&words)));
        words[WRAPS as usize] = 3;
        let counts = Counts::of(&words);
        assert!(!room.holds(&counts));
        room.grow(&counts, Growth::Fits, most).unwrap();
        assert!(room.spans > 3 << 4 && room.candidates == most, "{room:?}");
    }

    #[test]
    fn what_a_method_knows_makes_lists_longer_and_spans_more() {
        let mut room = Room::guess(1000, Rule::Between);
        room.grow(&Counts::default(), Growth::Again { candidates: 1 << 20, spans: 8 }, 1 << 28).unwrap();
        assert_eq!((room.candidates, room.rest, room.spans), (1 << 20, 1 << 18, 8));
        room.grow(&Counts::default(), Growth::Again { candidates: 3 << 20, spans: 1 }, 1 << 20).unwrap();
        assert_eq!((room.candidates, room.spans), (1 << 20, 8 * 6));
    }
}
