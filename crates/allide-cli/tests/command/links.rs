//! The documents of the repository: what they link to is there, the book has them all, and the first two stay short.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Where files outside `docs` are, for links from the book.
const REPOSITORY: &str = "https://github.com/allide/allide/blob/main/";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A text file of the repository.
pub fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The files below a folder, sorted, with paths from the root of the repository.
fn files(folder: &str, is_wanted: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}")) {
        let entry = entry.expect("an entry of a folder");
        let name = entry.file_name().into_string().expect("a name in UTF-8");
        let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
        match entry.file_type().expect("a type").is_dir() {
            true if !path.ends_with("node_modules") => found.extend(files(&path, is_wanted)),
            false if is_wanted(&path) => found.push(path),
            _ => {}
        }
    }
    found.sort();
    found
}

/// All documents: those at the root, the book, and those of single folders.
pub fn documents() -> Vec<String> {
    let mut all: Vec<String> = std::fs::read_dir(root())
        .expect("the root")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".md"))
        .collect();
    all.sort();
    all.extend(["docs", "benches/records"].iter().flat_map(|folder| files(folder, &|path| path.ends_with(".md"))));
    all.extend(["fuzz/README.md", "viewer/README.md"].map(String::from));
    all
}

/// The lines of a document outside blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

fn links(text: &str) -> Vec<&str> {
    prose(text).flat_map(|line| line.split("](").skip(1)).filter_map(|rest| rest.split(')').next()).collect()
}

/// What headings are called in links, on GitHub and in the book.
fn anchors(text: &str) -> BTreeSet<String> {
    let heading = |line: &str| {
        let name = line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#'))?;
        let name = name.to_lowercase().replace(' ', "-");
        Some(name.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect())
    };
    prose(text).filter_map(heading).collect()
}

/// The target of a link, from the root of the repository, and the heading in it; nothing for a link elsewhere.
fn target<'l>(document: &str, link: &'l str) -> Option<(PathBuf, Option<&'l str>)> {
    let (path, heading) = link.split_once('#').map_or((link, None), |(path, heading)| (path, Some(heading)));
    if let Some(path) = path.strip_prefix(REPOSITORY) {
        return Some((path.into(), heading));
    }
    let folder = Path::new(document).parent().expect("a folder");
    match path {
        _ if path.contains("://") => None,
        "" => Some((document.into(), heading)),
        _ => Some((folder.join(path), heading)),
    }
}

/// The fault of a link, if it has one.
fn fault(document: &str, link: &str) -> Option<String> {
    let (path, heading) = target(document, link)?;
    let whole = root().join(&path);
    if !whole.exists() {
        return Some(format!("{document}: {link} is not there"));
    }
    let is_in_book = |path: &Path| {
        path.canonicalize().is_ok_and(|path| path.starts_with(root().join("docs").canonicalize().unwrap()))
    };
    if document.starts_with("docs/") && !link.starts_with(REPOSITORY) && !is_in_book(&whole) {
        return Some(format!("{document}: {link} leaves the book; write {REPOSITORY}…"));
    }
    let heading = heading?;
    let text = std::fs::read_to_string(&whole).expect("a document");
    (!anchors(&text).contains(heading)).then(|| format!("{document}: {link}: there is no such heading"))
}

#[test]
fn links_lead_somewhere() {
    let mut count = 0;
    let mut faults = Vec::new();
    for document in documents() {
        let text = read(&document);
        let links = links(&text);
        count += links.len();
        faults.extend(links.iter().filter_map(|link| fault(&document, link)));
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(count > 300, "{count} links");
}

#[test]
fn broken_links_are_noticed() {
    let faults = |link: &str| fault("docs/guide/check.md", link).is_some();
    for good in ["tolerance.md", "../reference/exactness.md#self-clearance", "#clearance", "https://example.org/none"] {
        assert!(!faults(good), "{good}");
    }
    for bad in ["none.md", "tolerance.md#none", "#none", "../../README.md", &format!("{REPOSITORY}none.md")] {
        assert!(faults(bad), "{bad}");
    }
}

#[test]
fn the_book_has_every_document() {
    let summary = read("docs/SUMMARY.md");
    let listed: BTreeSet<String> = links(&summary).into_iter().map(|path| format!("docs/{path}")).collect();
    let there = files("docs", &|path| path.ends_with(".md") && path != "docs/SUMMARY.md");
    assert_eq!(listed, there.into_iter().collect());
}

#[test]
fn the_first_two_documents_are_short() {
    for (path, most) in [("README.md", 8 << 10), ("ARCHITECTURE.md", 12 << 10)] {
        let size = read(path).len();
        assert!(size <= most, "{path} has {size} bytes");
    }
}

/// The files and folders that the architecture names are there, so its walks can be followed.
#[test]
fn the_architecture_names_files_that_are_there() {
    let is_source = |path: &str| path.ends_with(".rs") || path.ends_with(".wgsl");
    let sources: Vec<String> = ["crates", "benches"]
        .iter()
        .flat_map(|folder| files(folder, &is_source))
        .map(|path| format!("/{path}"))
        .collect();
    let text = read("ARCHITECTURE.md");
    let spans = text.split('`').skip(1).step_by(2);
    let names: BTreeSet<&str> = spans.filter(|span| is_source(span) || span.ends_with('/')).collect();
    assert!(names.len() > 50, "{names:?}");
    for name in names {
        let wanted = format!("/{name}");
        let is_there =
            |path: &String| if name.ends_with('/') { path.contains(&wanted) } else { path.ends_with(&wanted) };
        assert!(sources.iter().any(is_there), "{name}");
    }
}

/// Workflows and documents call targets of the Makefile that are there.
#[test]
fn makefile_has_the_targets_that_are_called() {
    let makefile = read("Makefile");
    let mut callers = files(".github/workflows", &|path| path.ends_with(".yml"));
    callers.extend(documents());
    let mut called = BTreeSet::new();
    for text in callers.iter().map(|path| read(path)) {
        for start in ["run: make ", "`make ", "\nmake "] {
            for rest in text.split(start).skip(1) {
                called.extend(rest.split(|c: char| !c.is_ascii_lowercase()).next().map(str::to_owned));
            }
        }
    }
    for target in ["test", "docs", "dist", "msrv", "deny", "package"] {
        assert!(called.contains(target), "{target} is called: {called:?}");
    }
    for target in called {
        assert!(makefile.contains(&format!("\n{target}:")), "make {target}");
    }
}

/// The first cells of all rows of the tables in a document.
fn first_cells(text: &str) -> String {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| "));
    rows.filter_map(|row| row.split(" |").next()).collect::<Vec<_>>().join("\n")
}

/// Tables of the documents list every method and class, and only fields that the schemas have.
#[test]
fn tables_list_what_there_is() {
    let lists = [
        ("docs/reference/methods.md", allide::Method::ALL.map(|method| method.name()).to_vec()),
        ("docs/guide/check.md", allide::PairClass::ALL.map(|class| class.name()).to_vec()),
    ];
    for (path, names) in lists {
        let cells = first_cells(&read(path));
        // `distance` is not a class of findings, but that of a pair whose distance was asked for.
        let missing = |name: &&str| *name != "distance" && !cells.contains(&format!("`{name}`"));
        assert_eq!(names.into_iter().find(missing), None, "{path}");
    }
    let schemas = ["report", "sequence", "inspection"].map(|name| read(&format!("schema/{name}.schema.json"))).concat();
    let reference = first_cells(&read("docs/reference/json.md"));
    let fields: Vec<&str> = reference.split('`').skip(1).step_by(2).filter(|field| !field.ends_with(".json")).collect();
    assert!(fields.len() > 15, "{fields:?}");
    for field in fields {
        let name = field.rsplit('.').next().unwrap();
        let is_csv = ["copies", "extras_a", "extras_b", "check", "inspect"].contains(&name);
        assert!(is_csv || schemas.contains(&format!("\"{name}\"")), "{field}");
    }
}
