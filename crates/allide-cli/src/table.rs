//! The answers as a table for people.

use crate::ask::Any;
use crate::layout::{Column, Columns, GAP};
use crate::numbers::{Coordinates, counted, length, padded, printable, shortened, thousands};
use crate::proposals;
use crate::rank::{MOST_DISTANCES, group, size};
use allide::{Guarantee, ObjectId, PairClass, Scene};
use allide_io::report::{Answers, Pair, Selected, Totals};
use allide_show::words::{class, examined, open_around, penetration, told, triangle_pairs, volume};
use anstyle::{AnsiColor, Style};
use std::fmt::Write;

/// Where the table goes.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Names and columns that do not fit are shortened or left out; without a width, nothing is.
    pub width: Option<usize>,
    /// The most rows to show.
    pub rows: usize,
    /// Whether these are to be the worst of all. Otherwise every class has its share, so that many contacts do not hide a few
    /// things of another class.
    pub is_top: bool,
    /// Where to find the rest, if `--top` does not list it.
    pub hint: Option<&'static str>,
}

impl Page {
    /// A line for what is left out: `... and 12 more (--top 52 lists them)`.
    pub fn rest(&self, shown: usize, all: usize) -> String {
        if shown >= all {
            return String::new();
        }
        let hint = self.hint.map_or_else(|| format!("--top {all} lists them"), str::to_owned);
        format!("... and {} more ({hint})\n", thousands(all - shown))
    }
}

/// The scope, the pairs in the order given (as far as they fit), and the cost.
pub fn table(answers: &Answers, pairs: &[Pair<'_>], page: Page) -> String {
    let ranks = if page.is_top { (0..pairs.len().min(page.rows)).collect() } else { chosen(pairs, page.rows) };
    let fitted = columns(answers, pairs, &ranks).fit(page.width);
    let unit = answers.unit.map_or_else(String::new, |unit| format!(", in {}", unit.plural()));
    let mut text = format!("{}{unit}\n", examined(answers));
    if !fitted.prefix.is_empty() {
        let prefix = shortened(&fitted.prefix, page.width.unwrap_or(usize::MAX).saturating_sub(20));
        let _ = writeln!(text, "all names begin with {prefix}");
    }
    text.push('\n');
    lay_out(&mut text, &fitted.columns, pairs, &ranks);
    text += &page.rest(ranks.len(), pairs.len());
    if let more @ 1.. = farther(answers) {
        let _ = writeln!(text, "... and {} larger distances (--json and --csv list them)", thousands(more));
    }
    let hidden = undecided(answers, pairs) + &hidden(answers, pairs);
    let _ = writeln!(
        text,
        "\n{}\n{hidden}{}{}",
        found(pairs, farther(answers)),
        selection(&answers.selection),
        cost(answers)
    );
    text
}

/// Why pairs are undecided, a line each for the first of them.
fn undecided(answers: &Answers, pairs: &[Pair<'_>]) -> String {
    const MOST: usize = 3;
    let all: Vec<String> = pairs.iter().filter_map(|pair| open_around(answers, pair)).collect();
    let mut text: String = all.iter().take(MOST).map(|why| format!("undecided: {why} ({REMEDY})\n")).collect();
    if all.len() > MOST {
        let _ = writeln!(text, "... and {} more are undecided", thousands(all.len() - MOST));
    }
    text
}

/// The advice about an object that has holes.
const REMEDY: &str = "close it, or weld: --weld W";

/// How many distances the table leaves out.
fn farther(answers: &Answers) -> usize {
    match &answers.nearest {
        Some(report) if report.pairs.len() > MOST_DISTANCES => answers.nearest_rows(MOST_DISTANCES).1,
        _ => 0,
    }
}

/// A line each for shallow pairs and contacts, if they are hidden.
fn hidden(answers: &Answers, shown: &[Pair<'_>]) -> String {
    let [shallow, touch] = [PairClass::Shallow, PairClass::Touch].map(|class| hidden_of(class, answers, shown));
    let mut text = String::new();
    if shallow > 0 {
        let (pairs, little) = (counted(shallow, "pair"), little(answers));
        let _ = writeln!(text, "{pairs} {little} not shown (--shallow lists them)");
    }
    if touch > 0 {
        let pairs = if touch == 1 { "1 pair touches".into() } else { format!("{} touch", counted(touch, "pair")) };
        let _ = writeln!(text, "{pairs}, not shown (--touch lists them)");
    }
    text
}

/// How many pairs of a class there are, if none is shown.
pub fn hidden_of(class: PairClass, answers: &Answers, shown: &[Pair<'_>]) -> usize {
    if shown.iter().any(|pair| pair.class == class) {
        return 0;
    }
    answers.overlaps.iter().flat_map(|report| &report.pairs).filter(|pair| pair.class == class).count()
}

/// The meaning of shallow: `shallower than 0.2 meters`, `of at most 0.01 in volume`.
fn little(answers: &Answers) -> String {
    let asked = || answers.overlaps.iter().flat_map(|report| &report.run.asked);
    let tolerance = asked().map(|asked| asked.tolerance).fold(0.0, f64::max);
    let volume = asked().map(|asked| asked.min_volume).fold(0.0, f64::max);
    let unit = answers.unit.map_or_else(String::new, |unit| format!(" {}", unit.plural()));
    let cubic = answers.unit.map_or_else(String::new, |unit| format!(" cubic {}", unit.plural()));
    let shallower = (tolerance > 0.0).then(|| format!("shallower than {tolerance}{unit}"));
    let smaller = (volume > 0.0).then(|| format!("of at most {volume}{cubic} in volume"));
    shallower.into_iter().chain(smaller).collect::<Vec<_>>().join(" or ")
}

/// A line for each rule that selected pairs.
pub fn selection(rules: &[Selected]) -> String {
    rules.iter().map(|rule| printable(&told(rule)) + "\n").collect()
}

/// The rows to show: the first ones of every class, or of classes that are ranked together, so that many contacts do not hide a few things of another class.
fn chosen(pairs: &[Pair<'_>], rows: usize) -> Vec<usize> {
    let mut classes: Vec<&[Pair<'_>]> = pairs.chunk_by(|x, y| group(x.class) == group(y.class)).collect();
    classes.sort_by_key(|class| class.len());
    let (mut room, mut ranks) = (rows, Vec::new());
    for (index, class) in classes.iter().enumerate() {
        let share = class.len().min(room / (classes.len() - index));
        let first = pairs.iter().position(|pair| group(pair.class) == group(class[0].class)).unwrap_or(0);
        ranks.extend(first..first + share);
        room -= share;
    }
    ranks.sort_unstable();
    ranks
}

/// One line for a scene without findings, and one for what it took.
pub fn clear(answers: &Answers, clearance: Option<f64>) -> String {
    let mut without = Vec::new();
    let is_whole = hidden_of(PairClass::Shallow, answers, &[]) == 0;
    let overlap = if is_whole { "no overlap" } else { "no overlap beyond the tolerance" };
    without.extend(answers.overlaps.as_ref().map(|_| overlap.to_string()));
    without.extend(answers.self_overlaps.as_ref().map(|_| "no self-overlap".to_string()));
    let unit = answers.unit.map_or_else(String::new, |unit| format!(" {}", unit.plural()));
    let place = match (&answers.clearance, &answers.self_clearance) {
        (Some(_), Some(_)) => " between objects or inside one",
        (None, Some(_)) => " inside it",
        _ => "",
    };
    without.extend(clearance.map(|distance| format!("nothing closer than {distance}{unit}{place}")));
    let verdict = verdict(answers.guarantee());
    let rules = hidden(answers, &[]) + &selection(&answers.selection);
    format!("{verdict}: {} examined, {}\n{rules}{}\n", examined(answers), without.join(", "), cost(answers))
}

/// The pair that ended the search, and how and where it meets.
pub fn first(scene: &Scene, found: Any) -> String {
    let [a, b] = [found.a, found.b].map(|id| printable(scene.objects()[id.index()].name()));
    let is_apart = found.meeting.is_some_and(|meeting| meeting.distance > 0.0);
    let who = match found.a == found.b {
        true if is_apart => format!("{a} comes close to itself"),
        true => format!("{a} overlaps itself"),
        false => format!("{a} and {b}"),
    };
    let class = found.class.map_or_else(String::new, |class| format!("{class}, "));
    let without = || match found.class {
        Some(class) => format!(": {class}, though no triangles meet"),
        None => ": they share volume, though their surfaces do not meet".to_owned(),
    };
    let how = found.meeting.map_or_else(without, |meeting| {
        // Where two triangles were enough, it is not known whether objects touch or lie on each other.
        let (class, how) = match meeting.class {
            Some(how) => (class.as_str(), how.name().to_owned()),
            None if meeting.distance > 0.0 => ("clearance, ", format!("{} apart", length(meeting.distance))),
            None => ("", "overlapping".to_owned()),
        };
        let ([x, y], format) = (meeting.triangles, coordinates(scene));
        let at = meeting.at.to_array().map(|x| format.text(x)).join(" ");
        format!(": {class}triangles {x} and {y} {how} at {at}")
    });
    format!("found: {who}{how} (--any stops at the first)\n")
}

/// The verdict on a scene without findings, if there is nothing else to say about it.
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

/// The warning about an answer that is not exact.
fn hint(guarantee: Guarantee) -> Option<&'static str> {
    match guarantee {
        Guarantee::Exact => None,
        Guarantee::Sampled => Some("sampled: may miss what falls between pixels; --method far or bvh is exact"),
    }
}

/// `exact | divide, cpu, 2 threads | 12.3 ms`, and a line more if that is not exact.
fn cost(answers: &Answers) -> String {
    let (guarantee, method, device) = (answers.guarantee(), joined(&answers.methods()), joined(&answers.devices()));
    let threads = counted(answers.threads, "thread");
    let cost = format!("{} | {method}, {device}, {threads} | {:.1} ms", guarantee.name(), answers.total_ms());
    let lines =
        [Some(cost), proposals::told(answers), proposals::hint(answers).or_else(|| hint(guarantee).map(str::to_owned))];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// Words with a plus between them.
fn joined<T: ToString>(words: &[T]) -> String {
    words.iter().map(T::to_string).collect::<Vec<_>>().join("+")
}

fn found(pairs: &[Pair<'_>], farther: usize) -> String {
    let mut classes: Vec<String> = Vec::new();
    for class in PairClass::ALL {
        let farther = if class == PairClass::Distance { farther } else { 0 };
        let (count, style) = (pairs.iter().filter(|pair| pair.class == class).count() + farther, style(class));
        if count > 0 {
            classes.push(format!("{} {style}{class}{style:#}", thousands(count)));
        }
    }
    if pairs.iter().all(|pair| pair.class == PairClass::Distance) {
        classes.insert(0, "no overlap".into());
    }
    let totals = Totals::of(pairs);
    match totals.triangle_pairs + totals.self_pairs {
        0 => classes.join(", "),
        count => format!("{} | {}", classes.join(", "), counted(count, "triangle pair")),
    }
}

pub fn style(class: PairClass) -> Style {
    let color = match class {
        PairClass::Duplicate => AnsiColor::Magenta,
        PairClass::Touch | PairClass::Shallow | PairClass::Undecided => AnsiColor::Yellow,
        PairClass::Clearance => AnsiColor::Cyan,
        PairClass::SelfOverlap => AnsiColor::Blue,
        PairClass::Distance => AnsiColor::Green,
        _ => AnsiColor::Red,
    };
    Style::new().bold().fg_color(Some(color.into()))
}

fn columns(answers: &Answers, pairs: &[Pair<'_>], ranks: &[usize]) -> Columns {
    let numbers = ranks.iter().map(|rank| (rank + 1).to_string());
    let pairs: Vec<&Pair<'_>> = ranks.iter().map(|&rank| &pairs[rank]).collect();
    let name = |id: ObjectId| printable(answers.scene.objects()[id.index()].name());
    let distance = |pair: &&Pair<'_>| pair.distance.map_or_else(|| "-".into(), length);
    let split: Vec<[usize; 3]> = pairs.iter().map(|pair| pair.findings.by_class()).collect();
    // Of which class the triangle pairs of a set are is not told.
    let cell = |index: usize, (counts, pair): (&[usize; 3], &&Pair<'_>)| match pair.copies {
        [] => thousands(counts[index]),
        _ => "-".into(),
    };
    let part = |(index, title)| Column::right(title, split.iter().zip(&pairs).map(|row| cell(index, row)));
    let and_more = |id: ObjectId, more: usize| match more {
        0 => name(id),
        more => format!("{} and {} more", name(id), thousands(more)),
    };
    let stands_for = |pair: &Pair<'_>, side: usize| (pair.stands_for[side] as usize).saturating_sub(1);
    let first = |pair: &&Pair<'_>| and_more(pair.a, stands_for(pair, 0));
    let others = |pair: &&Pair<'_>| and_more(pair.b, stands_for(pair, 1).max(pair.copies.len().saturating_sub(2)));
    let is_measured = pairs.iter().any(|pair| pair.shared.is_some());
    Columns {
        number: Column::right("#", numbers),
        names: [Column::left("object a", pairs.iter().map(first)), Column::left("object b", pairs.iter().map(others))],
        class: Column::left("class", pairs.iter().map(|pair| class(pair))),
        depth: is_measured.then(|| Column::right("penetration", pairs.iter().map(|pair| penetration(pair)))),
        volume: is_measured.then(|| Column::right("volume", pairs.iter().map(|pair| volume(pair)))),
        count: Some(Column::right("pairs", pairs.iter().map(|pair| triangle_pairs(pair)))),
        parts: ["crossing", "coplanar", "touching"].into_iter().enumerate().map(part).collect(),
        places: Column::left("where (x y z)", places(answers, &pairs).into_iter()),
        size: Some(Column::right("size", pairs.iter().map(|pair| length(size(pair))))),
        distance: (answers.clearance.is_some() || answers.self_clearance.is_some() || answers.nearest.is_some())
            .then(|| Column::right("distance", pairs.iter().map(distance))),
    }
}

/// How coordinates of this scene are written.
fn coordinates(scene: &Scene) -> Coordinates {
    let bounds = allide_scenes::bounds(scene);
    let farthest = bounds.min.abs().max(bounds.max.abs()).max_element();
    Coordinates::for_extent(bounds.size().max_element(), farthest)
}

/// The centres of the regions, with their decimal points below each other.
fn places(answers: &Answers, pairs: &[&Pair<'_>]) -> Vec<String> {
    let format = coordinates(&answers.scene);
    let text =
        |pair: &&Pair<'_>| (!pair.region.is_empty()).then(|| pair.region.center().to_array().map(|x| format.text(x)));
    let centers: Vec<Option<[String; 3]>> = pairs.iter().map(text).collect();
    let width = |axis: usize| centers.iter().flatten().map(|center| center[axis].len()).max().unwrap_or(0);
    let widths = [0, 1, 2].map(width);
    let join = |center: &[String; 3]| [0, 1, 2].map(|axis| padded(&center[axis], widths[axis], true)).join(" ");
    centers.iter().map(|center| center.as_ref().map_or_else(|| "-".into(), join)).collect()
}

fn lay_out(text: &mut String, columns: &[Column], pairs: &[Pair<'_>], ranks: &[usize]) {
    let heading = Style::new().bold();
    let titles: Vec<String> = columns.iter().map(Column::heading).collect();
    let _ = writeln!(text, "{heading}{}{heading:#}", titles.join(GAP).trim_end());
    let cells: Vec<Vec<String>> = columns.iter().map(Column::padded_cells).collect();
    for (row, &rank) in ranks.iter().enumerate() {
        let cell = |(column, cells): (&Column, &Vec<String>)| {
            let style = if column.title == "class" { style(pairs[rank].class) } else { Style::new() };
            format!("{style}{}{style:#}", cells[row])
        };
        let cells: Vec<String> = columns.iter().zip(&cells).map(cell).collect();
        let _ = writeln!(text, "{}", cells.join(GAP));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use allide::{Engine, Overlaps, Pose};
    use allide_scenes::shapes::cuboid;

    #[test]
    fn what_is_undecided_says_why() {
        let mut scene = Scene::new();
        scene.add("tank", &cuboid([0.0; 3], [9.0; 3]), Pose::IDENTITY);
        scene.add("pipe", &cuboid([0.0; 3], [1.0; 3]), Pose::IDENTITY);
        let mut report = Engine::cpu().run(&scene, &Overlaps::new()).unwrap();
        (report.pairs[0].class, report.pairs[0].inside) = (PairClass::Undecided, Some(report.pairs[0].b));
        let answers = Answers {
            scene,
            sources: Vec::new(),
            unit: None,
            notes: Vec::new(),
            selection: Vec::new(),
            overlaps: Some(report),
            self_overlaps: None,
            clearance: None,
            self_clearance: None,
            nearest: None,
            threads: 1,
        };
        let page = Page { width: None, rows: 9, is_top: false, hint: None };
        let text = anstream::adapter::strip_str(&table(&answers, &answers.rows(), page)).to_string();
        let why = "undecided: tank has holes; pipe lies where it would be inside (close it, or weld: --weld W)";
        assert!(text.contains("undecided, b in a?") && text.contains("1 undecided"), "{text}");
        assert!(text.contains(why), "{text}");
        let document = allide_io::report::Document::new(&answers, Default::default());
        let mut file = Vec::new();
        document.write_json(&mut file).unwrap();
        assert_eq!(allide_io::report::Document::read_json(&file[..]).unwrap().pairs, document.pairs);
    }
}
