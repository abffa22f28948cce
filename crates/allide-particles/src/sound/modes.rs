//! Modes of plates, planks, discs, shells and bubbles, by formula.
//!
//! Thin plates and shells with simply supported edges have closed forms (Leissa, *Vibration of Plates*, *Vibration of
//! Shells*); the roots of a clamped disc's equation are found by bisection.

use super::bessel::disc_roots;
use super::timbre::{Build, Substance, Timbre};
use std::f64::consts::PI;

/// Speed of sound in air, in m/s.
const AIR: f64 = 343.0;
/// Minnaert: the frequency of a bubble times its radius, in m/s.
const MINNAERT: f64 = 3.26;
/// Modes above this are not looked for, in Hz.
const HIGHEST: f64 = 16_000.0;
/// Modes below this are not heard, in Hz.
const LOWEST: f64 = 30.0;
/// How many modes an instrument keeps.
pub(super) const MODES: usize = 24;
/// How many mode numbers are looked at, each way.
const NUMBERS: u32 = 64;
/// The same for diameters of a disc.
const DIAMETERS: u32 = 20;

/// One damped mode of an instrument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mode {
    /// Its frequency, in Hz.
    pub frequency: f64,
    /// The rate at which its amplitude decays, in 1/s.
    pub decay: f64,
    /// How loud it is, struck where it moves most.
    pub weight: f64,
    /// Its numbers along the two axes, for its shape.
    pub numbers: [u32; 2],
}

impl Mode {
    /// Seconds until it has lost 60 dB.
    pub fn t60(&self) -> f64 {
        3.0 * std::f64::consts::LN_10 / self.decay
    }
}

/// The modes of an object of this size, by frequency. `size` is that of the part that vibrates by itself.
pub(super) fn modes(timbre: &Timbre, size: [f64; 2]) -> Vec<Mode> {
    let mut found: Vec<(f64, [u32; 2])> = Vec::new();
    for i in 0..=NUMBERS {
        let is_disc = matches!(timbre.build, Build::Disc { .. }) && i <= DIAMETERS;
        let roots = if is_disc { disc_roots(i as i32) } else { Vec::new() };
        for j in 0..=NUMBERS {
            let root = roots.get(j as usize).copied();
            let frequency = frequency(&timbre.substance, timbre.build, size, [i, j], root);
            found.extend(frequency.filter(|f| (LOWEST..HIGHEST).contains(f)).map(|f| (f, [i, j])));
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    weigh(spread(&found), timbre, size)
}

/// The frequency of the mode with these numbers, if there is one.
fn frequency(
    substance: &Substance,
    build: Build,
    [a, b]: [f64; 2],
    [i, j]: [u32; 2],
    root: Option<f64>,
) -> Option<f64> {
    let Substance { density, young, poisson, .. } = *substance;
    let (x, y) = (f64::from(i), f64::from(j));
    // √(D/ρh) is this times the thickness.
    let bending = (young / (12.0 * density * (1.0 - poisson * poisson))).sqrt();
    match build {
        Build::Panels { thickness, .. } => {
            let waves = (x / a) * (x / a) + (y / b) * (y / b);
            (i > 0 && j > 0).then_some(0.5 * PI * bending * thickness * waves)
        }
        // j = 0 bends, j = 1 twists: a thin strip's torsional stiffness is G b h³/3 over ρ b³ h/12.
        Build::Planks { thickness, .. } => {
            let bends = || 0.5 * PI * (young / (12.0 * density)).sqrt() * thickness * (x / a) * (x / a);
            let shear = || (young / (2.0 * (1.0 + poisson) * density)).sqrt();
            let twists = || x / (2.0 * a) * 2.0 * thickness / b * shear();
            (i > 0 && j < 2).then(|| if j == 0 { bends() } else { twists() })
        }
        // i diameters, j circles within the rim.
        Build::Disc { thickness } => {
            let radius = 0.5 * a.min(b);
            root.map(|root| root * root / (2.0 * PI * radius * radius) * bending * thickness)
        }
        // i waves around, j half waves along; Donnell's approximation, good for i ≥ 2.
        Build::Shell { thickness } => {
            let radius = a / (2.0 * PI);
            let along = y * PI * radius / b;
            let square = x * x + along * along;
            let plate = young / (density * (1.0 - poisson * poisson));
            let stretch = (1.0 - poisson * poisson) * (along * along / square) * (along * along / square);
            let bend = thickness * thickness / (12.0 * radius * radius) * square * square;
            (i > 1 && j > 0).then(|| (plate * (stretch + bend)).sqrt() / (2.0 * PI * radius))
        }
        Build::Bubbles { radii: [small, large] } => {
            let part = x / (MODES - 1) as f64;
            (i < MODES as u32 && j == 0).then(|| MINNAERT / (large * libm::pow(small / large, part)))
        }
    }
}

/// At most [`MODES`] of them, spread evenly over the octaves that they cover: large plates have thousands, of which
/// neighbours are heard as one.
fn spread(found: &[(f64, [u32; 2])]) -> Vec<(f64, [u32; 2])> {
    if found.len() <= MODES {
        return found.to_vec();
    }
    let [first, last] = [found[0].0, found[found.len() - 1].0];
    let mut kept = Vec::new();
    for step in 0..MODES {
        let rung = first * libm::pow(last / first, step as f64 / (MODES - 1) as f64);
        let next = found.iter().find(|mode| mode.0 >= rung * (1.0 - 1e-9) && !kept.contains(*mode));
        kept.extend(next);
    }
    kept.sort_by(|a, b| a.0.total_cmp(&b.0));
    kept
}

/// Adds damping and loudness: small plates radiate low tones badly, and all weights together have power 1.
fn weigh(found: Vec<(f64, [u32; 2])>, timbre: &Timbre, size: [f64; 2]) -> Vec<Mode> {
    let radius = 0.5 * size[0].min(size[1]);
    let corner = AIR / (2.0 * PI * radius);
    let radiation = |frequency: f64| match timbre.build {
        Build::Bubbles { .. } => 1.0,
        _ => frequency / (frequency * frequency + corner * corner).sqrt(),
    };
    let power: f64 = found.iter().map(|mode| radiation(mode.0) * radiation(mode.0)).sum();
    let mode = |(frequency, numbers)| Mode {
        frequency,
        decay: PI * frequency * timbre.substance.loss + timbre.mount,
        weight: timbre.loudness * radiation(frequency) / power.sqrt(),
        numbers,
    };
    found.into_iter().map(mode).collect()
}
