//! A job: the flags of `check`, resolved and validated.

use crate::args::{Check, Device};
use crate::ask::Questions;
use crate::input::Files;
use crate::output::{Target, check_folder, check_writable};
use crate::select::Rules;
use allide::{Clearance, Error, Method, QuestionKind, Solids};
use allide_io::export::ExportFormat;
use allide_io::report::Detail;
use anyhow::{Result, anyhow, bail};
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub struct Job {
    pub files: Files,
    pub rules: Rules,
    pub questions: Questions,
    /// Stop at the first finding.
    pub any: bool,
    pub json: Option<Target>,
    pub csv: Option<Target>,
    /// What JSON and CSV tell of each pair.
    pub detail: Detail,
    pub html: Option<PathBuf>,
    pub picture: Option<PathBuf>,
    /// A folder for close-ups.
    pub pictures: Option<PathBuf>,
    /// A folder for what each pass leaves.
    pub passes: Option<PathBuf>,
    pub export: Option<PathBuf>,
    /// The most rows of the table; `None` as many as the screen has.
    pub top: Option<usize>,
    pub table: bool,
    pub progress: bool,
    /// Findings are no reason for another exit status.
    pub exit_zero: bool,
}

impl Job {
    /// # Errors
    /// Flags that contradict each other or cannot be followed here.
    pub fn resolve(args: Check) -> Result<Self> {
        let method = args.options.of(args.method)?;
        check_method(&args, method)?;
        let mut files = Files::resolve(args.files, args.whole, args.repair, args.units)?;
        files.playback = args.motion.playback();
        files.weld = args.weld;
        if let Some(distance) = args.clearance {
            Clearance::within(distance)?;
        }
        args.tolerance.map(|tolerance| Solids::new().tolerance(tolerance)).transpose()?;
        args.min_volume.map(|volume| Solids::new().min_volume(volume)).transpose()?;
        for (flag, is_given) in [("--tolerance", args.tolerance.is_some()), ("--min-volume", args.min_volume.is_some())]
        {
            if is_given && !method.answers(QuestionKind::Solids) {
                bail!("{flag} needs a method that recognises solids, which {} does not; choose auto", method.name());
            }
        }
        if args.triangles && args.json.is_none() && args.csv.is_none() {
            bail!("--triangles lists triangle pairs in a report; add --json PATH or --csv PATH");
        }
        let json = args.json.map(|path| Target::parse("--json", path)).transpose()?;
        let csv = args.csv.map(|path| Target::parse("--csv", path)).transpose()?;
        let paths = [("--html", &args.html), ("--picture", &args.picture), ("--export", &args.export)];
        for (flag, path) in paths.iter().filter_map(|(flag, path)| Some((flag, path.as_ref()?))) {
            check_writable(flag, path)?;
        }
        if let Some(path) = &args.pictures {
            check_folder("--pictures", path)?;
        }
        if let Some(path) = &args.passes {
            if !method.looks() {
                bail!("--passes draws what each view leaves; add --method far, cullide or self-cullide");
            }
            check_folder("--passes", path)?;
        }
        if let Some(path) = &args.export {
            ExportFormat::from_path(path).map_err(|error| anyhow!("--export {error}"))?;
        }
        check_different(&files, [("--json", &json), ("--csv", &csv)], paths)?;
        let machine = [&json, &csv].into_iter().flatten().any(|target| *target == Target::Stdout);
        Ok(Self {
            files,
            rules: Rules::parse(&args.between, args.across, &args.ignore)?,
            questions: Questions {
                within: args.within,
                clearance: args.clearance,
                nearest: args.nearest,
                tolerance: args.tolerance,
                min_volume: args.min_volume,
                shallow: args.shallow,
                touch: args.touch,
                measured: !args.no_depth && !args.any,
                contacts: args.contacts
                    || [&args.html, &args.picture, &args.pictures, &args.export].iter().any(|path| path.is_some()),
                triangles: args.triangles,
                keeps_sets: args.passes.is_some(),
                method,
                device: args.device,
                threads: args.threads.map(usize::from),
            },
            any: args.any,
            json,
            csv,
            detail: Detail { triangles: args.triangles, contacts: args.contacts },
            html: args.html,
            picture: args.picture,
            pictures: args.pictures,
            passes: args.passes,
            export: args.export,
            top: args.top,
            table: !args.quiet && !machine,
            progress: !args.quiet,
            exit_zero: args.exit_zero,
        })
    }
}

/// The library says the same, but only when it gets there.
fn check_method(args: &Check, chosen: Method) -> Result<()> {
    let method = chosen.name();
    match args.device {
        Device::Gpu if !chosen.devices().contains(&allide::Device::Gpu) => bail!(Error::NotOnGpu { method }),
        Device::Cpu if !chosen.devices().contains(&allide::Device::Cpu) => bail!(Error::NotOnCpu { method }),
        _ => {}
    }
    // The two methods of CULLIDE are one word for both questions that they answer.
    let is_both = matches!(chosen, Method::Cullide(_) | Method::SelfCullide(_));
    let asked = [
        (args.within, QuestionKind::SelfOverlaps),
        (args.clearance.is_some(), QuestionKind::Clearance),
        (args.within && args.clearance.is_some(), QuestionKind::SelfClearance),
        (args.nearest, QuestionKind::Nearest),
    ];
    match asked.into_iter().find(|&(is_asked, kind)| is_asked && !chosen.answers(kind)) {
        Some((_, kind @ (QuestionKind::Clearance | QuestionKind::Nearest))) if is_both => {
            bail!("the method {method} does not answer {kind}; choose far, which also uses views, or auto")
        }
        Some((_, kind)) if !is_both => Ok(chosen.check(kind)?),
        _ => Ok(()),
    }
}

/// Nothing may be written over an input, and no two results into one place.
fn check_different<'p>(
    files: &Files,
    targets: [(&'p str, &'p Option<Target>); 2],
    paths: [(&'p str, &'p Option<PathBuf>); 3],
) -> Result<()> {
    let is_stdout = |(_, target): &(&str, &Option<Target>)| **target == Some(Target::Stdout);
    let mut named: Vec<(&str, &Path)> = Vec::new();
    for (flag, target) in targets {
        if let Some(Target::File(path)) = target {
            named.push((flag, path));
        }
    }
    named.extend(paths.into_iter().filter_map(|(flag, path)| Some((flag, path.as_deref()?))));
    if targets.iter().all(is_stdout) {
        bail!("--json and --csv name the same path; give each its own");
    }
    for (place, (flag, path)) in named.iter().enumerate() {
        files.check_kept(flag, path)?;
        if let Some((other, _)) = named[..place].iter().find(|(_, known)| known == path) {
            bail!("{other} and {flag} name the same path; give each its own");
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
        match Cli::try_parse_from(words)?.command {
            Command::Check(args) => Job::resolve(args),
            _ => unreachable!("it says check"),
        }
    }

    #[test]
    fn methods_have_the_options_that_flags_give() {
        let method = |flags: &str| job(flags).unwrap().questions.method.to_string();
        assert_eq!(method(""), "auto");
        assert_eq!(method("--method far --resolution 64"), "far(resolution=64)");
        assert_eq!(method("--method far --cover cells"), "far");
        for cover in ["conservative", "uobb", "faces", "bounded", "exact"] {
            assert_eq!(method(&format!("--method far --cover {cover}")), format!("far(cover={cover})"));
        }
        assert_eq!(method("--method far --cover uobb --reduction ordered"), "far(cover=uobb, reduction=ordered)");
        let published =
            "--method far --cover faces --reduction ordered --resolution 1400 --rounds once --samples centre";
        let options = "cover=faces, reduction=ordered, resolution=1400, rounds=once, samples=centre";
        assert_eq!(method(published), format!("far({options})"));
        assert_eq!(method("--method raycast --algorithm both"), "raycast");
        let queries = "--method raycast --resolution 640 --algorithm queries";
        assert_eq!(method(queries), "raycast(algorithm=queries, resolution=640)");
        assert_eq!(method("--method rays --resolution 4096"), "rays(resolution=4096)");
        assert_eq!(method("--method kdop --faces 18 --bits 16"), "kdop");
        for faces in allide::Kdop::FACES.into_iter().filter(|&faces| faces != 18) {
            assert_eq!(method(&format!("--method kdop --faces {faces}")), format!("kdop(faces={faces})"));
        }
        assert_eq!(method("--method kdop --faces 26 --bits 32 --device gpu"), "kdop(bits=32, faces=26)");
        for name in ["cullide", "self-cullide"] {
            assert_eq!(method(&format!("--method {name} --reduction order-free")), name);
            assert_eq!(method(&format!("--method {name} --reduction ordered")), format!("{name}(reduction=ordered)"));
            let flags = "--rounds once --hierarchy random --small kept --directions coherent --cpu-below 99";
            let options = "cpu-below=99, directions=coherent, hierarchy=random, rounds=once, small=kept";
            assert_eq!(method(&format!("--method {name} {flags}")), format!("{name}({options})"));
            let published = "--directions axes --leaf 16 --frame whole --reduction ordered --rounds once";
            let options = "directions=axes, frame=whole, leaf=16, reduction=ordered, rounds=once";
            assert_eq!(method(&format!("--method {name} {published}")), format!("{name}({options})"));
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
            "--method far --rounds once",
            "--method far --samples centre",
            "--method far --cover conservative --samples centre",
            "--method far --cover uobb --small kept",
            "--method bvh --hierarchy random",
            "--directions oriented",
            "--method far --cpu-below 10",
            "--method far --cover faces --leaf 16",
            "--method cullide --leaf 0",
            "--frame whole",
            "--method far --cover uobb --self",
            "--method cullide --clearance 1",
            "--method far --self --clearance 1",
            "--method far --device cpu",
            "--method raycast --device cpu",
            "--method raycast --clearance 1",
            "--method rays --nearest",
            "--method rays --self",
            "--method rays --algorithm one",
            "--algorithm one",
            "--faces 14",
            "--method bvh --bits 16",
            "--method kdop --resolution 64",
            "--method raycast --reduction ordered",
        ] {
            assert!(job(flags).is_err(), "{flags}");
        }
    }
}
