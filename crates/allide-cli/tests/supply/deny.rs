//! `deny.toml`, as far as it can be checked without `cargo-deny` and without a network: licences, duplicates, sources. Advisories
//! need a network: `make deny`.

use crate::{packages, read};
use std::collections::{BTreeMap, BTreeSet};
use toml_edit::{DocumentMut, Item};

fn parsed(name: &str) -> DocumentMut {
    read(name).parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn strings(item: &Item) -> Vec<String> {
    let list = item.as_array().expect("a list");
    list.iter().map(|value| value.as_str().expect("a text").to_owned()).collect()
}

/// Whether the expression can be satisfied by these licences. `A/B` is what `A OR B` was.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let parts = |separator: &str| -> Vec<String> {
        // Only separators that are in no parentheses.
        let (mut parts, mut depth) = (vec![String::new()], 0);
        for word in expression.split_inclusive([' ', '(', ')', '/']) {
            depth += word.matches('(').count() as i32 - word.matches(')').count() as i32;
            parts.last_mut().unwrap().push_str(word);
            if depth == 0 && parts.last().unwrap().ends_with(separator) {
                let part = parts.pop().unwrap();
                parts.extend([part[..part.len() - separator.len()].to_owned(), String::new()]);
            }
        }
        parts
    };
    for (separator, all) in [("/", false), (" OR ", false), (" AND ", true)] {
        let parts = parts(separator);
        if parts.len() > 1 {
            let mut each = parts.iter().map(|part| is_allowed(part, allowed));
            return if all { each.all(|yes| yes) } else { each.any(|yes| yes) };
        }
    }
    let expression = expression.trim();
    match expression.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => is_allowed(inner, allowed),
        None => allowed.iter().any(|licence| licence == expression),
    }
}

#[test]
fn expressions_are_read_as_they_are_meant() {
    let allowed = ["MIT", "Zlib", "Unicode-3.0"].map(str::to_owned);
    for yes in ["MIT", "GPL-3.0 OR MIT", "GPL-3.0/MIT", "(MIT OR GPL-3.0) AND Unicode-3.0", "(MIT AND Zlib)"] {
        assert!(is_allowed(yes, &allowed), "{yes}");
    }
    for no in [
        "",
        "GPL-3.0",
        "MIT AND GPL-3.0",
        "(MIT OR Zlib) AND GPL-3.0",
        "MIT-0",
        "GPL-3.0 WITH MIT",
        "Apache-2.0 WITH LLVM-exception",
    ] {
        assert!(!is_allowed(no, &allowed), "{no}");
    }
}

#[test]
fn every_licence_is_one_that_is_allowed_and_every_allowed_one_is_needed() {
    let allowed = strings(&parsed("deny.toml")["licenses"]["allow"]);
    let packages = packages();
    let all = || packages.values().map(|package| package.license.as_str());
    let refused: Vec<_> = packages.values().filter(|x| !is_allowed(&x.license, &allowed)).collect();
    assert!(refused.is_empty(), "{refused:#?}");
    for licence in &allowed {
        let others: Vec<String> = allowed.iter().filter(|other| *other != licence).cloned().collect();
        assert!(all().any(|license| !is_allowed(license, &others)), "{licence} is allowed, and nothing needs it");
    }
}

/// Names of `Cargo.lock` with the versions and the sources that they have, on every platform.
fn locked() -> (BTreeMap<String, BTreeSet<String>>, BTreeSet<String>) {
    let lock = parsed("Cargo.lock");
    let (mut versions, mut sources) = (BTreeMap::<String, BTreeSet<String>>::new(), BTreeSet::new());
    for package in lock["package"].as_array_of_tables().unwrap() {
        let text = |key: &str| package.get(key).and_then(Item::as_str).map(str::to_owned);
        versions.entry(text("name").unwrap()).or_default().insert(text("version").unwrap());
        sources.extend(text("source"));
        assert_eq!(text("source").is_some(), text("checksum").is_some(), "{:?} has no checksum", text("name"));
    }
    (versions, sources)
}

#[test]
fn every_package_comes_from_the_registry() {
    let rules = parsed("deny.toml");
    for key in ["unknown-registry", "unknown-git"] {
        assert_eq!(rules["sources"][key].as_str(), Some("deny"));
    }
    let allowed: BTreeSet<String> =
        strings(&rules["sources"]["allow-registry"]).iter().map(|address| format!("registry+{address}")).collect();
    assert_eq!(locked().1, allowed);
}

#[test]
fn a_package_is_there_twice_only_for_a_reason_that_is_written_down() {
    let rules = parsed("deny.toml");
    assert_eq!(rules["bans"]["multiple-versions"].as_str(), Some("deny"));
    let mut skipped = BTreeMap::<String, BTreeSet<String>>::new();
    for entry in rules["bans"]["skip"].as_array().unwrap() {
        let entry = entry.as_inline_table().unwrap();
        let text = |key: &str| entry.get(key).and_then(|value| value.as_str()).unwrap_or_default();
        assert!(text("reason").len() > 10, "{entry} has no reason");
        let (name, version) = text("crate").split_once('@').expect("name@version");
        skipped.entry(name.to_owned()).or_default().insert(version.to_owned());
    }
    let versions = locked().0;
    for (name, skipped) in &skipped {
        let versions = versions.get(name).unwrap_or_else(|| panic!("{name} is skipped, and not there"));
        assert!(skipped.is_subset(versions), "{name}: {skipped:?} are skipped, there are {versions:?}");
    }
    let none = BTreeSet::new();
    let left = |name: &str| skipped.get(name).unwrap_or(&none);
    let twice: Vec<_> = versions.iter().filter(|(name, all)| all.difference(left(name)).count() > 1).collect();
    assert!(twice.is_empty(), "deny.toml gives no reason for {twice:?}");
    let idle: Vec<_> = skipped.iter().filter(|(name, skip)| versions[*name].len() - skip.len() != 1).collect();
    assert!(idle.is_empty(), "one version is left, and no more is skipped than that takes: {idle:?}");
}
