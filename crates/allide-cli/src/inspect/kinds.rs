//! The defects of many objects, as a table by kind.

use super::advice::finding;
use super::table::{coordinates, name};
use crate::layout::{Column, GAP};
use crate::numbers::thousands;
use allide::{Inspection, Problem};
use allide_io::inspection::Inspected;
use anstyle::Style;
use std::fmt::Write;

/// A row for each kind of problem, the worst kind first: in how many objects, how often, and where most. Empty if all are
/// healthy.
pub fn kinds(inspected: &Inspected, objects: &[&Inspection], width: Option<usize>) -> String {
    let rows: Vec<Kind<'_>> = Problem::ALL.into_iter().filter_map(|problem| Kind::of(problem, objects)).collect();
    if rows.is_empty() {
        return String::new();
    }
    let format = coordinates(objects);
    let example = |kind: &Kind<'_>| {
        let placed = &inspected.scene.objects()[kind.worst.object.index()];
        format!("{}: {}", name(inspected, kind.worst), finding(kind.worst, placed, kind.problem, format))
    };
    let mut columns = [
        Column::left("problem", rows.iter().map(|kind| kind.problem.to_string())),
        Column::right("objects", rows.iter().map(|kind| thousands(kind.objects))),
        Column::right("occurrences", rows.iter().map(|kind| thousands(kind.occurrences))),
        Column::left("worst example", rows.iter().map(example)),
    ];
    if let Some(width) = width {
        let others: usize = columns[..3].iter().map(|column| column.width() + GAP.len()).sum();
        columns[3].shorten(width.saturating_sub(others));
    }
    let heading = Style::new().bold();
    let titles: Vec<String> = columns.iter().map(Column::heading).collect();
    let mut text = format!("{heading}{}{heading:#}\n", titles.join(GAP).trim_end());
    let cells: Vec<Vec<String>> = columns.iter().map(Column::padded_cells).collect();
    for row in 0..rows.len() {
        let line: Vec<&str> = cells.iter().map(|column| column[row].as_str()).collect();
        let _ = writeln!(text, "{}", line.join(GAP).trim_end());
    }
    text
}

/// A kind of problem.
struct Kind<'i> {
    problem: Problem,
    objects: usize,
    occurrences: usize,
    /// The first object that has most of it.
    worst: &'i Inspection,
}

impl<'i> Kind<'i> {
    fn of(problem: Problem, objects: &[&'i Inspection]) -> Option<Self> {
        let counts = objects.iter().map(|object| object.count(problem));
        let (with, occurrences) = (counts.clone().filter(|&count| count > 0).count(), counts.sum());
        let worst = objects.iter().rev().max_by_key(|object| object.count(problem))?;
        (with > 0).then_some(Self { problem, objects: with, occurrences, worst })
    }
}
