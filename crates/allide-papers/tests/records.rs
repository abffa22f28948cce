//! The records of whole runs in `docs/reproduction` are complete, have the shapes that need full sizes, and are what the documents refer to.

use allide_papers::{FIGURES, Line, Work};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const RECORDS: [&str; 2] = ["nvidia-h200", "lavapipe"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn record(device: &str) -> String {
    read(&format!("docs/reproduction/{device}/record.md"))
}

/// The text below the heading of a figure.
fn section<'t>(record: &'t str, id: &str) -> &'t str {
    let start = record.find(&format!("\n### {id}\n")).unwrap_or_else(|| panic!("nothing about {id}"));
    let rest = &record[start + 5..];
    &rest[..rest.find("\n##").unwrap_or(rest.len())]
}

/// What a heading is called in links.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
}

/// Targets of all links in a text.
fn links(text: &str) -> Vec<&str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect()
}

/// The numbers of a column.
fn column(csv: &str, heading: &str) -> Vec<f64> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let place = reader.headers().unwrap().iter().position(|own| own == heading).unwrap_or_else(|| panic!("{heading}"));
    reader.records().map(|row| row.unwrap()[place].parse().unwrap()).collect()
}

#[test]
fn records_have_every_figure_with_published_numbers_and_files() {
    for device in RECORDS {
        let text = record(device);
        for figure in &FIGURES {
            let own = section(&text, figure.id);
            assert!(!own.contains("*failed"), "{device}: {}", figure.id);
            assert!(!own.contains("not on this device"), "{device} has a GPU: {}", figure.id);
            assert!(own.contains("| what | published | ours | unit | source |"), "{device}: {}", figure.id);
            assert!(own.contains(".csv)") && own.contains(".svg)"), "{device}: {}", figure.id);
        }
        for file in links(&text) {
            let path = root().join("docs/reproduction").join(device).join(file);
            let size = path.metadata().unwrap_or_else(|error| panic!("{device}: {file}: {error}")).len();
            assert!(size > 0 && size < 100_000, "{device}: {file} has {size} bytes");
        }
    }
    assert!(record("nvidia-h200").contains("sizes: as published"));
}

/// Figures 4.15 and 4.16 of the thesis, which tiny scenes are too quick for.
#[test]
fn time_is_linear_in_objects_and_polygons() {
    for (figure, what) in [("4.15", "objects"), ("4.16", "polygons")] {
        let csv = read(&format!("docs/reproduction/nvidia-h200/thesis-{figure}.csv"));
        let x = column(&csv, what);
        for name in ["by pixels, median [ms, measured]", "by queries, median [ms, measured]"] {
            let points: Vec<[f64; 2]> = x.iter().zip(column(&csv, name)).map(|(x, y)| [*x, y]).collect();
            let line = Line::through(&points);
            assert!(points.len() > 4 && line.r_squared > 0.97 && line.slope > 0.0, "{figure}, {name}: {line:?}");
        }
    }
}

/// That the links of the documents lead somewhere, `allide-cli/tests/command/links.rs` checks.
#[test]
fn the_documents_refer_to_rows_of_every_work() {
    let mut works = BTreeSet::new();
    for document in ["visibility", "rays", "fronts", "chip", "particles", "reproduction"] {
        let text = read(&format!("docs/research/{document}.md"));
        let rows = links(&text).into_iter().filter_map(|link| link.strip_prefix("../reproduction/")?.split_once('#'));
        let mut count = 0;
        for (file, wanted) in rows {
            let record = read(&format!("docs/reproduction/{file}"));
            let mut headings = record.lines().filter_map(|line| line.strip_prefix("### "));
            let id = headings.find(|heading| anchor(heading) == wanted);
            let id = id.unwrap_or_else(|| panic!("{document}: {file}#{wanted}: there is no such row"));
            works.insert(allide_papers::find(id).unwrap().work);
            count += 1;
        }
        assert!(count > 0, "{document} refers to no row");
    }
    assert_eq!(works.into_iter().collect::<Vec<_>>(), Work::ALL, "each work has a reference");
}
