//! Suggestions for unknown flags.

use crate::similar::distance;
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Flags of other tools, and their names here.
const ELSEWHERE: [(&[&str], &str); 15] = [
    (&["distance", "dist", "gap", "min-distance", "margin", "proximity", "radius"], "--clearance D"),
    (&["tol", "epsilon", "eps", "threshold", "min-depth", "penetration"], "--tolerance T"),
    (&["gpu", "cuda", "vulkan", "metal"], "--device gpu"),
    (&["cpu", "no-gpu"], "--device cpu"),
    (&["output", "out", "report", "format", "save", "o"], "--json PATH, --csv PATH or --picture PATH"),
    (&["png", "image", "render", "draw", "screenshot"], "--picture PATH"),
    (&["jobs", "j", "cores", "parallel", "num-threads"], "--threads N"),
    (&["exclude", "skip", "except", "filter"], "--ignore A:B"),
    (&["include", "only", "pair", "pairs", "select", "objects"], "--between A:B"),
    (&["self-intersection", "self-intersections", "self-intersect", "self-overlaps", "self-collision"], "--self"),
    (&["first", "exists", "fail-fast", "stop-at-first"], "--any"),
    (&["merge", "combine", "single", "join"], "--whole"),
    (&["algo", "broadphase", "narrowphase"], "--method M"),
    (&["silent", "no-table"], "--quiet"),
    (&["no-color", "no-colour", "colour"], "--color WHEN"),
];
/// The advice where allide needs no flag.
const ALWAYS: [&str; 9] =
    ["clash", "clashes", "hard", "overlap", "overlaps", "intersect", "intersections", "collide", "collisions"];

/// The error with a tip that helps, or without any: a flag that merely has some letters in common helps nobody.
pub fn improved(mut error: Error, mut words: impl Iterator<Item = String>) -> Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else { return error };
    let flag = given.trim_start_matches('-').split('=').next().unwrap_or_default().to_lowercase();
    let is_check = words.any(|word| word == "check");
    let is_near = |meant: &str| distance(&flag, meant.trim_start_matches('-'), false) <= flag.len().div_ceil(4);
    let tip = tip(&flag).filter(|_| is_check);
    if tip.is_none()
        && matches!(error.get(ContextKind::SuggestedArg), Some(ContextValue::String(meant)) if is_near(meant))
    {
        return error;
    }
    error.remove(ContextKind::SuggestedArg);
    error.remove(ContextKind::Suggested);
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

fn tip(flag: &str) -> Option<String> {
    if ALWAYS.contains(&flag) {
        return Some("overlaps are always looked for; leave it out".into());
    }
    let (_, ours) = ELSEWHERE.iter().find(|(theirs, _)| theirs.contains(&flag))?;
    Some(format!("here this is {ours}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::{CommandFactory, Parser};

    fn said(flags: &str) -> String {
        let words = ["allide", "check", "a.obj"].into_iter().chain(flags.split_whitespace());
        let words: Vec<String> = words.map(str::to_owned).collect();
        improved(Cli::try_parse_from(&words).unwrap_err(), words.into_iter()).to_string()
    }

    #[test]
    fn flags_of_other_tools_are_translated() {
        for (flags, ours) in [
            ("--gap 1", "--clearance D"),
            ("--epsilon 1", "--tolerance T"),
            ("--distance=1", "--clearance D"),
            ("--gpu", "--device gpu"),
            ("--output x", "--json PATH, --csv PATH"),
            ("--clash", "always looked for"),
            ("--exclude a:b", "--ignore A:B"),
            ("--jobs 3", "--threads N"),
        ] {
            let said = said(flags);
            assert!(said.contains(ours) && !said.contains("as a value"), "{said}");
        }
    }

    #[test]
    fn typing_errors_get_the_flag_that_was_meant_and_nonsense_none() {
        for (flag, meant) in [("--clearence", "'--clearance'"), ("--treads", "'--threads'"), ("--igore", "'--ignore'")]
        {
            assert!(said(flag).contains(meant), "{}", said(flag));
        }
        for flag in ["--frobnicate", "--unicorn", "--x"] {
            assert!(!said(flag).contains("tip:"), "{}", said(flag));
        }
    }

    #[test]
    fn tips_name_flags_that_exist_for_words_that_do_not() {
        let command = Cli::command();
        let check = command.find_subcommand("check").unwrap();
        let known: Vec<&str> =
            check.get_arguments().chain(command.get_arguments()).filter_map(|flag| flag.get_long()).collect();
        for (theirs, ours) in ELSEWHERE {
            let flags: Vec<&str> = ours.split(' ').filter_map(|word| word.strip_prefix("--")).collect();
            assert!(!flags.is_empty() && flags.iter().all(|flag| known.contains(flag)), "{ours}");
            assert!(theirs.iter().all(|word| !known.contains(word)), "{theirs:?}");
        }
    }
}
