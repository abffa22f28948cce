//! The first collider that a path meets.

use crate::chord::Chord;
use crate::collider::{Form, Meeting};
use crate::contact::Contact;
use crate::motion::Path;
use crate::number::Sign;
use crate::tree::Tree;

/// All colliders, prepared.
#[derive(Debug)]
pub(crate) struct Colliders {
    pub forms: Vec<Form>,
    pub tree: Tree,
    /// How far a piece of a path may be from a straight line.
    grain: f64,
}

/// A flight that is searched: a path, how long it lasts, and which colliders it starts on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leg<'a> {
    pub path: &'a Path,
    pub end: f64,
    pub on: &'a [Contact],
}

impl Leg<'_> {
    fn leaves(&self, collider: u32) -> bool {
        self.on.iter().any(|contact| contact.collider == collider)
    }
}

/// Pieces of a path are no longer than this many grains.
const SHORT: f64 = 16.0;

impl Colliders {
    pub fn new(forms: Vec<Form>) -> Self {
        let tree = Tree::new(&forms.iter().map(|form| form.bounds).collect::<Vec<_>>());
        let grain = tree.grain();
        Self { forms, tree, grain }
    }

    /// The first meeting of a leg, if it is no later than `until`; a later one may be found, too.
    ///
    /// Pieces of the path are looked at in order; colliders near a piece are asked about the whole leg, so the answer does not depend on
    /// how it is cut.
    pub fn first(&self, leg: Leg<'_>, until: f64, seen: &mut Vec<u32>) -> Option<(u32, Meeting)> {
        seen.clear();
        let until = until.min(leg.end);
        let mut best: Option<(u32, Meeting)> = None;
        for chord in self.chords(leg.path, 0.0, until) {
            self.tree.along(&chord, |collider| {
                if !seen.contains(&collider) && self.forms[collider as usize].may_meet(&chord) {
                    seen.push(collider);
                    if let Some(meeting) = self.meeting(leg, collider) {
                        best =
                            Some(best.map_or((collider, meeting), |old| self.earlier(leg, old, (collider, meeting))));
                    }
                }
                // Nothing later matters any more.
                best.map_or(f64::INFINITY, |(_, meeting)| meeting.age + meeting.error)
            });
            if best.is_some_and(|(_, meeting)| meeting.age + meeting.error <= chord.to) {
                break;
            }
        }
        best
    }

    /// Whether a part of a path comes near a collider: never false where it meets one.
    pub fn is_near(&self, path: &Path, from: f64, to: f64) -> bool {
        self.chords(path, from, to).any(|chord| {
            let mut is_near = false;
            self.tree.along(&chord, |collider| {
                is_near = is_near || self.forms[collider as usize].may_meet(&chord);
                if is_near { f64::NEG_INFINITY } else { f64::INFINITY }
            });
            is_near
        })
    }

    /// A part of a path as straight pieces, in order: enough of them to be close to it for the size of colliders, and short enough that
    /// little is looked at beyond the first collider.
    fn chords<'p>(&self, path: &'p Path, from: f64, to: f64) -> impl Iterator<Item = Chord> + use<'p> {
        let length = to - from;
        let bulge = path.acceleration.length() * length * length / 8.0;
        let way = (path.velocity.length() + path.acceleration.length() * to) * length;
        let pieces = (bulge / self.grain).sqrt().max(way / (SHORT * self.grain)).ceil().clamp(1.0, 64.0);
        (0..pieces as u32).map(move |piece| {
            let [start, end] = [piece, piece + 1].map(|k| from + length * (f64::from(k) / pieces));
            Chord::new(path, start, end)
        })
    }

    /// When a leg meets one collider.
    pub fn meeting(&self, leg: Leg<'_>, collider: u32) -> Option<Meeting> {
        self.forms[collider as usize].meeting(leg.path, leg.end, leg.leaves(collider))
    }

    /// The earlier of two meetings; of those that long numbers cannot tell apart, the one with the lower number.
    fn earlier(&self, leg: Leg<'_>, a: (u32, Meeting), b: (u32, Meeting)) -> (u32, Meeting) {
        let (first, second) = if a.0 < b.0 { (a, b) } else { (b, a) };
        let reach = first.1.error + second.1.error;
        let gap = second.1.age - first.1.age;
        if gap.abs() > reach * 1.000_001 {
            return if gap > 0.0 { first } else { second };
        }
        let long = |(collider, _): (u32, Meeting)| {
            self.forms[collider as usize].long_meeting(leg.path, leg.end, leg.leaves(collider))
        };
        match (long(first), long(second)) {
            (Some(x), Some(y)) if (y - x).sign() == Sign::Minus => second,
            _ => first,
        }
    }
}
