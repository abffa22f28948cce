//! The page of a check.

use crate::numbers::{counted, length, shortened, thousands};
use crate::words::told;
use crate::{families, marks, words};
use allide::{Depth, ObjectId, PairClass, Unknown};
use allide_io::report::{Answers, Pair};
use allide_page::{Fact, Finding, Kind, MOST_FINDINGS, Page, Shapes};

/// A page that shows the scene and the pairs, in the order given.
pub fn page(answers: &Answers, pairs: &[Pair<'_>]) -> Page {
    let mut page = Page::new(Kind::Check, crate::title(&answers.sources));
    page.view.up = crate::up(&answers.sources);
    page.view.unit = answers.unit.map(|unit| unit.name());
    page.view.guarantee = Some(crate::guarantee(answers.guarantee()));
    page.add_scene(&answers.scene, |index| answers.sources.get(index).map_or_else(String::new, |x| x.file.clone()));
    if let Some(report) = &answers.overlaps {
        page.view.objects.iter_mut().for_each(|object| object.closed = Some(true));
        report.surfaces.iter().for_each(|id| page.view.objects[id.index()].closed = Some(false));
    }
    page.view.summary = summary(answers);
    page.view.notes = notes(answers);
    let described = findings(&page, answers, &pairs[..pairs.len().min(MOST_FINDINGS)], None);
    for (finding, pair) in described.into_iter().zip(pairs) {
        marks::push(&mut page, finding, || marks::of_pair(answers, pair));
    }
    page.view.left_out = pairs.len() - page.view.findings.len();
    page.view.groups = families::families(answers, &pairs[..page.view.findings.len()]);
    page
}

/// A frame of a sequence, and where the objects of its scene are on the page.
#[derive(Clone, Copy)]
pub struct At<'p> {
    /// The number of the frame.
    pub frame: usize,
    /// By object.
    pub places: &'p [usize],
}

/// The findings, of one frame for a sequence; not yet on the page, and without highlighted geometry.
pub fn findings(page: &Page, answers: &Answers, pairs: &[Pair<'_>], at: Option<At<'_>>) -> Vec<Finding> {
    let place = |id: ObjectId| at.map_or(id.index(), |at| at.places[id.index()]);
    let deepest = pairs.iter().filter_map(|pair| pair.shared).map(|x| x.penetration.upper).fold(0.0, f64::max);
    let farthest = pairs.iter().filter_map(|pair| pair.distance).fold(0.0, f64::max);
    let mut shapes = Shapes::new(&answers.scene);
    let finding = |((number, pair), id): ((usize, &Pair<'_>), String)| {
        let both = [pair.a, pair.b];
        let shape = shapes.of(if pair.copies.is_empty() { &both[..] } else { pair.copies }.iter().copied());
        let penetration = pair.shared.map(|shared| shared.penetration);
        let severity = match (penetration, pair.distance) {
            (Some(penetration), _) if deepest > 0.0 => Some(penetration.upper / deepest),
            (None, Some(distance)) if distance > 0.0 => Some(1.0 - distance / farthest),
            _ => None,
        };
        Finding {
            id,
            shape,
            number,
            a: place(pair.a),
            b: place(pair.b),
            class: pair.class.name().to_owned(),
            title: None,
            facts: facts(answers, pair),
            severity,
            depth: penetration.map(|penetration| penetration.upper),
            depth_estimate: penetration.is_some_and(words::is_estimate),
            distance: pair.distance.filter(|&distance| distance > 0.0),
            volume: pair.shared.and_then(|shared| shared.volume).map(|volume| volume.value),
            region: page.region(&pair.region),
            copies: pair.copies.iter().map(|&id| place(id)).collect(),
            points: pair
                .nearest
                .map(|nearest| [nearest.on_a, nearest.on_b].map(|point| page.position(point).to_array())),
            direction: pair.shared.map(|shared| shared.depth.direction.to_array()),
            marks: None,
            frame: at.map(|at| at.frame),
            time: None,
        }
    };
    (1..).zip(pairs).zip(answers.ids(pairs)).map(finding).collect()
}

fn not_known(why: Unknown) -> &'static str {
    match why {
        Unknown::NotClosed => "not known: an object is not closed",
        Unknown::OverlapsItself => "not known: an object overlaps itself, or has walls inside",
        _ => "not known: out of range",
    }
}

/// The columns of the table, and facts for which it has no room.
fn facts(answers: &Answers, pair: &Pair<'_>) -> Vec<Fact> {
    let mut facts = vec![Fact::new("class", words::class(pair))];
    facts.extend(words::open_around(answers, pair).map(|why| Fact::new("why", why)));
    if let Some(shared) = pair.shared {
        facts.push(Fact::new("penetration", words::penetration(pair)));
        if words::is_estimate(shared.penetration) {
            facts.push(Fact::new("penetration at least", length(shared.penetration.lower)));
        }
        facts.push(Fact::new("way out", way_out(&shared.depth)));
        facts.extend(shared.volume.map(|volume| Fact::new("shared volume", length(volume.value))));
        facts.extend(
            shared.unknown.filter(|_| shared.volume.is_none()).map(|why| Fact::new("shared volume", not_known(why))),
        );
    }
    facts.extend(pair.distance.filter(|&x| x > 0.0).map(|distance| Fact::new("distance", length(distance))));
    if pair.stands_for != [1; 2] {
        let [a, b] = pair.stands_for.map(|objects| thousands(objects as usize));
        facts.push(Fact::new("stands for", format!("{a} × {b} objects")));
    }
    if !pair.copies.is_empty() {
        facts.push(Fact::new("copies", thousands(pair.copies.len())));
    }
    if pair.triangle_pairs > 0 && pair.copies.is_empty() {
        let names = ["crossing", "coplanar", "touching"];
        let parts = names.into_iter().zip(pair.findings.by_class()).filter(|&(_, count)| count > 0);
        let parts: Vec<String> = parts.map(|(name, count)| format!("{} {name}", thousands(count))).collect();
        facts.push(Fact::new("triangle pairs", format!("{} ({})", thousands(pair.triangle_pairs), parts.join(", "))));
    }
    facts.extend(said(answers, pair));
    facts
}

/// `0.25 along 0 0 1`: a move of the second object that separates the two.
fn way_out(depth: &Depth) -> String {
    // Values that are practically zero are written as zero.
    let part = |x: f64| if x.abs() < 5e-4 { "0".to_owned() } else { length(x) };
    let mark = if depth.exact { "" } else { "~" };
    format!("{mark}{} along {}", length(depth.upper), depth.direction.to_array().map(part).join(" "))
}

/// The files' metadata about the two objects, as far as the panel has room: JSON has all of it.
fn said(answers: &Answers, pair: &Pair<'_>) -> Vec<Fact> {
    const FIELDS: usize = 12;
    const LETTERS: usize = 120;
    let sides = [("a", pair.a), ("b", pair.b)].into_iter().take(if pair.a == pair.b { 1 } else { 2 });
    let fields = |(side, id): (&'static str, ObjectId)| {
        let extras = answers.sources.get(id.index()).and_then(|source| source.extras.as_ref());
        let fields = extras.map_or_else(Vec::new, |extras| extras.fields());
        fields.into_iter().take(FIELDS).map(move |(name, value)| {
            Fact::new(format!("{side}: {}", shortened(&name, LETTERS)), shortened(&value, LETTERS))
        })
    };
    sides.flat_map(fields).collect()
}

/// The scope, the methods and devices, and the cost.
pub fn summary(answers: &Answers) -> Vec<Fact> {
    let examined = answers.stats().map(|(_, stats)| stats.object_candidates).max().unwrap_or(0);
    let joined = |words: Vec<String>| words.join("+");
    let methods = joined(answers.methods().iter().map(ToString::to_string).collect());
    let devices = joined(answers.devices().iter().map(ToString::to_string).collect());
    let device = answers.adapter().map_or_else(|| devices.clone(), |adapter| format!("{devices} ({adapter})"));
    vec![
        Fact::new("examined", words::examined(answers)),
        Fact::new("pairs of boxes that meet", thousands(examined as usize)),
        Fact::new("guarantee", answers.guarantee().name()),
        Fact::new("method", methods),
        Fact::new("device", format!("{device}, {}", counted(answers.threads, "thread"))),
        Fact::new("time", format!("{:.1} ms", answers.total_ms())),
    ]
}

/// Notes on what was not examined, and on oddities.
pub fn notes(answers: &Answers) -> Vec<String> {
    let mut notes: Vec<String> = answers.selection.iter().map(told).collect();
    notes.extend(answers.notes.iter().map(ToString::to_string));
    notes.extend(answers.warnings().into_iter().map(str::to_owned));
    let asked = |is_asked: bool, without: &str| (!is_asked).then(|| without.to_owned());
    notes.extend(asked(answers.self_overlaps.is_some(), "Overlaps inside objects were not asked for (--self)."));
    let distances = answers.clearance.is_some() || answers.self_clearance.is_some() || answers.nearest.is_some();
    notes.extend(asked(distances, "Distances were not asked for (--clearance D)."));
    let shallow = |class: PairClass| class == PairClass::Shallow;
    let hidden = answers.overlaps.iter().flat_map(|report| &report.pairs).filter(|pair| shallow(pair.class)).count();
    if hidden > 0 {
        notes.push(format!("{} shallower than the tolerance.", counted(hidden, "pair")));
    }
    notes
}
