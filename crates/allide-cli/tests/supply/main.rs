//! The supply chain: the notice of others' work is complete, `deny.toml` holds, and the crates can be published. Needs no network.
//!
//! `ALLIDE_WRITE_NOTICE=1 cargo test -p allide-cli --test supply` writes the notice again.

mod deny;
mod notice;
mod publish;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The machine whose packages are looked at: others add their own system's bindings, and nothing else.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[derive(Clone, Debug, Default)]
struct Package {
    name: String,
    version: String,
    license: String,
    folder: PathBuf,
    /// Neither compiled into a program nor needed by one that runs.
    is_macro: bool,
    is_ours: bool,
    /// What it is linked with: not what its tests or its build script use.
    needs: Vec<String>,
}

/// The output of `cargo metadata`.
fn metadata(more: &[&str]) -> Value {
    let flags = [&["metadata", "--format-version=1", "--locked", "--filter-platform", PLATFORM], more].concat();
    let offline = Command::new(env!("CARGO")).args(&flags).arg("--offline").current_dir(root()).output().unwrap();
    // On another platform, Cargo may have to download descriptions first.
    let output = if offline.status.success() {
        offline
    } else {
        Command::new(env!("CARGO")).args(&flags).current_dir(root()).output().unwrap()
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// All packages of the workspace and of its dependencies, by Cargo's ids.
fn packages() -> BTreeMap<String, Package> {
    let metadata = metadata(&[]);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut packages = BTreeMap::new();
    for package in list(&metadata["packages"]) {
        let is_macro = |target: &Value| list(&target["kind"]).contains(&"proc-macro".into());
        let described = Package {
            name: text(&package["name"]),
            version: text(&package["version"]),
            license: text(&package["license"]),
            folder: PathBuf::from(text(&package["manifest_path"])).parent().unwrap().to_path_buf(),
            is_macro: list(&package["targets"]).iter().any(is_macro),
            is_ours: package["source"].is_null(),
            needs: Vec::new(),
        };
        packages.insert(text(&package["id"]), described);
    }
    for node in list(&metadata["resolve"]["nodes"]) {
        let is_linked = |need: &&Value| list(&need["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        let needs = list(&node["deps"]).iter().filter(is_linked).map(|need| text(&need["pkg"])).collect();
        packages.get_mut(node["id"].as_str().unwrap()).unwrap().needs = needs;
    }
    packages
}

/// What the command is linked with, ours aside, sorted by name.
fn linked(packages: &BTreeMap<String, Package>) -> Vec<&Package> {
    let is_published = |package: &Package| ["allide-cli", "allide-python"].contains(&package.name.as_str());
    let mut open: Vec<&String> =
        packages.iter().filter(|(_, package)| is_published(package)).map(|(id, _)| id).collect();
    assert_eq!(open.len(), 2, "{open:?}");
    let mut seen: BTreeSet<&String> = open.iter().copied().collect();
    while let Some(id) = open.pop() {
        open.extend(packages[id].needs.iter().filter(|need| !packages[*need].is_macro && seen.insert(need)));
    }
    let mut linked: Vec<&Package> = seen.into_iter().map(|id| &packages[id]).filter(|x| !x.is_ours).collect();
    linked.sort_by(|x, y| (&x.name, &x.version).cmp(&(&y.name, &y.version)));
    assert!(linked.len() > 50, "{} packages", linked.len());
    linked
}
