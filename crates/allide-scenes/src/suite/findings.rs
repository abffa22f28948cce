use super::Hash;
use super::bits::{Bits, are_same};
use allide::{DuplicateSet, ObjectId, ObjectPair, PairClass, Report, TrianglePair};
use std::fmt;

/// All that a question found, without the cost. Equal if it is the same to the last bit.
#[derive(Clone, Debug)]
pub struct Findings<F> {
    /// Object pairs, in order.
    pub pairs: Vec<ObjectPair>,
    /// Sets of duplicates, in order.
    pub sets: Vec<DuplicateSet>,
    /// The findings of object pairs, in order.
    pub findings: Vec<F>,
}

impl<F: Bits + Copy> From<&Report<F>> for Findings<F> {
    fn from(report: &Report<F>) -> Self {
        Self { pairs: report.pairs.clone(), sets: report.sets.clone(), findings: report.findings().to_vec() }
    }
}

impl<F: Bits> PartialEq for Findings<F> {
    fn eq(&self, other: &Self) -> bool {
        self.sets == other.sets && are_same(&self.pairs, &other.pairs) && are_same(&self.findings, &other.findings)
    }
}

impl<F: Bits + Copy + fmt::Debug> Findings<F> {
    /// Each finding with its objects, in order.
    pub fn listed(&self) -> Vec<(ObjectId, ObjectId, F)> {
        let objects = self.pairs.iter().flat_map(|pair| std::iter::repeat_n((pair.a, pair.b), pair.triangle_pairs));
        objects.zip(&self.findings).map(|((a, b), &finding)| (a, b, finding)).collect()
    }

    /// The first finding, or else the first object pair, that is not as expected; or all sets of duplicates.
    pub fn difference(&self, expected: &Self) -> Option<String> {
        if self == expected {
            return None;
        }
        if self.sets != expected.sets {
            return Some(format!("sets {:?} instead of {:?}", self.sets, expected.sets));
        }
        let (found, listed) = (self.listed(), expected.listed());
        let is_other = |place: &usize| match (found.get(*place), listed.get(*place)) {
            (Some(one), Some(other)) => {
                (one.0, one.1) != (other.0, other.1) || one.2.bits().as_ref() != other.2.bits().as_ref()
            }
            _ => true,
        };
        let say = |list: &[(ObjectId, ObjectId, F)], place: usize| {
            list.get(place).map_or("nothing".to_string(), |(a, b, finding)| {
                format!("{finding:?} of objects {} and {}", a.index(), b.index())
            })
        };
        let place = (0..found.len().max(listed.len())).find(is_other);
        let what = place.map(|place| format!("{} instead of {}", say(&found, place), say(&listed, place)));
        let what = what.unwrap_or_else(|| {
            let count = self.pairs.len().max(expected.pairs.len());
            let at = |pairs: &[ObjectPair], place: usize| pairs.get(place).map(|pair| pair.bits().as_ref().to_vec());
            let place = (0..count).find(|&place| at(&self.pairs, place) != at(&expected.pairs, place)).unwrap_or(count);
            let say = |pair: Option<&ObjectPair>| pair.map_or("nothing".to_string(), |pair| format!("{pair:?}"));
            format!("{} instead of {}", say(self.pairs.get(place)), say(expected.pairs.get(place)))
        });
        Some(format!("{what}; {self} instead of {expected}"))
    }

    pub(super) fn hash(&self, hash: &mut Hash, words: impl Fn(&F) -> [u64; 3]) {
        hash.add(&[self.pairs.len() as u64, self.findings.len() as u64]);
        for pair in &self.pairs {
            let distance = pair.nearest.map_or(0.0, |nearest| nearest.distance);
            hash.add(&[pair.a.index() as u64, pair.b.index() as u64, pair.class as u64, distance.to_bits()]);
        }
        self.findings.iter().for_each(|finding| hash.add(&words(finding)));
        for set in &self.sets {
            hash.add(&[set.objects.len() as u64]);
            set.objects.iter().for_each(|id| hash.add(&[id.index() as u64]));
        }
    }
}

impl Findings<TrianglePair> {
    /// The first finding that is not expected.
    pub(super) fn excess(&self, expected: &Self) -> Option<String> {
        let expected = expected.listed();
        let extra = self.listed().into_iter().find(|finding| expected.binary_search(finding).is_err());
        extra.map(|(a, b, finding)| format!("{finding:?} of objects {} and {}", a.index(), b.index()))
    }
}

/// The facts about an object pair that no method may change, triangle pairs aside.
fn verdict(pair: &ObjectPair) -> (ObjectId, ObjectId, PairClass, Option<ObjectId>, usize) {
    (pair.a, pair.b, pair.class, pair.inside, pair.triangle_pairs)
}

impl<F: Bits + Copy + fmt::Debug> Findings<F> {
    /// The first object pair that is not expected, or of another class, or with more or less triangle pairs.
    pub(super) fn excess_pair(&self, expected: &Self) -> Option<String> {
        let expected: Vec<_> = expected.pairs.iter().map(verdict).collect();
        let extra = self.pairs.iter().map(verdict).find(|pair| expected.binary_search(pair).is_err());
        extra.map(|(a, b, class, ..)| format!("{class} of objects {} and {}", a.index(), b.index()))
    }
}

impl<F> fmt::Display for Findings<F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} findings in {} object pairs", self.findings.len(), self.pairs.len())
    }
}
