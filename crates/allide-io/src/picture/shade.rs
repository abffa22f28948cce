use super::Kind;
use super::camera::Camera;
use super::light::facing;
use super::stage::{Face, Role};
use crate::export::{FIRST, SECOND};
use allide::DVec3;

/// Light in proportion; the square root stands for the sRGB curve.
pub(super) type Color = [f32; 3];

pub(super) fn color(hex: u32) -> Color {
    [16, 8, 0].map(|shift| ((hex >> shift & 0xFF) as f32 / 255.0).powi(2))
}

fn screen_color(rgb: [u8; 3]) -> Color {
    rgb.map(|channel| (f32::from(channel) / 255.0).powi(2))
}

pub(super) fn mixed(a: Color, b: Color, part_of_b: f32) -> Color {
    std::array::from_fn(|channel| a[channel] + (b[channel] - a[channel]) * part_of_b)
}

/// Muted, light, and apart from the colours of findings.
pub(super) const TINTS: [u32; 10] =
    [0xE4E2DC, 0xC9CCD0, 0xB4C2CC, 0xC8CDC2, 0xA9BAC6, 0xD9D2C3, 0xBCCBC4, 0xB9BCC9, 0xD5CFCB, 0xA8B5B2];
/// The surroundings of a pair.
const REST: u32 = 0xD8DADD;

pub(super) fn kind_color(kind: Kind) -> Color {
    color(match kind {
        Kind::Crossing => 0xE5202B,
        Kind::Touching => 0xFFB22E,
        Kind::Clearance => 0x1F6FEB,
    })
}

/// The two objects of a pair.
pub(super) fn side_color(side: u8) -> Color {
    screen_color(if side == 0 { FIRST } else { SECOND })
}

/// A face's normal, its colour in shade, and what the sun adds.
#[derive(Clone, Copy)]
pub(super) struct Paint {
    pub normal: [f32; 3],
    pub shade: Color,
    pub sunlight: Color,
}

impl Paint {
    pub fn of(face: &Face, camera: &Camera, sun: DVec3) -> Self {
        let normal = facing(face, camera);
        let base = match face.role {
            Role::Plain(tint) => color(TINTS[usize::from(tint)]),
            Role::Side(side) => side_color(side),
            Role::Rest => color(REST),
        };
        let (floor, gain) = (0.46, 0.16);
        let sky = floor + gain * normal.z as f32;
        let direct = (1.08 - floor - gain) * normal.dot(sun).max(0.0) as f32;
        Self {
            normal: normal.as_vec3().to_array(),
            shade: base.map(|channel| channel * sky),
            sunlight: base.map(|channel| channel * direct),
        }
    }
}
