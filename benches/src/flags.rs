//! Flags of benches that run on the CPU and, unless told otherwise, on a GPU.

use crate::Failure;
use allide::Choice;

pub struct Flags<'a>(&'a [String]);

impl<'a> Flags<'a> {
    /// Any number of `known` ones, and the name of an adapter.
    pub fn new(arguments: &'a [String], known: [&str; 3], help: &str) -> Result<Self, Failure> {
        let is_unknown = |argument: &&String| argument.starts_with('-') && !known.contains(&argument.as_str());
        match arguments.iter().find(is_unknown) {
            Some(other) => Err(format!("unexpected {other:?}\n\n{help}").into()),
            None => Ok(Self(arguments)),
        }
    }

    pub fn has(&self, flag: &str) -> bool {
        self.0.iter().any(|argument| argument == flag)
    }

    /// The adapter that was named, or any.
    pub fn choice(&self) -> Choice {
        let name = self.0.iter().find(|argument| !argument.starts_with('-'));
        name.map_or(Choice::Any, |name| Choice::Named(name.clone()))
    }

    /// The same, unless only the CPU is measured.
    pub fn gpu(&self) -> Option<Choice> {
        (!self.has("--cpu")).then(|| self.choice())
    }
}
