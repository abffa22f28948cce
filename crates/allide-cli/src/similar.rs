//! Suggestions for misspelt names.

use crate::numbers::printable;

/// Longer texts are compared as far as this.
const LONGEST: usize = 120;

/// How many characters to insert, remove or replace to get from one text to the other, regardless of case. If `within`, to
/// some part of the other.
pub fn distance(text: &str, other: &str, within: bool) -> usize {
    let lower = |text: &str| text.chars().take(LONGEST).flat_map(char::to_lowercase).collect::<Vec<char>>();
    let (text, other) = (lower(text), lower(other));
    // The costs of getting from a beginning of `text` to each beginning of `other`.
    let mut costs: Vec<usize> = if within { vec![0; other.len() + 1] } else { (0..=other.len()).collect() };
    for (row, &c) in text.iter().enumerate() {
        let mut before = std::mem::replace(&mut costs[0], row + 1);
        for (column, &d) in other.iter().enumerate() {
            let replaced = before + usize::from(c != d);
            before = costs[column + 1];
            costs[column + 1] = replaced.min(before + 1).min(costs[column] + 1);
        }
    }
    if within { costs.into_iter().min().unwrap_or(0) } else { costs[other.len()] }
}

/// `; the nearest are "a" and "b"`, for a pattern that none of these names is like.
pub fn suggestion<'a>(pattern: &str, names: impl Iterator<Item = &'a str>) -> String {
    let literal: String = pattern.chars().filter(|c| !['*', '?'].contains(c)).collect();
    let is_part = literal.len() < pattern.len();
    // Half of it may be wrong: whatever is farther away has nothing to do with it.
    let farthest = literal.chars().count().div_ceil(2);
    let mut nearest: Vec<(usize, &str)> = Vec::new();
    let (mut count, mut first) = (0, "");
    for name in names {
        let away = distance(&literal, name, is_part);
        if away <= farthest && !nearest.contains(&(away, name)) {
            nearest.push((away, name));
            nearest.sort_by_key(|&(away, _)| away);
            nearest.truncate(3);
        }
        first = if count == 0 { name } else { first };
        count += 1;
    }
    let nearest: Vec<String> = nearest.into_iter().map(|(_, name)| quoted(name)).collect();
    match &nearest[..] {
        [] => format!("; names are like {}", quoted(first)),
        [one] => format!("; the nearest is {one}"),
        [others @ .., last] => format!("; the nearest are {} and {last}", others.join(", ")),
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", crate::numbers::shortened(&printable(name), LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_edits_regardless_of_case() {
        assert_eq!(distance("bolt", "bolt", false), 0);
        assert_eq!(distance("Bolt", "bolts", false), 1);
        assert_eq!(distance("blot", "bolt", false), 2);
        assert_eq!(distance("", "bolt", false), 4);
        assert_eq!(distance("bolt", "Building/L1/BOLT-17", true), 0);
        assert_eq!(distance("bold", "Building/L1/bolt-17", true), 1);
    }

    #[test]
    fn suggestions_name_what_is_near() {
        let names = ["Column C-1", "bolt-1", "bolt-2", "bolt-3", "plate"];
        assert_eq!(suggestion("column*", names.into_iter()), "; the nearest is \"Column C-1\"");
        assert_eq!(suggestion("plat", names.into_iter()), "; the nearest is \"plate\"");
        let three = "; the nearest are \"bolt-1\", \"bolt-2\" and \"bolt-3\"";
        assert_eq!(suggestion("bolts-*", names.into_iter()), three);
        assert_eq!(suggestion("xyzxyz", names.into_iter()), "; names are like \"Column C-1\"");
    }
}
