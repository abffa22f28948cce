//! The facts known so far about two solids.

use super::Relation;

/// Which kinds of places have been found: those in both solids, and those in only one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    pub(super) is_shared: bool,
    /// Whether the first has some of its own, and the second.
    pub(super) has_own: [bool; 2],
}

impl Known {
    /// Whether nothing more can change the answer.
    pub(super) fn is_hard(&self) -> bool {
        self.is_shared && self.has_own == [true; 2]
    }

    /// A place that touches no surface was found to be inside the object `own`, or not, and inside the other, or not.
    pub(super) fn note(&mut self, own: usize, is_inside: bool, is_inside_other: bool) {
        match (is_inside, is_inside_other) {
            (true, true) => self.is_shared = true,
            (true, false) => self.has_own[own] = true,
            (false, true) => self.has_own[1 - own] = true,
            (false, false) => {}
        }
    }

    /// How the solids lie to each other, given what they do if they share nothing.
    pub(super) fn relation(&self, apart: Relation) -> Relation {
        match (self.is_shared, self.has_own) {
            (false, _) => apart,
            (true, [true, true]) => Relation::Hard,
            (true, [false, true]) => Relation::Inside,
            (true, [true, false]) => Relation::Around,
            (true, [false, false]) => Relation::Same,
        }
    }
}
