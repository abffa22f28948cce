//! The verdict on the measurements of a scene.

use super::case::Motion;
use super::child::LATE;
use super::measure::{LIMIT, Measured, Stopped};
use crate::table::{Table, grouped, milliseconds};
use allide::Method;
use std::time::Duration;

/// `auto` may take at most this many times as long as the best method.
const MOST: f64 = 2.0;
/// Shorter times differ for reasons that have nothing to do with methods.
const FLOOR: Duration = Duration::from_millis(3);

/// A scene, and every method on it.
pub struct Row {
    pub name: String,
    pub ask: String,
    pub motion: Motion,
    pub like: Option<(&'static str, f64)>,
    pub auto: Measured,
    pub methods: Vec<(Method, Measured)>,
}

/// How `auto` did against the best method.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Verdict {
    best: Method,
    ratio: f64,
    /// `auto` was stopped: it would have taken longer.
    at_least: bool,
    is_cliff: bool,
}

impl Row {
    fn first(&self) -> Option<Verdict> {
        self.verdict(self.auto.first(), Measured::first)
    }

    fn late(&self) -> Option<Verdict> {
        self.verdict(self.auto.late(), |measured| measured.late().or(measured.first()))
    }

    fn verdict(&self, auto: Option<Duration>, time: impl Fn(&Measured) -> Option<Duration>) -> Option<Verdict> {
        let timed = self.methods.iter().filter_map(|(method, measured)| Some((time(measured)?, *method)));
        let (shortest, best) = timed.min_by_key(|(time, _)| *time)?;
        let at_least = auto.is_none();
        let auto = auto.unwrap_or(if let Some(Stopped::Time(limit)) = self.auto.stopped { limit } else { LIMIT });
        let ratio = auto.as_secs_f64() / shortest.max(Duration::from_nanos(1)).as_secs_f64();
        Some(Verdict { best, ratio, at_least, is_cliff: ratio > MOST && auto > FLOOR })
    }

    /// The methods that `auto` lost against, if it lost and another look is worth it.
    pub fn contested(&self) -> Option<Vec<Method>> {
        let mut best: Vec<Method> = [self.first(), self.late()]
            .into_iter()
            .flatten()
            .filter(|verdict| verdict.is_cliff && !verdict.at_least)
            .map(|verdict| verdict.best)
            .collect();
        best.dedup();
        (!best.is_empty()).then_some(best)
    }

    /// The faults: a cliff, or answers that differ.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (when, verdict) in [("first", self.first()), ("late", self.late())] {
            if let Some(Verdict { best, ratio, is_cliff: true, .. }) = verdict {
                faults.push(format!(
                    "{}: auto took {ratio:.1} times as long as {}, {when} run",
                    self.name,
                    best.name()
                ));
            }
        }
        for (run, digest, chosen) in &self.auto.answers {
            for (method, measured) in &self.methods {
                let differs = |(other_run, other, _): &&(usize, u64, String)| other_run == run && other != digest;
                if measured.answers.iter().any(|answer| differs(&answer)) {
                    let name = method.name();
                    faults.push(format!("{}: auto ({chosen}) and {name} differ in run {run}", self.name));
                }
            }
        }
        faults
    }

    /// One line for whoever waits.
    pub fn summary(&self) -> String {
        let show = |verdict: Option<Verdict>| verdict.map_or("unknown".to_owned(), ratio);
        format!("{} first, {} late", show(self.first()), show(self.late()))
    }
}

/// Scenes that take `auto` much longer than others with as much to find, the first time. Later it is no fair question: a
/// kept tree finds a single nearest pair at once, but of pairs that are equally near it has to look at all.
pub fn unlike(rows: &[Row]) -> Vec<String> {
    let mut faults = Vec::new();
    for row in rows {
        let Some((name, most)) = row.like else { continue };
        let other = rows.iter().find(|other| other.name == name);
        let Some(expected) = other.and_then(|other| other.auto.first()) else { continue };
        let own = row.auto.first().unwrap_or(LIMIT);
        let ratio = own.as_secs_f64() / expected.max(FLOOR).as_secs_f64();
        if ratio > most {
            faults.push(format!("{}: auto took {ratio:.1} times as long as on {name}", row.name));
        }
    }
    faults
}

fn ratio(verdict: Verdict) -> String {
    let decimals = usize::from(verdict.ratio < 10.0);
    let number = format!("{}{:.decimals$}", if verdict.at_least { "> " } else { "" }, verdict.ratio);
    if verdict.is_cliff { format!("**{number}**") } else { number }
}

fn time(measured: &Measured, time: Option<Duration>) -> String {
    match (time, measured.stopped) {
        (Some(time), _) => milliseconds(time),
        (None, Some(Stopped::Time(limit))) => format!("> {}", milliseconds(limit)),
        (None, Some(Stopped::Memory)) => "memory".to_owned(),
        (None, Some(Stopped::Together) | None) => "–".to_owned(),
    }
}

/// All rows; times in milliseconds.
pub fn table(rows: &[Row]) -> String {
    let late = format!("auto, run {LATE}");
    let mut table = Table::new([
        "scene",
        "question",
        "triangles",
        "objects",
        "findings",
        "auto",
        &late,
        "divide",
        "bvh",
        "bvh, kept",
        "sweep",
        "brute",
        "auto chose",
        "peak MiB",
        "auto / best",
        "late / best",
    ]);
    for row in rows {
        let of =
            |wanted: Method| row.methods.iter().find(|(method, _)| *method == wanted).map(|(_, measured)| measured);
        let first = |method| of(method).map_or(String::new(), |measured| time(measured, measured.first()));
        let kept = of(Method::Bvh).map_or(String::new(), |measured| time(measured, measured.late()));
        let known = row.methods.iter().map(|(_, measured)| measured).chain([&row.auto]);
        let findings = known.filter(|measured| !measured.answers.is_empty()).map(|measured| measured.findings).next();
        let mut chosen: Vec<&str> = row.auto.answers.iter().map(|(_, _, chosen)| chosen.as_str()).collect();
        chosen.dedup();
        let question = match row.motion {
            Motion::Still => row.ask.clone(),
            Motion::Moves => format!("{}, moving", row.ask),
            Motion::Deforms => format!("{}, deforming", row.ask),
        };
        let verdict = |verdict: Option<Verdict>| verdict.map_or("–".to_owned(), ratio);
        table.row([
            row.name.clone(),
            question,
            grouped(row.auto.triangles),
            grouped(row.auto.objects),
            findings.map_or("–".to_owned(), grouped),
            time(&row.auto, row.auto.first()),
            time(&row.auto, row.auto.late()),
            first(Method::Divide),
            first(Method::Bvh),
            kept,
            first(Method::Sweep),
            first(Method::Brute),
            chosen.join(", then "),
            row.auto.peak.map_or("–".to_owned(), |bytes| format!("{:.0}", bytes / 1_048_576.0)),
            verdict(row.first()),
            verdict(row.late()),
        ]);
    }
    table.to_string()
}

#[cfg(test)]
mod tests {
    use super::super::measure::testing::measured;
    use super::*;

    fn row(auto: [u64; 2], divide: [u64; 2], digest: u64) -> Row {
        let methods = vec![(Method::Divide, measured(divide, 1))];
        Row {
            name: "one".to_owned(),
            ask: "overlaps".to_owned(),
            motion: Motion::Still,
            like: None,
            auto: measured(auto, digest),
            methods,
        }
    }

    #[test]
    fn twice_the_time_is_the_limit() {
        assert!(row([20, 20], [10, 10], 1).faults().is_empty());
        assert_eq!(row([21, 20], [10, 10], 1).faults(), ["one: auto took 2.1 times as long as divide, first run"]);
        assert_eq!(row([20, 21], [10, 10], 1).faults(), ["one: auto took 2.1 times as long as divide, late run"]);
        assert!(row([3, 3], [1, 1], 1).faults().is_empty(), "too short to tell");
    }

    #[test]
    fn scenes_that_are_alike_take_as_long() {
        let mut rows = [row([50, 20], [50, 20], 1), row([20, 20], [20, 20], 1)];
        rows[1].name = "other".to_owned();
        assert!(unlike(&rows).is_empty());
        rows[0].like = Some(("other", 2.0));
        assert_eq!(unlike(&rows), ["one: auto took 2.5 times as long as on other"]);
    }

    #[test]
    fn another_answer_is_a_fault() {
        assert_eq!(row([10, 10], [10, 10], 2).faults(), ["one: auto (divide) and divide differ in run 1"]);
    }
}
