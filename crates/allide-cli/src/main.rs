//! The command `allide`: flags, a job, a run, output, the exit status.

mod args;
mod ask;
mod check;
mod chip;
mod demo;
mod doctor;
mod environment;
mod film;
mod film_table;
mod glob;
mod groups;
mod input;
mod inspect;
mod interrupt;
mod job;
mod layout;
mod method;
mod output;
mod page;
mod particles;
mod picture;
mod progress;
mod proposals;
mod rank;
mod reproduce;
mod scene;
mod select;
mod sequence;
mod similar;
mod suggest;
mod table;
mod view;

use allide_show::numbers;
use anyhow::Context;
use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use std::process::ExitCode;

fn main() -> ExitCode {
    // SAFETY: this is the first statement, and no thread was started.
    unsafe { environment::silence_layers() };
    interrupt::listen();
    let cli = Cli::try_parse().unwrap_or_else(|error| suggest::improved(error, std::env::args()).exit());
    output::set_color(cli.color);
    run(cli.command).unwrap_or_else(|error| {
        interrupt::status().unwrap_or_else(|| {
            output::complain("error", &message(&error));
            ExitCode::from(2)
        })
    })
}

/// The error with its causes, those left out that it names itself.
fn message(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |message, cause| match message.as_str() {
        "" => cause,
        so_far if so_far.ends_with(&cause) => message,
        so_far => format!("{so_far}: {cause}"),
    })
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    // The library takes a variable that it does not know for none. Whoever set it would wonder.
    allide::SimdLevel::cap()?;
    allide::GpuOptions::default().or_environment()?;
    match command {
        Command::Check(args) => check(args),
        Command::View(args) => view::run(args),
        Command::Inspect(args) => inspect::run(args),
        Command::Chip(args) => chip::run(args),
        Command::Demo(args) => demo::run(&args),
        Command::Scene(args) => scene::run(&args),
        Command::Particles(args) => particles::run(&args),
        Command::Reproduce(args) => reproduce::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "allide", &mut script);
            output::print(&String::from_utf8_lossy(&script))?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Man { folder } => {
            let shown = folder.display();
            std::fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {shown}"))?;
            clap_mangen::generate_to(manual(Cli::command()), &folder)
                .with_context(|| format!("cannot write to {shown}"))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// The command as its manual has it: with the help of all options, also of those that the short help leaves out.
fn manual(command: clap::Command) -> clap::Command {
    command.mut_args(|arg| arg.hide_short_help(false)).mut_subcommands(manual)
}

/// Of one scene, or of each frame of a sequence.
fn check(args: args::Check) -> anyhow::Result<ExitCode> {
    let job = job::Job::resolve(args)?;
    if job.files.moves() { sequence::run(&job) } else { check::run(&job) }
}
