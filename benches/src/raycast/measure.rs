//! Runs and times, means and deviations, straight lines.

use crate::Failure;
use crate::table::{median, ms};
use allide::adapter::Kind;
use allide::raycast::{Raycast, RaycastOptions, RaycastReport};
use allide::{Choice, GpuOptions, Scene};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// How long to run before measuring.
const WARM_UP: Duration = Duration::from_millis(150);

/// Trials of the thesis for each number.
const PUBLISHED: usize = 100;

/// An open GPU, and what was said so far.
pub struct Bench {
    raycast: Raycast,
    pub quick: bool,
    pub trials: usize,
    text: String,
}

impl Bench {
    pub fn open(quick: bool, trials: Option<usize>) -> Result<Self, Failure> {
        let raycast = Raycast::open(Choice::Any, GpuOptions::default())?;
        let is_software = raycast.adapter().kind == Kind::Software;
        let trials = trials.unwrap_or(match quick {
            true => 5,
            false if is_software => 30,
            false => PUBLISHED,
        });
        Ok(Self { raycast, quick, trials, text: String::new() })
    }

    /// The adapter's name, which a record is called by: `lavapipe`, or as its driver says.
    pub fn adapter(&self) -> String {
        let adapter = self.raycast.adapter();
        if adapter.name.starts_with("llvmpipe") { "lavapipe".to_owned() } else { adapter.name.clone() }
    }

    pub fn heading(&self) -> String {
        format!(
            "- adapter: {}\n- times: means and standard deviations of {} random scenes, from the first command to the answer, \
             without finding edges; *render* by the GPU's clock\n- the thesis: GeForce 4, two Pentium 4 at 1.8 GHz\n",
            self.raycast.adapter(),
            self.trials
        )
    }

    /// Prints, and keeps for the record.
    pub fn say(&mut self, text: &str) {
        println!("{text}");
        let _ = writeln!(self.text, "{text}");
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The published number, or a smaller one.
    pub fn size<T>(&self, published: T, quick: T) -> T {
        if self.quick { quick } else { published }
    }

    /// How many scenes are compared with the truth, where `most` are with all trials of the thesis.
    pub fn scenes(&self, most: u64) -> u64 {
        (most * self.trials as u64 / PUBLISHED as u64).clamp(most.min(3), most)
    }

    pub fn run(&self, scene: &Scene, options: &RaycastOptions) -> Result<RaycastReport, Failure> {
        Ok(self.raycast.run_with(scene, options)?)
    }

    /// Casts rays at a random scene for each trial, warm.
    pub fn trials(
        &self,
        options: &RaycastOptions,
        scene: impl Fn(u64) -> Result<Scene, Failure>,
    ) -> Result<Vec<RaycastReport>, Failure> {
        self.warm_up(&scene(0)?, options)?;
        (0..self.trials as u64).map(|trial| self.run(&scene(trial)?, options)).collect()
    }

    /// Compiles, and lets the clock of a GPU that had nothing to do come up; software has no clock of its own.
    pub fn warm_up(&self, scene: &Scene, options: &RaycastOptions) -> Result<(), Failure> {
        let (start, is_software) = (Instant::now(), self.raycast.adapter().kind == Kind::Software);
        loop {
            self.run(scene, options)?;
            if is_software || start.elapsed() > WARM_UP {
                return Ok(());
            }
        }
    }
}

/// A mean with its standard deviation, and the median, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    pub mean: f64,
    pub deviation: f64,
    pub median: f64,
}

impl Mean {
    /// Of no numbers, NaN.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Self {
        let mut numbers: Vec<f64> = numbers.into_iter().collect();
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|x| (x - mean).powi(2)).sum();
        let deviation = (squares / (count - 1.0).max(1.0)).sqrt();
        Self { mean, deviation, median: median(&mut numbers) }
    }

    pub fn total(reports: &[RaycastReport]) -> Self {
        Self::of(reports.iter().map(|report| report.times.total()))
    }

    pub fn render(reports: &[RaycastReport]) -> Self {
        Self::of(reports.iter().map(|report| report.times.render.unwrap_or(f64::NAN)))
    }

    /// `1.23 ± 0.04`
    pub fn shown(&self) -> String {
        if self.mean.is_nan() { "-".into() } else { format!("{} ± {}", ms(self.mean), ms(self.deviation)) }
    }
}

/// The straight line through points with the least squares, and how much of their variation it explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    pub slope: f64,
    pub start: f64,
    pub r_squared: f64,
}

impl Line {
    pub fn through(points: &[[f64; 2]]) -> Self {
        let count = points.len() as f64;
        let mean = |k: usize| points.iter().map(|point| point[k]).sum::<f64>() / count;
        let (x, y) = (mean(0), mean(1));
        let sum = |f: fn(f64, f64) -> f64| points.iter().map(|point| f(point[0] - x, point[1] - y)).sum::<f64>();
        let (xx, xy, yy) = (sum(|x, _| x * x), sum(|x, y| x * y), sum(|_, y| y * y));
        let slope = xy / xx;
        Self { slope, start: y - slope * x, r_squared: xy * xy / (xx * yy) }
    }

    /// With what one of `what` costs.
    pub fn shown(&self, what: &str) -> String {
        format!("{:.3} µs for each {what} and {:.3} ms more, R² = {:.4}", self.slope * 1e3, self.start, self.r_squared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_on_a_line_give_the_line() {
        let line = Line::through(&[[1.0, 5.0], [2.0, 7.0], [4.0, 11.0]]);
        assert_eq!((line.slope, line.start, line.r_squared), (2.0, 3.0, 1.0));
        assert!(Line::through(&[[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]]).r_squared < 0.1);
    }

    #[test]
    fn means_have_the_deviation_of_a_sample() {
        assert_eq!(Mean::of([1.0, 3.0]), Mean { mean: 2.0, deviation: 2f64.sqrt(), median: 3.0 });
        assert_eq!((Mean::of([4.0]).deviation, Mean::of([]).shown()), (0.0, "-".to_string()));
    }
}
