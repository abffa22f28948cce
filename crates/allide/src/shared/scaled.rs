//! Measuring at the ends of the range of numbers: there, products of lengths leave it.
//!
//! Objects that meet in a very small or a very large place are measured in units of a power of two that is about its size, which
//! changes no digit, and the results are put back, bounds included.

use super::body::Body;
use super::measure::{self, Wanted};
use super::{Depth, Penetration, Shared, Unknown};
use crate::world::{self, WorldObject};
use crate::{Measure, Mesh, Pose, Scene, TrianglePair};

/// Sizes from here to its inverse are measured as they are: their fourth powers are in range, with digits to spare.
const SMALL: f64 = 1.0e-60;

/// [`measure::measure`], at any scale.
pub(super) fn measure([a, b]: [&Body<'_>; 2], findings: Option<&[TrianglePair]>, wanted: Wanted) -> (Shared, f64) {
    let common = a.object.bounds().intersection(&b.object.bounds());
    let size = if common.is_empty() { 1.0 } else { common.size().max_element() };
    if (SMALL..=SMALL.recip()).contains(&size) || size == 0.0 {
        return measure::measure([a, b], findings, wanted);
    }
    let unit = power_of_two(size);
    let Some(objects) = in_units([a.object, b.object], unit) else {
        return measure::measure([a, b], findings, wanted);
    };
    let bodies = [Body::new(&objects[0]), Body::new(&objects[1])];
    let inner = Wanted { tolerance: wanted.tolerance / unit, min_volume: 0.0, ..wanted };
    let (shared, settled) = measure::measure([&bodies[0], &bodies[1]], findings, inner);
    (put_back(shared, unit), settled * unit)
}

/// The largest power of two that is not larger, nor so small or large that its inverse leaves the range.
fn power_of_two(size: f64) -> f64 {
    let exponent = (size.to_bits() >> 52).clamp(2, 2044);
    f64::from_bits(exponent << 52)
}

/// Both objects, in other units; `None` if they reach out of range then.
fn in_units(objects: [&WorldObject; 2], unit: f64) -> Option<Vec<WorldObject>> {
    let mut scene = Scene::new();
    for object in objects {
        let positions = object.positions().iter().map(|point| (point / unit).to_array()).collect();
        let mesh = Mesh::new(positions, object.mesh.triangles().to_vec()).ok()?;
        scene.add("", &mesh, Pose::IDENTITY);
    }
    world::objects(&scene, &[]).ok()
}

fn put_back(shared: Shared, unit: f64) -> Shared {
    // Underflow is rounded to the side of caution.
    let down = |length: f64| if length > 0.0 { (length * unit).next_down() } else { 0.0 };
    let up = |length: f64| (length * unit).next_up().min(f64::MAX);
    let measure = |measure: Option<Measure>, power: i32| {
        let raised = |value: f64| (0..power).fold(value, |value, _| value * unit);
        let Measure { value, error } = measure?;
        let (value, error) = (raised(value), raised(error).next_up() + f64::from_bits(1) * 8.0);
        (value.is_finite() && error.is_finite()).then_some(Measure { value, error })
    };
    let (volume, area) = (measure(shared.volume, 3), measure(shared.area, 2));
    let Shared { penetration, depth, unknown, mut curves, mut patches, mut contacts, .. } = shared;
    for curve in &mut curves {
        curve.points.iter_mut().for_each(|point| *point *= unit);
        curve.error = up(curve.error);
    }
    patches.iter_mut().flat_map(|patch| &mut patch.points).for_each(|point| *point *= unit);
    for contact in &mut contacts {
        contact.point *= unit;
        (contact.depth, contact.area) = (contact.depth * unit, contact.area * unit * unit);
    }
    let is_out = volume.is_none() || area.is_none();
    Shared {
        penetration: Penetration { lower: down(penetration.lower), upper: up(penetration.upper) },
        depth: Depth { upper: up(depth.upper), lower: down(depth.lower), ..depth },
        volume,
        area,
        unknown: unknown.or(is_out.then_some(Unknown::OutOfRange)),
        curves,
        patches,
        contacts,
    }
}
