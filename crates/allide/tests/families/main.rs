//! Families of random objects, class for class, against references that share no code with this library.
//!
//! The right answer is decided by counting cells of a grid (`allide_oracle::grid`, which has the definitions), before the objects
//! go elsewhere by matrices that lose no digit. For slanted shapes (`shape`), winding numbers are counted beside
//! every fragment of every triangle (`allide_oracle::general`). `ALLIDE_CASES` is the number of pairs of each family in a run; 20,000
//! make 220,000 pairs in all.

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

use allide::{Device, Engine, Guarantee, Method, QuestionKind};
use std::sync::atomic::{AtomicU64, Ordering};

/// Methods of the CPU that miss nothing.
fn exact_methods() -> Vec<Method> {
    let is_exact = |method: &Method| method.answers(QuestionKind::Solids) && method.guarantee() == Guarantee::Exact;
    Method::on(Device::Cpu).filter(is_exact).collect()
}

/// Pairs of each family.
fn cases(usual: u64) -> u64 {
    std::env::var("ALLIDE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// What `look` finds for the numbers below `count`, in no order: on all cores, each with an engine of one thread.
fn in_parallel<Finding: Send>(count: u64, look: impl Fn(u64, &mut Engine) -> Option<Finding> + Sync) -> Vec<Finding> {
    let next = AtomicU64::new(0);
    let work = || {
        let mut engine = Engine::cpu_with_threads(1).expect("a thread");
        let mine = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed)).take_while(|&number| number < count);
        mine.filter_map(|number| look(number, &mut engine)).collect::<Vec<_>>()
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    })
}
