//! Whether surfaces and regions exist.

use super::{Fault, SMALLEST, number, radius_of, size, vector};
use crate::{Collider, DVec3, Region, Surface};

pub(super) fn check_surface(surface: &Surface) -> Result<(), Fault> {
    if let Some([low, high]) = surface.heights() {
        number("heights", low)?;
        number("heights", high)?;
        if high - low < SMALLEST {
            return Err(("heights", format!("heights must ascend by {SMALLEST} or more, not from {low} to {high}")));
        }
    }
    match surface {
        Surface::Plane => {}
        Surface::Ellipsoid { radii } => radii.to_array().iter().try_for_each(|&radius| size("radii", radius))?,
        Surface::Cylinder { radii, .. } | Surface::Cone { radii, .. } | Surface::Paraboloid { radii, .. } => {
            radii.iter().try_for_each(|&radius| size("radii", radius))?;
        }
        Surface::Hyperboloid { radii, sheets, .. } => {
            radii.to_array().iter().try_for_each(|&radius| size("radii", radius))?;
            if !(1..=2).contains(sheets) {
                return Err(("sheets", format!("a hyperboloid has 1 or 2 sheets, not {sheets}")));
            }
        }
        Surface::Quadric { coefficients, min, max } => {
            coefficients.iter().try_for_each(|&value| number("coefficients", value))?;
            check_region(&Region::Box { min: *min, max: *max })?;
            check_quadric(coefficients)?;
        }
        Surface::Blobby { balls, level } => {
            for &(center, radius) in balls {
                vector("balls", center)?;
                size("balls", radius)?;
            }
            if balls.is_empty() || !(*level > 0.0 && *level < balls.len() as f64) {
                return Err((
                    "level",
                    format!("the level {level} must be between 0 and the number of balls, {}", balls.len()),
                ));
            }
        }
    }
    let (min, max) = surface.own_bounds();
    if surface.heights().is_some() && (max - min).min_element() <= 0.0 {
        return Err(("heights", "there is no surface between its heights".into()));
    }
    Ok(())
}

/// pᵀQp must take both signs: otherwise it is zero nowhere, or on a point, a line or a plane that no path crosses.
fn check_quadric(q: &[f64; 10]) -> Result<(), Fault> {
    let [a, b, c, d, e, f, g, h, i, j] = *q;
    let mut m = [[a, d, e, g], [d, b, f, h], [e, f, c, i], [g, h, i, j]];
    let scale = m.iter().flatten().fold(0f64, |most, value| most.max(value.abs()));
    if scale == 0.0 {
        return Err(("coefficients", "all coefficients of the quadric are zero".into()));
    }
    // Symmetric elimination, largest diagonal first: the signs of its pivots are those of the eigenvalues (Sylvester).
    let (mut plus, mut minus) = (0, 0);
    for k in 0..4 {
        let pivot = (k..4).max_by(|&x, &y| m[x][x].abs().total_cmp(&m[y][y].abs())).unwrap_or(k);
        m.swap(k, pivot);
        m.iter_mut().for_each(|row| row.swap(k, pivot));
        if m[k][k].abs() <= 1e-13 * scale {
            // A diagonal of zeros: anything beside it takes both signs.
            if (k..4).any(|x| (k..4).any(|y| m[x][y].abs() > 1e-13 * scale)) {
                (plus, minus) = (plus + 1, minus + 1);
            }
            break;
        }
        if m[k][k] > 0.0 {
            plus += 1;
        } else {
            minus += 1;
        }
        for x in k + 1..4 {
            let factor = m[x][k] / m[k][k];
            for y in k + 1..4 {
                m[x][y] -= factor * m[k][y];
            }
        }
    }
    if plus > 0 && minus > 0 {
        return Ok(());
    }
    Err(("coefficients", "the quadric has no surface: its equation never changes sign".into()))
}

pub(super) fn check_region(region: &Region) -> Result<(), Fault> {
    match region {
        Region::Disc { center, radius } => {
            vector("region", center.extend(0.0))?;
            radius_of("region", *radius)
        }
        Region::Rectangle { min, max } => extents(min.extend(0.0), max.extend(1.0)),
        Region::Box { min, max } => extents(*min, *max),
        Region::HalfSpace { normal, offset } => {
            vector("region", *normal)?;
            number("region", *offset)?;
            if *normal == DVec3::ZERO {
                return Err(("region", "the normal of a half-space must not be zero".into()));
            }
            Ok(())
        }
        Region::Polygon(corners) => {
            corners.iter().try_for_each(|corner| vector("region", corner.extend(0.0)))?;
            let area: f64 = (0..corners.len()).map(|k| corners[k].perp_dot(corners[(k + 1) % corners.len()])).sum();
            if corners.len() < 3 || area.abs() < SMALLEST * SMALLEST {
                return Err((
                    "region",
                    format!(
                        "a polygon needs 3 corners and an area; this one has {} corners and the area {}",
                        corners.len(),
                        0.5 * area.abs()
                    ),
                ));
            }
            Ok(())
        }
    }
}

fn extents(min: DVec3, max: DVec3) -> Result<(), Fault> {
    vector("region", min)?;
    vector("region", max)?;
    let extent = max - min;
    if extent.min_element() < SMALLEST {
        return Err(("region", format!("it must extend by {SMALLEST} or more, not by {extent}")));
    }
    Ok(())
}

/// Whether a surface has a point within its bounds, or may have one: boxes are cut until rounding could matter.
pub(super) fn check_presence(collider: &Collider) -> Result<(), Fault> {
    let (min, max) = collider.local_bounds();
    let is_there = match &collider.surface {
        Surface::Plane => true,
        Surface::Blobby { balls, level } => may_vanish(min, max, CUTS, &|min, max| blobs(balls, *level, min, max)),
        surface => {
            let q = surface.coefficients().unwrap_or_default();
            may_vanish(min, max, CUTS, &|min, max| quadric(&q, min, max))
        }
    };
    let key = match &collider.surface {
        Surface::Blobby { .. } => "level",
        Surface::Quadric { .. } => "box",
        _ => "surface",
    };
    if is_there {
        Ok(())
    } else {
        Err((key, "no point of the surface is within its bounds: nothing could hit it".into()))
    }
}

/// How often boxes are halved.
const CUTS: u32 = 18;

/// Whether a function may be zero in a box, where `range` encloses its values there.
fn may_vanish(min: DVec3, max: DVec3, cuts: u32, range: &impl Fn(DVec3, DVec3) -> [f64; 2]) -> bool {
    let [least, most] = range(min, max);
    if least > 0.0 || most < 0.0 {
        return false;
    }
    let extent = max - min;
    let axis = (0..3).max_by(|&a, &b| extent[a].total_cmp(&extent[b])).unwrap_or(0);
    let (mut high, mut low) = (max, min);
    high[axis] = 0.5 * (min[axis] + max[axis]);
    low[axis] = high[axis];
    cuts == 0 || may_vanish(min, high, cuts - 1, range) || may_vanish(low, max, cuts - 1, range)
}

fn quadric([a, b, c, d, e, f, g, h, i, j]: &[f64; 10], min: DVec3, max: DVec3) -> [f64; 2] {
    let (m, half) = (0.5 * (min + max), 0.5 * (max - min));
    let around = DVec3::new(d * m.y + e * m.z, d * m.x + f * m.z, e * m.x + f * m.y);
    let (squares, lines) = (DVec3::new(*a, *b, *c), DVec3::new(*g, *h, *i));
    let value = (squares * m + around + 2.0 * lines).dot(m) + j;
    let slopes = 2.0 * (squares * m + around + lines).abs().dot(half);
    let products = 2.0 * (d.abs() * half.x * half.y + e.abs() * half.x * half.z + f.abs() * half.y * half.z);
    let far = m.abs() + half;
    let terms = squares.abs().dot(far * far) + 2.0 * lines.abs().dot(far) + j.abs();
    let terms = terms + 2.0 * (d.abs() * far.x * far.y + e.abs() * far.x * far.z + f.abs() * far.y * far.z);
    let change = slopes + squares.abs().dot(half * half) + products + 1e-12 * terms;
    [value - change, value + change]
}

fn blobs(balls: &[(DVec3, f64)], level: f64, min: DVec3, max: DVec3) -> [f64; 2] {
    let mut range = [-level; 2];
    for &(center, radius) in balls {
        let near = (center.clamp(min, max) - center).length_squared();
        let far = (min - center).abs().max((max - center).abs()).length_squared();
        for (sum, distance) in range.iter_mut().zip([far, near]) {
            let q = (1.0 - distance / (radius * radius)).max(0.0);
            *sum += q * q * q;
        }
    }
    [range[0] - 1e-12, range[1] + 1e-12]
}
