//! How often the surface of an object winds around a place.
//!
//! A ray counts it. Where rays through one object have looked at many triangles, it pays to know how its shells lie: a shell does not wind
//! around what is outside of its box, so in stacks and heaps only a few are looked at. Where many boxes are around a place,
//! [`Windings`] ends the ray at the first shell.

use super::ray::{Place, Probe, Ray, for_each_crossing};
use super::windings::{First, Windings};
use crate::methods::bvh::{Care, Tree};
use crate::world::WorldObject;
use allide_geom::Aabb;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Rays scan this multiple of the number of triangles before the nesting of shells is computed.
const SCANS: usize = 24;
/// As few triangles are looked at one after the other.
const FEW: usize = 64;

/// Where the shells of a closed object are.
#[derive(Debug)]
struct Layout {
    boxes: Tree,
    /// Triangles with two equal corners, which are in no shell, but may be where a place is.
    strays: Vec<u32>,
    windings: Option<Windings>,
}

impl Layout {
    fn of(object: &WorldObject) -> Self {
        let (shells, corners) = (object.mesh.topology().shells(), object.corners());
        let around = |shell: u32| {
            Aabb::around(shells.triangles(shell as usize).iter().flat_map(|&triangle| corners.of(triangle)))
        };
        let all = 0..object.triangle_count() as u32;
        Self {
            boxes: Tree::over(shells.len() as u32, Care::Quick, around),
            strays: all.filter(|&triangle| shells.of_triangle(triangle).is_none()).collect(),
            windings: Windings::of(object),
        }
    }

    /// The triangles of all shells whose boxes a ray may begin in, if they are few.
    fn around(&self, object: &WorldObject, ray: &Ray<'_>) -> Option<Vec<u32>> {
        let shells = object.mesh.topology().shells();
        let mut all = self.strays.clone();
        if all.len() > FEW {
            return None;
        }
        let seen = self.boxes.query(&ray.start(), |shell| {
            let triangles = shells.triangles(shell as usize);
            if all.len() + triangles.len() > FEW {
                return ControlFlow::Break(());
            }
            all.extend_from_slice(triangles);
            ControlFlow::Continue(())
        });
        seen.is_continue().then_some(all)
    }
}

/// What rays through an object have cost, and what is known since.
#[derive(Debug, Default)]
pub(crate) struct Followed {
    looked: AtomicUsize,
    is_begun: AtomicBool,
    layout: OnceLock<Layout>,
}

impl Followed {
    /// Takes note of triangles that a ray looked at.
    pub(super) fn add(&self, looked: usize) {
        self.looked.fetch_add(looked, Relaxed);
    }

    /// How many triangles rays have looked at.
    #[cfg(test)]
    pub(crate) fn looked(&self) -> usize {
        self.looked.load(Relaxed)
    }

    /// The same for an object that is moved: what was worth it before is so again.
    pub(crate) fn again(&self) -> Self {
        Self { looked: AtomicUsize::new(self.looked.load(Relaxed)), ..Self::default() }
    }

    fn layout(&self, object: &WorldObject) -> Option<&Layout> {
        if let Some(known) = self.layout.get() {
            return Some(known);
        }
        let count = object.triangle_count();
        let is_worth_it =
            count > FEW && self.looked.load(Relaxed) >= SCANS * count && object.mesh.topology().is_closed();
        // One thread does it, outside the lock, while others go on as before.
        if !is_worth_it || self.is_begun.swap(true, Relaxed) {
            return None;
        }
        let made = Layout::of(object);
        Some(self.layout.get_or_init(|| made))
    }
}

/// Where the probe lies to the solid that an object bounds. The object has to be closed.
pub(crate) fn locate(object: &WorldObject, probe: Probe<'_>) -> Place {
    match winding(object, probe) {
        None => Place::On,
        Some(0) => Place::Outside,
        Some(_) => Place::Inside,
    }
}

/// How often the surface of a closed object winds around the probe; `None` if that is on it, or next to a triangle without
/// area.
pub(crate) fn winding(object: &WorldObject, probe: Probe<'_>) -> Option<i64> {
    let Some(layout) = object.followed().layout(object) else { return counted(object, probe) };
    let ray = probe.ray(&object.outer_bounds)?;
    if let Some(few) = layout.around(object, &ray) {
        object.followed().add(few.len());
        let corners = object.corners();
        return few.into_iter().map(|triangle| ray.crossing(&corners.of(triangle)).map(i64::from)).sum();
    }
    match layout.windings.as_ref().map(|windings| windings.first(object, &ray, |_| true)) {
        Some(First::Winding(winding)) => Some(winding),
        Some(First::On) => None,
        Some(First::Unclear) | None => counted(object, probe),
    }
}

/// The same by following a ray to its end.
pub(super) fn counted(object: &WorldObject, probe: Probe<'_>) -> Option<i64> {
    let mut winding = 0_i64;
    let seen = for_each_crossing(object, probe, |_, crossing| winding += i64::from(crossing));
    seen.is_continue().then_some(winding)
}
