//! Which objects are tested against which: `--between A:B`, `--across` and `--ignore A:B`.
//!
//! They are about pairs of different objects: what `--self` looks for is not affected.

use crate::glob::Pattern;
use crate::groups::{self, pairs};
use crate::input::Models;
use crate::similar::suggestion;
use allide_io::names::file_name;
use allide_io::report::{Rule, Selected};
use anyhow::{Result, bail};
use std::collections::HashMap;

/// All rules of a job.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// A pair is examined if one of these rules selects it, or if there are no rules.
    between: Vec<Sides>,
    /// Only pairs from different files.
    across: bool,
    ignore: Vec<Sides>,
}

/// `A:B`.
type Sides = [Pattern; 2];

/// The effect of the rules.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    pub rules: Vec<Selected>,
    /// How many object pairs are left to examine.
    pub pairs: u64,
    /// Patterns without effect, in words.
    pub warnings: Vec<String>,
    /// Patterns that nothing is like though only that is to be examined.
    pub idle: Vec<String>,
}

impl Rules {
    pub fn parse(between: &[String], across: bool, ignore: &[String]) -> Result<Self> {
        let all = |flag: &str, texts: &[String]| texts.iter().map(|text| sides(flag, text)).collect::<Result<_>>();
        Ok(Self { between: all("--between", between)?, across, ignore: all("--ignore", ignore)? })
    }

    /// Sets the rules up in the scene.
    ///
    /// # Errors
    /// A pattern of `--between` that nothing is like.
    pub fn apply(&self, models: &mut Models) -> Result<Selection> {
        let selection = self.apply_as_far_as_possible(models);
        match selection.idle.first() {
            Some(problem) => bail!("{problem}"),
            None => Ok(selection),
        }
    }

    /// Sets the rules up in a scene that may lack what they name.
    pub fn apply_as_far_as_possible(&self, models: &mut Models) -> Selection {
        let sides: Vec<&Sides> = self.between.iter().chain(&self.ignore).collect();
        let matching = matching(&sides, models);
        let mut selection = Selection { rules: self.counted(&sides, models, &matching), ..Selection::default() };
        for (place, pattern) in sides.iter().copied().flatten().enumerate() {
            if matching.iter().any(|row| row[place]) {
                continue;
            }
            let mut files: Vec<&str> = models.sources.iter().map(|source| file_name(&source.file)).collect();
            files.dedup();
            let names = models.scene.objects().iter().map(|object| object.name()).chain(files);
            let problem = format!("nothing is named like \"{pattern}\"{}", suggestion(pattern.text(), names));
            if place < 2 * self.between.len() {
                selection.idle.push(format!("--between: {problem}"));
            } else {
                selection.warnings.push(format!("--ignore: {problem}"));
            }
        }
        let is_hidden = |a: &Vec<bool>, b: &Vec<bool>| self.hides(a, b);
        selection.pairs = groups::leave_out(models, matching, self.across, is_hidden);
        selection
    }

    fn counted(&self, sides: &[&Sides], models: &Models, matching: &[Vec<bool>]) -> Vec<Selected> {
        let mut rules = Vec::new();
        for (place, [a, b]) in sides.iter().copied().enumerate() {
            let count = |wanted: fn(bool, bool) -> bool| {
                matching.iter().filter(|row| wanted(row[2 * place], row[2 * place + 1])).count() as u64
            };
            let (like_a, like_b, like_both) = (count(|a, _| a), count(|_, b| b), count(|a, b| a && b));
            rules.push(Selected {
                rule: if place < self.between.len() { Rule::Between } else { Rule::Ignore },
                pattern: Some(format!("{a}:{b}")),
                objects: Some([like_a, like_b]),
                // Without objects with themselves, and pairs of objects like both only once.
                pairs: like_a * like_b - like_both * (like_both + 1) / 2,
            });
        }
        if self.across {
            let mut sizes: HashMap<&str, u64> = HashMap::new();
            models.sources.iter().for_each(|source| *sizes.entry(&source.file).or_default() += 1);
            let pairs = pairs(models.sources.len() as u64) - sizes.into_values().map(pairs).sum::<u64>();
            rules.insert(self.between.len(), Selected { rule: Rule::Across, pattern: None, objects: None, pairs });
        }
        rules
    }

    /// Whether objects that match these patterns are not tested against those that match these.
    fn hides(&self, a: &[bool], b: &[bool]) -> bool {
        let names = |rule: usize| a[2 * rule] && b[2 * rule + 1] || b[2 * rule] && a[2 * rule + 1];
        let (between, all) = (self.between.len(), self.between.len() + self.ignore.len());
        between > 0 && !(0..between).any(names) || (between..all).any(names)
    }
}

fn sides(flag: &str, text: &str) -> Result<Sides> {
    match text.split(':').collect::<Vec<_>>()[..] {
        [a, b] if !a.is_empty() && !b.is_empty() => Ok([a, b].map(Pattern::new)),
        [_, _, _, ..] => bail!("{flag} {text:?} has more than one colon; write ? for a colon in a name"),
        _ => bail!("{flag} {text:?} must have the form A:B, two patterns for objects or files"),
    }
}

/// For each object, which patterns it matches: by its name, its path in its file, its file, or that file's name.
fn matching(sides: &[&Sides], models: &Models) -> Vec<Vec<bool>> {
    let patterns: Vec<&Pattern> = sides.iter().copied().flatten().collect();
    let mut files: HashMap<&str, Vec<bool>> = HashMap::new();
    let mut matching = Vec::with_capacity(models.paths.len());
    for ((object, path), source) in models.scene.objects().iter().zip(&models.paths).zip(&models.sources) {
        let (name, file) = (object.name(), source.file.as_str());
        let is_file = |pattern: &&Pattern| pattern.matches(file) || pattern.matches(file_name(file));
        let by_file = files.entry(file).or_insert_with(|| patterns.iter().map(is_file).collect());
        let is_object = |pattern: &Pattern| pattern.matches(name) || path != name && pattern.matches(path);
        let is_like = |(pattern, by_file): (&&Pattern, &bool)| *by_file || is_object(pattern);
        matching.push(patterns.iter().zip(&*by_file).map(is_like).collect());
    }
    matching
}

#[cfg(test)]
mod tests;
