//! What can be said about publishing without doing it: the order in RELEASING.md works, and every crate is described completely.

use crate::{metadata, read, root};
use serde_json::Value;

/// The crates to publish, in the order of RELEASING.md.
fn order() -> Vec<String> {
    let releasing = read("RELEASING.md");
    let line =
        releasing.lines().find_map(|line| line.trim().strip_prefix("for crate in ")).expect("a loop over crates");
    line.trim_end_matches("; do").split_whitespace().map(str::to_owned).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text<'v>(package: &'v Value, field: &str) -> &'v str {
    package[field].as_str().unwrap_or_default()
}

/// The crates of the workspace that may be published, by name.
fn crates(metadata: &Value) -> Vec<&Value> {
    let is_public = |package: &&Value| package["publish"].is_null();
    list(&metadata["packages"]).iter().filter(is_public).collect()
}

#[test]
fn every_crate_is_published_after_those_it_needs() {
    let (metadata, order) = (metadata(&["--no-deps"]), order());
    let place = |name: &str| order.iter().position(|own| own == name);
    let crates = crates(&metadata);
    let mut names: Vec<&str> = crates.iter().map(|package| text(package, "name")).collect();
    names.sort_unstable();
    let mut listed: Vec<&str> = order.iter().map(String::as_str).collect();
    listed.sort_unstable();
    assert_eq!(listed, names);
    let makefile = read("Makefile");
    assert!(makefile.contains(&format!("PUBLISHED = {}\n", order.join(" "))), "`make package` checks the same crates");
    for package in crates {
        let name = text(package, "name");
        for need in list(&package["dependencies"]).iter().filter(|need| need["path"].is_string()) {
            let (needed, has_version) = (text(need, "name"), text(need, "req") != "*");
            // Cargo leaves out dependencies of tests that have no version.
            let is_dropped = need["kind"] == "dev" && !has_version;
            let is_earlier = place(needed).is_some() && place(needed) < place(name);
            assert!(is_dropped || is_earlier && has_version, "{name} needs {needed}");
        }
    }
}

#[test]
fn every_crate_is_described() {
    let metadata = metadata(&["--no-deps"]);
    for package in crates(&metadata) {
        let name = text(package, "name");
        for field in ["description", "license", "repository", "readme", "rust_version"] {
            assert!(!text(package, field).is_empty(), "{name} has no {field}");
        }
        let folder = std::path::Path::new(text(package, "manifest_path")).parent().unwrap();
        assert!(folder.join(text(package, "readme")).exists(), "{name}");
        let keywords: Vec<&str> = list(&package["keywords"]).iter().filter_map(Value::as_str).collect();
        assert!(
            (1..=5).contains(&keywords.len()) && keywords.iter().all(|word| word.len() <= 20),
            "{name}: {keywords:?}"
        );
        assert!((1..=5).contains(&list(&package["categories"]).len()), "{name}");
    }
}

/// Outside of tests, a crate includes only its own files: others are not in its package.
#[test]
fn crates_include_only_their_own_files() {
    let mut count = 0;
    for name in order() {
        let source = root().join("crates").join(&name).join("src").canonicalize().unwrap();
        let mut open = vec![source.clone()];
        while let Some(path) = open.pop() {
            if path.is_dir() {
                open.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
                continue;
            }
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            // What follows belongs to tests.
            let code = text.split("#[cfg(test)]").next().unwrap().split("#[cfg(doctest)]").next().unwrap();
            for macro_name in ["include_str!(\"", "include_bytes!(\""] {
                for part in code.split(macro_name).skip(1) {
                    let included = path.parent().unwrap().join(part.split('"').next().unwrap());
                    let included =
                        included.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                    assert!(
                        included.starts_with(source.parent().unwrap()),
                        "{}: {}",
                        path.display(),
                        included.display()
                    );
                    count += 1;
                }
            }
        }
    }
    assert!(count > 50, "{count} files");
}
