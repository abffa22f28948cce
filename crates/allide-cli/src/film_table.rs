//! The findings over the frames of a sequence, as a table.

use crate::layout::{Column, Columns, GAP};
use crate::numbers::{counted, length, printable, thousands};
use crate::table::{Page, hidden_of, style};
use allide::{ObjectId, PairClass};
use allide_io::Stamp;
use allide_io::report::{Answers, Course, Lasting, Pair};
use anstyle::Style;
use std::collections::HashSet;
use std::fmt::Write;

/// Classes that may be hidden.
const HIDDEN: [PairClass; 2] = [PairClass::Shallow, PairClass::Touch];

/// Facts about all frames, each told in one line.
#[derive(Debug, Default)]
pub struct Summary {
    /// The fewest and the most objects and triangles.
    objects: Option<[usize; 2]>,
    triangles: Option<[usize; 2]>,
    unit: Option<allide_io::Unit>,
    guarantee: Option<&'static str>,
    methods: Vec<String>,
    devices: Vec<String>,
    threads: usize,
    is_measured: bool,
    has_distances: bool,
    times: Vec<(f64, u64)>,
    /// Pairs that are shallow, and pairs that touch, by their names, where they are not shown.
    hidden: [HashSet<(String, String)>; 2],
}

impl Summary {
    /// Adds a frame, of which `pairs` are shown.
    pub fn add(&mut self, stamp: Stamp, answers: &Answers, pairs: &[Pair<'_>]) {
        let objects = answers.scene.objects();
        let widen = |range: &mut Option<[usize; 2]>, count: usize| {
            let [low, high] = range.unwrap_or([count; 2]);
            *range = Some([low.min(count), high.max(count)]);
        };
        widen(&mut self.objects, objects.len());
        widen(&mut self.triangles, objects.iter().map(|object| object.mesh().triangles().len()).sum());
        self.unit = answers.unit;
        self.guarantee = Some(answers.guarantee().name());
        for method in answers.methods() {
            remember(&mut self.methods, method.to_string());
        }
        for device in answers.devices() {
            remember(&mut self.devices, device.to_string());
        }
        self.threads = answers.threads;
        self.is_measured |= answers.overlaps.iter().flat_map(|report| &report.pairs).any(|pair| pair.shared.is_some());
        self.has_distances |=
            answers.clearance.is_some() || answers.self_clearance.is_some() || answers.nearest.is_some();
        self.times.push((answers.total_ms(), stamp.number));
        for (class, hidden) in HIDDEN.into_iter().zip(&mut self.hidden) {
            if hidden_of(class, answers, pairs) > 0 {
                let all = answers.overlaps.iter().flat_map(|report| &report.pairs).filter(|pair| pair.class == class);
                let name = |id: ObjectId| answers.scene.objects()[id.index()].name().to_owned();
                hidden.extend(all.map(|pair| (name(pair.a), name(pair.b))));
            }
        }
    }

    /// `64 frames, 2 to 161 objects, 40,000 triangles`.
    fn examined(&self) -> String {
        let range = |range: Option<[usize; 2]>, what: &str| match range.unwrap_or_default() {
            [low, high] if low == high => counted(high, what),
            [low, high] => format!("{} to {}", thousands(low), counted(high, what)),
        };
        let unit = self.unit.map_or_else(String::new, |unit| format!(", in {}", unit.plural()));
        let frames = counted(self.times.len(), "frame");
        format!("{frames}, {}, {}{unit}", range(self.objects, "object"), range(self.triangles, "triangle"))
    }

    /// A line each for what is not shown.
    fn hidden(&self) -> String {
        let [shallow, touch] = self.hidden.each_ref().map(HashSet::len);
        let line = |count: usize, how: &str, flag: &str| match count {
            0 => String::new(),
            count => format!("{} {how} in some frame, not shown (--{flag} lists them)\n", counted(count, "pair")),
        };
        line(shallow, "shallow", "shallow") + &line(touch, if touch == 1 { "touches" } else { "touch" }, "touch")
    }

    /// `exact | divide, cpu, 2 threads | 12.3 ms a frame, at most 30.1 at frame 17`.
    fn cost(&self) -> String {
        let mut times = self.times.clone();
        times.sort_by(|x, y| x.0.total_cmp(&y.0));
        let middle = times.get(times.len() / 2).map_or(0.0, |time| time.0);
        let (longest, at) = times.last().copied().unwrap_or_default();
        let (methods, devices) = (self.methods.join("+"), self.devices.join("+"));
        let threads = counted(self.threads, "thread");
        let guarantee = self.guarantee.unwrap_or_default();
        format!(
            "{guarantee} | {methods}, {devices}, {threads} | {middle:.1} ms a frame, at most {longest:.1} at frame {at}"
        )
    }
}

fn remember(list: &mut Vec<String>, word: String) {
    if !list.contains(&word) {
        list.push(word);
    }
}

/// A row for each pair, the worst first: in which frames it is found, and in which it is worst.
pub fn table(course: &Course, summary: &Summary, page: Page) -> String {
    let pairs = course.pairs();
    if pairs.is_empty() {
        let clear = style(PairClass::Distance);
        let verdict = if summary.guarantee == Some("exact") { "clear" } else { "nothing found" };
        let (examined, hidden) = (summary.examined(), summary.hidden());
        return format!("{clear}{verdict}{clear:#}: {examined} examined\n{hidden}{}\n", summary.cost());
    }
    let rows = &pairs[..pairs.len().min(page.rows)];
    let fitted = columns(rows, summary).fit(page.width);
    let mut text = format!("{}\n", summary.examined());
    if !fitted.prefix.is_empty() {
        let _ = writeln!(text, "all names begin with {}", fitted.prefix);
    }
    let heading = Style::new().bold();
    let titles: Vec<String> = fitted.columns.iter().map(Column::heading).collect();
    let _ = writeln!(text, "\n{heading}{}{heading:#}", titles.join(GAP).trim_end());
    let cells: Vec<Vec<String>> = fitted.columns.iter().map(Column::padded_cells).collect();
    for (row, pair) in rows.iter().enumerate() {
        let cell = |(column, cells): (&Column, &Vec<String>)| {
            let style = if column.title == "class" { style(pair.worst.class) } else { Style::new() };
            format!("{style}{}{style:#}", cells[row])
        };
        let cells: Vec<String> = fitted.columns.iter().zip(&cells).map(cell).collect();
        let _ = writeln!(text, "{}", cells.join(GAP).trim_end());
    }
    text += &page.rest(rows.len(), pairs.len());
    let _ = writeln!(text, "\n{}\n{}{}", found(course, &pairs), summary.hidden(), summary.cost());
    text
}

fn columns(rows: &[&Lasting], summary: &Summary) -> Columns {
    let others = |pair: &&Lasting| match pair.more {
        0 => printable(&pair.object_b),
        more => format!("{} and {} more", printable(&pair.object_b), thousands(more)),
    };
    let count = |count: usize| if count == 0 { "-".into() } else { thousands(count) };
    let number = |value: Option<f64>| value.map_or_else(|| "-".into(), length);
    Columns {
        number: Column::right("#", (1..=rows.len()).map(|number| number.to_string())),
        names: [
            Column::left("object a", rows.iter().map(|pair| printable(&pair.object_a))),
            Column::left("object b", rows.iter().map(others)),
        ],
        class: Column::left("class", rows.iter().map(|pair| pair.worst.class.to_string())),
        depth: summary
            .is_measured
            .then(|| Column::right("penetration", rows.iter().map(|pair| number(pair.worst.penetration)))),
        volume: None,
        count: Some(Column::right("pairs", rows.iter().map(|pair| count(pair.worst.triangle_pairs)))),
        parts: Vec::new(),
        places: Column::left("frames", rows.iter().map(|pair| frames(pair))),
        size: None,
        distance: summary
            .has_distances
            .then(|| Column::right("distance", rows.iter().map(|pair| number(pair.worst.distance)))),
    }
}

/// `12–31, worst at 20`; with gaps, `12–31 (18 of them), worst at 20`.
fn frames(pair: &Lasting) -> String {
    let Lasting { first, last, frames, runs, worst, .. } = pair;
    match (first == last, runs) {
        (true, _) => first.to_string(),
        (false, 1) => format!("{first}–{last}, worst at {}", worst.frame),
        (false, _) => format!("{first}–{last} ({} of them), worst at {}", thousands(*frames), worst.frame),
    }
}

/// `3 hard, 1 touch | findings in 20 of 64 frames, worst in frame 20: 2 hard, 1,234 triangle pairs`.
fn found(course: &Course, pairs: &[&Lasting]) -> String {
    let counts = PairClass::ALL.map(|class| pairs.iter().filter(|pair| pair.worst.class == class).count());
    let (with, all) = (course.frames_with_findings(), course.frames());
    let mut text = format!("{} | findings in {} of {}", classes(counts), thousands(with), counted(all, "frame"));
    if let Some(worst) = course.worst_frame() {
        let _ = write!(text, ", worst in frame {}: {}", worst.frame, classes(worst.counts));
        if worst.triangle_pairs > 0 {
            let _ = write!(text, ", {}", counted(worst.triangle_pairs, "triangle pair"));
        }
    }
    text
}

/// `2 hard, 1 touch`.
fn classes(counts: [usize; PairClass::ALL.len()]) -> String {
    let found = PairClass::ALL.into_iter().zip(counts).filter(|&(_, count)| count > 0);
    let words = found.map(|(class, count)| format!("{} {s}{class}{s:#}", thousands(count), s = style(class)));
    words.collect::<Vec<_>>().join(", ")
}
