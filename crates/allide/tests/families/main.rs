//! Families of random objects, class for class, against references that share no code with this library.
//!
//! The right answer is decided by counting cells of a grid (`allide_oracle::grid`, which has the definitions), before the objects
//! go elsewhere by matrices that lose no digit. For slanted shapes (`shape`), winding numbers are counted beside
//! every fragment of every triangle (`allide_oracle::general`). `ALLIDE_CASES` is the number of pairs of each family in a run; 20,000
//! make 240,000 pairs of grids and 60,000 slanted ones.
//! `ALLIDE_FIRST` is the number of the first: with it, such a run goes in slices.

mod build;
mod case;
mod classes;
mod crowd;
mod family;
mod general;
mod measures;
mod monotone;
mod place;
mod recipe;
mod shape;
mod shrink;
mod spoil;

use allide::{Device, Engine, Guarantee, Method, QuestionKind};
use std::sync::atomic::{AtomicU64, Ordering};

/// Methods of the CPU that miss nothing.
fn exact_methods() -> Vec<Method> {
    let is_exact = |method: &Method| method.answers(QuestionKind::Solids) && method.guarantee() == Guarantee::Exact;
    Method::on(Device::Cpu).filter(is_exact).collect()
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|text| text.parse().ok())
}

/// Pairs of each family.
fn cases(usual: u64) -> u64 {
    number("ALLIDE_CASES").unwrap_or(usual)
}

/// What `look` finds for `count` numbers from `ALLIDE_FIRST` on, in no order: on all cores, each with an engine of one thread.
fn in_parallel<Finding: Send>(count: u64, look: impl Fn(u64, &mut Engine) -> Option<Finding> + Sync) -> Vec<Finding> {
    let first = number("ALLIDE_FIRST").unwrap_or(0);
    let next = AtomicU64::new(first);
    let work = || {
        let mut engine = Engine::cpu_with_threads(1).expect("a thread");
        let mine = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let mine = mine.take_while(|&number| number < first + count);
        mine.filter_map(|number| look(number, &mut engine)).collect::<Vec<_>>()
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    })
}
