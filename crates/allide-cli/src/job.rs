//! A job: the flags of `check`, resolved and found possible.

use crate::args::{Check, Device, Method};
use crate::ask::Questions;
use crate::ignore::Rule;
use crate::output::{Target, check_writable};
use allide::{Clearance, Error};
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
fn check_method(args: &Check) -> Result<(), Error> {
    let chosen = method(args.method);
    let method = chosen.name();
    match args.device {
        Device::Gpu if !allide::Method::GPU.contains(&chosen) => return Err(Error::NotOnGpu { method }),
        Device::Cpu if !allide::Method::CPU.contains(&chosen) => return Err(Error::NotOnCpu { method }),
        _ => {}
    }
    let question = if args.within { "self-overlaps" } else { "clearance" };
    let is_for_overlaps = chosen == allide::Method::Fronts;
    if is_for_overlaps && (args.within || args.clearance.is_some()) {
        return Err(Error::NotForQuestion { method, question });
    }
    Ok(())
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
