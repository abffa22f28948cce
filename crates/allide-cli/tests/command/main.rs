//! The command from outside. One program for all of it, because each would link the whole library again.

mod check;
mod chip;
mod documents;
mod exports;
mod files;
mod findings;
mod help;
mod inspect;
mod links;
mod machine;
mod names;
mod outputs;
mod page;
mod particles;
mod recorded;
mod reproduce;
mod sequences;

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The command in a folder, whatever this machine's user prefers.
fn command_in(folder: impl AsRef<Path>, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_allide"));
    command.args(args).current_dir(folder).stdin(Stdio::null()).env_remove("CLICOLOR_FORCE").env("ALLIDE_CACHE", "off");
    command
}

/// The command among the models of `check`.
fn command(args: &[&str]) -> Command {
    command_in(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/check.in"), args)
}

fn allide(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The report without what may differ: each of these fields has a line of its own.
fn findings(report: &[u8]) -> String {
    let report = std::str::from_utf8(report).unwrap();
    let differs = |line: &str| {
        ["{\"question\"", "\"methods\"", "\"devices\"", "\"adapter\"", "\"warnings\"", "\"stats\""]
            .iter()
            .any(|field| line.starts_with(field))
    };
    report.lines().filter(|line| !differs(line)).map(|line| line.to_string() + "\n").collect()
}

#[expect(clippy::print_stderr, reason = "a test that leaves something out says so")]
fn left_out(reason: &str) {
    eprintln!("left out: {}", reason.trim_end());
}
