use crate::arrays::{self, Arrays};
use allide_geom::{Aabb, DVec3};

/// How two parts meet, as far as a contender can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// No common point.
    Apart,
    /// No common volume: apart or in contact.
    NoVolume,
    Touch,
    /// Surfaces meet: a touch, or any of the following.
    Meet,
    Hard,
    /// The first within the second.
    Within,
    /// The second within the first.
    Around,
    Same,
}

impl Verdict {
    /// Whether a vaguer verdict is right about this one, of parts whose surfaces meet or do not.
    fn is_covered_by(self, other: Self, surfaces_meet: bool) -> bool {
        match other {
            Verdict::NoVolume => matches!(self, Verdict::Apart | Verdict::Touch),
            Verdict::Meet => surfaces_meet,
            _ => false,
        }
    }
}

/// The verdicts on the pairs of one frame, which are those whose boxes meet.
pub type Verdicts = Vec<Verdict>;

/// Parts, of which the last one moves.
pub struct Case {
    pub title: String,
    pub objects: Vec<Arrays>,
    /// Where the last part is, from where its arrays have it: one place a frame, the first of them zero.
    pub frames: Vec<DVec3>,
    pub rounds: usize,
}

/// One measured run.
pub struct Lap {
    /// Milliseconds for what is built apart from the first query.
    pub build: Option<f64>,
    /// Milliseconds a frame.
    pub queries: Vec<f64>,
    /// Of each frame.
    pub answers: Vec<Verdicts>,
}

/// The answers of allide, frame by frame: about solids, and about surfaces alone.
#[derive(Default)]
pub struct Exact {
    pub solids: Vec<Verdicts>,
    pub overlaps: Vec<Verdicts>,
}

/// How one contender's verdicts compare with exact ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    pub same: usize,
    /// Right, but less precise.
    pub vague: usize,
    pub wrong: usize,
}

impl Agreement {
    pub fn of(exact: &Exact, other: &[Verdicts]) -> Self {
        let mut all = Self::default();
        let rows = exact.solids.iter().flatten().zip(exact.overlaps.iter().flatten());
        for ((&exact, &overlap), &other) in rows.zip(other.iter().flatten()) {
            let count = match other {
                _ if exact == other => &mut all.same,
                _ if exact.is_covered_by(other, overlap != Verdict::Apart) => &mut all.vague,
                _ => &mut all.wrong,
            };
            *count += 1;
        }
        all
    }
}

impl Case {
    pub fn new(title: &str, objects: Vec<Arrays>) -> Self {
        let frames = (0..4).map(|frame| DVec3::new(0.0625, 0.03125, 0.015625) * f64::from(frame)).collect();
        Self { title: title.to_owned(), objects, frames, rounds: 3 }
    }

    pub fn triangle_count(&self) -> usize {
        arrays::triangle_count(&self.objects)
    }

    /// Where a part is in a frame, from where its arrays have it.
    pub fn place(&self, object: u32, frame: usize) -> DVec3 {
        if object as usize + 1 == self.objects.len() { self.frames[frame] } else { DVec3::ZERO }
    }

    /// The pairs of each frame whose boxes meet. Peers start from these, off the clock.
    pub fn near_pairs(&self) -> Vec<Vec<(u32, u32)>> {
        let boxes: Vec<Aabb> = self.objects.iter().map(Arrays::bounds).collect();
        let count = self.objects.len() as u32;
        let frame = |frame: usize| {
            let bounds = |object: u32| {
                let (bounds, offset) = (boxes[object as usize], self.place(object, frame));
                Aabb { min: bounds.min + offset, max: bounds.max + offset }
            };
            let meet = |&(a, b): &(u32, u32)| bounds(a).overlaps(&bounds(b));
            (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).filter(meet).collect()
        };
        (0..self.frames.len()).map(frame).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vague_verdicts_are_not_wrong_and_others_are() {
        use Verdict::{Apart, Around, Hard, Meet, NoVolume, Touch, Within};
        let exact = Exact {
            solids: vec![vec![Apart, Touch, Hard, Within], vec![Apart, Hard, Around, Around]],
            overlaps: vec![vec![Apart, Touch, Hard, Apart], vec![Apart, Hard, Apart, Touch]],
        };
        let other = vec![vec![Apart, Meet, Meet, Around], vec![NoVolume, NoVolume, Meet, Meet]];
        assert_eq!(Agreement::of(&exact, &other), Agreement { same: 1, vague: 4, wrong: 3 });
        // Of the first frame alone.
        assert_eq!(Agreement::of(&exact, &other[..1]), Agreement { same: 1, vague: 2, wrong: 1 });
    }
}
