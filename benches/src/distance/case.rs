use crate::arrays::{self, Arrays};
use allide::Method;
use allide_geom::{Aabb, DVec3};

/// First object, second object, how far apart: sorted.
pub type Rows = Vec<(u32, u32, f64)>;

/// Objects and what is asked about them, over several frames.
pub struct Case {
    pub title: String,
    pub objects: Vec<Arrays>,
    /// Pairs nearer than this; infinite for all of them.
    pub limit: f64,
    /// How allide answers.
    pub method: Method,
    /// Only pairs with this object.
    pub of: Option<u32>,
    /// The object that moves.
    pub moving: u32,
    /// Where it is, from where its arrays have it: one place a frame, the first of them zero.
    pub frames: Vec<DVec3>,
    /// How often all of it is measured.
    pub rounds: usize,
    /// Whether there are aims for allide against peers.
    pub is_judged: bool,
    pub note: Option<String>,
}

/// One answer a frame.
pub struct Lap {
    /// Milliseconds for trees, if they are built apart from the first query.
    pub build: Option<f64>,
    /// Milliseconds a frame.
    pub queries: Vec<f64>,
    pub answers: Vec<Rows>,
    /// Triangle pairs that were measured for the first answer, where that is known.
    pub measured: Option<u64>,
}

impl Case {
    pub fn new(title: &str, objects: Vec<Arrays>, limit: f64) -> Self {
        let last = objects.len().saturating_sub(1) as u32;
        Self {
            title: title.to_owned(),
            objects,
            limit,
            method: Method::Auto,
            of: None,
            moving: last,
            frames: vec![DVec3::ZERO],
            rounds: 5,
            is_judged: true,
            note: None,
        }
    }

    /// `count` frames, each of which moves the object by `step`.
    pub fn moving(mut self, count: u32, step: DVec3) -> Self {
        self.frames = (0..count).map(|frame| step * f64::from(frame)).collect();
        self
    }

    pub fn triangle_count(&self) -> usize {
        arrays::triangle_count(&self.objects)
    }

    pub fn extent(&self) -> f64 {
        arrays::bounds(&self.objects).size().max_element()
    }

    /// Where an object is in a frame, from where its arrays have it.
    pub fn place(&self, object: u32, frame: usize) -> DVec3 {
        if object == self.moving { self.frames[frame] } else { DVec3::ZERO }
    }

    /// The object pairs of each frame whose boxes are nearer than the limit. Peers start from these, off the clock.
    pub fn near_pairs(&self) -> Vec<Vec<(u32, u32)>> {
        let boxes: Vec<Aabb> = self.objects.iter().map(Arrays::bounds).collect();
        let count = self.objects.len() as u32;
        let frame = |frame: usize| {
            let bounds = |object: u32| {
                let (bounds, offset) = (boxes[object as usize], self.place(object, frame));
                Aabb { min: bounds.min + offset, max: bounds.max + offset }
            };
            let is_near = |&(a, b): &(u32, u32)| gap(&bounds(a), &bounds(b)) < self.limit;
            let is_asked = |&(a, b): &(u32, u32)| self.of.is_none_or(|object| object == a || object == b);
            let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
            all.filter(is_asked).filter(is_near).collect()
        };
        (0..self.frames.len()).map(frame).collect()
    }
}

/// The distance of two boxes.
fn gap(a: &Aabb, b: &Aabb) -> f64 {
    (a.min - b.max).max(b.min - a.max).max(DVec3::ZERO).length()
}

/// Where two answers differ: in a pair, or by more than 10⁻⁹ of the scene's size.
pub fn difference(ours: &[Rows], theirs: &[Rows], extent: f64) -> Option<String> {
    if ours.len() != theirs.len() {
        return Some(format!("{} frames against {}", ours.len(), theirs.len()));
    }
    ours.iter().zip(theirs).enumerate().find_map(|(frame, (ours, theirs))| {
        if ours.len() != theirs.len() {
            return Some(format!("frame {frame}: {} pairs against {}", ours.len(), theirs.len()));
        }
        let far = |x: f64, y: f64| (x - y).abs() > 1e-9 * extent || x.is_nan() || y.is_nan();
        let differ = ours.iter().zip(theirs).find(|(x, y)| (x.0, x.1) != (y.0, y.1) || far(x.2, y.2));
        differ.map(|(x, y)| format!("frame {frame}: {x:?} against {y:?}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_differ_by_pairs_and_by_more_than_rounding() {
        let rows = |b, distance| vec![vec![(0, b, distance)]];
        assert_eq!(difference(&rows(1, 1.0), &rows(1, 1.0 + 1e-12), 1.0), None);
        assert!(difference(&rows(1, 1.0), &rows(1, 1.0 + 1e-6), 1.0).is_some());
        assert!(difference(&rows(1, 1.0), &rows(2, 1.0), 1.0).is_some());
        assert!(difference(&rows(1, 1.0), &rows(1, f64::NAN), 1.0).is_some());
        assert!(difference(&rows(1, 1.0), &[Vec::new()], 1.0).is_some());
        assert!(difference(&rows(1, 1.0), &[], 1.0).is_some());
    }

    #[test]
    fn pairs_with_far_boxes_are_left_out() {
        let triangle =
            Arrays { positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], triangles: vec![[0, 1, 2]] };
        let objects = vec![triangle.clone(), triangle.moved(DVec3::X * 3.0), triangle.moved(DVec3::Y * 9.0)];
        let case = Case { moving: 1, ..Case::new("", objects, 2.5).moving(2, DVec3::Y * 7.0) };
        assert_eq!(case.near_pairs(), [vec![(0, 1)], vec![(1, 2)]]);
        assert_eq!(Case { of: Some(2), ..case }.near_pairs(), [vec![], vec![(1, 2)]]);
    }
}
