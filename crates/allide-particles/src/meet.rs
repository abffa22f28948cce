//! The first collider that a path meets.

use crate::boxes::Aabb;
use crate::collider::{Form, Meeting};
use crate::motion::Path;
use crate::number::Sign;
use crate::tree::Tree;
use glam::DVec3;

/// All colliders, prepared.
#[derive(Debug)]
pub(crate) struct Colliders {
    pub forms: Vec<Form>,
    pub tree: Tree,
    grain: f64,
}

/// A flight that is searched: a path, how long it lasts, and which collider it starts on, if it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leg<'a> {
    pub path: &'a Path,
    pub end: f64,
    pub on: Option<u32>,
}

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
        let length = (leg.path.velocity.length() + 0.5 * leg.path.acceleration.length() * until) * until;
        let pieces = (length / self.grain).ceil().clamp(1.0, 64.0);
        let mut best: Option<(u32, Meeting)> = None;
        for piece in 0..pieces as u32 {
            let [from, to] = [piece, piece + 1].map(|k| until * (f64::from(k) / pieces));
            self.tree.visit(&path_box(leg.path, from, to), |collider| {
                if !seen.contains(&collider) {
                    seen.push(collider);
                    if let Some(meeting) = self.meeting(leg, collider) {
                        best =
                            Some(best.map_or((collider, meeting), |old| self.earlier(leg, old, (collider, meeting))));
                    }
                }
                true
            });
            if best.is_some_and(|(_, meeting)| meeting.age + meeting.error <= to) {
                break;
            }
        }
        best
    }

    /// When a leg meets one collider.
    pub fn meeting(&self, leg: Leg<'_>, collider: u32) -> Option<Meeting> {
        self.forms[collider as usize].meeting(leg.path, leg.end, leg.on == Some(collider))
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
            self.forms[collider as usize].long_meeting(leg.path, leg.end, leg.on == Some(collider))
        };
        match (long(first), long(second)) {
            (Some(x), Some(y)) if (y - x).sign() == Sign::Minus => second,
            _ => first,
        }
    }
}

/// A box around the part of a path between two ages, larger than all rounding.
pub(crate) fn path_box(path: &Path, from: f64, to: f64) -> Aabb {
    let (a, b) = (path.position_at(from), path.position_at(to));
    // How far the path leaves the line between both ends.
    let bulge: DVec3 = path.acceleration.abs() * ((to - from) * (to - from) / 8.0);
    let mut bounds = Aabb { min: a.min(b) - bulge, max: a.max(b) + bulge };
    bounds.add(a);
    let slack = 1e-12 * (path.position.abs() + (path.velocity.abs() + path.acceleration.abs() * to) * to).max_element();
    bounds.min -= slack;
    bounds.max += slack;
    bounds
}
