//! Which of a thousand closed parts share volume, contain each other or touch: allide against parry and manifold3d, in one
//! run, on the same arrays; and against allide's own overlaps of surfaces, which answer less.
//!
//! Verdicts are compared pair by pair. Peers are given the pairs whose boxes meet, off the clock.

mod aims;
mod case;
mod ours;
mod parry;
mod parts;
mod python;
mod together;

use crate::cases::Size;
use crate::table::{Table, grouped, median, ms};
use case::{Agreement, Case, Exact, Lap, Verdict, Verdicts};
use ours::Ours;

/// The scenes, by the names that `--only` takes.
pub const NAMES: [&str; 3] = ["packed", "apart", "nested"];

/// The measurements of one contender on one scene, in milliseconds.
pub struct Series {
    pub name: &'static str,
    build: Vec<f64>,
    first: Vec<f64>,
    later: Vec<f64>,
    /// None for overlaps, which answer another question.
    agreement: Option<Agreement>,
}

impl Series {
    fn new(name: &'static str, agreement: Option<Agreement>) -> Self {
        Self { name, build: Vec::new(), first: Vec::new(), later: Vec::new(), agreement }
    }

    fn add(&mut self, lap: &Lap) {
        self.first.push(lap.build.unwrap_or(0.0) + lap.queries.first().copied().unwrap_or(0.0));
        // The time to build in the first frame does not count in later ones.
        self.later.extend(lap.queries.iter().skip(usize::from(lap.build.is_none())));
        self.build.extend(lap.build);
    }

    pub fn first(&self) -> f64 {
        median(&mut self.first.clone())
    }

    pub fn later(&self) -> f64 {
        median(&mut self.later.clone())
    }

    /// Whether all verdicts are the exact ones.
    pub fn is_exact(&self) -> bool {
        self.agreement.is_some_and(|agreement| agreement.vague == 0 && agreement.wrong == 0)
    }

    fn build(&self) -> Option<f64> {
        (!self.build.is_empty()).then(|| median(&mut self.build.clone()))
    }
}

/// A table of all scenes, or of the one called `only`, and remarks under it.
///
/// # Errors
/// No such scene, a contender that fails, or allide's own answers differ.
pub fn run(only: Option<&str>, size: Size) -> Result<String, String> {
    if let Some(only) = only.filter(|only| !NAMES.contains(only)) {
        return Err(format!("no scene {only:?}; there are {}", NAMES.join(", ")));
    }
    let (python, mut remarks) = python::find();
    let head = [
        "scene",
        "triangles",
        "pairs",
        "contender",
        "build ms",
        "later ms",
        "first ms",
        "first ÷",
        "later ÷",
        "vague",
        "wrong",
    ];
    let mut table = Table::new(head);
    for name in NAMES.into_iter().filter(|name| only.is_none_or(|only| only == *name)) {
        eprintln!("{name} …");
        let case = parts::load(name, size)?;
        let pairs = case.near_pairs();
        let (mut all, exact) = measure(&case, &pairs).map_err(|error| format!("{}: {error}", case.title))?;
        if let Some((script, libraries)) = &python {
            for library in libraries {
                let lap = python::answer(script, library, &case, &pairs[0])?;
                let mut series = Series::new(library, Some(Agreement::of(&exact, &lap.answers)));
                series.add(&lap);
                all.push(series);
            }
            if libraries.contains(&together::MANIFOLD) {
                let lap = together::answer(script, &case, &pairs[0])?;
                let mut series = Series::new(together::NAME, Some(Agreement::of(&exact, &lap.answers)));
                series.add(&lap);
                all.push(series);
            }
        }
        show(&case, pairs[0].len(), &all, &mut table);
        remarks.push(format!("{}: {}.", case.title, tally(&exact.solids[0])));
        if size == Size::Full {
            remarks.extend(aims::judge(&case.title, &all));
        }
    }
    let remarks: String = remarks.iter().map(|remark| format!("- {remark}\n")).collect();
    Ok(format!(
        "The first answer starts from arrays: for peers it is building and one query. In a later frame, one part has moved. Pairs \
         are those whose boxes meet in the first frame. The ÷ columns: the contender's time over that of solids. Vague verdicts \
         are right, but tell less (parry: surfaces meet; manifold3d: no common volume); wrong ones are not. Peers give no triangle pairs, \
         so that solids with pairs only are compared with those peers whose verdicts are all exact.\n\n{table}\n{remarks}"
    ))
}

/// How many pairs have which verdict.
fn tally(verdicts: &Verdicts) -> String {
    let count = |wanted: &[Verdict]| verdicts.iter().filter(|verdict| wanted.contains(verdict)).count();
    format!(
        "{} hard, {} contained, {} the same, {} touch, {} apart",
        grouped(count(&[Verdict::Hard])),
        grouped(count(&[Verdict::Within, Verdict::Around])),
        grouped(count(&[Verdict::Same])),
        grouped(count(&[Verdict::Touch])),
        grouped(count(&[Verdict::Apart])),
    )
}

/// allide and parry in turns, after a round that is not counted; and the answers of allide. Questions that take milliseconds are asked
/// several times a round, each time in another order.
fn measure(case: &Case, pairs: &[Vec<(u32, u32)>]) -> Result<(Vec<Series>, Exact), String> {
    let mut all: Vec<Series> = Vec::new();
    let mut exact = Exact::default();
    for round in 0..=case.rounds {
        let mut laps = Vec::new();
        for turn in 0..if round == 0 { 1 } else { Ours::QUICK } {
            let mut order: Vec<usize> = (0..if turn == 0 { Ours::ALL.len() } else { Ours::QUICK }).collect();
            order.rotate_left(turn);
            for place in order {
                let ours = Ours::ALL[place];
                let lap = ours.answer(case, pairs)?;
                let known = if ours.is_about_solids() { &mut exact.solids } else { &mut exact.overlaps };
                if known.is_empty() {
                    known.clone_from(&lap.answers);
                }
                if *known != lap.answers {
                    return Err(format!("{} differs from round to round, or without triangle pairs", ours.name()));
                }
                laps.push((place, ours.name(), lap, ours.is_about_solids()));
            }
        }
        for (place, way) in (Ours::ALL.len()..).zip(parry::Way::ALL) {
            laps.push((place, way.name(), parry::answer(case, pairs, way)?, true));
        }
        for (place, name, lap, is_about_solids) in &laps {
            if round == 0 {
                all.push(Series::new(name, is_about_solids.then(|| Agreement::of(&exact, &lap.answers))));
            } else {
                all[*place].add(lap);
            }
        }
    }
    Ok((all, exact))
}

fn show(case: &Case, pairs: usize, all: &[Series], table: &mut Table) {
    let Some(ours) = all.first() else { return };
    for (place, series) in all.iter().enumerate() {
        let ratio = |theirs: f64, ours: f64| if place == 0 { "-".into() } else { ms(theirs / ours) };
        let count =
            |of: fn(Agreement) -> usize| series.agreement.map_or("-".into(), |agreement| grouped(of(agreement)));
        table.row([
            case.title.clone(),
            grouped(case.triangle_count()),
            grouped(pairs),
            series.name.to_owned(),
            ms(series.build()),
            ms(series.later()),
            ms(series.first()),
            ratio(series.first(), ours.first()),
            ratio(series.later(), ours.later()),
            count(|agreement| agreement.vague),
            count(|agreement| agreement.wrong),
        ]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_meet_as_their_scenes_say_and_parry_agrees_as_far_as_it_can() {
        for name in NAMES {
            let mut case = parts::load(name, Size::Small).expect("a known scene");
            case.rounds = 1;
            case.frames.truncate(2);
            let pairs = case.near_pairs();
            let (all, exact) = measure(&case, &pairs).unwrap_or_else(|error| panic!("{name}: {error}"));
            let truth = &exact.solids;
            let has = |verdict: Verdict| truth[0].contains(&verdict);
            let all_are = |wanted: &[Verdict]| truth[0].iter().all(|verdict| wanted.contains(verdict));
            match name {
                "packed" => {
                    assert!([Verdict::Hard, Verdict::Around, Verdict::Touch, Verdict::Apart].into_iter().all(has));
                }
                "apart" => assert!(all_are(&[Verdict::Apart]) && !truth[0].is_empty()),
                _ => assert!(has(Verdict::Around) && all_are(&[Verdict::Around, Verdict::Apart])),
            }
            assert_eq!(all.len(), 8);
            assert!(all.iter().all(|series| series.first() > 0.0 && series.later() > 0.0), "{name}");
        }
    }
}
