//! The rules that selected the object pairs to examine.

use serde::{Deserialize, Serialize};

/// A rule that selects object pairs, and what it came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selected {
    /// The kind of rule.
    pub rule: Rule,
    /// Its patterns, `A:B`, as they were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// How many objects are like A, and how many like B.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objects: Option<[u64; 2]>,
    /// How many pairs of different objects it names: takes or, to be ignored, leaves out. Another rule may leave them out as
    /// well.
    pub pairs: u64,
}

/// The kinds of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Takes pairs of an object like A with one like B. Of several such rules, any takes a pair.
    Between,
    /// Takes pairs of objects from different files.
    Across,
    /// Leaves out pairs of an object like A with one like B.
    Ignore,
}

impl Rule {
    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Between => "between",
            Self::Across => "across",
            Self::Ignore => "ignore",
        }
    }
}

impl Selected {
    /// What the types do not tell.
    pub(super) fn is_whole(&self) -> bool {
        let has_patterns = self.rule != Rule::Across;
        self.pattern.is_some() == has_patterns && self.objects.is_some() == has_patterns
    }
}
