//! The findings over the frames of a sequence, pair by pair.
//!
//! Pairs are followed by their ids; `severity.rs` says which finding is worse, in tables and between frames.

use super::{Answers, Pair, Severity, word};
use crate::Stamp;
use allide::{Least, PairClass};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// An object pair, or a set of duplicates, over the frames of a sequence: where it is found, and where it is worst.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lasting {
    /// Its id in the reports of all these frames: see [`Answers::ids`].
    pub id: String,
    /// The name of the first object.
    pub object_a: String,
    /// The name of the second object.
    pub object_b: String,
    /// How many objects there are besides, in a set of duplicates.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: usize,
    /// In how many frames it is found.
    pub frames: usize,
    /// The first of them.
    pub first: u64,
    /// The last of them.
    pub last: u64,
    /// Into how many runs of frames that follow each other they fall.
    pub runs: usize,
    /// Where it is worst.
    pub worst: Worst,
}

/// A pair in the frame where it is worst.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worst {
    /// The number of the frame.
    pub frame: u64,
    /// Its class there.
    #[serde(with = "word")]
    pub class: PairClass,
    /// An upper bound on the penetration, if measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub penetration: Option<f64>,
    /// How many triangle pairs were found.
    pub triangle_pairs: usize,
    /// The distance, if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The frame of a sequence that is worst: by its worst finding, then by how many triangle pairs there are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorstFrame {
    /// Its number.
    pub frame: u64,
    /// How many object pairs there are of each class, in the order of [`PairClass::ALL`].
    pub counts: [usize; PairClass::ALL.len()],
    /// How many triangle pairs there are.
    pub triangle_pairs: usize,
    severity: Severity,
}

impl WorstFrame {
    /// A frame with these findings, the worst first; `None` without any.
    fn of(frame: u64, pairs: &[Pair<'_>]) -> Option<Self> {
        let count = |class: PairClass| pairs.iter().filter(|pair| pair.class == class).count();
        let triangle_pairs = pairs.iter().map(|pair| pair.triangle_pairs).sum();
        let severities = pairs.iter().filter(|pair| pair.class != PairClass::Distance).map(Severity::of);
        let severity = severities.min_by(Severity::order)?;
        Some(Self { frame, counts: PairClass::ALL.map(count), triangle_pairs, severity })
    }

    fn is_worse_than(&self, other: &Self) -> bool {
        self.severity.order_in_time(self.triangle_pairs, (&other.severity, other.triangle_pairs)).is_lt()
    }
}

/// All pairs of a sequence, in the making.
#[derive(Clone, Debug, Default)]
pub struct Course {
    pairs: HashMap<String, (Lasting, Severity, usize)>,
    frames: usize,
    found: usize,
    worst: Option<WorstFrame>,
}

impl Course {
    /// Adds the findings of the next frame: all `pairs` count, except those that only have a distance.
    pub fn add(&mut self, stamp: Stamp, answers: &Answers, pairs: &[Pair<'_>]) {
        let name = |id: allide::ObjectId| answers.scene.objects()[id.index()].name().to_owned();
        self.found += usize::from(pairs.iter().any(|pair| pair.class.is_finding(Least::Touch)));
        if let Some(frame) = WorstFrame::of(stamp.number, pairs)
            && self.worst.is_none_or(|worst| frame.is_worse_than(&worst))
        {
            self.worst = Some(frame);
        }
        for (pair, id) in pairs.iter().zip(answers.ids(pairs)) {
            let severity = Severity::of(pair);
            let worst = Worst {
                frame: stamp.number,
                class: pair.class,
                penetration: pair.shared.map(|shared| shared.penetration.upper),
                triangle_pairs: pair.triangle_pairs,
                distance: pair.distance,
            };
            let (lasting, known, last_place) = self.pairs.entry(id).or_insert_with_key(|id| {
                let (object_a, object_b) = (name(pair.a), name(pair.b));
                let (more, worst) = (pair.copies.len().saturating_sub(2), worst.clone());
                let (first, last) = (stamp.number, stamp.number);
                let new = Lasting { id: id.clone(), object_a, object_b, more, frames: 0, first, last, runs: 0, worst };
                (new, severity, usize::MAX)
            });
            lasting.frames += 1;
            lasting.last = stamp.number;
            lasting.runs += usize::from(last_place.wrapping_add(1) != self.frames || lasting.runs == 0);
            *last_place = self.frames;
            let known_count = lasting.worst.triangle_pairs;
            if severity.order_in_time(worst.triangle_pairs, (known, known_count)).is_lt() {
                (lasting.worst, *known) = (worst, severity);
            }
        }
        self.frames += 1;
    }

    /// How many frames were added.
    pub fn frames(&self) -> usize {
        self.frames
    }

    /// In how many of them something was found.
    pub fn frames_with_findings(&self) -> usize {
        self.found
    }

    /// The worst frame, if anything was found.
    pub fn worst_frame(&self) -> Option<&WorstFrame> {
        self.worst.as_ref()
    }

    /// All pairs, the worst first; what is equally bad by first frame, then by names.
    pub fn pairs(&self) -> Vec<&Lasting> {
        let mut all: Vec<_> = self.pairs.values().collect();
        let names =
            |lasting: &Lasting| (lasting.first, lasting.object_a.clone(), lasting.object_b.clone(), lasting.id.clone());
        all.sort_by(|(x, bad, _), (y, worse, _)| bad.order(worse).then_with(|| names(x).cmp(&names(y))));
        all.into_iter().map(|(lasting, ..)| lasting).collect()
    }
}
