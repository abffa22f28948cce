//! Help and completions.

use crate::{allide, status, stdout};

#[test]
fn every_shell_gets_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = allide(&["completions", shell]);
        assert_eq!(status(&output), 0);
        assert!(stdout(&output).contains("clearance"), "{shell}");
    }
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
