//! Measures the methods that look at a scene in views, on the scenes of their papers, and prints markdown for a record.
//!
//! Every answer is compared with the CPU's exact one before it is timed. A method that calls itself exact and differs, or
//! a sampled one that finds what is not there, is shown as WRONG, and the exit status is then 1.

mod bodies;
mod measure;
mod motion;
mod passes;
mod still;

use crate::Failure;
use allide::adapter::{self, Choice};
use measure::Bench;
use std::path::PathBuf;

pub const HELP: &str = "\
allide-bench views [PART]... [--small] [--resolution N] [--frames N] [--runs N] [--models DIR]

  bunnies     two bunnies deep in each other: what CULLIDE misses, what each cover of FAR costs
  breaking    object pairs left by boxes and by FAR while a dragon breaks, and trees rebuilt from nothing
  leaves      leaves that fall from a tree
  self        one object with itself: pruning per pass, time against triangles
  distances   triangles closer than a distance: FAR's localised distance culling
  fronts      trees rebuilt and trees moved by matrices: objects, sizes, depth, deforming
  order       order-free against ordered reduction, 10 to 4,000 objects
  where       views against trees over kinds of scenes

  --small         sizes for a software adapter
  --resolution N  pixels along each side of a view, in place of each part's own choice
  --frames N      number of frames of breaking and leaves, evenly spread [16; 4 with a software adapter]
  --runs N        medians of N runs [7; 3 with --small]
  --models DIR    real bunny, dragon and cow from DIR: figures/bunny.obj.gz, dragon_res2.ply.gz, cow.obj

Without a part: all. ALLIDE_ADAPTER picks an adapter.";

type Section = fn(&mut Bench, &Job) -> Result<(), Failure>;

const PARTS: [(&str, Section); 8] = [
    ("bunnies", still::bunnies),
    ("breaking", motion::breaking),
    ("leaves", motion::leaves),
    ("self", passes::within),
    ("distances", still::distances),
    ("fronts", still::traversal),
    ("order", passes::order),
    ("where", still::kinds),
];

/// What the command line asks for.
#[derive(Debug, Default)]
struct Job {
    parts: Vec<String>,
    small: bool,
    resolution: Option<u32>,
    frames: Option<usize>,
    runs: Option<usize>,
    models: Option<PathBuf>,
}

impl Job {
    fn parse(arguments: &[String]) -> Result<Self, Failure> {
        let mut job = Self::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| format!("{argument} needs a value"));
            match argument.as_str() {
                "--small" => job.small = true,
                "--resolution" => job.resolution = Some(value()?.parse()?),
                "--frames" => job.frames = Some(value()?.parse::<usize>()?.max(1)),
                "--runs" => job.runs = Some(value()?.parse::<usize>()?.max(1)),
                "--models" => job.models = Some(value()?.into()),
                part if PARTS.iter().any(|(name, _)| *name == part) => job.parts.push(argument.clone()),
                _ => return Err(format!("unexpected {argument:?}\n\n{HELP}").into()),
            }
        }
        Ok(job)
    }

    /// The size of the paper, or a smaller one for software adapters.
    fn size(&self, published: usize, small: usize) -> usize {
        if self.small { small } else { published }
    }
}

/// Whether all answers were right.
pub fn run(arguments: &[String]) -> Result<bool, Failure> {
    let job = Job::parse(arguments)?;
    let (adapter, _) = adapter::find(Choice::Any.or_environment())?;
    let mut bench = Bench::open(&adapter.description, &job)?;
    println!("# Methods that look\n");
    println!("- adapter: {}; {} CPU threads", adapter.description, bench.timer.threads());
    println!("- command: `allide-bench views {}`", arguments.join(" "));
    println!(
        "- times: medians of {} runs after one, and {} ms more, to warm up; all positions new in each;",
        bench.timer.runs,
        bench.timer.warm_up.as_millis()
    );
    println!("  *GPU* by the GPU's clock without uploads, *wall* from arrays in memory to sorted findings in memory");
    for (_, part) in PARTS.iter().filter(|(name, _)| job.parts.is_empty() || job.parts.iter().any(|own| own == name)) {
        part(&mut bench, &job)?;
    }
    Ok(bench.conclude())
}
