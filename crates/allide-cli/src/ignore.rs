//! `--ignore A:B`: which objects are not tested against which.

use allide::{GroupId, Scene};
use anyhow::{Result, bail};
use std::collections::BTreeMap;
use std::fmt;

/// Objects named like one pattern are not tested against those named like the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    patterns: [String; 2],
}

impl Rule {
    pub fn parse(text: &str) -> Result<Self> {
        match text.split(':').collect::<Vec<_>>()[..] {
            [a, b] if !a.is_empty() && !b.is_empty() => Ok(Self { patterns: [a.into(), b.into()] }),
            [_, _, _, ..] => bail!("--ignore {text:?} has more than one colon; write ? for a colon in a name"),
            _ => bail!("--ignore {text:?} is not of the form A:B, two patterns for object names"),
        }
    }
}

/// As it was given.
impl fmt::Display for Rule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.patterns[0], self.patterns[1])
    }
}

/// Sets the rules up in `scene` and tells which patterns no object is named like.
pub fn apply<'r>(rules: &'r [Rule], scene: &mut Scene) -> Vec<&'r str> {
    if rules.is_empty() {
        return Vec::new();
    }
    let patterns: Vec<&str> = rules.iter().flat_map(|rule| &rule.patterns).map(String::as_str).collect();
    let mut unused = vec![true; patterns.len()];
    // An object is in one group only: the objects that match the same patterns share one.
    let mut groups: BTreeMap<Vec<bool>, GroupId> = BTreeMap::new();
    for id in scene.ids() {
        let name = scene.objects()[id.index()].name();
        let matching: Vec<bool> = patterns.iter().map(|pattern| matches(pattern, name)).collect();
        unused.iter_mut().zip(&matching).for_each(|(unused, matching)| *unused &= !matching);
        let group = *groups.entry(matching).or_insert_with(|| scene.add_group());
        scene.set_group(id, group);
    }
    for (matching_a, &a) in &groups {
        for (matching_b, &b) in &groups {
            let ignored = |rule: usize| matching_a[2 * rule] && matching_b[2 * rule + 1];
            if (0..rules.len()).any(ignored) {
                scene.ignore(a, b);
            }
        }
    }
    patterns.into_iter().zip(unused).filter_map(|(pattern, unused)| unused.then_some(pattern)).collect()
}

/// Whether `name` as a whole is like `pattern`, where `*` is any text and `?` any one character.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // The last star, and where in the name what follows it is being tried: no recursion, so no blow-up.
    let mut retry = None;
    while n < name.len() {
        if pattern.get(p) == Some(&'*') {
            retry = Some((p, n));
            p += 1;
        } else if pattern.get(p).is_some_and(|&c| c == '?' || c == name[n]) {
            (p, n) = (p + 1, n + 1);
        } else if let Some((star, from)) = retry {
            retry = Some((star, from + 1));
            (p, n) = (star + 1, from + 1);
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::{Mesh, Pose};

    #[test]
    fn stars_match_any_text_and_question_marks_one_character() {
        for (pattern, name) in [("*", ""), ("a*", "a"), ("*b*", "abc"), ("a?c", "äöc"), ("a*b*c", "aXbYbZc")] {
            assert_eq!(matches(pattern, name), pattern != "a?c", "{pattern} {name}");
        }
        assert!(matches("a?c", "a:c"));
        assert!(!matches("bolt", "bolt-1"));
        assert!(!matches("", "x"));
        assert!(!matches("*a*a*a*a*a*b", &"a".repeat(10_000)));
    }

    #[test]
    fn rules_need_two_patterns() {
        assert!(Rule::parse("bolt*:plate").is_ok());
        for text in ["bolt", ":", "a:", ":b", "a:b:c", ""] {
            assert!(Rule::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn rules_ignore_the_pairs_they_name_in_either_order_and_no_others() {
        let mesh = Mesh::new(vec![], vec![]).unwrap();
        let mut scene = Scene::new();
        let ids = ["bolt-1", "plate", "bolt-2", "nut"].map(|name| scene.add(name, &mesh, Pose::IDENTITY));
        let rules = ["bolt*:plate", "bolt-1:bolt-2", "*:washer"].map(|text| Rule::parse(text).unwrap());
        assert_eq!(apply(&rules, &mut scene), ["washer"]);
        let ignored = |i: usize, j: usize| scene.ignores(ids[i], ids[j]) && scene.ignores(ids[j], ids[i]);
        assert!(ignored(0, 1) && ignored(2, 1) && ignored(0, 2));
        assert!(!ignored(0, 3) && !ignored(1, 3) && !ignored(2, 3));
    }
}
