//! Help and completions.

use crate::{allide, status, stdout, text};

#[test]
fn every_shell_gets_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = allide(&["completions", shell]);
        assert_eq!(status(&output), 0);
        assert!(stdout(&output).contains("clearance"), "{shell}");
    }
}

#[test]
fn every_command_gets_a_man_page() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(status(&allide(&["man", text(&folder.path().join("man1"))])), 0);
    for command in ["", "-check", "-view", "-inspect", "-chip", "-chip-run", "-doctor", "-particles", "-reproduce"] {
        let name = format!("allide{command}.1");
        let page = std::fs::read_to_string(folder.path().join("man1").join(&name)).expect(&name);
        assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{name}");
    }
    let check = std::fs::read_to_string(folder.path().join("man1/allide-check.1")).unwrap();
    assert!(check.contains("shared volume of at most V"), "the manual has what the short help leaves out: {check}");
    assert!(!stdout(&allide(&["--help"])).contains("man pages"), "it is for `make dist` only");
}

#[test]
fn help_fits_a_screen() {
    let commands =
        ["check", "view", "inspect", "chip run", "chip sweep", "demo", "scene", "particles", "reproduce", "doctor"];
    for name in ["", "chip"].into_iter().chain(commands) {
        let help = |flag: &str| stdout(&allide(&name.split_whitespace().chain([flag]).collect::<Vec<_>>()));
        let [short, long] = ["-h", "--help"].map(help);
        assert!(short.contains("\nUsage: allide") && short.lines().count() <= 44, "{short}");
        // What only experts need is in the long help of two commands.
        assert_eq!(short != long, ["check", "view"].contains(&name), "{name}");
        assert!(short.lines().chain(long.lines()).all(|line| line.len() <= 80), "{long}");
    }
}
