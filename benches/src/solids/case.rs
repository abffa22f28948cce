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
    /// Surfaces meet: any of the following, or a touch.
    Meet,
    Hard,
    /// The first within the second.
    Within,
    /// The second within the first.
    Around,
    Same,
}

impl Verdict {
    /// Whether a vaguer verdict is right about this one.
    fn is_covered_by(self, other: Self) -> bool {
        match other {
            Verdict::NoVolume => matches!(self, Verdict::Apart | Verdict::Touch),
            Verdict::Meet => self != Verdict::Apart,
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

/// How one contender's verdicts compare with exact ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    pub same: usize,
    /// Right, but less precise.
    pub vague: usize,
    pub wrong: usize,
}

impl Agreement {
    pub fn of(exact: &[Verdicts], other: &[Verdicts]) -> Self {
        let mut all = Self::default();
        for (&exact, &other) in exact.iter().flatten().zip(other.iter().flatten()) {
            let count = match other {
                _ if exact == other => &mut all.same,
                _ if exact.is_covered_by(other) => &mut all.vague,
                _ => &mut all.wrong,
            };
            *count += 1;
        }
        all
    }
}

impl Case {
    pub fn new(title: &str, objects: Vec<Arrays>) -> Self {
        let frames = (0..6).map(|frame| DVec3::new(0.0625, 0.03125, 0.015625) * f64::from(frame)).collect();
        Self { title: title.to_owned(), objects, frames, rounds: 5 }
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
        let exact = vec![vec![Apart, Touch, Hard, Within], vec![Apart, Hard, Around]];
        let other = vec![vec![Apart, Meet, Meet, Around], vec![NoVolume, NoVolume, Around]];
        assert_eq!(Agreement::of(&exact, &other), Agreement { same: 2, vague: 3, wrong: 2 });
    }
}
