//! `allide reproduce`: figures and tables of five works, redrawn.

use crate::numbers::{counted, printable};
use crate::output::{self, Target};
use crate::progress::Progress;
use crate::{args, interrupt, similar};
use allide_papers::{
    Bench, Device, Done, Error, FIGURES, Figure, Options, Outcome, Size, State, Steps, Work, Written, find, index,
    record, write,
};
use anyhow::{Context, Result, bail};
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

pub fn run(args: &args::Reproduce) -> Result<ExitCode> {
    let figures = chosen(&args.figures)?;
    if args.list {
        output::print(&list(&figures))?;
        return Ok(ExitCode::SUCCESS);
    }
    let folder = args.out.as_deref().context("--out DIR says where to write")?;
    if folder.exists() && !folder.is_dir() {
        bail!("--out {}: this is a file; name a folder", folder.display());
    }
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let device = match args.device {
        args::Device::Auto => Device::Auto,
        args::Device::Cpu => Device::Cpu,
        args::Device::Gpu => Device::Gpu,
    };
    let size = if args.full { Size::Full } else { Size::Reduced };
    let mut bench = Bench::open(&Options { device, size, models: args.models.clone() })?.with_watch(interrupt::watch());
    let start = Instant::now();
    let done = measured(&figures, folder, &mut bench, &Progress::new(!args.quiet))?;
    let about = [
        format!("GPU: {}", bench.lacks().map_or_else(|| bench.adapter().to_owned(), |why| format!("none; {why}"))),
        format!("CPU: {}", counted(bench.threads(), "thread")),
        if args.full { "sizes: as published".to_owned() } else { "sizes: reduced, as labels say".to_owned() },
        format!("allide {}, {}", env!("CARGO_PKG_VERSION"), counted(done.len(), "figure")),
        format!("command: allide reproduce{}", words(args)),
    ];
    let page = folder.join("index.html");
    Target::File(page.clone()).fill(|out| out.write_all(index(&about, &done).as_bytes()))?;
    let text = record(&about, &done);
    Target::File(folder.join("record.md")).fill(|out| out.write_all(text.as_bytes()))?;
    output::print(&format!(
        "{}: {} in {:.0} s\n",
        printable(&page.display().to_string()),
        counted(done.len(), "figure"),
        start.elapsed().as_secs_f64()
    ))?;
    let failed = done.iter().filter(|(_, outcome)| outcome.is_err()).count();
    Ok(if failed > 0 { ExitCode::from(2) } else { ExitCode::SUCCESS })
}

/// The flags that matter to what is measured.
fn words(args: &args::Reproduce) -> String {
    let figures = args.figures.iter().map(|name| format!(" {name}")).collect::<String>();
    let device = match args.device {
        args::Device::Auto => "",
        args::Device::Cpu => " --device cpu",
        args::Device::Gpu => " --device gpu",
    };
    let full = if args.full { " --full" } else { "" };
    let models = if args.models.is_some() { " --models DIR" } else { "" };
    format!("{figures}{full}{models}{device} --out DIR")
}

/// The figures of these names, in the order of the list; without names, all.
fn chosen(names: &[String]) -> Result<Vec<&'static Figure>> {
    for name in names {
        if find(name).is_none() {
            let hint = similar::suggestion(name, FIGURES.iter().map(|figure| figure.id));
            bail!("there is no figure {:?}{hint}; allide reproduce --list names all", printable(name));
        }
    }
    let wanted = |figure: &&Figure| names.is_empty() || names.iter().any(|name| name == figure.id);
    Ok(FIGURES.iter().filter(wanted).collect())
}

/// Measures one after the other, writes their files, and tells what became of each.
fn measured(
    figures: &[&'static Figure],
    folder: &Path,
    bench: &mut Bench,
    progress: &Progress,
) -> Result<Vec<Done<'static>>> {
    let [all, one] = progress.pieces(figures.len());
    let mut done = Vec::new();
    for &figure in figures {
        one.reset();
        one.set_message(figure.id);
        let report = |part: f64| {
            one.set_position(Progress::place(part));
            !interrupt::watch().is_cancelled()
        };
        let start = Instant::now();
        let outcome = figure.run(bench, &Steps::new(&report));
        interrupt::check()?;
        let outcome = match outcome {
            Err(Error::Stopped) => bail!("interrupted"),
            Err(error) => Err(error.to_string()),
            Ok(outcome) => {
                let written = write(folder, figure, &outcome)
                    .with_context(|| format!("cannot write {} to {}", figure.id, folder.display()))?;
                Ok((outcome, written))
            }
        };
        let line = line(figure, &outcome, start.elapsed().as_secs_f64());
        all.suspend(|| output::print(&line))?;
        done.push((figure, outcome));
        all.inc(1);
    }
    one.finish_and_clear();
    all.finish_and_clear();
    Ok(done)
}

/// `chip-3            4.2 s  reduced: …`
fn line(figure: &Figure, outcome: &Result<(Outcome, Written), String>, seconds: f64) -> String {
    let width = FIGURES.iter().map(|figure| figure.id.len()).max().unwrap_or(0);
    let said = match outcome {
        Ok((outcome, _)) => outcome.labels.join("; "),
        Err(error) => format!("failed: {}", printable(error)),
    };
    let line = format!("{:width$}  {seconds:6.1} s  {said}", figure.id);
    format!("{}\n", line.trim_end())
}

/// All figures by work: what each needs, where it is published, and what is missing.
fn list(figures: &[&Figure]) -> String {
    let mut text = String::new();
    let width = |of: fn(&Figure) -> usize| figures.iter().map(|figure| of(figure)).max().unwrap_or(0);
    let (id, needs) = (width(|figure| figure.id.len()), width(|figure| figure.needs.name().len()));
    for work in Work::ALL {
        let mut own = figures.iter().filter(|figure| figure.work == work).peekable();
        if own.peek().is_some() {
            let _ = writeln!(text, "{} ({})", work.title(), work.authors());
        }
        for figure in own {
            let state = match figure.state {
                State::Whole => "whole".to_owned(),
                State::Part(why) => format!("in part: {why}"),
            };
            let _ = writeln!(
                text,
                "  {:id$}  {:needs$}  {}: {}; {state}",
                figure.id,
                figure.needs.name(),
                figure.place,
                figure.title
            );
        }
    }
    text
}
