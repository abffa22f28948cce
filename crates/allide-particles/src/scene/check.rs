//! Whether a scene is one that all formulas hold for.

mod surface;

use super::error::Place;
use super::table::unknown;
use super::{Scene, SceneError};
use crate::sound::Timbre;
use crate::{Collider, DVec3, Emitter, Material, Source, Surface};
use surface::{check_presence, check_region, check_surface};

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
            check_material(material).map_err(|found| fault("material", k, &material.name, found))?;
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
        camera
            .sky
            .iter()
            .chain(camera.ground.iter().map(|(_, color)| color))
            .try_for_each(|sky| color("camera", sky))?;
        camera.ground.map_or(Ok(()), |(height, _)| number("camera", height))?;
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
        check_presence(collider)?;
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

fn check_material(material: &Material) -> Result<(), Fault> {
    let values = [
        ("restitution", material.restitution, 1.0),
        ("friction", material.friction, LARGEST),
        ("hardness", material.hardness, 1.0),
    ];
    for (key, value, most) in values {
        if !(0.0..=most).contains(&value) {
            return Err((key, format!("{key} must be from 0 to {most}, not {value}")));
        }
    }
    color("color", &material.color)?;
    if material.sound != "none" && Timbre::named(&material.sound).is_err() {
        let mut known = Timbre::ALL.map(|timbre| timbre.name).to_vec();
        known.push("none");
        return Err(("sound", unknown("sound", &material.sound, &known) + ": write sound = \"…\""));
    }
    Ok(())
}

/// Red, green, blue and perhaps opacity, each from 0 to 1.
fn color(key: &'static str, color: &[f64]) -> Result<(), Fault> {
    let wrong = color.iter().find(|channel| !(0.0..=1.0).contains(*channel));
    wrong.map_or(Ok(()), |channel| Err((key, format!("colours must be from 0 to 1, not {channel}"))))
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
    emitter.look.colors.iter().try_for_each(|rgba| color("colors", rgba))?;
    emitter.striker.check().map_err(|error| ("striker", error.to_string()))
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
