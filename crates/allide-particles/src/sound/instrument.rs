//! Instruments: modes, and their shapes.

use super::bessel::{disc_roots, disc_shape};
use super::error::check;
use super::modes::{Mode, modes};
use super::timbre::{Build, Timbre};
use super::{Contact, SoundError};
use std::f64::consts::PI;

/// Entries of a table along a disc's radius.
const STEPS: usize = 128;

/// An object that sounds when it is struck: a bank of modes and their shapes.
#[derive(Clone, Debug)]
pub struct Instrument {
    modes: Vec<Mode>,
    build: Build,
    /// The object's size, and that of a cell of it.
    size: [f64; 2],
    cell: [f64; 2],
    /// The largest numbers of its modes.
    most: [u32; 2],
    /// For a disc: how far each mode moves, from centre to rim.
    radial: Vec<[f32; STEPS + 1]>,
    contact: Contact,
}

impl Instrument {
    /// An object that sounds like this, with the sizes in metres of its two parameters.
    ///
    /// # Errors
    /// If a size is not from 1 mm to 10 km, or the timbre has impossible numbers. An object too small or too stiff
    /// to have a mode that can be heard is silent.
    pub fn new(timbre: &Timbre, size: [f64; 2]) -> Result<Self, SoundError> {
        check_timbre(timbre)?;
        check("the width of a sounding object", size[0], 1e-3, 1e4)?;
        check("the height of a sounding object", size[1], 1e-3, 1e4)?;
        // A whole number of cells; what is smaller than one is one.
        let part = |axis: usize, cell: f64| size[axis] / (size[axis] / cell).round().max(1.0);
        let cell = match timbre.build {
            Build::Panels { size: cell, .. } | Build::Planks { size: cell, .. } => [part(0, cell[0]), part(1, cell[1])],
            Build::Disc { .. } | Build::Shell { .. } | Build::Bubbles { .. } => size,
        };
        let modes = modes(timbre, cell);
        let is_disc = matches!(timbre.build, Build::Disc { .. });
        let radial = if is_disc { modes.iter().map(|mode| radial(mode.numbers)).collect() } else { Vec::new() };
        let most = [0, 1].map(|axis| modes.iter().map(|mode| mode.numbers[axis]).max().unwrap_or(0));
        Ok(Self { modes, most, build: timbre.build, size, cell, radial, contact: Contact::new(timbre.hardness) })
    }

    /// Its modes, by frequency: at most 24.
    pub fn modes(&self) -> &[Mode] {
        &self.modes
    }

    pub(super) fn contact(&self) -> Contact {
        self.contact
    }

    /// How strongly a strike at this place excites each mode: its shape there, times its weight. The place is in
    /// metres from one corner of the object.
    pub fn gains(&self, at: [f64; 2]) -> impl Iterator<Item = f64> {
        let within = |axis: usize| at[axis].clamp(0.0, self.size[axis]) / self.cell[axis];
        let [u, v] = [0, 1].map(|axis| within(axis) - within(axis).floor());
        // Polar coordinates of a disc; its square may be larger than it.
        let [x, y] = [0, 1].map(|axis| (at[axis] - 0.5 * self.size[axis]) / (0.5 * self.size[0].min(self.size[1])));
        let radius = (x * x + y * y).sqrt().min(1.0);
        let angle = match self.build {
            Build::Disc { .. } => libm::atan2(y, x),
            Build::Shell { .. } => 2.0 * PI * u,
            _ => PI * u,
        };
        let (first, second) = (Ladder::new(angle, self.most[0]), Ladder::new(PI * v, self.most[1]));
        self.modes.iter().enumerate().map(move |(k, mode)| {
            let [i, j] = mode.numbers;
            let shape = match self.build {
                Build::Panels { .. } => first.sin(i) * second.sin(j),
                Build::Planks { .. } => first.sin(i) * if j == 0 { 1.0 } else { 2.0 * v - 1.0 },
                Build::Disc { .. } => interpolated(&self.radial[k], radius) * first.cos(i),
                Build::Shell { .. } => first.cos(i) * second.sin(j),
                Build::Bubbles { .. } => bubble(at, i),
            };
            shape * mode.weight
        })
    }
}

/// Sines and cosines of all multiples of an angle, each from the one before.
struct Ladder(Vec<[f64; 2]>);

impl Ladder {
    fn new(angle: f64, most: u32) -> Self {
        let (sin, cos) = libm::sincos(angle);
        let next = |last: &[f64; 2]| Some([last[0] * cos + last[1] * sin, last[1] * cos - last[0] * sin]);
        Self(std::iter::successors(Some([0.0, 1.0]), next).take(most as usize + 1).collect())
    }

    fn sin(&self, number: u32) -> f64 {
        self.0[number as usize][0]
    }

    fn cos(&self, number: u32) -> f64 {
        self.0[number as usize][1]
    }
}

fn check_timbre(timbre: &Timbre) -> Result<(), SoundError> {
    let substance = timbre.substance;
    check("a timbre's density", substance.density, 1.0, 1e5)?;
    check("a timbre's stiffness", substance.young, 1e3, 1e13)?;
    check("a timbre's Poisson ratio", substance.poisson, 0.0, 0.5)?;
    check("a timbre's loss factor", substance.loss, 0.0, 2.0)?;
    check("a timbre's hardness", timbre.hardness, 1e3, 1e13)?;
    // At 0 a lossless mode would ring forever.
    let least = if substance.loss < 1e-5 { 0.05 } else { 0.0 };
    check("a timbre's mount loss", timbre.mount, least, 1e5)?;
    check("a timbre's loudness", timbre.loudness, 0.0, 1e3)?;
    let lengths = match timbre.build {
        Build::Panels { size: [a, b], thickness } | Build::Planks { size: [a, b], thickness } => [a, b, thickness],
        Build::Disc { thickness } | Build::Shell { thickness } => [thickness; 3],
        Build::Bubbles { radii: [small, large] } => [small, large, large],
    };
    lengths.into_iter().try_for_each(|length| check("a length in a timbre", length, 1e-5, 100.0))
}

/// A disc's shape as a table from centre to rim.
fn radial([order, circles]: [u32; 2]) -> [f32; STEPS + 1] {
    let order = order as i32;
    let root = disc_roots(order).get(circles as usize).copied().expect("modes are made of roots");
    std::array::from_fn(|step| disc_shape(order, root, step as f64 / STEPS as f64) as f32)
}

fn interpolated(table: &[f32; STEPS + 1], part: f64) -> f64 {
    let place = part * STEPS as f64;
    let below = (place as usize).min(STEPS - 1);
    let [a, b] = [table[below], table[below + 1]].map(f64::from);
    a + (b - a) * (place - below as f64)
}

/// Which bubbles a drop at this place leaves: a few loud ones, by a hash of the place in tenths of a millimetre.
fn bubble(at: [f64; 2], number: u32) -> f64 {
    let [x, y] = at.map(|place| (place * 1e4) as i64 as u64);
    let mut bits =
        x.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ y.wrapping_mul(0xC2B2_AE3D_27D4_EB4F) ^ u64::from(number) << 40;
    for _ in 0..2 {
        bits = (bits ^ bits >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    }
    let part = ((bits ^ bits >> 32) >> 11) as f64 / (1u64 << 53) as f64;
    let cube = part * part * part;
    2.0 * cube * cube * cube
}
