//! Times all contenders on all cases, in turns, and compares their answers.

use crate::arrays;
use crate::cases::{self, Aim, Case, Size};
use crate::contenders::{Answer, Contender, Lap, Question, parry, tree};
use crate::table::{Table, grouped, milliseconds};
use std::time::Duration;

/// The measurements of one contender on one case.
struct Series {
    contender: Contender,
    times: Vec<Duration>,
    unchecked: Vec<Duration>,
}

impl Series {
    fn add(&mut self, lap: &Lap) {
        self.times.push(lap.time);
        self.unchecked.extend(lap.unchecked);
    }
}

/// The middle one of an odd number, the upper middle one of an even number.
pub fn median(times: &[Duration]) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

/// A table of all cases in `names`, and remarks under it.
///
/// # Errors
/// Contenders that disagree, or another number of findings than is known to be right.
pub fn run(names: &[&str], size: Size) -> Result<String, String> {
    let head = ["scene", "triangles", "contender", "median ms", "min ms", "findings", "× allide", "aim", "reached"];
    let mut table = Table::new(head);
    let mut remarks = Vec::new();
    for name in names {
        eprintln!("{name} …");
        let case = cases::load(name, size)?;
        remarks.extend(measure(&case, size, &mut table).map_err(|error| format!("{name}: {error}"))?);
    }
    let remarks: String = remarks.iter().map(|remark| format!("- {remark}\n")).collect();
    Ok(format!("{table}\n{remarks}"))
}

fn measure(case: &Case, size: Size, table: &mut Table) -> Result<Vec<String>, String> {
    let triangles = arrays::triangle_count(&case.objects);
    let rounds = match size {
        Size::Small => 3,
        Size::Full if triangles > 500_000 => 5,
        Size::Full => 9,
    };
    let (series, answer) = laps(case, rounds)?;
    let mut remarks: Vec<String> = case.note.iter().map(|note| format!("{}: {note}.", case.title)).collect();
    let ours = series.iter().find(|series| series.contender == Contender::Allide).map(|ours| median(&ours.times));
    for series in &series {
        let middle = median(&series.times);
        let ratio = ours.map_or(f64::NAN, |ours| middle.as_secs_f64() / ours.as_secs_f64());
        let (aim, reached) =
            if size == Size::Full { judge(case, series.contender, middle, ratio) } else { Default::default() };
        table.row([
            case.title.clone(),
            grouped(triangles),
            series.contender.name().to_owned(),
            milliseconds(middle),
            milliseconds(series.times.iter().copied().min().unwrap_or_default()),
            grouped(answer.count()),
            format!("{ratio:.1}"),
            aim,
            reached,
        ]);
        if !series.unchecked.is_empty() {
            let unchecked = milliseconds(median(&series.unchecked));
            remarks.push(format!("{}: allide without checking the arrays first {unchecked} ms.", case.title));
        }
    }
    if let (Question::Overlaps, [a, b]) = (&case.question, &case.objects[..]) {
        let count = grouped(parry::own_test_count(a, b));
        remarks.push(format!("{}: parry's own triangle test calls {count} pairs intersecting.", case.title));
    }
    if case.objects.len() > 2 {
        let near = tree::object_pairs::<parry::ParryTree>(&case.objects, 0.0).len();
        let [objects, near, found] = [case.objects.len(), near, answer.object_pair_count()].map(grouped);
        remarks.push(format!("{}: {objects} objects, {near} touching bounds, {found} pairs found.", case.title));
    }
    Ok(remarks)
}

/// One lap of each that is not counted, then `rounds` in turns, so that a busy moment of the machine hits all alike.
fn laps(case: &Case, rounds: usize) -> Result<(Vec<Series>, Answer), String> {
    let mut truth: Option<(Contender, Answer)> = None;
    let mut all: Vec<Series> = Vec::new();
    let extent = arrays::bounds(&case.objects).size().max_element();
    for round in 0..=rounds {
        for contender in Contender::ALL {
            let lap = contender.answer(&case.objects, &case.question).map_err(|error| error.to_string())?;
            let Some(lap) = lap else { continue };
            if round == 0 {
                all.push(Series { contender, times: Vec::new(), unchecked: Vec::new() });
            } else if let Some(series) = all.iter_mut().find(|series| series.contender == contender) {
                series.add(&lap);
            }
            let (first, answer) = truth.get_or_insert_with(|| (contender, lap.answer.clone()));
            if let Some(difference) = lap.answer.difference(answer, extent) {
                return Err(format!("{} and {} disagree: {difference}", contender.name(), first.name()));
            }
        }
    }
    let (_, answer) = truth.ok_or("no contender answers")?;
    match case.expected {
        Some(expected) if expected != answer.count() => {
            Err(format!("{} findings, but {expected} are known", answer.count()))
        }
        _ => Ok((all, answer)),
    }
}

/// The target against this contender, and whether allide reached it.
fn judge(case: &Case, contender: Contender, time: Duration, ratio: f64) -> (String, String) {
    let verdict = |reached: bool| if reached { "yes" } else { "no" }.to_owned();
    let judged = case.aims.iter().find_map(|&aim| match aim {
        Aim::Faster(peer, factor) if peer == contender => Some((format!("≥ {factor}"), verdict(ratio >= factor))),
        Aim::Within(ms) if contender == Contender::Allide => {
            Some((format!("≤ {ms} ms"), verdict(time.as_secs_f64() * 1e3 <= ms)))
        }
        _ => None,
    });
    judged.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_contenders_agree_on_small_scenes() {
        for name in ["blobs-2000", "cloth-1000", "clearance", "building"] {
            let mut case = cases::load(name, Size::Small).expect("a known case");
            case.objects.truncate(40);
            let (series, answer) = laps(&case, 1).expect("one answer");
            assert!(answer.count() > 0, "{name} has findings");
            assert!(series.iter().all(|series| series.times.len() == 1));
        }
    }

    #[test]
    fn the_median_is_in_the_middle() {
        let times = [3, 1, 2].map(Duration::from_millis);
        assert_eq!(median(&times), Duration::from_millis(2));
    }
}
