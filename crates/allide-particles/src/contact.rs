//! The surfaces that a particle touches when it bounces: the state after an impact is rounded, so its place alone does not
//! tell on which side of a surface it is. For every surface within that rounding, the side is remembered.

use crate::boxes::Aabb;
use crate::collider::{Form, Meeting};
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

/// The colliders that a particle touches at an impact, with the side it is on: the one it came from, or the one that it
/// already was on.
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
            let side = if collider == impact.collider {
                sign(form.world_gradient(impact.point).dot(impact.normal))
            } else {
                side_of(form, path, meeting, impact, reach, before.iter().find(|contact| contact.collider == collider))
            };
            found.push(Contact { collider, side });
        }
        true
    });
    found
}

/// On which side of another collider a particle is: where it was, if it has not moved towards or away from it; otherwise where
/// it comes from.
fn side_of(form: &Form, path: &Path, meeting: Meeting, impact: &Impact, reach: f64, before: Option<&Contact>) -> f64 {
    let gradient = form.world_gradient(impact.point);
    let away = gradient.dot(impact.point - path.position).abs();
    if let Some(contact) = before.filter(|_| away <= 8.0 * reach * gradient.length()) {
        return contact.side;
    }
    let into = gradient.dot(impact.velocity);
    if into.abs() > ALONG * gradient.length() * impact.speed {
        return -sign(into);
    }
    // Along it: a moment ago tells.
    sign(form.value(path.position_at(meeting.age * (1.0 - 1.0 / 1024.0))))
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
