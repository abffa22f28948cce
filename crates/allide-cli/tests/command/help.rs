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
    for (args, most) in [
        (&["--help"][..], 44),
        (&["check", "--help"], 60),
        (&["inspect", "--help"], 44),
        (&["reproduce", "--help"], 44),
        (&["doctor", "--help"], 44),
    ] {
        let help = stdout(&allide(args));
        assert!(help.lines().count() <= most, "{help}");
        assert!(help.lines().all(|line| line.len() <= 80), "{help}");
    }
}
