//! Whether a scene is one that all formulas hold for.

use super::error::Place;
use super::{Scene, SceneError};
use crate::{Collider, DVec3, Emitter, Region, Source, Surface};

/// Lengths, times, speeds and accelerations are no larger.
const LARGEST: f64 = 1e9;
/// Sizes and periods are no smaller.
const SMALLEST: f64 = 1e-6;

/// A key and what is wrong with its value.
type Fault = (&'static str, String);

impl Scene {
    /// Whether every number is finite and in range, every surface exists and every material is there.
    pub fn check(&self) -> Result<(), SceneError> {
        let fault = |section, index, name: &str, (key, message): Fault| SceneError {
            position: None,
            place: Place { section, index, name: name.into(), key },
            message,
        };
        self.check_itself().map_err(|found| fault("", 0, "", found))?;
        for (k, material) in self.materials.iter().enumerate() {
            let values = [
                ("restitution", material.restitution, 1.0),
                ("friction", material.friction, LARGEST),
                ("hardness", material.hardness, 1.0),
            ];
            for (key, value, most) in values {
                if !(0.0..=most).contains(&value) {
                    return Err(fault(
                        "material",
                        k,
                        &material.name,
                        (key, format!("{key} must be from 0 to {most}, not {value}")),
                    ));
                }
            }
        }
        for (k, emitter) in self.emitters.iter().enumerate() {
            check_emitter(emitter).map_err(|found| fault("emitter", k, &emitter.name, found))?;
        }
        for (k, collider) in self.colliders.iter().enumerate() {
            self.check_collider(collider).map_err(|found| fault("collider", k, &collider.name, found))?;
        }
        Ok(())
    }

    fn check_itself(&self) -> Result<(), Fault> {
        size("duration", self.duration)?;
        size("frame_rate", self.frame_rate)?;
        size("rest_speed", self.rest_speed)?;
        let particles: u64 = self.emitters.iter().map(|emitter| u64::from(emitter.count)).sum();
        if particles > u64::from(u32::MAX) {
            return Err(("emitter", format!("{particles} particles are more than {}", u32::MAX)));
        }
        let camera = &self.camera;
        vector("camera", camera.eye)?;
        vector("camera", camera.target)?;
        if !(camera.angle > 0.0 && camera.angle < 180.0) || camera.eye == camera.target {
            return Err((
                "camera",
                "the camera must look at another point, with an angle between 0 and 180 degrees".into(),
            ));
        }
        Ok(())
    }

    fn check_collider(&self, collider: &Collider) -> Result<(), Fault> {
        vector("position", collider.pose.origin)?;
        let axes = collider.pose.axes;
        let product = axes.transpose() * axes;
        if !(product - glam::DMat3::IDENTITY).to_cols_array().iter().all(|value| value.abs() < 1e-9) {
            return Err(("rotation", "the axes of a pose must be at right angles and of length 1".into()));
        }
        check_surface(&collider.surface)?;
        for (_, region) in &collider.constraints {
            check_region(region)?;
        }
        let (min, max) = collider.local_bounds();
        let is_plane = matches!(collider.surface, Surface::Plane);
        let reach = min.truncate().abs().max(max.truncate().abs()).max_element();
        if is_plane && reach > LARGEST {
            return Err(("surface", "a plane needs a bound: a disc, a rectangle or a polygon".into()));
        }
        if !((max - min).x > 0.0 && (max - min).y > 0.0 && (is_plane || (max - min).z > 0.0)) {
            return Err(("surface", "its bounds leave nothing of it".into()));
        }
        if let Some(image) = &collider.image {
            let count = u64::from(image.width) * u64::from(image.height);
            if count == 0 || image.texels.len() as u64 != count {
                let found = image.texels.len();
                return Err((
                    "image",
                    format!("an image of {} by {} cannot have {found} texels", image.width, image.height),
                ));
            }
            if let Some((_, gain)) = image.texels.iter().find(|(_, gain)| !(0.0..=LARGEST).contains(gain)) {
                return Err(("image", format!("a gain must be 0 or more, not {gain}")));
            }
        }
        let materials = collider.image.iter().flat_map(|image| image.texels.iter().map(|texel| texel.0));
        if let Some(number) =
            materials.chain([collider.material]).find(|&number| number as usize >= self.materials.len())
        {
            return Err(("material", format!("it uses material {number}, but there are {}", self.materials.len())));
        }
        Ok(())
    }
}

fn check_emitter(emitter: &Emitter) -> Result<(), Fault> {
    if emitter.count == 0 {
        return Err(("count", "an emitter needs a particle".into()));
    }
    number("start", emitter.start)?;
    size("period", emitter.period)?;
    if emitter.generations == 0 {
        return Err(("generations", "an emitter needs a generation".into()));
    }
    match emitter.source {
        Source::Point(point) => vector("source", point)?,
        Source::Box { min, max } => {
            vector("source", min)?;
            vector("source", max)?;
            if !min.cmple(max).all() {
                return Err(("source", format!("the lowest corner {min} of the box is beyond the highest, {max}")));
            }
        }
        Source::Disc { center, radius } => {
            vector("source", center)?;
            radius_of("source", radius)?;
        }
    }
    vector("velocity", emitter.velocity)?;
    vector("spread", emitter.spread)?;
    vector("acceleration", emitter.acceleration)?;
    for (key, [low, high]) in [("size", emitter.look.size), ("spin", emitter.look.spin)] {
        number(key, low)?;
        number(key, high)?;
    }
    let [low, high] = emitter.look.size;
    if !(low > 0.0 && low <= high) {
        return Err(("size", format!("sizes must be positive and ascend, not {low} to {high}")));
    }
    Ok(())
}

fn check_surface(surface: &Surface) -> Result<(), Fault> {
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

fn check_region(region: &Region) -> Result<(), Fault> {
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
                    format!("a polygon of {} corners and an area of {} is none", corners.len(), 0.5 * area.abs()),
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

fn vector(key: &'static str, value: DVec3) -> Result<(), Fault> {
    value.to_array().into_iter().try_for_each(|value| number(key, value))
}

fn number(key: &'static str, value: f64) -> Result<(), Fault> {
    if value.abs() <= LARGEST {
        return Ok(());
    }
    Err((key, format!("{key} must be from -{LARGEST:e} to {LARGEST:e}, not {value}")))
}

fn size(key: &'static str, value: f64) -> Result<(), Fault> {
    if (SMALLEST..=LARGEST).contains(&value) {
        return Ok(());
    }
    Err((key, format!("{key} must be from {SMALLEST:e} to {LARGEST:e}, not {value}")))
}

/// A radius that is part of the value of a key.
fn radius_of(key: &'static str, value: f64) -> Result<(), Fault> {
    size("radius", value).map_err(|(_, message)| (key, message))
}
