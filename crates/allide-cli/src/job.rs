//! A job: the flags of `check`, resolved and found possible.

use crate::args::{Check, Cover, Device, Method, Reduction};
use crate::ask::Questions;
use crate::ignore::Rule;
use crate::output::{Target, check_writable};
use allide::{Clearance, Error, Offset, Views};
use anyhow::{Result, bail};
use std::path::PathBuf;

#[derive(Debug)]
pub struct Job {
    pub inputs: Vec<Input>,
    pub whole: bool,
    pub ignore: Vec<Rule>,
    pub questions: Questions,
    /// Stop at the first finding.
    pub any: bool,
    pub json: Option<Target>,
    pub csv: Option<Target>,
    /// List triangle pairs in JSON and CSV.
    pub triangles: bool,
    pub picture: Option<PathBuf>,
    pub table: bool,
    pub progress: bool,
    /// Findings are no reason for another exit status.
    pub exit_zero: bool,
}

#[derive(Debug, PartialEq)]
pub enum Input {
    Stdin,
    File(PathBuf),
}

impl Job {
    /// # Errors
    /// Flags that contradict each other or cannot be followed here.
    pub fn resolve(args: Check) -> Result<Self> {
        check_method(&args)?;
        let views = views(&args)?;
        let inputs: Vec<Input> = args.files.into_iter().map(input).collect();
        if inputs.iter().filter(|&input| *input == Input::Stdin).count() > 1 {
            bail!("standard input (-) can be read only once");
        }
        if let Some(distance) = args.clearance {
            Clearance::within(distance)?;
        }
        if args.triangles && args.json.is_none() && args.csv.is_none() {
            bail!("--triangles lists triangle pairs in a report; add --json PATH or --csv PATH");
        }
        let json = args.json.map(|path| Target::parse("--json", path)).transpose()?;
        let csv = args.csv.map(|path| Target::parse("--csv", path)).transpose()?;
        if let Some(path) = &args.picture {
            check_writable("--picture", path)?;
        }
        check_different(&inputs, &json, &csv, args.picture.as_ref())?;
        let machine = [&json, &csv].into_iter().flatten().any(|target| *target == Target::Stdout);
        Ok(Self {
            inputs,
            whole: args.whole,
            ignore: args.ignore.iter().map(|text| Rule::parse(text)).collect::<Result<_>>()?,
            questions: Questions {
                within: args.within,
                clearance: args.clearance,
                clearance_triangles: args.triangles,
                method: method(args.method),
                views,
                device: args.device,
                threads: args.threads.map(usize::from),
            },
            any: args.any,
            json,
            csv,
            triangles: args.triangles,
            picture: args.picture,
            table: !args.quiet && !machine,
            progress: !args.quiet,
            exit_zero: args.exit_zero,
        })
    }
}

fn input(path: PathBuf) -> Input {
    if path.as_os_str() == "-" { Input::Stdin } else { Input::File(path) }
}

/// The library says the same, but only when it gets there.
fn check_method(args: &Check) -> Result<()> {
    let chosen = method(args.method);
    let method = chosen.name();
    match args.device {
        Device::Gpu if !allide::Method::GPU.contains(&chosen) => bail!(Error::NotOnGpu { method }),
        Device::Cpu if !allide::Method::CPU.contains(&chosen) => bail!(Error::NotOnCpu { method }),
        _ => {}
    }
    match args.method {
        Method::Fronts if args.within => bail!(Error::NotForQuestion { method, question: "self-overlaps" }),
        Method::Fronts if args.clearance.is_some() => bail!(Error::NotForQuestion { method, question: "clearance" }),
        Method::Cullide | Method::SelfCullide if args.clearance.is_some() => {
            bail!("the method {method} does not answer clearance; choose far, which looks at views too, or auto")
        }
        _ => Ok(()),
    }
}

/// How to look at the scene; flags that the method would not heed are errors.
fn views(args: &Check) -> Result<Views> {
    let is_far = matches!(args.method, Method::Far);
    let is_sampled = matches!(args.method, Method::Cullide | Method::SelfCullide);
    if args.resolution.is_some() && !is_far && !is_sampled {
        bail!("--resolution is for methods that look at views; add --method far, cullide or self-cullide");
    }
    if args.cover.is_some() && !is_far {
        bail!("--cover is for --method far; add that, or leave --cover out");
    }
    let is_drawn = is_sampled || is_far && args.cover.is_some_and(|cover| cover != Cover::Cells);
    if args.reduction.is_some() && !is_drawn {
        bail!(
            "--reduction is for what is drawn; add --method cullide or self-cullide, or --method far with a --cover other than cells"
        );
    }
    let cover = match args.cover {
        None => allide::Cover::default(),
        Some(Cover::Cells) => allide::Cover::Cells,
        Some(Cover::Conservative) => allide::Cover::Conservative,
        Some(Cover::Uobb) => allide::Cover::Offset(Offset::Uobb),
        Some(Cover::Bounded) => allide::Cover::Offset(Offset::Bounded),
        Some(Cover::Exact) => allide::Cover::Offset(Offset::Exact),
    };
    let reduction = match args.reduction {
        None => allide::Reduction::default(),
        Some(Reduction::OrderFree) => allide::Reduction::OrderFree,
        Some(Reduction::Ordered) => allide::Reduction::Ordered,
    };
    Ok(Views { resolution: args.resolution, cover, reduction })
}

fn method(method: Method) -> allide::Method {
    match method {
        Method::Auto => allide::Method::Auto,
        Method::Divide => allide::Method::Divide,
        Method::Bvh => allide::Method::Bvh,
        Method::Fronts => allide::Method::Fronts,
        Method::Far => allide::Method::Far,
        Method::Cullide => allide::Method::Cullide,
        Method::SelfCullide => allide::Method::SelfCullide,
        Method::Sweep => allide::Method::Sweep,
        Method::Brute => allide::Method::Brute,
    }
}

/// Nothing may be written over an input, and no two results into one place.
fn check_different(
    inputs: &[Input],
    json: &Option<Target>,
    csv: &Option<Target>,
    picture: Option<&PathBuf>,
) -> Result<()> {
    if json.is_some() && json == csv {
        bail!("--json and --csv name the same place; give each its own");
    }
    let written = [("--json", json), ("--csv", csv)].into_iter().filter_map(|(flag, target)| match target {
        Some(Target::File(path)) => Some((flag, path)),
        _ => None,
    });
    for (flag, path) in written.chain(picture.map(|path| ("--picture", path))) {
        let same = |input: &Input| match (input, path.canonicalize()) {
            (Input::File(input), Ok(path)) => input.canonicalize().is_ok_and(|input| input == path),
            _ => false,
        };
        if inputs.iter().any(same) {
            bail!("{flag} {}: this would write over a file that is to be examined", path.display());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command};
    use clap::Parser;

    fn job(flags: &str) -> Result<Job> {
        let words = ["allide", "check", "a.obj"].into_iter().chain(flags.split_whitespace());
        match Cli::parse_from(words).command {
            Command::Check(args) => Job::resolve(args),
            _ => unreachable!("it says check"),
        }
    }

    #[test]
    fn views_are_as_the_flags_say() {
        let views = |flags: &str| job(flags).unwrap().questions.views;
        assert_eq!(views(""), Views::default());
        assert_eq!(views("--method far --resolution 64").resolution, Some(64));
        for (word, cover) in [
            ("cells", allide::Cover::Cells),
            ("conservative", allide::Cover::Conservative),
            ("uobb", allide::Cover::Offset(Offset::Uobb)),
            ("bounded", allide::Cover::Offset(Offset::Bounded)),
            ("exact", allide::Cover::Offset(Offset::Exact)),
        ] {
            assert_eq!(views(&format!("--method far --cover {word}")).cover, cover);
        }
        for (word, reduction) in [("order-free", allide::Reduction::OrderFree), ("ordered", allide::Reduction::Ordered)]
        {
            for method in ["cullide", "self-cullide", "far --cover uobb"] {
                assert_eq!(views(&format!("--method {method} --reduction {word}")).reduction, reduction);
            }
        }
    }

    #[test]
    fn flags_that_the_method_would_not_heed_are_errors() {
        for flags in [
            "--resolution 64",
            "--method bvh --resolution 64",
            "--cover cells",
            "--method self-cullide --cover uobb",
            "--method far --reduction ordered",
            "--method far --cover cells --reduction ordered",
            "--method fronts --reduction order-free",
            "--method cullide --clearance 1",
            "--method far --device cpu",
        ] {
            assert!(job(flags).is_err(), "{flags}");
        }
    }
}
