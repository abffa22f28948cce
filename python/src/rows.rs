//! The rows of a report: the pairs of all its answers, each once.

use crate::records::Told;
use allide::{ObjectId, ObjectPair, PairClass};
use allide_io::report::Answers;

/// Which answer a pair is of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum From {
    Overlaps,
    SelfOverlaps,
    Clearance,
    SelfClearance,
    Nearest,
}

/// A pair, and which answer has its findings.
#[derive(Clone, Copy)]
pub struct Row<'r> {
    pub pair: &'r ObjectPair,
    pub from: From,
}

impl Row<'_> {
    fn key(&self) -> (ObjectId, ObjectId) {
        (self.pair.a, self.pair.b)
    }
}

/// Where the rows are told, sorted by objects.
pub struct Rows(Vec<(From, usize)>);

impl Rows {
    /// An overlap outranks a clearance, and that a distance.
    pub fn of(answers: &Answers) -> Self {
        const ALL: [From; 5] =
            [From::Overlaps, From::SelfOverlaps, From::Clearance, From::SelfClearance, From::Nearest];
        let places = ALL.into_iter().flat_map(|from| (0..pairs(answers, from).len()).map(move |place| (from, place)));
        let mut rows: Vec<(From, usize)> = places.collect();
        if answers.runs().count() > 1 {
            let key = |&place: &(From, usize)| row(answers, place).key();
            // Stable: of those about the same objects, the first is kept.
            rows.sort_by_key(key);
            rows.dedup_by_key(|place| key(place));
        }
        Self(rows)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn get<'r>(&self, answers: &'r Answers, number: usize) -> Option<Row<'r>> {
        self.0.get(number).map(|&place| row(answers, place))
    }

    pub fn iter<'r>(&self, answers: &'r Answers) -> impl Iterator<Item = Row<'r>> {
        self.0.iter().map(move |&place| row(answers, place))
    }

    /// The row of two objects, in either order.
    pub fn between<'r>(&self, answers: &'r Answers, a: ObjectId, b: ObjectId) -> Option<Row<'r>> {
        let number = self.0.binary_search_by_key(&(a.min(b), a.max(b)), |&place| row(answers, place).key()).ok()?;
        self.get(answers, number)
    }
}

fn row(answers: &Answers, (from, place): (From, usize)) -> Row<'_> {
    Row { pair: &pairs(answers, from)[place], from }
}

fn pairs(answers: &Answers, from: From) -> &[ObjectPair] {
    let pairs = match from {
        From::Overlaps => answers.overlaps.as_ref().map(|report| &report.pairs),
        From::SelfOverlaps => answers.self_overlaps.as_ref().map(|report| &report.pairs),
        From::Clearance => answers.clearance.as_ref().map(|report| &report.pairs),
        From::SelfClearance => answers.self_clearance.as_ref().map(|report| &report.pairs),
        From::Nearest => answers.nearest.as_ref().map(|report| &report.pairs),
    };
    pairs.map_or(&[], Vec::as_slice)
}

/// The numbers of a row. Objects that overlap are at distance 0, where distances were asked for.
pub fn told(answers: &Answers, row: Row<'_>) -> Told {
    let distances = || answers.clearance.iter().chain(&answers.nearest);
    let mut told = Told::of(row.pair, row.pair.nearest);
    if row.from != From::Overlaps || distances().next().is_none() {
        return told;
    }
    if row.pair.class == PairClass::Undecided {
        // Surfaces that do not meet are as far apart as another question found.
        let nearest = distances().find_map(|report| report.pair(row.pair.a, row.pair.b)?.nearest);
        return Told::of(row.pair, nearest);
    }
    told.distance = 0.0;
    told
}
