//! Distances of objects: allide against parry, FCL and Coal, in one run, on the same arrays.
//!
//! Answers are compared pair by pair in every frame and every round. A first answer starts from arrays in memory and includes
//! everything that is built; a later frame keeps all of that, and one object has moved.

mod aims;
mod case;
mod coincident;
mod ours;
mod parry;
mod python;
mod scenes;

use crate::cases::Size;
use crate::table::{Table, grouped, ms};
use allide::Method;
use case::{Case, Lap, Rows, difference};
use python::Python;

/// The scenes, by the names that `--only` takes; and those with coincident surfaces, where allide is alone.
pub const NAMES: [&str; 9] =
    ["bunnies", "bunnies-nearest", "spheres", "parts", "moving", "thousand", "range", "duplicates", "hot"];

/// Tables of all scenes, or of the one called `only`, and remarks under them.
///
/// # Errors
/// Contenders that disagree.
pub fn run(only: Option<&str>, method: Option<&str>, size: Size) -> Result<String, String> {
    let method = method.map_or(Ok(Method::Auto), str::parse).map_err(|error: allide::Error| error.to_string())?;
    if let Some(only) = only.filter(|only| !NAMES.contains(only)) {
        return Err(format!("no scene {only:?}; there are {}", NAMES.join(", ")));
    }
    let names: Vec<&str> = NAMES.into_iter().filter(|name| only.is_none_or(|only| only == *name)).collect();
    let (alone, with_peers): (Vec<&str>, Vec<&str>) = names.iter().partition(|name| coincident::NAMES.contains(name));
    let mut text = String::new();
    if !with_peers.is_empty() {
        text += &against_peers(&with_peers, method, size)?;
    }
    if !alone.is_empty() {
        text += &coincident::run(&alone, size)?;
    }
    Ok(text)
}

fn against_peers(names: &[&str], method: Method, size: Size) -> Result<String, String> {
    let (python, mut remarks) = python::find();
    let head = ["scene", "triangles", "pairs", "contender", "build ms", "query ms", "first ms", "first ÷", "query ÷"];
    let mut table = Table::new(head);
    for name in names {
        eprintln!("{name} …");
        let mut scenes = scenes::load(name, size)?;
        scenes.iter_mut().for_each(|case| case.method = method);
        let mut all = Vec::new();
        for case in &scenes {
            let series = measure(case, python.as_ref()).map_err(|error| format!("{}: {error}", case.title))?;
            show(case, &series, &mut table);
            remarks.extend(case.note.clone());
            remarks.extend(series[0].remark(case));
            if size == Size::Full {
                remarks.extend(aims::against_peers(case, &series));
            }
            all.push(series);
        }
        if let ("range", [near, far]) = (*name, &all[..]) {
            remarks.push(aims::of_range(&near[0], &far[0], size));
        }
    }
    let remarks: String = remarks.iter().map(|remark| format!("- {remark}\n")).collect();
    Ok(format!(
        "The first answer starts from arrays: for peers it is building and one query. A query has everything built, and for \
         allide, one object moved since the frame before. The last two columns: the contender's time over allide's.\n\n\
         {table}\n{remarks}"
    ))
}

/// The measurements of one contender on one scene, in milliseconds.
pub struct Series {
    pub name: &'static str,
    /// Of peers: trees of all objects.
    build: Vec<f64>,
    /// From arrays to the first answer.
    first: Vec<f64>,
    /// Of all later frames; of peers, of all frames.
    query: Vec<f64>,
    /// Object pairs found in the first frame.
    found: usize,
    /// Triangle pairs that were measured for the first answer, where that is known.
    measured: Option<u64>,
}

impl Series {
    fn new(name: &'static str, found: usize) -> Self {
        Self { name, build: Vec::new(), first: Vec::new(), query: Vec::new(), found, measured: None }
    }

    fn add(&mut self, lap: &Lap) {
        self.first.push(lap.build.unwrap_or(0.0) + lap.queries.first().copied().unwrap_or(0.0));
        // Trees that are built in the first frame are no part of a later one.
        let later = if lap.build.is_some() { 0 } else { 1 };
        self.query.extend(lap.queries.iter().skip(later));
        self.build.extend(lap.build);
        self.measured = lap.measured;
    }

    fn remark(&self, case: &Case) -> Option<String> {
        let measured = grouped(self.measured?);
        Some(format!("{}: {} measured {measured} triangle pairs for the first answer.", case.title, self.name))
    }

    pub fn first(&self) -> f64 {
        crate::table::median(&mut self.first.clone())
    }

    pub fn query(&self) -> f64 {
        crate::table::median(&mut self.query.clone())
    }

    fn build(&self) -> Option<f64> {
        (!self.build.is_empty()).then(|| crate::table::median(&mut self.build.clone()))
    }
}

/// All contenders in turns, allide first. An uncounted round comes first, unless there is time for only one.
fn measure(case: &Case, python: Option<&Python>) -> Result<Vec<Series>, String> {
    let pairs = case.near_pairs();
    let file = python.map(|python| python.write(case, &pairs)).transpose()?;
    let mut all: Vec<Series> = Vec::new();
    let mut truth: Vec<Rows> = Vec::new();
    let unmeasured = usize::from(case.rounds > 1);
    for round in 0..case.rounds + unmeasured {
        let mut laps = vec![("allide", ours::answer(case)?), ("parry3d-f64", parry::answer(case, &pairs))];
        if let (Some(python), Some(file)) = (python, &file) {
            laps.extend(python.answer(file, case, &pairs)?);
        }
        for (name, lap) in laps {
            if truth.is_empty() {
                truth.clone_from(&lap.answers);
            }
            if let Some(difference) = difference(&lap.answers, &truth, case.extent()) {
                return Err(format!("{name} and allide disagree: {difference}"));
            }
            let place = all.iter().position(|series| series.name == name).unwrap_or_else(|| {
                all.push(Series::new(name, truth[0].len()));
                all.len() - 1
            });
            if round >= unmeasured {
                all[place].add(&lap);
            }
        }
    }
    Ok(all)
}

fn show(case: &Case, all: &[Series], table: &mut Table) {
    let Some(ours) = all.first() else { return };
    for (place, series) in all.iter().enumerate() {
        let ratio = |theirs: f64, ours: f64| if place == 0 { "-".into() } else { ms(theirs / ours) };
        table.row([
            case.title.clone(),
            grouped(case.triangle_count()),
            grouped(series.found),
            series.name.to_owned(),
            ms(series.build()),
            ms(series.query()),
            ms(series.first()),
            ratio(series.first(), ours.first()),
            ratio(series.query(), ours.query()),
        ]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contenders_agree_on_small_scenes() {
        for name in NAMES.into_iter().filter(|name| !coincident::NAMES.contains(name)) {
            for mut case in scenes::load(name, Size::Small).expect("a known scene") {
                case.rounds = 1;
                let all = measure(&case, None).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert!(all.len() == 2 && all[0].found > 0, "{name}");
                assert!(all.iter().all(|series| series.first() > 0.0 && series.query() > 0.0), "{name}");
            }
        }
    }

    #[test]
    fn a_first_answer_includes_building() {
        let lap =
            |build, queries: &[f64]| Lap { build, queries: queries.to_vec(), answers: Vec::new(), measured: None };
        let mut peer = Series::new("peer", 1);
        peer.add(&lap(Some(5.0), &[2.0, 1.0, 1.0]));
        assert_eq!((peer.first(), peer.query(), peer.build()), (7.0, 1.0, Some(5.0)));
        let mut ours = Series::new("allide", 1);
        ours.add(&lap(None, &[3.0, 0.5, 0.25, 0.5]));
        assert_eq!((ours.first(), ours.query(), ours.build()), (3.0, 0.5, None));
    }
}
