//! What a particle touches when it bounces: the state after an impact is rounded, so its place alone does not tell on which side of a
//! surface it is. For every surface within that rounding, the side is remembered.

use crate::boxes::Aabb;
use crate::collider::Meeting;
use crate::meet::Colliders;
use crate::{Impact, Path};
use glam::DVec3;

/// A collider that a path starts on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Contact {
    pub collider: u32,
    /// The sign of the collider's equation on the particle's side.
    pub side: f64,
}

/// How many units in the last place the numbers of a position may be off.
const UNITS: f64 = 16.0;
/// A velocity that points into a surface by less than this share of its length is along it.
const ALONG: f64 = 1e-12;

/// The colliders that a particle touches at an impact, with the side it is on: the one it came from, or the one that it already was on.
///
/// `path` is the path to the impact, and `before` what that path started on.
pub(crate) fn contacts(
    colliders: &Colliders,
    path: &Path,
    meeting: Meeting,
    impact: &Impact,
    before: &[Contact],
) -> Vec<Contact> {
    let size = path.position.abs() + (path.velocity.abs() + path.acceleration.abs() * meeting.age) * meeting.age;
    let reach = impact.speed * meeting.error + UNITS * f64::EPSILON * size.max_element();
    let mut found = Vec::new();
    colliders.tree.visit(&Aabb { min: impact.point - reach, max: impact.point + reach }, |collider| {
        let form = &colliders.forms[collider as usize];
        if collider == impact.collider || form.is_near(impact.point, reach) {
            let gradient = form.world_gradient(impact.point);
            let kept = before.iter().find(|contact| contact.collider == collider).map(|contact| contact.side);
            let side = kept.unwrap_or_else(|| {
                let normal = if collider == impact.collider { impact.normal } else { -impact.velocity };
                sign(gradient.dot(normal))
            });
            found.push(Contact { collider, side });
        }
        true
    });
    found
}

/// A collider that a path starts on and at once goes into: the one with the lowest number.
pub(crate) fn entered(colliders: &Colliders, path: &Path, on: &[Contact]) -> Option<u32> {
    let enters = |contact: &&Contact| {
        let normal: DVec3 = colliders.forms[contact.collider as usize].world_gradient(path.position) * contact.side;
        path.velocity.dot(normal) < -ALONG * path.velocity.length() * normal.length()
    };
    on.iter().filter(enters).map(|contact| contact.collider).min()
}

fn sign(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value.signum() }
}
