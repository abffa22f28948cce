//! Which objects can still meet, and where.

use super::view::Direction;
use crate::world::WorldPair;
use allide_geom::Aabb;

/// Object pairs that can meet, and the space where they can.
pub(crate) struct Meeting {
    /// Their places in the list of all pairs.
    pub pairs: Vec<usize>,
    /// Around the places where boxes of a pair overlap.
    pub region: Aabb,
    /// How much of the smaller object's extent that overlap is, by axis, summed up over pairs.
    overlap: [f64; 3],
}

impl Meeting {
    /// Of these pairs, by boxes around what is `left` of each object. What is not farther apart than the margin meets.
    pub fn of(pairs: &[WorldPair<'_>], candidates: &[usize], left: &[Aabb], margin: f64) -> Self {
        let mut meeting = Self { pairs: Vec::new(), region: Aabb::EMPTY, overlap: [0.0; 3] };
        for &index in candidates {
            let WorldPair { a, b } = pairs[index];
            let [a, b] = [a, b].map(|object| left[object.id.index()]);
            if a.is_empty() || b.is_empty() {
                continue;
            }
            let (a, b) = (a.grown(margin), b.grown(margin));
            if !a.overlaps(&b) {
                continue;
            }
            let both = a.intersection(&b);
            for k in 0..3 {
                let smaller = a.size()[k].min(b.size()[k]);
                meeting.overlap[k] += if smaller > 0.0 { both.size()[k] / smaller } else { 1.0 };
            }
            meeting.region = meeting.region.union(&both);
            meeting.pairs.push(index);
        }
        meeting
    }

    /// The axes as directions, those first along which objects overlap least: there it is most likely that one is in front.
    pub fn axes(&self) -> [Direction; 3] {
        let mut order = [0, 1, 2];
        order.sort_by(|&i, &j| self.overlap[i].total_cmp(&self.overlap[j]));
        order.map(|axis| Direction::AXES[axis])
    }
}
