//! Findings with all their exported facts.

use crate::marks::Marks;
use crate::report::{Answers, Pair};
use allide::{ObjectId, PairClass};
use rayon::prelude::*;
use std::collections::HashMap;

/// The colours of the first and the second object of a pair, on a screen.
pub(crate) const FIRST: [u8; 3] = [0xE6, 0x9F, 0x00];
pub(crate) const SECOND: [u8; 3] = [0x56, 0xB4, 0xE9];

/// Classes go by their places in this list.
pub(crate) const CLASSES: [PairClass; 9] = PairClass::ALL;

/// The colour of lines and regions of contact, on a screen.
pub(crate) fn line_color(class: PairClass) -> [u8; 3] {
    match class {
        PairClass::Touch | PairClass::Shallow => [0xFF, 0xC2, 0x4A],
        PairClass::Clearance | PairClass::Distance => [0x1F, 0x6F, 0xEB],
        _ => [0xE5, 0x20, 0x2B],
    }
}

/// A finding, and what there is to see of it.
pub(crate) struct Found<'r> {
    /// As in the table, from 1.
    pub(crate) number: u32,
    /// That of the report.
    pub(crate) id: String,
    pub(crate) pair: &'r Pair<'r>,
    pub(crate) marks: Marks,
    /// The title in viewers: `#1 hard: lid × box`.
    pub(crate) title: String,
}

impl Found<'_> {
    /// The place of its class in [`CLASSES`].
    pub(crate) fn class(&self) -> u8 {
        CLASSES.iter().position(|class| *class == self.pair.class).unwrap_or(CLASSES.len()) as u8
    }

    /// How far one goes into the other where they meet, at most.
    pub(crate) fn penetration(&self) -> Option<f64> {
        self.pair.shared.map(|shared| shared.penetration.upper).filter(|penetration| penetration.is_finite())
    }

    /// How far one must move to leave the other, at most.
    pub(crate) fn depth(&self) -> Option<f64> {
        self.pair.shared.map(|shared| shared.depth.upper).filter(|depth| depth.is_finite())
    }
}

/// All of them, in the order of `pairs`.
pub(crate) fn all<'r>(answers: &'r Answers, pairs: &'r [Pair<'r>]) -> Vec<Found<'r>> {
    // Ids depend on the order of the report, which is not that of the table.
    let rows = answers.rows();
    let ids: HashMap<(ObjectId, ObjectId), String> =
        rows.iter().map(|pair| (pair.a, pair.b)).zip(answers.ids(&rows)).collect();
    let found = |(number, pair): (usize, &'r Pair<'r>)| Found {
        number: number as u32 + 1,
        id: ids.get(&(pair.a, pair.b)).cloned().unwrap_or_default(),
        pair,
        marks: Marks::of(answers, pair),
        title: title(answers, number + 1, pair),
    };
    pairs.par_iter().enumerate().map(found).collect()
}

fn title(answers: &Answers, number: usize, pair: &Pair<'_>) -> String {
    let name = |id: ObjectId| answers.scene.objects()[id.index()].name();
    let (class, a, b) = (pair.class.name(), name(pair.a), name(pair.b));
    match pair.copies.len() {
        _ if pair.a == pair.b => format!("#{number} {class}: {a}"),
        0..=2 => format!("#{number} {class}: {a} × {b}"),
        count => format!("#{number} {class}: {a} × {b} and {} more", count - 2),
    }
}
