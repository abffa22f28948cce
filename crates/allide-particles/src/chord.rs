//! A piece of a path as a straight line, with a bound on how far the path is from it.

use crate::boxes::Aabb;
use crate::motion::Path;
use glam::DVec3;

/// A line from one point of a path to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chord {
    /// Ages at both ends.
    from: f64,
    pub to: f64,
    pub start: DVec3,
    pub end: DVec3,
    /// 1 over the way from end to end, on each axis; infinite where that is zero.
    inverse: DVec3,
    /// The path is within this of the line at every age, all rounding included.
    pub off: DVec3,
    bounds: Aabb,
}

/// Ages are off by less than this share of the chord: far more than rounding.
const LATE: f64 = 1e-9;

impl Chord {
    pub fn new(path: &Path, from: f64, to: f64) -> Self {
        let (start, end) = (path.position_at(from), path.position_at(to));
        let length = to - from;
        let slack =
            1e-12 * (path.position.abs() + (path.velocity.abs() + path.acceleration.abs() * to) * to).max_element();
        let off = path.acceleration.abs() * (length * length / 8.0) + slack;
        let bounds = Aabb { min: start.min(end) - off, max: start.max(end) + off };
        Self { from, to, start, end, inverse: (end - start).recip(), off, bounds }
    }

    /// From which age on the path may be in a box; none if it never is.
    pub fn enters(&self, bounds: &Aabb) -> Option<f64> {
        if !self.bounds.meets(bounds) {
            return None;
        }
        // Where the line is between two planes, as shares of the chord. An axis along which it does not move tells no more than the
        // chord's own box.
        let a = (bounds.min - self.off - self.start) * self.inverse;
        let b = (bounds.max + self.off - self.start) * self.inverse;
        let (mut enter, mut leave) = (0f64, 1f64);
        for axis in 0..3 {
            if self.inverse[axis].is_finite() {
                enter = enter.max(a[axis].min(b[axis]));
                leave = leave.min(a[axis].max(b[axis]));
            }
        }
        let late = LATE * (1.0 + enter.abs());
        (enter <= leave + late).then(|| self.from + (enter - late).max(0.0) * (self.to - self.from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Draws;

    /// Whenever a point of the path is in a box, the chord says so, and no later.
    #[test]
    fn no_point_of_a_path_is_missed() {
        let mut within = 0;
        for case in 0..3000 {
            let vector = |salt: u32, scale: f64| {
                let [a, b, c, _] = Draws::new(1, case, 0).four(salt);
                (DVec3::new(a, b, c) * 2.0 - 1.0) * scale
            };
            let mut path =
                Path { start: 0.0, position: vector(1, 3.0), velocity: vector(2, 4.0), acceleration: vector(3, 6.0) };
            if case % 3 == 0 {
                path.acceleration = DVec3::ZERO;
            }
            if case % 4 == 0 {
                path.velocity.x = 0.0;
                path.acceleration.x = 0.0;
            }
            let chord = Chord::new(&path, 0.25, 0.75);
            let middle = path.position_at(0.5) + vector(4, 1.0);
            let size = vector(5, 0.8).abs();
            let bounds = Aabb { min: middle - size, max: middle + size };
            let first = (0..=1000).map(|k| 0.25 + 0.0005 * f64::from(k)).find(|&age| {
                let point = path.position_at(age);
                point.cmpge(bounds.min).all() && point.cmple(bounds.max).all()
            });
            if let Some(first) = first {
                assert!(chord.enters(&bounds).is_some_and(|age| age <= first + 1e-12), "{path:?} {bounds:?}");
                within += 1;
            }
        }
        assert!(within > 300, "{within}");
    }
}
