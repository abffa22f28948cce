//! Times allide against its peers, in one run and on the same arrays, and shows how its cost grows.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that reports to the terminal")]

mod arrays;
mod cases;
mod cliffs;
mod contenders;
mod digest;
mod growth;
mod models;
mod peers;
mod record;
mod table;

use cases::Size;
use std::process::ExitCode;

const HELP: &str = "\
allide-bench [peers | scale | memory | cliffs] [--quick] [--only CASE] [--record]

  peers       allide, parry3d-f64 and obvhs on the same arrays
  scale       ten thousand to ten million triangles
  memory      peak bytes a triangle
  cliffs      auto against every other method where methods differ most: an error if it takes twice the time of the best
  --quick     small generated scenes: tries the bench out, measures nothing
  --only CASE one case of peers, or the cliffs whose names begin so
  --record    keeps the result in benches/records

Without a word: the first three. Real models are read from $ALLIDE_MODELS or ../shared/models, if there.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What the command line asks for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Job {
    command: Option<String>,
    only: Option<String>,
    /// For the processes that measure one method on a cliff.
    method: Option<String>,
    quick: bool,
    record: bool,
    help: bool,
}

impl Job {
    fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut job = Self::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match argument.as_str() {
                "--quick" => job.quick = true,
                "--record" => job.record = true,
                "--help" | "-h" => job.help = true,
                "--only" => job.only = Some(rest.next().ok_or("--only needs the name of a case")?.clone()),
                "--method" => job.method = Some(rest.next().ok_or("--method needs a name")?.clone()),
                "peers" | "scale" | "memory" | "child" | "cliffs" | "cliff" if job.command.is_none() => {
                    job.command = Some(argument.clone())
                }
                _ => return Err(format!("unexpected {argument:?}\n\n{HELP}")),
            }
        }
        Ok(job)
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let job = Job::parse(arguments)?;
    let size = if job.quick { Size::Small } else { Size::Full };
    let only = job.only.as_deref();
    if job.help {
        println!("{HELP}");
        return Ok(());
    }
    if job.command.as_deref() == Some("child") {
        print!("{}", growth::child(only.unwrap_or_default(), size)?);
        return Ok(());
    }
    if job.command.as_deref() == Some("cliff") {
        return cliffs::child(only.unwrap_or_default(), job.method.as_deref().unwrap_or_default(), size);
    }
    let mut text = format!("# allide-bench\n\n{}", record::heading(arguments));
    let mut section = |title: &str, body: String| {
        println!("## {title}\n\n{body}");
        text.push_str(&format!("\n## {title}\n\n{body}"));
    };
    let wanted = |name: &str| job.command.as_deref().is_none_or(|command| command == name);
    if wanted("peers") {
        let names = only.map_or(cases::NAMES.to_vec(), |only| vec![only]);
        section("Peers", peers::run(&names, size)?);
    }
    if wanted("scale") {
        section("Scale", growth::scale(size)?);
    }
    if wanted("memory") {
        section("Memory", growth::memory(size)?);
    }
    let mut wrong = Vec::new();
    if job.command.as_deref() == Some("cliffs") {
        let (table, faults) = cliffs::run(only.unwrap_or_default(), size)?;
        section("Cliffs", table);
        wrong = faults;
    }
    if job.record {
        record::write(&text, if job.command.as_deref() == Some("cliffs") { "-cliffs" } else { "" })?;
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_words_in_any_order() {
        let parse = |line: &str| Job::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let job = parse("--quick peers --only bunnies").expect("a good command line");
        assert_eq!((job.command.as_deref(), job.only.as_deref(), job.quick), (Some("peers"), Some("bunnies"), true));
        assert!(parse("--only").is_err());
        assert!(parse("peers scale").is_err());
    }
}
