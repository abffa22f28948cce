//! The look of surfaces close by: seams, planks, joints, chosen by their sound.

use super::colors::{Color, clouds, mixed, noise, scaled, smooth_noise};
use crate::{Collider, Material, Surface};
use glam::{DVec2, DVec3};

/// A surface at one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skin {
    pub color: Color,
    /// How much it mirrors, from 0 to 1.
    pub gloss: f64,
}

/// The skin of a collider at a local point. `footprint` is how much of it one sample covers, in metres: details that are
/// smaller fade into their mean.
pub(super) fn skin(collider: &Collider, material: &Material, local: DVec3, footprint: f64) -> Skin {
    let base = material.color;
    // Lines run downhill.
    let downhill_is_x = collider.pose.axes.x_axis.z.abs() > collider.pose.axes.y_axis.z.abs();
    let flat = matches!(collider.surface, Surface::Plane);
    let place = match collider.surface {
        Surface::Plane if downhill_is_x => DVec2::new(local.y, local.x),
        Surface::Plane => local.truncate(),
        _ => DVec2::new(libm::atan2(local.y, local.x) * local.truncate().length(), local.z),
    };
    // The name says more than the sound.
    let known = ["metal", "wood", "tile", "stone", "grass", "earth", "plaster", "water", "glass", "plastic"];
    let name = material.name.as_str();
    match if known.contains(&name) { name } else { material.sound.as_str() } {
        "metal" | "can" | "lid" => {
            let seam =
                if flat { lines(place.x, 0.33, 0.035, footprint) } else { lines(place.y, 0.25, 0.02, footprint) };
            let light = if flat { lines(place.x + 0.03, 0.33, 0.03, footprint) } else { 0.0 };
            let streaks = smooth_noise(place.x * 9.0, place.y * 0.7, 11) - 0.5;
            let tone = 1.0 - 0.42 * seam + 0.22 * light + 0.10 * streaks;
            Skin { color: scaled(base, tone), gloss: 0.32 }
        }
        "wood" => {
            let (across, along) = (place.x, place.y);
            let plank = (across / 0.14).floor();
            let gap = lines(across, 0.14, 0.009, footprint);
            let tint = noise(plank as i64, 3, 5) - 0.5;
            let fade = 1.0 / (1.0 + footprint * 40.0);
            let grain = clouds(across * 60.0, along * 2.5 + plank * 7.0, 3, 21) - 0.5;
            Skin { color: scaled(base, (1.0 + 0.22 * tint + 0.45 * fade * grain) * (1.0 - 0.72 * gap)), gloss: 0.03 }
        }
        "tile" => {
            let row = (place.y / 0.3).floor();
            let shift = if row as i64 % 2 == 0 { 0.0 } else { 0.12 };
            let joint = lines(place.x + shift, 0.24, 0.014, footprint).max(lines(place.y, 0.3, 0.03, footprint));
            let tint = noise(((place.x + shift) / 0.24).floor() as i64, row as i64, 9) - 0.5;
            Skin { color: scaled(base, (1.0 + 0.25 * tint) * (1.0 - 0.5 * joint)), gloss: 0.05 }
        }
        "stone" => {
            let joint = if flat {
                lines(place.x, 0.4, 0.012, footprint).max(lines(place.y, 0.4, 0.012, footprint))
            } else {
                0.0
            };
            let tint =
                if flat { noise((place.x / 0.4).floor() as i64, (place.y / 0.4).floor() as i64, 2) - 0.5 } else { 0.0 };
            let mottle = clouds(place.x * 14.0, place.y * 14.0, 4, 31) - 0.5;
            Skin { color: scaled(base, (1.0 + 0.16 * tint + 0.35 * mottle) * (1.0 - 0.45 * joint)), gloss: 0.02 }
        }
        "earth" | "grass" => Skin { color: ground(base, place, footprint), gloss: 0.0 },
        "plaster" => {
            let mottle = clouds(place.x * 3.0, place.y * 3.0, 4, 31) - 0.5;
            Skin { color: scaled(base, 1.0 + 0.14 * mottle), gloss: 0.0 }
        }
        "water" => {
            let ripple = clouds(place.x * 6.0, place.y * 6.0, 3, 51) - 0.5;
            Skin { color: mixed(base, [0.9, 0.95, 1.0], (0.12 * ripple).max(0.0)), gloss: 0.55 + 0.3 * ripple }
        }
        "glass" => Skin { color: base, gloss: 0.6 },
        "plastic" => Skin { color: base, gloss: 0.14 },
        _ => Skin { color: base, gloss: 0.04 },
    }
}

/// The ground at a place.
pub(super) fn ground(base: Color, place: DVec2, footprint: f64) -> Color {
    let fade = |size: f64| size / (size + footprint);
    let patches = clouds(place.x * 0.35, place.y * 0.35, 3, 61) - 0.5;
    let blades = clouds(place.x * 7.0, place.y * 7.0, 3, 71) - 0.5;
    scaled(base, 1.0 + 0.45 * fade(2.0) * patches + 0.5 * fade(0.06) * blades)
}

/// How much of a sample is covered by lines of a width, one a period: exact for a sample that is a box.
fn lines(at: f64, period: f64, width: f64, footprint: f64) -> f64 {
    let before = |x: f64| (x / period).floor() * width + (x - (x / period).floor() * period).min(width);
    let footprint = footprint.max(1e-9);
    ((before(at + 0.5 * footprint) - before(at - 0.5 * footprint)) / footprint).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_cover_what_they_cover() {
        assert_eq!(lines(0.05, 1.0, 0.1, 1e-3), 1.0);
        assert_eq!(lines(0.5, 1.0, 0.1, 1e-3), 0.0);
        assert!((lines(-0.3, 1.0, 0.1, 50.0) - 0.1).abs() < 1e-9);
        assert!((lines(0.1, 1.0, 0.1, 0.02) - 0.5).abs() < 1e-9);
    }
}
