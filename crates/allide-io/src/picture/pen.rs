//! Lines and letters on a finished picture.

use super::{Picture, font};

pub(super) type Spot = [f32; 2];

/// Draws thick lines with round ends; a line without length is a disc. `strength` tells by pixel, and by the part of the way along
/// the nearest line, how much of the colour is seen.
pub(super) fn stroke_where(
    picture: &mut Picture,
    lines: &[[Spot; 2]],
    radius: f32,
    color: [f32; 3],
    strength: impl Fn(usize, f32) -> f32,
) {
    let points = || lines.iter().flatten();
    let bounds = |axis: usize, size: usize| {
        let low = points().map(|point| point[axis]).fold(f32::MAX, f32::min) - radius - 1.0;
        let high = points().map(|point| point[axis]).fold(f32::MIN, f32::max) + radius + 1.0;
        (low.max(0.0) as usize)..(high.max(0.0) as usize + 1).min(size)
    };
    let (columns, rows) = (bounds(0, picture.width), bounds(1, picture.height));
    for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
        let center = [x as f32 + 0.5, y as f32 + 0.5];
        let (mut nearest, mut part) = (f32::MAX, 0.0);
        for line in lines {
            let (distance, along) = distance_to_line(center, line);
            if distance < nearest {
                (nearest, part) = (distance, along);
            }
        }
        let cover = (radius + 0.5 - nearest).clamp(0.0, 1.0);
        let cover = if cover > 0.0 { cover * strength(y * picture.width + x, part) } else { 0.0 };
        if cover == 0.0 {
            continue;
        }
        for (channel, wanted) in color.iter().enumerate() {
            let value = &mut picture.rgb[(y * picture.width + x) * 3 + channel];
            *value = (f32::from(*value) + (wanted.sqrt() * 255.0 - f32::from(*value)) * cover + 0.5) as u8;
        }
    }
}

pub(super) fn stroke(picture: &mut Picture, lines: &[[Spot; 2]], radius: f32, color: [f32; 3]) {
    stroke_where(picture, lines, radius, color, |_, _| 1.0);
}

pub(super) fn distance(a: Spot, b: Spot) -> f32 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// The distance, and which part of the way from one end to the other the nearest point is.
fn distance_to_line(point: Spot, [from, to]: &[Spot; 2]) -> (f32, f32) {
    let along = [to[0] - from[0], to[1] - from[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    let part = (point[0] - from[0]) * along[0] + (point[1] - from[1]) * along[1];
    let part = if length > 0.0 { (part / length).clamp(0.0, 1.0) } else { 0.0 };
    (distance(point, [from[0] + along[0] * part, from[1] + along[1] * part]), part)
}

/// Writes a text whose capitals are `height` high; `at` is the left end of its base line.
pub(super) fn write(picture: &mut Picture, text: &str, at: Spot, height: f32, color: [f32; 3]) {
    let mut x = at[0];
    for letter in text.chars() {
        let shifted = |line: [Spot; 2]| line.map(|point| [point[0] + x, point[1] + at[1]]);
        let lines: Vec<_> = font::lines(letter, height).into_iter().map(shifted).collect();
        if !lines.is_empty() {
            stroke(picture, &lines, height * 0.055, color);
        }
        x += font::advance(letter, height);
    }
}
