//! Keyframes, and what lies between them.

use crate::error::{Fault, Place};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Interpolation {
    Step,
    Linear,
    CubicSpline,
}

impl Interpolation {
    pub(crate) fn parse(name: Option<&str>, place: &str) -> Result<Self, Fault> {
        Ok(match name {
            None | Some("LINEAR") => Self::Linear,
            Some("STEP") => Self::Step,
            Some("CUBICSPLINE") => Self::CubicSpline,
            Some(other) => return Err(malformed(place, format!("the interpolation {other:?} is unknown"))),
        })
    }
}

/// Values at times.
pub(crate) struct Track {
    pub(crate) times: Vec<f64>,
    /// One value for each time; of a spline, the tangent before it, itself, and the tangent behind it.
    values: Vec<f64>,
    /// Numbers of a value.
    pub(crate) width: usize,
    interpolation: Interpolation,
    /// Whether values are unit quaternions.
    pub(crate) is_turn: bool,
}

fn malformed(place: &str, problem: impl Into<String>) -> Fault {
    Fault::malformed(Place::Element(place.into()), problem)
}

impl Track {
    /// Without a `width`, as many numbers belong to a time as there are.
    pub(crate) fn new(
        times: Vec<f64>,
        values: Vec<f64>,
        interpolation: Interpolation,
        width: Option<usize>,
        is_turn: bool,
        place: &str,
    ) -> Result<Self, Fault> {
        if times.is_empty() {
            return Err(malformed(place, "there are no keyframes"));
        }
        if let Some(at) = times.iter().position(|time| !time.is_finite() || *time < 0.0) {
            return Err(malformed(place, format!("keyframe {at} is at the time {}, not at 0 or later", times[at])));
        }
        if let Some(at) = times.windows(2).position(|two| two[1] < two[0]) {
            let problem = format!(
                "keyframe {} is at the time {}, before keyframe {at} at {}; they must be in order",
                at + 1,
                times[at + 1],
                times[at]
            );
            return Err(malformed(place, problem));
        }
        let each = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        let keys = times.len() * each;
        let width = width.unwrap_or_else(|| values.len() / keys);
        if width == 0 || values.len() != keys * width {
            let given = values.len().checked_div(width).unwrap_or(values.len());
            return Err(malformed(
                place,
                format!("{} keyframes need {keys} values, but there are {given}", times.len()),
            ));
        }
        if let Some(at) = values.iter().position(|value| !value.is_finite()) {
            let problem = format!("keyframe {} has the value {}, which is not finite", at / width / each, values[at]);
            return Err(malformed(place, problem));
        }
        Ok(Self { times, values, width, interpolation, is_turn })
    }

    pub(crate) fn end(&self) -> f64 {
        self.times.last().copied().unwrap_or(0.0)
    }

    /// The value at a time: before the first keyframe that of the first, and after the last that of the last. Where several are
    /// at one time, the last of them counts from then on.
    pub(crate) fn at(&self, time: f64) -> Result<Vec<f64>, Fault> {
        let next = self.times.partition_point(|&key| key <= time);
        let value = match next {
            0 => self.value(0).to_vec(),
            next if next == self.times.len() || self.interpolation == Interpolation::Step => {
                self.value(next - 1).to_vec()
            }
            next => self.between(next - 1, time),
        };
        if self.is_turn { unit(value, time) } else { Ok(value) }
    }

    /// The numbers of a keyframe, without tangents.
    fn value(&self, key: usize) -> &[f64] {
        match self.interpolation {
            Interpolation::CubicSpline => self.part(3 * key + 1),
            _ => self.part(key),
        }
    }

    fn part(&self, at: usize) -> &[f64] {
        &self.values[at * self.width..][..self.width]
    }

    /// Between a keyframe and the next.
    fn between(&self, key: usize, time: f64) -> Vec<f64> {
        let span = self.times[key + 1] - self.times[key];
        let part = (time - self.times[key]) / span;
        let (from, to) = (self.value(key), self.value(key + 1));
        if self.interpolation == Interpolation::CubicSpline {
            let (square, cube) = (part * part, part * part * part);
            let weights = [
                2.0 * cube - 3.0 * square + 1.0,
                span * (cube - 2.0 * square + part),
                3.0 * square - 2.0 * cube,
                span * (cube - square),
            ];
            let terms = [from, self.part(3 * key + 2), to, self.part(3 * key + 3)];
            return (0..self.width).map(|at| (0..4).map(|term| weights[term] * terms[term][at]).sum()).collect();
        }
        let [before, after] = if self.is_turn { turned(from, to, part) } else { [1.0 - part, part] };
        from.iter().zip(to).map(|(x, y)| before * x + after * y).collect()
    }
}

/// The weights of two unit quaternions for a rotation between them, along the shorter way and at a constant speed.
fn turned(from: &[f64], to: &[f64], part: f64) -> [f64; 2] {
    let dot: f64 = from.iter().zip(to).map(|(x, y)| x * y).sum();
    let sign = if dot < 0.0 { -1.0 } else { 1.0 };
    let length =
        |of: &dyn Fn(f64, f64) -> f64| from.iter().zip(to).map(|(x, y)| of(*x, *y).powi(2)).sum::<f64>().sqrt();
    // Of half the angle, so that it is exact for small ones, too.
    let angle = 2.0 * length(&|x, y| x - sign * y).atan2(length(&|x, y| x + sign * y));
    let sine = angle.sin();
    if sine < 1e-9 {
        return [1.0 - part, sign * part];
    }
    [((1.0 - part) * angle).sin() / sine, sign * (part * angle).sin() / sine]
}

/// A quaternion of length 1: interpolation and rounding change the length.
fn unit(value: Vec<f64>, time: f64) -> Result<Vec<f64>, Fault> {
    let length = value.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length == 0.0 {
        return Err(Fault::malformed(
            Place::File,
            format!("at the time {time} the rotation is 0 0 0 0, which is not a rotation"),
        ));
    }
    Ok(value.into_iter().map(|x| x / length).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(values: &[f64], interpolation: Interpolation) -> Track {
        Track::new(vec![1.0, 3.0], values.to_vec(), interpolation, Some(1), false, "").unwrap()
    }

    #[test]
    fn values_between_keyframes_follow_the_formula() {
        let value = |track: &Track, time| track.at(time).unwrap()[0];
        let linear = track(&[10.0, 20.0], Interpolation::Linear);
        assert_eq!([0.0, 1.0, 1.5, 2.0, 3.0, 9.0].map(|t| value(&linear, t)), [10.0, 10.0, 12.5, 15.0, 20.0, 20.0]);
        let step = track(&[10.0, 20.0], Interpolation::Step);
        assert_eq!([0.0, 1.0, 2.999, 3.0, 9.0].map(|t| value(&step, t)), [10.0, 10.0, 10.0, 20.0, 20.0]);
        // x³ from 1 to 3: its tangents make the spline exact.
        let spline = track(&[9.0, 1.0, 3.0, 27.0, 27.0, 9.0], Interpolation::CubicSpline);
        for time in [1.0, 1.25, 2.0, 2.875, 3.0] {
            assert!((value(&spline, time) - f64::powi(time, 3)).abs() < 1e-13, "{time}");
        }
        assert_eq!([0.0, 4.0].map(|t| value(&spline, t)), [1.0, 27.0]);
    }

    #[test]
    fn several_keyframes_at_one_time_are_a_jump() {
        let track =
            Track::new(vec![0.0, 1.0, 1.0, 2.0], vec![0.0, 4.0, 8.0, 8.0], Interpolation::Linear, Some(1), false, "");
        let track = track.unwrap();
        assert_eq!([0.5, 1.0, 1.5].map(|time| track.at(time).unwrap()[0]), [2.0, 8.0, 8.0]);
    }

    #[test]
    fn rotations_go_the_shorter_way_at_a_constant_speed() {
        let half = |angle: f64| [0.0, 0.0, (angle / 2.0).sin(), (angle / 2.0).cos()];
        for (end, sign) in [(1.0, 1.0), (3.0, -1.0), (1e-12, 1.0), (0.0, -1.0)] {
            let values: Vec<f64> = half(0.0).into_iter().chain(half(end).map(|x| sign * x)).collect();
            let turn = Track::new(vec![0.0, 1.0], values, Interpolation::Linear, Some(4), true, "").unwrap();
            for part in [0.0, 0.25, 0.5, 1.0] {
                let (found, expected) = (turn.at(part).unwrap(), half(end * part));
                let sign = if found[3] < 0.0 { -1.0 } else { 1.0 };
                assert!(
                    found.iter().zip(expected).all(|(x, y)| (sign * x - y).abs() < 1e-14),
                    "{end} {part}: {found:?}"
                );
            }
        }
    }
}
