//! The targets for allide.

use super::Series;
use super::case::Case;
use crate::cases::Size;
use crate::table::ms;

/// How many times as fast the first answer should be as the best peer's.
const FIRST: f64 = 5.0;
/// The same for a later frame.
const LATER: f64 = 1.0;
/// How much longer a search within a larger limit may take, if that changes no answer.
const RANGE: f64 = 1.5;

fn verdict(reached: bool) -> &'static str {
    if reached { "met" } else { "missed" }
}

/// One line for the first answer, one for a later frame, each against the peer that is best at it.
pub fn against_peers(case: &Case, all: &[Series]) -> Vec<String> {
    let Some((ours, peers)) = all.split_first().filter(|_| case.is_judged) else { return Vec::new() };
    let best = |time: fn(&Series) -> f64| peers.iter().min_by(|x, y| time(x).total_cmp(&time(y)));
    let line = |what: &str, aim: f64, time: fn(&Series) -> f64| {
        let peer = best(time)?;
        let ratio = time(peer) / time(ours);
        let (title, name, verdict) = (&case.title, peer.name, verdict(ratio >= aim));
        Some(format!(
            "{title}: {what} is {} times as fast as that of {name}; aim at least {aim}: {verdict}.",
            ms(ratio)
        ))
    };
    [line("the first answer", FIRST, Series::first), line("a later frame", LATER, Series::query)]
        .into_iter()
        .flatten()
        .collect()
}

/// The same objects within a small limit and within a large one.
pub fn of_range(near: &Series, far: &Series, size: Size) -> String {
    let [first, later] = [far.first() / near.first(), far.query() / near.query()];
    let verdict = match size {
        Size::Full => format!(": {}", verdict(first.max(later) <= RANGE)),
        Size::Small => String::new(),
    };
    format!(
        "within 1,000 against within 1: {first:.2} times the first answer, {later:.2} times a later frame; aim at most {RANGE}{verdict}."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(name: &'static str, first: f64, query: f64) -> Series {
        Series { name, build: Vec::new(), first: vec![first], query: vec![query], found: 1, measured: None }
    }

    #[test]
    fn the_best_peer_counts_at_each_aim() {
        let case = Case::new("two", Vec::new(), 1.0);
        let all = [series("allide", 1.0, 1.0), series("slow", 4.0, 0.5), series("quick", 9.0, 0.75)];
        let [first, later] = against_peers(&case, &all).try_into().expect("two aims");
        assert!(first.contains("4.00 times as fast as that of slow") && first.ends_with("missed."), "{first}");
        assert!(later.contains("0.50 times as fast as that of slow") && later.ends_with("missed."), "{later}");
        let all = [series("allide", 1.0, 1.0), series("peer", 5.0, 1.0)];
        assert!(against_peers(&case, &all).iter().all(|line| line.ends_with("met.")));
        assert!(against_peers(&case, &all[..1]).is_empty());
    }

    #[test]
    fn a_larger_limit_may_cost_half_as_much_again() {
        let near = series("allide", 2.0, 1.0);
        assert!(of_range(&near, &series("allide", 2.9, 1.2), Size::Full).ends_with("met."));
        assert!(of_range(&near, &series("allide", 2.0, 1.6), Size::Full).ends_with("missed."));
    }
}
