//! The state of objects as a table, and below it the defects and how to fix them.

use super::advice::{advice, finding};
use super::kinds::kinds;
use crate::layout::{Column, GAP, NAME_ROOM};
use crate::numbers::{Coordinates, counted, length, padded, printable, thousands};
use crate::table::Page;
use allide::{Aabb, Inspection, Problem};
use allide_io::inspection::Inspected;
use anstyle::{AnsiColor, Style};
use std::cmp::Reverse;
use std::fmt::Write;

/// More objects than this are not listed one by one, unless that is asked for.
const MANY: usize = 40;
/// Above this many objects, the table shows the worst only.
const FEW: usize = 10;

/// A line for each object, the worst first, and details of those that are not healthy. Of many objects: a line for each kind
/// of problem, and the worst objects; details if there are few of them, or `--top` or `--all` asks.
pub fn table(inspected: &Inspected, page: Page, all: bool) -> String {
    let objects = ranked(inspected);
    let is_many = objects.len() > MANY && !all;
    let rows = match (page.is_top, is_many) {
        (true, _) => page.rows,
        (false, true) => FEW,
        (false, false) => usize::MAX,
    };
    let shown = &objects[..objects.len().min(rows)];
    let unit = inspected.unit.map_or_else(String::new, |unit| format!(", in {}", unit.plural()));
    let triangles = objects.iter().map(|object| object.mesh().triangles().len()).sum();
    let mut text = format!("{}, {}{unit}\n\n", counted(objects.len(), "object"), counted(triangles, "triangle"));
    if is_many {
        let kinds = kinds(inspected, &objects, page.width);
        let gap = if kinds.is_empty() { "" } else { "\n" };
        text += &(kinds + gap);
    }
    lay_out(&mut text, inspected, shown, page.width);
    text += &page.rest(shown.len(), objects.len());
    if !is_many || page.is_top || inspected.healthy() + FEW >= objects.len() {
        add_details(&mut text, inspected, shown, coordinates(&objects));
    }
    let _ = writeln!(text, "\n{}\n{}", summary(&objects), cost(inspected));
    text
}

/// The defects of each object, where they are, and what to do about them.
fn add_details(text: &mut String, inspected: &Inspected, shown: &[&Inspection], format: Coordinates) {
    for (number, object) in (1..).zip(shown).filter(|(_, object)| !object.is_healthy()) {
        let _ = writeln!(text, "\n{number} {}", name(inspected, object));
        for (problem, _) in object.problems() {
            let placed = &inspected.scene.objects()[object.object.index()];
            let _ = writeln!(text, "  {}", finding(object, placed, problem, format));
            let _ = writeln!(text, "    {}", advice(problem));
        }
    }
}

/// The worst first: by the worst kind of problem, then by how often it occurs. Those that are alike in their order.
pub fn ranked(inspected: &Inspected) -> Vec<&Inspection> {
    let mut objects: Vec<&Inspection> = inspected.found.objects.iter().collect();
    // Those with nothing wrong come after all problems.
    objects.sort_by_key(|object| {
        let worst = object.problems().next();
        worst.map_or((true, None, Reverse(0)), |(problem, count)| (false, Some(problem), Reverse(count)))
    });
    objects
}

pub fn name(inspected: &Inspected, object: &Inspection) -> String {
    printable(inspected.scene.objects()[object.object.index()].name())
}

fn lay_out(text: &mut String, inspected: &Inspected, objects: &[&Inspection], width: Option<usize>) {
    let cells = |cell: &dyn Fn(&Inspection) -> String| objects.iter().map(|object| cell(object)).collect::<Vec<_>>();
    let volume = |object: &Inspection| object.volume.map_or_else(|| "-".into(), |volume| length(volume.value));
    let mut columns = [
        Column::right("#", (1..=objects.len()).map(|number| number.to_string())),
        Column::left("object", cells(&|object| name(inspected, object)).into_iter()),
        Column::left("state", cells(&state).into_iter()),
        Column::right("triangles", cells(&|object| thousands(object.mesh().triangles().len())).into_iter()),
        Column::right("shells", cells(&shells).into_iter()),
        Column::right("volume", cells(&volume).into_iter()),
        Column::right("area", cells(&|object| length(object.area.value)).into_iter()),
        Column::left("size (x y z)", sizes(objects).into_iter()),
    ];
    if let Some(width) = width {
        // Names give way first, down to what is still readable; what is wrong stands below, too.
        for (column, least) in [(1, NAME_ROOM), (2, 0)] {
            let all = columns.iter().map(|column| column.width() + GAP.len()).sum::<usize>() - GAP.len();
            let own = columns[column].width();
            columns[column].shorten((own + width).saturating_sub(all).max(least));
        }
    }
    let heading = Style::new().bold();
    let titles: Vec<String> = columns.iter().map(Column::heading).collect();
    let _ = writeln!(text, "{heading}{}{heading:#}", titles.join(GAP).trim_end());
    let cells: Vec<Vec<String>> = columns.iter().map(Column::padded_cells).collect();
    for (row, object) in objects.iter().enumerate() {
        let cell = |(column, cells): (&Column, &Vec<String>)| {
            let style = if column.title == "state" { style(object.is_healthy()) } else { Style::new() };
            format!("{style}{}{style:#}", cells[row])
        };
        let cells: Vec<String> = columns.iter().zip(&cells).map(cell).collect();
        let _ = writeln!(text, "{}", cells.join(GAP).trim_end());
    }
}

fn style(is_healthy: bool) -> Style {
    let color = if is_healthy { AnsiColor::Green } else { AnsiColor::Red };
    Style::new().bold().fg_color(Some(color.into()))
}

/// The defects, in words.
pub fn state(object: &Inspection) -> String {
    let words: Vec<&str> = object.problems().map(|(problem, _)| problem.name()).collect();
    if words.is_empty() { "healthy".into() } else { words.join(", ") }
}

/// How many, and how deep they are nested.
fn shells(object: &Inspection) -> String {
    let count = thousands(object.shells.len());
    match object.shells.iter().filter_map(|shell| shell.depth).max() {
        Some(depth @ 1..) => format!("{count}, {} deep", u64::from(depth) + 1),
        _ => count,
    }
}

/// The sides of the boxes around objects, below each other.
fn sizes(objects: &[&Inspection]) -> Vec<String> {
    let side = |size: f64| if size < 0.0 { "-".into() } else { length(size) };
    let sides = |object: &&Inspection| object.bounds.size().to_array().map(side);
    let sizes: Vec<[String; 3]> = objects.iter().map(sides).collect();
    let widths = [0, 1, 2].map(|axis| sizes.iter().map(|size| size[axis].len()).max().unwrap_or(0));
    sizes.iter().map(|size| [0, 1, 2].map(|axis| padded(&size[axis], widths[axis], true)).join(" ")).collect()
}

/// How the places of these objects are written.
pub fn coordinates(objects: &[&Inspection]) -> Coordinates {
    let bounds = objects.iter().fold(Aabb::EMPTY, |bounds, object| bounds.union(&object.bounds));
    let farthest = bounds.min.abs().max(bounds.max.abs()).max_element();
    Coordinates::for_extent(bounds.size().max_element(), farthest)
}

/// `2 of 3 healthy | 1 open, 1 self-overlap`.
fn summary(objects: &[&Inspection]) -> String {
    let healthy = objects.iter().filter(|object| object.is_healthy()).count();
    let with = |problem: Problem| objects.iter().filter(|object| object.count(problem) > 0).count();
    let problems: Vec<String> = Problem::ALL
        .into_iter()
        .map(|problem| (problem, with(problem)))
        .filter(|&(_, count)| count > 0)
        .map(|(problem, count)| format!("{} {problem}", thousands(count)))
        .collect();
    let style = style(healthy == objects.len());
    let all = format!("{style}{} of {} healthy{style:#}", thousands(healthy), thousands(objects.len()));
    if problems.is_empty() { all } else { format!("{all} | {}", problems.join(", ")) }
}

/// `exact | cpu, 2 threads | 12.3 ms`.
fn cost(inspected: &Inspected) -> String {
    let run = &inspected.found.run;
    let devices: Vec<String> = run.devices.iter().map(ToString::to_string).collect();
    let threads = counted(inspected.threads, "thread");
    format!("{} | {}, {threads} | {:.1} ms", run.guarantee.name(), devices.join("+"), run.stats.total_ms)
}
