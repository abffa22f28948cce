//! Which findings are worst.

use super::Pair;
use allide::PairClass;
use std::cmp::Ordering;

/// How bad a finding is, by what does not depend on the scene it is in: the worst come first in order.
///
/// Pairs that share volume or cross come first, then shallow ones, contacts, clearances and self-overlaps; distances are last.
/// Objects that share something go by penetration, then by volume, then by class: hard, contained, duplicate. What
/// remains goes by the distance, the nearer first, then by the size of the contact (see [`size`]), the larger first. How
/// many triangles the objects are made of does not matter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Severity {
    class: PairClass,
    penetration: f64,
    volume: f64,
    distance: f64,
    size: f64,
}

impl Severity {
    /// That of a pair.
    pub fn of(pair: &Pair<'_>) -> Self {
        Self {
            class: pair.class,
            penetration: pair.shared.map_or(0.0, |shared| shared.penetration.upper),
            volume: pair.shared.and_then(|shared| shared.volume).map_or(0.0, |volume| volume.value),
            // How close an object comes to itself elsewhere makes its overlaps no worse.
            distance: pair.distance.filter(|_| pair.class != PairClass::SelfOverlap).unwrap_or(0.0),
            size: size(pair),
        }
    }

    /// Less if this one is worse.
    pub fn order(&self, other: &Self) -> Ordering {
        self.measured_order(other).then_with(|| other.size.total_cmp(&self.size))
    }

    /// The same for what is found between the same objects at different times, or in different states of one scene, with the
    /// number of triangle pairs of each: of what is equally bad, more is worse. Only then the size decides, which says
    /// little about an object that overlaps itself all over.
    pub fn order_in_time(&self, count: usize, (other, others): (&Self, usize)) -> Ordering {
        let by_count = others.cmp(&count);
        self.measured_order(other).then(by_count).then_with(|| other.size.total_cmp(&self.size))
    }

    /// By everything but the size.
    fn measured_order(&self, other: &Self) -> Ordering {
        group(self.class)
            .cmp(&group(other.class))
            .then_with(|| other.penetration.total_cmp(&self.penetration))
            .then_with(|| other.volume.total_cmp(&self.volume))
            .then_with(|| self.class.cmp(&other.class))
            .then_with(|| self.distance.total_cmp(&other.distance))
    }
}

/// Classes that are ranked together go by the first of them.
pub fn group(class: PairClass) -> PairClass {
    match class {
        PairClass::Contained | PairClass::Duplicate => PairClass::Hard,
        class => class,
    }
}

/// The size of a contact: the diagonal of the box around all places where two objects meet.
pub fn size(pair: &Pair<'_>) -> f64 {
    let [x, y, z] = pair.region.size().to_array();
    // Squares of very large sizes would be infinite, and of very small ones zero.
    x.hypot(y).hypot(z)
}
