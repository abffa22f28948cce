//! The command line.

pub const HELP: &str = "\
allide-bench [peers | scale | memory | cliffs | distance | solids | small] [--quick] [--only CASE] [--method M] [--record]
allide-bench soak [--minutes N] [--cases N] [--seed N] [--gpu]
allide-bench gpu | views | motion | raycast | rays | kdop | particles | stages | volumes [--help]

  peers       allide, parry3d-f64 and obvhs on the same arrays
  scale       ten thousand to ten million triangles
  memory      peak bytes a triangle
  cliffs      auto against every other method where methods differ most: an error if it takes twice the time of the best
  distance    how far apart: allide, parry3d-f64, and FCL and Coal if the Python at $ALLIDE_PEERS_PYTHON (or python3) has
              them; also copies and surfaces that lie on each other
  solids      which of 1,000 closed parts share volume, contain each other or touch: allide, its overlaps of surfaces,
              parry3d-f64, and manifold3d alone and through trimesh if that Python has them
  small       microseconds for two cubes, an arm in ten thousand poses, the nearest two of many; FCL beside it if that Python
              has it
  --quick     small generated scenes: tries the bench out, measures nothing
  --only CASE one case of peers, distance or solids; or the cliff of that name, or all whose names begin so
  --method M  how allide answers distance, in place of auto
  --record    keeps the result in benches/records

  soak        random edits: kept engines against new ones, all methods, 1 to 32 threads; an error if answers differ
  --minutes N how long; without it and without --cases, 1 minute
  --cases N   at most N scenes
  --seed N    of the first scene; the next one has the next seed
  --gpu       engines on a GPU take part

  gpu         scenes on a GPU, resident or with new positions, against the CPU's findings
  views       methods that look at a scene in views, on the scenes of their papers
  motion      frame times of scenes that move, on CPU and GPU
  raycast     rays cast at edges: the tables and figures of the thesis, and how much they find
  stages      scan, sort and compaction on a GPU, against plain Rust
  volumes     pairs of solids and what they share, as files for benches/peers/volumes.py
  rays        objects that share volume, by rays: against the number of triangles, rays and pairs
  kdop        trees of k-DOPs against trees of boxes: memory, building, frames
  particles   impacts of a frame on CPU and GPU, against stepping through time, and maps of several sizes

Without a word: the first three. Real models are read from $ALLIDE_MODELS or ../shared/models, if there.";

/// The benchmark that the command line asks for.
#[derive(Debug, Default, PartialEq)]
pub struct Job {
    pub command: Option<String>,
    pub only: Option<String>,
    /// Of `distance`, and of the processes that measure one method on a cliff.
    pub method: Option<String>,
    pub minutes: Option<f64>,
    pub cases: Option<u64>,
    pub seed: u64,
    pub gpu: bool,
    pub quick: bool,
    pub record: bool,
}

impl Job {
    pub fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut job = Self::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().cloned().ok_or_else(|| format!("{argument} needs a value"));
            match argument.as_str() {
                "--quick" => job.quick = true,
                "--record" => job.record = true,
                "--gpu" => job.gpu = true,
                "--only" => job.only = Some(value()?),
                "--method" => job.method = Some(value()?),
                "--minutes" => job.minutes = Some(number(argument, &value()?)?),
                "--cases" => job.cases = Some(number(argument, &value()?)?),
                "--seed" => job.seed = number(argument, &value()?)?,
                "peers" | "scale" | "memory" | "cliffs" | "distance" | "solids" | "small" | "soak" | "child"
                | "cliff"
                    if job.command.is_none() =>
                {
                    job.command = Some(argument.clone());
                }
                _ => return Err(format!("unexpected {argument:?}\n\n{HELP}")),
            }
        }
        Ok(job)
    }

    pub fn is(&self, command: &str) -> bool {
        self.command.as_deref() == Some(command)
    }
}

fn number<T: std::str::FromStr>(flag: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{flag} needs a number, not {text:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_words_in_any_order() {
        let parse = |line: &str| Job::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let job = parse("--quick peers --only bunnies").expect("a good command line");
        assert_eq!((job.command.as_deref(), job.only.as_deref(), job.quick), (Some("peers"), Some("bunnies"), true));
        let job = parse("soak --minutes 0.5 --seed 7").expect("a good command line");
        assert_eq!((job.minutes, job.seed, job.gpu), (Some(0.5), 7, false));
        assert!(parse("--only").is_err());
        assert!(parse("soak --seed seven").is_err());
        assert!(parse("peers scale").is_err());
    }
}
