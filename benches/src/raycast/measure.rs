//! The measurements of `allide_papers::thesis`, for records.

use crate::Failure;
use crate::table::ms;
use allide::adapter::Kind;
use allide_papers::thesis::{Rays, Tally};
use allide_papers::{Line, Mean};
use std::fmt::Write;

/// Trials of the thesis for each number.
const PUBLISHED: usize = 100;

/// An open GPU, and what was said so far.
pub struct Bench {
    pub rays: Rays,
    pub quick: bool,
    pub trials: usize,
    text: String,
}

impl Bench {
    pub fn open(quick: bool, trials: Option<usize>) -> Result<Self, Failure> {
        let rays = Rays::open()?;
        let is_software = rays.adapter().kind == Kind::Software;
        let trials = trials.unwrap_or(match quick {
            true => 5,
            false if is_software => 30,
            false => PUBLISHED,
        });
        Ok(Self { rays, quick, trials, text: String::new() })
    }

    /// The adapter's name, which a record is called by: `lavapipe`, or as its driver says.
    pub fn adapter(&self) -> String {
        let adapter = self.rays.adapter();
        if adapter.name.starts_with("llvmpipe") { "lavapipe".to_owned() } else { adapter.name.clone() }
    }

    pub fn heading(&self) -> String {
        format!(
            "- adapter: {}\n- times: means and standard deviations of {} random scenes, from the first command to the answer, \
             without finding edges; *render* by the GPU's clock\n- the thesis: GeForce 4, two Pentium 4 at 1.8 GHz\n",
            self.rays.adapter(),
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

    /// The findings in a number of scenes at a resolution.
    pub fn tally(&self, side: u32, scenes: u64, scene: impl Fn(u64) -> allide::Scene) -> Result<Tally, Failure> {
        Ok(Tally::of(&self.rays, side, scenes, scene)?)
    }
}

/// `1.23 ± 0.04`
pub fn shown(mean: &Mean) -> String {
    if mean.mean.is_nan() { "-".into() } else { format!("{} ± {}", ms(mean.mean), ms(mean.deviation)) }
}

/// With what one of `what` costs.
pub fn line(line: &Line, what: &str) -> String {
    format!("{:.3} µs for each {what} and {:.3} ms more, R² = {:.4}", line.slope * 1e3, line.start, line.r_squared)
}
