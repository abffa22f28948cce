//! Scenes on which some method falls off a cliff: `auto` must stay within twice the time of the best method, whether an
//! engine sees the scene for the first time or for the tenth.

mod case;
mod child;
mod judge;
mod measure;
mod scenes;

use allide::{Device, Method, QuestionKind};
pub use case::Scale;

use case::Cliff;
use judge::Row;
use measure::{LIMIT, measure};
use std::time::Duration;

/// A method that takes this many times as long as the best is stopped: it will not be the best.
const HOPELESS: u32 = 20;
/// But never before this.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often a row that fails is measured again, since a busy machine looks like a cliff.
const AGAIN: usize = 2;

/// The table of the scene `only`, or of all scenes whose names begin so, and what is wrong with it.
pub fn run(only: &str, size: Scale) -> Result<(String, Vec<String>), String> {
    let mut chosen: Vec<Cliff> = scenes::all().into_iter().filter(|cliff| cliff.name.starts_with(only)).collect();
    if chosen.iter().any(|cliff| cliff.name == only) {
        chosen.retain(|cliff| cliff.name == only);
    }
    if chosen.is_empty() {
        let names: Vec<String> = scenes::all().into_iter().map(|cliff| cliff.name).collect();
        return Err(format!("no scene begins with {only:?}; there are {}", names.join(", ")));
    }
    let mut rows = Vec::new();
    for cliff in &chosen {
        eprint!("{} …", cliff.name);
        let mut row = row(cliff, size)?;
        for _ in 0..AGAIN {
            let Some(best) = row.contested() else { break };
            eprint!(" again …");
            row.auto = row.auto.better(measure(cliff, Method::Auto, size, LIMIT)?);
            for method in best {
                let better = measure(cliff, method, size, LIMIT)?;
                if let Some((_, measured)) = row.methods.iter_mut().find(|(other, _)| *other == method) {
                    *measured = measured.clone().better(better);
                }
            }
        }
        eprintln!(" {}", row.summary());
        rows.push(row);
    }
    let unlike = judge::unlike(&rows);
    let wrong = rows.iter().flat_map(Row::faults).chain(unlike).collect();
    Ok((judge::table(&rows), wrong))
}

fn row(cliff: &Cliff, size: Scale) -> Result<Row, String> {
    let mut best: Option<Duration> = None;
    let mut methods = Vec::new();
    for method in exact_methods().filter(|method| *method != Method::Auto) {
        let limit = best.map_or(LIMIT, |best| (best * HOPELESS).clamp(PATIENCE, LIMIT));
        let measured = measure(cliff, method, size, limit)?;
        best = best.into_iter().chain(measured.first()).min();
        methods.push((method, measured));
    }
    let auto = measure(cliff, Method::Auto, size, LIMIT)?;
    let (name, ask) = (cliff.name.clone(), cliff.ask.to_string());
    Ok(Row { name, ask, motion: cliff.motion, like: cliff.like, auto, methods })
}

/// Methods of the CPU that answer every question of the cliffs.
fn exact_methods() -> impl Iterator<Item = Method> {
    Method::on(Device::Cpu).filter(|method| method.answers(QuestionKind::Clearance))
}

/// The work of a process started by [`measure()`].
pub fn child(name: &str, method: &str, size: Scale) -> Result<(), String> {
    let cliff =
        scenes::all().into_iter().find(|cliff| cliff.name == name).ok_or_else(|| format!("no scene {name:?}"))?;
    let method = Method::on(Device::Cpu).find(|other| other.name() == method).ok_or("no such method")?;
    child::run(&cliff, method, size)
}

/// The findings of all methods on a small form of a scene, for tests.
#[cfg(test)]
fn digests(cliff: &Cliff) -> Vec<(Method, u64)> {
    let scene = cliff.scene(Scale::TEST);
    let fits = |method: &Method| *method != Method::Brute || cliff.suits_brute_force(&scene);
    let digest = |method| {
        let run = cliff.run(&mut allide::Engine::cpu(), &scene, method).expect("an answer");
        (method, run.digest.0)
    };
    exact_methods().filter(fits).map(digest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_methods_find_the_same_on_small_cliffs() {
        for cliff in scenes::all() {
            let digests = digests(&cliff);
            assert!(digests.iter().all(|(_, digest)| *digest == digests[0].1), "{}: {digests:?}", cliff.name);
        }
    }

    #[test]
    fn names_are_told_apart() {
        let mut names: Vec<String> = scenes::all().into_iter().map(|cliff| cliff.name).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
