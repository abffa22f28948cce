//! The answers as a table for people.

use crate::numbers::{Coordinates, counted, length, padded, printable, shortened, thousands};
use allide::{Guarantee, ObjectId, PairClass, Scene};
use allide_io::report::{Answers, Pair, Totals};
use anstyle::{AnsiColor, Style};
use std::cmp::Ordering;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// Where the table goes.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    pub width: usize,
    /// The most rows to show.
    pub rows: usize,
    /// Where to find the rest.
    pub hint: &'static str,
}

/// The worst first: by class, then by the number of triangle pairs, or by distance for those that are apart.
pub fn ranked(answers: &Answers) -> Vec<Pair<'_>> {
    let mut pairs = answers.pairs();
    pairs.sort_by(|x, y| {
        let within_class = match x.class {
            PairClass::Clearance => x.distance.partial_cmp(&y.distance).unwrap_or(Ordering::Equal),
            _ => y.findings.count().cmp(&x.findings.count()),
        };
        x.class.cmp(&y.class).then(within_class)
    });
    pairs
}

/// What was examined, the pairs in the order given (as far as the page has room), and what it took.
pub fn table(answers: &Answers, pairs: &[Pair<'_>], page: Page) -> String {
    let unit = answers.unit.map_or_else(String::new, |unit| format!(", in {}", unit.plural()));
    let mut text = format!("{}{unit}\n\n", examined(answers));
    let ranks = chosen(pairs, page.rows);
    lay_out(&mut text, columns(answers, pairs, &ranks, page.width), pairs, &ranks);
    if ranks.len() < pairs.len() {
        let _ = writeln!(text, "... and {} more ({})", thousands(pairs.len() - ranks.len()), page.hint);
    }
    let _ = writeln!(text, "\n{}\n{}", found(pairs), cost(answers));
    text
}

/// The rows to show: the first ones of every class, so that many contacts do not hide a few things of another class.
fn chosen(pairs: &[Pair<'_>], rows: usize) -> Vec<usize> {
    let mut classes: Vec<&[Pair<'_>]> = pairs.chunk_by(|x, y| x.class == y.class).collect();
    classes.sort_by_key(|class| class.len());
    let (mut room, mut ranks) = (rows, Vec::new());
    for (index, class) in classes.iter().enumerate() {
        let share = class.len().min(room / (classes.len() - index));
        let first = pairs.iter().position(|pair| pair.class == class[0].class).unwrap_or(0);
        ranks.extend(first..first + share);
        room -= share;
    }
    ranks.sort_unstable();
    ranks
}

/// One line for a scene without findings, and one for what it took.
pub fn clear(answers: &Answers, clearance: Option<f64>) -> String {
    let mut without = Vec::new();
    without.extend(answers.overlaps.as_ref().map(|_| "no overlap".to_string()));
    without.extend(answers.self_overlaps.as_ref().map(|_| "no self-overlap".to_string()));
    let unit = answers.unit.map_or_else(String::new, |unit| format!(" {}", unit.plural()));
    without.extend(clearance.map(|distance| format!("nothing closer than {distance}{unit}")));
    let verdict = verdict(answers.guarantee());
    format!("{verdict}: {} examined, {}\n{}\n", examined(answers), without.join(", "), cost(answers))
}

/// The pair that ended the search.
pub fn first(scene: &Scene, (a, b): (ObjectId, ObjectId)) -> String {
    let name = |id: ObjectId| printable(scene.objects()[id.index()].name());
    let who = if a == b { format!("{} overlaps itself", name(a)) } else { format!("{} and {}", name(a), name(b)) };
    format!("found: {who} (--any stops at the first)\n")
}

/// What a scene without findings is called when nothing else is to be said about it.
pub fn none(guarantee: Guarantee) -> String {
    let verdict = verdict(guarantee);
    hint(guarantee).map_or_else(|| format!("{verdict}\n"), |hint| format!("{verdict}\n{hint}\n"))
}

/// Only an exact method knows that a scene is clear.
fn verdict(guarantee: Guarantee) -> String {
    let (color, verdict) = match guarantee {
        Guarantee::Exact => (AnsiColor::Green, "clear"),
        Guarantee::Sampled => (AnsiColor::Yellow, "nothing found"),
    };
    let style = Style::new().bold().fg_color(Some(color.into()));
    format!("{style}{verdict}{style:#}")
}

/// What a reader of an answer that is not exact must know.
fn hint(guarantee: Guarantee) -> Option<&'static str> {
    match guarantee {
        Guarantee::Exact => None,
        Guarantee::Sampled => Some("sampled: may miss what falls between pixels; --method far or bvh is exact"),
    }
}

/// `12 objects, 45,123 triangles (3 degenerate)`.
pub fn examined(answers: &Answers) -> String {
    let objects = answers.scene.objects();
    let triangles = objects.iter().map(|object| object.mesh().triangles().len()).sum();
    let degenerate = objects.iter().map(|object| object.mesh().degenerate_count()).sum();
    let degenerate = match degenerate {
        0 => String::new(),
        count => format!(" ({} degenerate)", thousands(count)),
    };
    format!("{}, {}{degenerate}", counted(objects.len(), "object"), counted(triangles, "triangle"))
}

/// `exact | divide, cpu, 2 threads | 12.3 ms`, and a line more if that is not exact.
fn cost(answers: &Answers) -> String {
    let (guarantee, method, device) = (answers.guarantee(), joined(&answers.methods()), joined(&answers.devices()));
    let threads = counted(answers.threads, "thread");
    let cost = format!("{} | {method}, {device}, {threads} | {:.1} ms", guarantee.name(), answers.total_ms());
    hint(guarantee).map_or_else(|| cost.clone(), |hint| format!("{cost}\n{hint}"))
}

/// Words with a plus between them.
fn joined<T: ToString>(words: &[T]) -> String {
    words.iter().map(T::to_string).collect::<Vec<_>>().join("+")
}

fn found(pairs: &[Pair<'_>]) -> String {
    let mut classes: Vec<String> = Vec::new();
    for class in pairs.chunk_by(|x, y| x.class == y.class) {
        let (style, name) = (style(class[0].class), class[0].class.name());
        classes.push(format!("{} {style}{name}{style:#}", thousands(class.len())));
    }
    let totals = Totals::of(pairs);
    match totals.triangle_pairs + totals.self_pairs {
        0 => classes.join(", "),
        count => format!("{} | {}", classes.join(", "), counted(count, "triangle pair")),
    }
}

fn style(class: PairClass) -> Style {
    let color = match class {
        PairClass::Duplicate => AnsiColor::Magenta,
        PairClass::Touch => AnsiColor::Yellow,
        PairClass::Clearance => AnsiColor::Cyan,
        PairClass::SelfOverlap => AnsiColor::Blue,
        _ => AnsiColor::Red,
    };
    Style::new().bold().fg_color(Some(color.into()))
}

struct Column {
    title: &'static str,
    right: bool,
    cells: Vec<String>,
}

impl Column {
    fn new(title: &'static str, right: bool, cells: impl Iterator<Item = String>) -> Self {
        Self { title, right, cells: cells.collect() }
    }

    fn width(&self) -> usize {
        self.cells.iter().map(|cell| cell.width()).fold(self.title.len(), usize::max)
    }

    fn shorten(&mut self, width: usize) {
        for cell in &mut self.cells {
            *cell = shortened(cell, width.max(self.title.len()));
        }
    }
}

const GAP: &str = "  ";
/// What a name gets before the less important columns do: the size first, then the parts of the triangle pairs.
const NAME_ROOM: usize = 12;

fn columns(answers: &Answers, pairs: &[Pair<'_>], ranks: &[usize], width: usize) -> Vec<Column> {
    let numbers = ranks.iter().map(|rank| (rank + 1).to_string());
    let pairs: Vec<&Pair<'_>> = ranks.iter().map(|&rank| &pairs[rank]).collect();
    let name = |id: ObjectId| printable(answers.scene.objects()[id.index()].name());
    let before = vec![
        Column::new("#", true, numbers),
        Column::new("object a", false, pairs.iter().map(|pair| name(pair.a))),
        Column::new("object b", false, pairs.iter().map(|pair| name(pair.b))),
        Column::new("class", false, pairs.iter().map(|pair| pair.class.name().to_string())),
        Column::new("pairs", true, pairs.iter().map(|pair| triangle_pairs(pair))),
    ];
    let sizes = pairs.iter().map(|pair| length(pair.region.size().max_element()));
    let mut after = vec![
        Column::new("where (x y z)", false, places(answers, &pairs).into_iter()),
        Column::new("size", true, sizes),
    ];
    if answers.clearance.is_some() {
        let distances = pairs.iter().map(|pair| pair.distance.map_or_else(|| "-".into(), length));
        after.push(Column::new("distance", true, distances));
    }
    let split: Vec<[usize; 3]> = pairs.iter().map(|pair| pair.findings.by_class()).collect();
    let part = |(index, title)| Column::new(title, true, split.iter().map(move |counts| thousands(counts[index])));
    let parts: Vec<Column> = ["crossing", "coplanar", "touching"].into_iter().enumerate().map(part).collect();
    fit(before, parts, after, width)
}

/// Joins the columns that find room in `width`, and shortens the names (columns 1 and 2 of `before`) to what is left.
fn fit(mut before: Vec<Column>, parts: Vec<Column>, mut after: Vec<Column>, width: usize) -> Vec<Column> {
    let needed = |columns: &[Column]| columns.iter().map(|column| column.width() + GAP.len()).sum::<usize>();
    let names = [before[1].width(), before[2].width()];
    let readable = names.map(|name| name.min(NAME_ROOM)).iter().sum::<usize>();
    let room_beside =
        |after: &[Column]| (width + GAP.len() + names[0] + names[1]).saturating_sub(needed(&before) + needed(after));
    if room_beside(&after) < readable {
        after.remove(1);
    }
    let mut room = room_beside(&after);
    if room >= needed(&parts) + readable {
        room -= needed(&parts);
        before.extend(parts);
    }
    // A short name leaves its room to the other one.
    let half = room / 2;
    let first = if names[1] < half { room - names[1] } else { half };
    before[1].shorten(first);
    before[2].shorten(room.saturating_sub(names[0].min(first)));
    before.extend(after);
    before
}

fn triangle_pairs(pair: &Pair<'_>) -> String {
    match pair.findings.count() {
        0 => "-".into(),
        count => thousands(count),
    }
}

/// The centres of the regions, with their decimal points below each other.
fn places(answers: &Answers, pairs: &[&Pair<'_>]) -> Vec<String> {
    let bounds = allide_scenes::bounds(&answers.scene);
    let farthest = bounds.min.abs().max(bounds.max.abs()).max_element();
    let format = Coordinates::for_extent(bounds.size().max_element(), farthest);
    let text =
        |pair: &&Pair<'_>| (!pair.region.is_empty()).then(|| pair.region.center().to_array().map(|x| format.text(x)));
    let centers: Vec<Option<[String; 3]>> = pairs.iter().map(text).collect();
    let width = |axis: usize| centers.iter().flatten().map(|center| center[axis].len()).max().unwrap_or(0);
    let widths = [0, 1, 2].map(width);
    let join = |center: &[String; 3]| [0, 1, 2].map(|axis| padded(&center[axis], widths[axis], true)).join(" ");
    centers.iter().map(|center| center.as_ref().map_or_else(|| "-".into(), join)).collect()
}

fn lay_out(text: &mut String, columns: Vec<Column>, pairs: &[Pair<'_>], ranks: &[usize]) {
    let widths: Vec<usize> = columns.iter().map(Column::width).collect();
    let heading = Style::new().bold();
    let titles = columns.iter().zip(&widths).map(|(column, &width)| padded(column.title, width, column.right));
    let _ = writeln!(text, "{heading}{}{heading:#}", titles.collect::<Vec<_>>().join(GAP).trim_end());
    for (row, &rank) in ranks.iter().enumerate() {
        let cell = |(column, &width): (&Column, &usize)| {
            let cell = padded(&column.cells[row], width, column.right);
            let style = if column.title == "class" { style(pairs[rank].class) } else { Style::new() };
            format!("{style}{cell}{style:#}")
        };
        let cells: Vec<String> = columns.iter().zip(&widths).map(cell).collect();
        let _ = writeln!(text, "{}", cells.join(GAP));
    }
}
