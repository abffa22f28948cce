//! Every figure has the shape that it claims, on tiny scenes.
//!
//! All figures run once, whatever tests ask about them, with the adapter that there is. Without one, figures that need a GPU
//! must say so, and what is asked about them is left out; `ALLIDE_REQUIRE_GPU=1` makes that an error.
#![allow(clippy::print_stderr, reason = "tests say what they measured and what they leave out")]

mod far;
mod self_cullide;
mod works;

use allide_papers::{Bench, Claim, Device, Drawing, FIGURES, Needs, Options, Outcome, Said, Size, Steps, Table};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// By name; a figure that failed has its error.
type All = BTreeMap<&'static str, Result<Outcome, String>>;

fn run(device: Device) -> (All, bool) {
    let mut bench = Bench::open(&Options { device, size: Size::Tiny, models: None }).unwrap();
    let has_gpu = bench.lacks().is_none();
    let mut all = All::new();
    for figure in &FIGURES {
        let start = std::time::Instant::now();
        let outcome = figure.run(&mut bench, &Steps::quiet()).map_err(|error| error.to_string());
        eprintln!("{}: {:.1} s", figure.id, start.elapsed().as_secs_f64());
        all.insert(figure.id, outcome);
    }
    (all, has_gpu)
}

fn all() -> &'static (All, bool) {
    static ALL: OnceLock<(All, bool)> = OnceLock::new();
    ALL.get_or_init(|| {
        let (all, has_gpu) = run(Device::Auto);
        if !has_gpu {
            assert!(std::env::var_os("ALLIDE_REQUIRE_GPU").is_none_or(|value| value != "1"), "there is no GPU");
            eprintln!("no GPU: figures that need one are left out");
        }
        (all, has_gpu)
    })
}

/// The outcome of a figure, with whatever device there is.
fn any_outcome(id: &str) -> &'static Outcome {
    all().0[id].as_ref().unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// The outcome of a figure; nothing if it needs a GPU and the machine has no GPU.
fn outcome(id: &str) -> Option<&'static Outcome> {
    let (_, has_gpu) = all();
    let figure = allide_papers::find(id).unwrap();
    let is_able = *has_gpu || matches!(figure.needs, Needs::Cpu | Needs::YosysForPart);
    is_able.then(|| any_outcome(id))
}

fn table<'o>(outcome: &'o Outcome, name: &str) -> &'o Table {
    outcome.tables.iter().find(|table| table.name == name).unwrap_or_else(|| panic!("no table {name:?}"))
}

fn numbers(outcome: &Outcome, title: &str) -> Vec<f64> {
    let numbers = outcome.tables[0].numbers(title);
    assert!(!numbers.is_empty(), "no column {title:?} among {:?}", outcome.tables[0].columns);
    numbers
}

/// Whether numbers fall, or stay.
fn falls(numbers: &[f64]) -> bool {
    numbers.is_sorted_by(|p, q| p >= q) && numbers.first() > numbers.last()
}

fn rises(numbers: &[f64]) -> bool {
    numbers.is_sorted() && numbers.first() < numbers.last()
}

/// What the first published row of that name says about us.
fn ours(outcome: &Outcome, what: &str) -> f64 {
    let row = outcome.published.iter().find(|row| row.what == what).unwrap_or_else(|| panic!("nothing about {what:?}"));
    match row.ours {
        Some((_, Said::Number(number))) => number,
        ref other => panic!("{what}: {other:?}"),
    }
}

#[test]
fn every_figure_has_a_table_a_plot_claims_and_published_numbers() {
    for figure in &FIGURES {
        let Some(outcome) = outcome(figure.id) else {
            assert!(any_outcome(figure.id).labels.iter().any(|label| label.starts_with("not on this device: ")));
            continue;
        };
        let id = figure.id;
        assert!(!outcome.tables.is_empty() && outcome.tables.iter().all(|table| !table.rows.is_empty()), "{id}");
        let first = outcome.drawings.iter().find(|drawing| drawing.name().is_empty());
        assert!(
            matches!(first, Some(Drawing::Plot { plot, .. }) if plot.series.iter().any(|s| s.points.len() > 1)),
            "{id}"
        );
        let lines: Vec<String> = outcome.claims.iter().map(Claim::line).collect();
        assert!(!lines.is_empty() && lines.iter().all(|line| !line.contains("NaN")), "{id}: {lines:?}");
        assert!(!outcome.published.is_empty() && outcome.published.iter().all(|row| !row.source.is_empty()), "{id}");
        assert!(outcome.published.iter().any(|row| row.ours.is_some()), "{id}");
        // Names make files: each once.
        for names in [
            outcome.tables.iter().map(|table| table.name.as_str()).collect::<Vec<_>>(),
            outcome.drawings.iter().map(Drawing::name).collect(),
        ] {
            let distinct: std::collections::BTreeSet<&str> = names.iter().copied().collect();
            assert_eq!(distinct.len(), names.len(), "{id}: {names:?}");
        }
    }
}

#[test]
fn two_runs_differ_in_times_alone() {
    let (second, _) = run(Device::Auto);
    for figure in &FIGURES {
        let [p, q] = [any_outcome(figure.id), second[figure.id].as_ref().expect("it did not fail the first time")];
        assert_eq!(p.labels, q.labels, "{}", figure.id);
        assert_eq!(p.tables.len(), q.tables.len(), "{}", figure.id);
        for (p, q) in p.tables.iter().zip(&q.tables) {
            let [p, q] = [p, q].map(|table| fixed(&table.csv()));
            assert!(p.contains('\n'));
            assert_eq!(p, q, "{}", figure.id);
        }
        let [p_rows, q_rows] = [p, q].map(|outcome| fixed(&outcome.published_csv()));
        assert_eq!(p_rows, q_rows, "{}", figure.id);
        for (p, q) in p.drawings.iter().zip(&q.drawings) {
            if let Drawing::Picture { name, .. } = p {
                assert!(p == q, "{}: picture {name:?}", figure.id);
            }
        }
    }
}

/// A file without the columns that say that they are measured.
fn fixed(csv: &str) -> String {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let is_kept: Vec<bool> = rows[0].iter().map(|heading| !heading.ends_with("measured]")).collect();
    let line = |row: &csv::StringRecord| {
        let kept = row.iter().zip(&is_kept).filter(|(_, kept)| **kept).map(|(cell, _)| cell);
        kept.collect::<Vec<_>>().join("|") + "\n"
    };
    rows.iter().map(line).collect()
}

#[test]
fn times_are_in_columns_that_say_so() {
    for figure in &FIGURES {
        let Some(outcome) = outcome(figure.id) else { continue };
        for column in outcome.tables.iter().flat_map(|table| &table.columns) {
            // Seconds without a prefix are those of a scene of particles.
            assert!(column.unit != "ms" || column.is_measured, "{}: {}", figure.id, column.title);
        }
    }
}

#[test]
fn without_a_gpu_nothing_is_left_out_silently() {
    let mut bench = Bench::open(&Options { device: Device::Cpu, size: Size::Tiny, models: None }).unwrap();
    for figure in FIGURES.iter().filter(|figure| matches!(figure.needs, Needs::Gpu | Needs::GpuForPart)) {
        let outcome = figure.run(&mut bench, &Steps::quiet()).unwrap();
        let says =
            |label: &&String| label.starts_with("not on this device: ") && label.contains("only the CPU was asked for");
        assert!(outcome.labels.iter().any(|label| says(&label)), "{}: {:?}", figure.id, outcome.labels);
        assert_eq!(outcome.tables.is_empty(), figure.needs == Needs::Gpu, "{}", figure.id);
        let lines: Vec<String> = outcome.claims.iter().map(Claim::line).collect();
        assert!(lines.iter().all(|line| !line.contains("NaN") && !line.contains(" - ")), "{lines:?}");
    }
}

#[test]
fn whoever_watches_can_stop() {
    let mut bench = Bench::open(&Options { device: Device::Cpu, size: Size::Tiny, models: None }).unwrap();
    for figure in FIGURES.iter().filter(|figure| figure.needs != Needs::Gpu) {
        let stopped = figure.run(&mut bench, &Steps::new(&|_| false));
        assert!(matches!(stopped, Err(allide_papers::Error::Stopped)), "{}: {stopped:?}", figure.id);
    }
}
