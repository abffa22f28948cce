//! The price of small questions: two cubes, one arm in ten thousand poses, the nearest two of many; FCL beside it, if a Python
//! has it.
//!
//! Every figure is microseconds a question. Questions are timed ten at a time, and each ten count with the best of their
//! rounds: what else a machine does meanwhile is no part of the price.

mod cubes;
mod many;
mod poses;
mod python;

use std::time::Instant;

/// How often everything is asked.
pub const ROUNDS: usize = 9;
/// Questions timed at a time.
pub const CHUNK: usize = 10;

/// Tables of all.
///
/// # Errors
/// Answers that differ.
pub fn run(quick: bool) -> Result<String, String> {
    let (fcl, remark) = python::find();
    let cubes = cubes::table(if quick { 200 } else { 2_000 }, fcl.as_ref())?;
    let poses = poses::table(if quick { (6, 300) } else { (1, 10_000) }, fcl.as_ref())?;
    let many = many::table(if quick { 60 } else { 1_000 })?;
    Ok(format!(
        "Microseconds a question, ten questions at a time at the best of {ROUNDS} rounds each. Everything is built before. {remark}\n\n\
         ### Two cubes of 12 triangles\n\n{cubes}\n### An arm in a cell\n\n{poses}\n### The nearest two objects\n\n{many}"
    ))
}

/// Microseconds a question: each chunk at its best. `ask` answers the question of a number, and is asked as often as there are
/// rounds.
fn microseconds(count: usize, mut ask: impl FnMut(usize)) -> f64 {
    let mut best = vec![f64::INFINITY; count.div_ceil(CHUNK)];
    for _ in 0..ROUNDS {
        for (chunk, best) in best.iter_mut().enumerate() {
            let start = Instant::now();
            (chunk * CHUNK..count.min((chunk + 1) * CHUNK)).for_each(&mut ask);
            *best = best.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    best.iter().sum::<f64>() / count as f64
}

/// Microseconds with three digits that count.
fn shown(microseconds: f64) -> String {
    crate::table::ms(microseconds)
}
