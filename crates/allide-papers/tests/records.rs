//! The records of whole runs in `docs/reproduction` are complete, say what their tables say and nothing else, and are what the
//! documentation refers to.

use allide_papers::{Cell, FIGURES, Figure, Table, Told, Verdict, Work, read_tables};
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

/// The tables of a figure in a record.
fn tables(device: &str, figure: &Figure) -> Vec<Table> {
    let folder = root().join("docs/reproduction").join(device);
    let tables = read_tables(&folder, figure).unwrap_or_else(|error| panic!("{device}: {}: {error}", figure.id));
    assert!(!tables.is_empty(), "{device}: {}", figure.id);
    tables
}

#[test]
fn records_have_every_figure_with_published_numbers_and_files() {
    for device in RECORDS {
        let text = record(device);
        for figure in &FIGURES {
            let own = section(&text, figure.id);
            assert!(!own.contains("*failed"), "{device}: {}", figure.id);
            assert!(!own.contains("not on this device"), "{device} has a GPU: {}", figure.id);
            assert!(own.contains("| what | published | ours | unit | ours is | source |"), "{device}: {}", figure.id);
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

/// Claims, and published numbers beside ours.
fn is_told(record: &str, figure: &Figure, told: &Told) -> bool {
    section(record, figure.id).contains(&format!("\n{}\n", told.markdown()))
}

#[test]
fn every_sentence_of_the_records_follows_from_their_tables() {
    for device in RECORDS {
        let text = record(device);
        for figure in &FIGURES {
            let told = figure.told(&tables(device, figure));
            assert!(is_told(&text, figure, &told), "{device}: {}:\n{}", figure.id, told.markdown());
            let own = section(&text, figure.id);
            let lines = own.lines().filter(|line| line.starts_with("- ")).count();
            assert_eq!(lines, told.claims.len(), "{device}: {} has sentences of its own", figure.id);
            for (name, plot) in &told.plots {
                let name =
                    if name.is_empty() { format!("{}.svg", figure.id) } else { format!("{}-{name}.svg", figure.id) };
                assert_eq!(read(&format!("docs/reproduction/{device}/{name}")), plot.svg(), "{device}: {name}");
            }
        }
    }
}

#[test]
fn a_condition_that_is_turned_round_is_noticed() {
    let mut turned = 0;
    for device in RECORDS {
        let text = record(device);
        for figure in &FIGURES {
            let told = figure.told(&tables(device, figure));
            for (place, claim) in told.claims.iter().enumerate() {
                let Some(denied) = claim.denied() else { continue };
                let mut other = told.clone();
                other.claims[place] = denied;
                assert!(!is_told(&text, figure, &other), "{device}: {}: {}", figure.id, claim.line());
                turned += 1;
            }
        }
    }
    assert!(turned > 100, "{turned} conditions");
}

#[test]
fn a_number_that_is_changed_is_noticed_and_every_sentence_has_numbers() {
    for device in RECORDS {
        let text = record(device);
        for figure in &FIGURES {
            let tables = tables(device, figure);
            let told = figure.told(&tables);
            let mut moved = vec![false; told.claims.len()];
            for (place, change) in places(&tables).into_iter().flat_map(|place| CHANGES.map(|change| (place, change))) {
                let other = figure.told(&changed(&tables, place, change));
                let differs = |place: usize| other.claims.get(place).is_none_or(|claim| *claim != told.claims[place]);
                let differing: Vec<usize> = (0..told.claims.len()).filter(|&place| differs(place)).collect();
                for &place in &differing {
                    moved[place] = true;
                }
                let is_seen = differing.iter().any(|&place| {
                    other.claims.get(place).is_none_or(|claim| claim.line() != told.claims[place].line())
                });
                assert!(!is_seen || !is_told(&text, figure, &other), "{device}: {}", figure.id);
            }
            for (claim, moved) in told.claims.iter().zip(moved) {
                let is_open = claim.verdict() == Verdict::CannotBeTold;
                assert!(moved || is_open, "{device}: {}: no number moves {:?}", figure.id, claim.line());
            }
        }
    }
}

/// Where tables have numbers.
fn places(tables: &[Table]) -> Vec<[usize; 3]> {
    let of = |(table, own): (usize, &Table)| {
        let columns = own.columns.len();
        let all = (0..own.rows.len()).flat_map(move |row| (0..columns).map(move |column| [table, row, column]));
        all.filter(|&[_, row, column]| is_number(&own.rows[row][column])).collect::<Vec<_>>()
    };
    tables.iter().enumerate().flat_map(of).collect()
}

fn is_number(cell: &Cell) -> bool {
    matches!(cell, Cell::Number(number) if number.is_finite())
}

/// To something larger, and to nothing.
const CHANGES: [fn(f64) -> f64; 2] = [|number| number * 3.0 + 1e6, |_| 0.0];

/// The same tables with another number in one place.
fn changed(tables: &[Table], [table, row, column]: [usize; 3], change: fn(f64) -> f64) -> Vec<Table> {
    let mut other = tables.to_vec();
    if let Cell::Number(number) = &mut other[table].rows[row][column] {
        *number = change(*number);
    }
    other
}

/// Figures 4.15 and 4.16 of the thesis, which tiny scenes are too quick for.
#[test]
fn time_is_linear_in_objects_and_polygons_on_the_gpu() {
    for id in ["thesis-4.15", "thesis-4.16"] {
        let figure = allide_papers::find(id).unwrap();
        let told = figure.told(&tables("nvidia-h200", figure));
        let linear = told.claims.iter().filter(|claim| claim.sentence().contains("linear"));
        assert!(linear.clone().count() == 2 && linear.clone().all(|claim| claim.verdict() == Verdict::Follows), "{id}");
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
