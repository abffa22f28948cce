//! The console blocks of the documents, run one after the other in a folder for each document: what they show is what the
//! command prints.
//!
//! `...` on a line of its own stands for any lines, `[..]` for anything on a line.

use crate::links::{documents, read};
use crate::{command_in, left_out};

/// A command of a document and what it shows as its output.
struct Shown {
    command: String,
    output: Vec<String>,
}

fn shown(document: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut is_console = false;
    for line in document.lines() {
        match line {
            "```console" => is_console = true,
            _ if line.starts_with("```") => is_console = false,
            _ if !is_console => {}
            _ => match (line.strip_prefix("$ "), all.last_mut()) {
                (Some(command), _) => all.push(Shown { command: command.into(), output: Vec::new() }),
                (None, Some(last)) => last.output.push(line.into()),
                (None, None) => panic!("output before any command: {line}"),
            },
        }
    }
    all
}

/// Whether a line is as shown.
fn is_like(shown: &str, line: &str) -> bool {
    let pieces: Vec<&str> = shown.split("[..]").collect();
    let Some(mut rest) = line.strip_prefix(pieces[0]) else { return false };
    let Some((last, between)) = pieces[1..].split_last() else { return rest.is_empty() };
    for piece in between {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

fn are_like(shown: &[&str], lines: &[&str]) -> bool {
    match (shown, lines) {
        ([], []) => true,
        (["...", others @ ..], _) => (0..=lines.len()).any(|skipped| are_like(others, &lines[skipped..])),
        ([first, others @ ..], [line, lines @ ..]) => is_like(first, line) && are_like(others, lines),
        _ => false,
    }
}

#[test]
fn patterns_match_what_they_should_and_nothing_else() {
    assert!(is_like("[..] ms", "12 ms") && is_like("a [..] b [..]", "a 1 b 2") && is_like("same", "same"));
    assert!(!is_like("[..] ms", "12 s") && !is_like("a [..] b", "a 1 c") && !is_like("same", "same again"));
    assert!(are_like(&["a", "...", "z"], &["a", "b", "c", "z"]) && are_like(&["a", "...", "z"], &["a", "z"]));
    assert!(!are_like(&["a", "...", "z"], &["a", "b"]) && !are_like(&["a"], &["a", "b"]) && !are_like(&["a"], &[]));
}

/// The words of a command line with quotes.
fn words(line: &str) -> Vec<String> {
    let quoted = line.split('\'').enumerate();
    let words = quoted.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().map(str::to_string).collect(),
        _ => vec![part.to_string()],
    });
    words.collect()
}

macro_rules! shown {
    ($($name:ident: $path:literal),* $(,)?) => {
        /// Documents with console blocks.
        const SHOWN: &[&str] = &[$($path),*];

        $(#[test]
        fn $name() {
            shows_what_the_command_prints($path);
        })*
    };
}

shown! {
    readme: "README.md",
    check: "docs/guide/check.md",
    gpus: "docs/guide/gpus.md",
    inspect: "docs/guide/inspect.md",
    moving: "docs/guide/moving.md",
    selection: "docs/guide/selection.md",
    tolerance: "docs/guide/tolerance.md",
    json: "docs/reference/json.md",
    chip: "docs/research/chip.md",
    particles: "docs/research/particles.md",
    rays: "docs/research/rays.md",
    visibility: "docs/research/visibility.md",
}

#[test]
fn every_document_with_console_blocks_is_run() {
    let with_blocks: Vec<String> =
        documents().into_iter().filter(|path| read(path).contains("\n```console\n")).collect();
    assert_eq!(with_blocks, SHOWN);
}

/// Rust blocks are run as documentation tests of the library.
#[test]
fn every_document_with_rust_is_compiled() {
    let library = read("crates/allide/src/lib.rs");
    let with_rust: Vec<String> = documents().into_iter().filter(|path| read(path).contains("\n```rust\n")).collect();
    assert!(with_rust.len() >= 2, "{with_rust:?}");
    for path in with_rust {
        assert!(library.contains(&format!("#[doc = include_str!(\"../../../{path}\")]")), "{path}");
    }
}

fn shows_what_the_command_prints(path: &str) {
    let all = shown(&read(path));
    assert!(!all.is_empty(), "{path}");
    let folder = tempfile::tempdir().expect("a folder");
    for Shown { command, output } in all {
        let words = words(&command);
        assert_eq!(words[0], "allide", "{command}");
        let args: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        let mut run = command_in(&folder, &args);
        run.env("RAYON_NUM_THREADS", "2").env_remove("ALLIDE_ADAPTER");
        let printed = run.output().expect("the command runs");
        let said = String::from_utf8_lossy(&printed.stderr);
        if command.contains("gpu") && said.contains("no GPU") {
            left_out(&format!("{command}: {said}"));
            continue;
        }
        let text = String::from_utf8_lossy(&printed.stdout);
        if command == "allide doctor" && !text.contains("1 llvmpipe (LLVM 15.0.6, 256 bits)") {
            left_out(&format!("{command}: this machine has other adapters"));
            continue;
        }
        // Blank lines separate commands in a document; at the end of an output they mean nothing.
        let output = output.join("\n");
        let (expected, lines): (Vec<&str>, Vec<&str>) =
            (output.trim_end().lines().collect(), text.trim_end().lines().collect());
        assert!(are_like(&expected, &lines), "$ {command}\nprints\n{text}\n{said}\nand {path} shows\n{output}");
        assert_ne!(printed.status.code(), Some(2), "{command}");
    }
}
