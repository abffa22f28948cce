//! The words for pairs and rules.

use crate::numbers::{counted, length, printable, thousands};
use allide::{PairClass, Penetration};
use allide_io::report::{Answers, Pair, Rule, Selected};

/// `tank has holes; pipe lies where it would be inside`, of a pair that is undecided.
pub fn open_around(answers: &Answers, pair: &Pair<'_>) -> Option<String> {
    let inside = pair.inside.filter(|_| pair.class == PairClass::Undecided)?;
    let around = if inside == pair.a { pair.b } else { pair.a };
    let [around, inside] = [around, inside].map(|id| printable(answers.scene.objects()[id.index()].name()));
    Some(format!("{around} has holes; {inside} lies where it would be inside"))
}

/// `12 objects (1 not closed), 45,123 triangles (3 degenerate)`.
pub fn examined(answers: &Answers) -> String {
    let objects = answers.scene.objects();
    let triangles = objects.iter().map(|object| object.mesh().triangles().len()).sum();
    let degenerate = objects.iter().map(|object| object.mesh().degenerate_count()).sum();
    let degenerate = match degenerate {
        0 => String::new(),
        count => format!(" ({} degenerate)", thousands(count)),
    };
    let open = match answers.overlaps.as_ref().map_or(0, |report| report.surfaces.len()) {
        0 => String::new(),
        count => format!(" ({} not closed)", thousands(count)),
    };
    format!("{}{open}, {}{degenerate}", counted(objects.len(), "object"), counted(triangles, "triangle"))
}

/// The class of a pair, and which of the two is contained, or would be.
pub fn class(pair: &Pair<'_>) -> String {
    let doubt = if pair.class == PairClass::Undecided { "?" } else { "" };
    match pair.inside {
        Some(inside) => format!("{}, {}{doubt}", pair.class, if inside == pair.a { "a in b" } else { "b in a" }),
        None => pair.class.to_string(),
    }
}

/// Bounds that differ by a larger part are marked.
const CLOSE: f64 = 1e-6;

/// How far one goes into the other, at most; with a mark if that is an estimate.
pub fn penetration(pair: &Pair<'_>) -> String {
    pair.shared.map_or_else(|| "-".into(), |shared| bounded(shared.penetration))
}

fn bounded(penetration: Penetration) -> String {
    let mark = if is_estimate(penetration) { "~" } else { "" };
    format!("{mark}{}", length(penetration.upper))
}

/// Whether the bounds differ by more than what a reader sees.
pub fn is_estimate(Penetration { lower, upper, .. }: Penetration) -> bool {
    upper - lower > CLOSE * upper
}

/// The volume that both share.
pub fn volume(pair: &Pair<'_>) -> String {
    let volume = pair.shared.and_then(|shared| shared.volume);
    volume.map_or_else(|| "-".into(), |volume| length(volume.value))
}

/// How many triangle pairs were found.
pub fn triangle_pairs(pair: &Pair<'_>) -> String {
    match pair.triangle_pairs {
        0 => "-".into(),
        count => thousands(count),
    }
}

/// `--ignore 'bolt*:plate' left out 12 and 1 objects, 12 pairs`.
pub fn told(rule: &Selected) -> String {
    let verb = if rule.rule == Rule::Ignore { "left out" } else { "took" };
    let pattern = rule.pattern.as_ref().map_or_else(String::new, |pattern| format!(" '{pattern}'"));
    let objects = |[a, b]: [u64; 2]| format!("{} and {} objects, ", thousands(a as usize), thousands(b as usize));
    let objects = rule.objects.map_or_else(String::new, objects);
    format!("--{}{pattern} {verb} {objects}{}", rule.rule.name(), counted(rule.pairs as usize, "pair"))
}
