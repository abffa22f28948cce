//! Linear colours, and how they are shown.

use std::sync::OnceLock;

/// Linear red, green and blue.
pub(super) type Color = [f64; 3];

pub(super) fn scaled(color: Color, factor: f64) -> Color {
    color.map(|channel| channel * factor)
}

pub(super) fn times(a: Color, b: Color) -> Color {
    [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
}

pub(super) fn added(a: Color, b: Color) -> Color {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(super) fn mixed(a: Color, b: Color, part_of_b: f64) -> Color {
    std::array::from_fn(|channel| a[channel] + (b[channel] - a[channel]) * part_of_b)
}

/// 0 below `low`, 1 above `high`, smooth between.
pub(super) fn smooth(low: f64, high: f64, value: f64) -> f64 {
    let part = ((value - low) / (high - low)).clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

/// How much light the film takes.
const EXPOSURE: f64 = 0.52;
/// Entries of the table of shown colours.
const TABLE: usize = 1 << 12;

/// Bytes of a colour in sRGB. Bright light fades into white instead of being cut.
pub(super) fn shown(color: Color) -> [u8; 3] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    // By square roots, since dark colours need the finer steps.
    let byte = |k: usize| (encoded((k as f64 / (TABLE - 1) as f64).powi(2)) * 255.0 + 0.5) as u8;
    let bytes = BYTES.get_or_init(|| (0..TABLE).map(byte).collect());
    color.map(|light| {
        let light = EXPOSURE * light.max(0.0);
        let film = (light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14)).min(1.0);
        bytes[(film.sqrt() * (TABLE - 1) as f64 + 0.5) as usize]
    })
}

/// The sRGB curve, from linear 0..=1.
fn encoded(linear: f64) -> f64 {
    if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * libm::pow(linear, 1.0 / 2.4) - 0.055 }
}

/// A hash of whole numbers, as a number from 0 to 1.
pub(super) fn noise(x: i64, y: i64, salt: u64) -> f64 {
    let mut bits = (x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (y as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    bits ^= salt.wrapping_mul(0x1656_67B1_9E37_79F9);
    for _ in 0..2 {
        bits = (bits ^ bits >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    }
    ((bits ^ bits >> 32) >> 11) as f64 / (1u64 << 53) as f64
}

/// Noise between whole numbers, interpolated smoothly.
pub(super) fn smooth_noise(x: f64, y: f64, salt: u64) -> f64 {
    let (column, row) = (x.floor(), y.floor());
    let [u, v] = [x - column, y - row].map(|part| part * part * (3.0 - 2.0 * part));
    let (column, row) = (column as i64, row as i64);
    let at = |dx: i64, dy: i64| noise(column.wrapping_add(dx), row.wrapping_add(dy), salt);
    let [top, bottom] = [0, 1].map(|dy| at(0, dy) + (at(1, dy) - at(0, dy)) * u);
    top + (bottom - top) * v
}

/// Several octaves of it, from 0 to 1.
pub(super) fn clouds(x: f64, y: f64, octaves: u32, salt: u64) -> f64 {
    let mut sum = 0.0;
    let mut weight = 0.5;
    let mut scale = 1.0;
    for octave in 0..octaves {
        sum += weight * smooth_noise(x * scale, y * scale, salt + u64::from(octave));
        weight *= 0.5;
        scale *= 2.03;
    }
    sum / (1.0 - weight * 2.0)
}
