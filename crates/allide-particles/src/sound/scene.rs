//! The sound of a scene: which collider sounds like what.

use super::timbre::{Build, Timbre};
use super::{Instrument, Listener, SoundError, SoundOptions, Strike, Striker, WavOptions, WavSummary, write_wav};
use crate::{Collider, Impact, Keep, Region, Scene, Simulation, Surface};
use glam::{DVec2, DVec3};
use std::collections::HashMap;
use std::f64::consts::TAU;
use std::io::{Seek, Write};

/// A round plate of metal up to this wide is a lid, a wider one a roof, in metres.
const LID: f64 = 1.5;
/// A shell up to this far around is a can; a wider one is a roof, whose sheets vibrate by themselves.
const CAN: f64 = 4.0;

/// The instruments of a scene. Colliders of the same material and size share one.
#[derive(Clone, Debug)]
pub struct SceneSound {
    instruments: Vec<Instrument>,
    /// For each collider and material that it has somewhere: the instrument, and its size. Silent ones are missing.
    voices: HashMap<(u32, u32), (usize, DVec2)>,
    /// Of each emitter: what its particles strike with, and the number of the first particle after its own.
    strikers: Vec<(Striker, u64)>,
}

impl SceneSound {
    /// Makes the instruments.
    ///
    /// The material's `sound` names a preset of [`Timbre`], or "none" for silence; metal and plastic vibrate as the
    /// collider's shape says. A `hardness` of 0.5 is that of the preset, 0 is a hundred times softer, 1 a hundred times
    /// harder.
    ///
    /// # Errors
    /// If there is no such preset, or a collider is too small or too large to sound.
    pub fn new(scene: &Scene) -> Result<Self, SoundError> {
        let mut end = 0;
        let ends = scene.emitters.iter().map(|emitter| {
            end += u64::from(emitter.count);
            (emitter.striker, end)
        });
        let mut sound = Self { instruments: Vec::new(), voices: HashMap::new(), strikers: ends.collect() };
        let mut known: HashMap<(u32, [u64; 2], u8), usize> = HashMap::new();
        for (number, collider) in (0..).zip(&scene.colliders) {
            let size = extent(collider);
            let mut materials = vec![collider.material];
            materials.extend(collider.image.iter().flat_map(|image| image.texels.iter().map(|texel| texel.0)));
            materials.sort_unstable();
            materials.dedup();
            for index in materials {
                let material = &scene.materials[index as usize];
                if material.sound == "none" {
                    continue;
                }
                let preset = shaped(Timbre::named(&material.sound)?, collider, size);
                let hardness = (preset.hardness * libm::pow(1e4, material.hardness - 0.5)).clamp(1e3, 1e13);
                let preset = Timbre { hardness, ..preset };
                let key = (index, size.to_array().map(f64::to_bits), shape_number(preset.build));
                let instrument = match known.get(&key) {
                    Some(&instrument) => instrument,
                    None => {
                        sound.instruments.push(Instrument::new(&preset, size.to_array())?);
                        known.insert(key, sound.instruments.len() - 1);
                        sound.instruments.len() - 1
                    }
                };
                sound.voices.insert((number, index), (instrument, size));
            }
        }
        Ok(sound)
    }

    /// The instruments that [`Strike::instrument`] numbers.
    pub fn instruments(&self) -> &[Instrument] {
        &self.instruments
    }

    /// The sounds of impacts. Silent materials and impacts that only graze are left out.
    pub fn strikes(&self, impacts: &[Impact]) -> Vec<Strike> {
        let strike = |impact: &Impact| {
            let &(instrument, size) = self.voices.get(&(impact.collider, impact.material))?;
            let speed = impact.normal_speed();
            let at = (impact.uv * size).to_array();
            let emitter = self.strikers.partition_point(|&(_, end)| end <= u64::from(impact.particle));
            let &(striker, _) = self.strikers.get(emitter)?;
            let Impact { time, point: position, gain, .. } = *impact;
            let strike = Strike { time, instrument, speed, at, position, gain, striker };
            // Grazing speeds round to either side of 0; anything else that is wrong is for the synthesis to report.
            (speed > 0.0 || speed.is_nan()).then_some(strike)
        };
        impacts.iter().filter_map(strike).collect()
    }
}

impl SoundOptions {
    /// Heard from where the scene's camera is, at least from the distance of what it looks at.
    pub fn of(scene: &Scene) -> Self {
        let view = scene.camera.target - scene.camera.eye;
        let right = view.cross(DVec3::Z);
        let right = if right.length() > 0.0 { right } else { DVec3::X };
        let near = Some(view.length().clamp(0.1, 1e6));
        Self { listener: Listener { position: scene.camera.eye, right, near }, ..Self::default() }
    }
}

/// Writes the sound of a scene as a WAV file: its impacts from `options.sound.start` to `options.end`.
///
/// # Errors
/// As for [`write_wav`], and if impacts cannot be computed.
pub fn write_scene_wav<W: Write + Seek>(
    file: W,
    simulation: &Simulation,
    options: &WavOptions,
) -> Result<WavSummary, SoundError> {
    let sound = SceneSound::new(simulation.scene())?;
    let strikes = |from: f64, to: f64| Ok(sound.strikes(&simulation.impacts(from..to)?));
    write_wav(file, sound.instruments(), strikes, options)
}

/// Metal and plastic are round plates, shells or panels, as the collider is.
fn shaped(preset: Timbre, collider: &Collider, size: DVec2) -> Timbre {
    let is_disc = |(keep, region): &(Keep, Region)| matches!((keep, region), (Keep::Inside, Region::Disc { .. }));
    let is_round = matches!(collider.surface, Surface::Plane) && collider.constraints.iter().any(is_disc);
    let is_shell = matches!(collider.surface, Surface::Cylinder { .. } | Surface::Cone { .. }) && size.x <= CAN;
    match (preset.name, preset.build) {
        ("metal", _) if is_round && size.max_element() <= LID => Timbre::LID,
        ("metal", _) if is_shell => Timbre::CAN,
        ("plastic", Build::Disc { thickness }) if is_shell => Timbre { build: Build::Shell { thickness }, ..preset },
        _ => preset,
    }
}

fn shape_number(build: Build) -> u8 {
    match build {
        Build::Panels { .. } => 0,
        Build::Planks { .. } => 1,
        Build::Disc { .. } => 2,
        Build::Shell { .. } => 3,
        Build::Bubbles { .. } => 4,
    }
}

/// Metres along both parameters of a collider: exact on planes and cylinders, a mean elsewhere.
fn extent(collider: &Collider) -> DVec2 {
    let (min, max) = collider.local_bounds();
    let size = max - min;
    let around = 0.25 * TAU * (size.x + size.y);
    let extent = match collider.surface {
        Surface::Plane => size.truncate(),
        Surface::Ellipsoid { .. } | Surface::Blobby { .. } => DVec2::new(around, 0.5 * around),
        Surface::Quadric { .. } => DVec2::new(2.0 * size.x, size.y),
        Surface::Cylinder { .. } | Surface::Cone { .. } | Surface::Paraboloid { .. } | Surface::Hyperboloid { .. } => {
            DVec2::new(around, size.z)
        }
    };
    // Unbounded surfaces vibrate in parts anyway.
    extent.clamp(DVec2::splat(1e-3), DVec2::splat(1e4))
}
