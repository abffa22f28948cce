//! The targets for allide.

use super::Series;
use super::ours::Ours;
use crate::table::ms;

/// How many times as fast the first answer should be as that of the best peer with the same verdicts.
const PEERS: f64 = 10.0;
/// How much longer solids may take than overlaps of surfaces.
const OVERLAPS: f64 = 1.5;

fn verdict(reached: bool) -> &'static str {
    if reached { "met" } else { "missed" }
}

/// Lines about allide against its own overlaps, and against the peer with the same verdicts that is best at a first answer.
pub fn judge(title: &str, all: &[Series]) -> Vec<String> {
    let series = |name: &str| all.iter().find(|series| series.name == name);
    let against = |solids: Ours, overlaps: Ours| {
        let (solids, overlaps) = (series(solids.name())?, series(overlaps.name())?);
        let [first, later] = [solids.first() / overlaps.first(), solids.later() / overlaps.later()];
        let (name, verdict) = (solids.name, verdict(first.max(later) <= OVERLAPS));
        Some(format!(
            "{title}: {name} takes {first:.2} times as long as overlaps, {later:.2} times in a later frame; aim at most {OVERLAPS}: \
             {verdict}."
        ))
    };
    let peers = || {
        let ours = series(Ours::SolidPairs.name())?;
        let is_peer = |series: &&Series| series.is_exact() && Ours::ALL.iter().all(|own| own.name() != series.name);
        let others = all.iter().filter(is_peer);
        let Some(best) = others.min_by(|x, y| x.first().total_cmp(&y.first())) else {
            return Some(format!("{title}: no peer gives the same verdicts."));
        };
        let ratio = best.first() / ours.first();
        let (name, verdict) = (best.name, verdict(ratio >= PEERS));
        Some(format!(
            "{title}: the first answer, pairs only, is {} times as fast as that of {name}; aim at least {PEERS}: {verdict}.",
            ms(ratio)
        ))
    };
    let lines = [against(Ours::Solids, Ours::Overlaps), against(Ours::SolidPairs, Ours::OverlapPairs), peers()];
    lines.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::super::case::Agreement;
    use super::*;

    #[test]
    fn the_best_peer_counts_and_overlaps_are_no_peer() {
        let agreed = |name, time, vague| {
            let agreement = Some(Agreement { same: 1, vague, wrong: 0 });
            Series { first: vec![time], later: vec![time], ..Series::new(name, agreement) }
        };
        let series = |name, time| agreed(name, time, 0);
        let [solids, solid_pairs, overlaps, overlap_pairs, ..] = Ours::ALL.map(Ours::name);
        let all = [
            series(solids, 3.0),
            series(solid_pairs, 2.0),
            series(overlaps, 2.0),
            series(overlap_pairs, 1.0),
            series("slow", 90.0),
            series("quick", 18.0),
            agreed("vague", 1.0, 1),
        ];
        let [first, second, peers] = judge("parts", &all).try_into().expect("three lines");
        assert!(first.contains("1.50 times") && first.ends_with(": met."), "{first}");
        assert!(second.contains("2.00 times") && second.ends_with("missed."), "{second}");
        assert!(peers.contains("9.00 times as fast as that of quick") && peers.ends_with("missed."), "{peers}");
    }

    #[test]
    fn peers_that_are_vague_give_no_answer() {
        let all = [Series { first: vec![1.0], later: vec![1.0], ..Series::new(Ours::SolidPairs.name(), None) }];
        assert!(judge("parts", &all)[0].contains("no peer"));
    }
}
