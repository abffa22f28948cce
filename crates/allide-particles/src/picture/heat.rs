//! Maps of numbers as pictures.

use super::canvas::Picture;
use super::font;

/// Numbers on a grid: how often, or how hard, each part of a surface was hit.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Row by row, the lowest row first, as v goes up. A value that is negative, not finite or missing is
    /// drawn as empty.
    pub values: Vec<f64>,
    /// The quantity: "impacts", "speed (m/s)".
    pub label: String,
}

impl HeatMap {
    /// A map of numbers that may be missing, row by row, the lowest row first.
    pub fn new(size: [u32; 2], values: impl Iterator<Item = Option<f64>>, label: impl Into<String>) -> Self {
        let values = values.map(|value| value.unwrap_or(f64::NAN)).collect();
        Self { width: size[0] as usize, height: size[1] as usize, values, label: label.into() }
    }
}

/// From least to most, as 0xRRGGBB: from dark blue over grey to yellow. Lightness rises throughout, and blue and yellow are told
/// apart by nearly everyone, so it reads with any kind of colour vision and in print.
const RAMP: [u32; 7] = [0x0B1A3A, 0x17376B, 0x3F5578, 0x6F747B, 0xA29A70, 0xD3BE5A, 0xFFEA46];
pub(super) const PAPER: u32 = 0x11151B;
pub(super) const EMPTY: u32 = 0x1B2129;
pub(super) const INK: u32 = 0xD7DEE6;
/// The longer side of a map, in pixels, before its margins; cells are whole pixels.
const SIDE: usize = 640;
const MARGIN: usize = 24;
const BAR: usize = 18;

/// A map with a legend. Large maps are shrunk: then a pixel shows the largest number in its place, so that none gets lost.
pub fn map_picture(map: &HeatMap) -> Picture {
    let longest = map.width.max(map.height).max(1);
    let shrink = longest.div_ceil(4 * SIDE);
    let grow = (SIDE / longest).max(1);
    let size = [map.width, map.height].map(|cells| cells.div_ceil(shrink).max(1) * grow);
    let most = map.values.iter().copied().filter(|value| value.is_finite()).fold(0.0, f64::max);
    let top = MARGIN + 20;
    let bar_height = size[1].max(120);
    let marks = [1.0, 0.75, 0.5, 0.25, 0.0].map(|part| (part, number(part * most)));
    let text = marks.iter().map(|(_, text)| font::width(text, 2)).max().unwrap_or(0).max(60);
    let legend = MARGIN + BAR + 10 + text;
    let full = [(size[0] + legend).max(font::width(&map.label, 2)) + 2 * MARGIN, top + bar_height + MARGIN];
    let mut picture = Picture::filled(full[0], full[1], PAPER);
    font::write(&mut picture, &map.label, [MARGIN, MARGIN - 6], 2, INK);
    for y in 0..size[1] {
        for x in 0..size[0] {
            // The lowest row of the map is at the bottom.
            let row = (size[1] - 1 - y) / grow * shrink;
            let color = cell(map, x / grow * shrink, row, shrink)
                .map_or(EMPTY, |value| heat(if most > 0.0 { value / most } else { 0.0 }));
            picture.set(MARGIN + x, top + y, color);
        }
    }
    let left = MARGIN + size[0] + MARGIN;
    for y in 0..bar_height {
        let part = 1.0 - y as f64 / (bar_height - 1) as f64;
        picture.fill([left, top + y], [BAR, 1], heat(part));
    }
    for (part, text) in marks {
        let y = top + ((1.0 - part) * (bar_height - 1) as f64) as usize;
        picture.fill([left + BAR, y], [5, 1], INK);
        font::write(&mut picture, &text, [left + BAR + 10, (y + 1).saturating_sub(7)], 2, INK);
    }
    picture
}

/// The largest number of some cells; none where there is nothing.
fn cell(map: &HeatMap, column: usize, row: usize, side: usize) -> Option<f64> {
    let rows = row..(row + side).min(map.height);
    let columns = column..(column + side).min(map.width);
    let values = rows.flat_map(|row| columns.clone().map(move |column| row * map.width + column));
    let values = values.filter_map(|at| map.values.get(at).copied());
    values.filter(|value| value.is_finite() && *value >= 0.0).max_by(f64::total_cmp)
}

/// The colour of a part of the whole, as 0xRRGGBB.
pub(super) fn heat(part: f64) -> u32 {
    let place = part.clamp(0.0, 1.0) * (RAMP.len() - 1) as f64;
    let below = (place as usize).min(RAMP.len() - 2);
    let channel = |shift: u32| {
        let [a, b] = [RAMP[below], RAMP[below + 1]].map(|hex| f64::from(hex >> shift & 0xFF));
        ((a + (b - a) * (place - below as f64) + 0.5) as u32) << shift
    };
    channel(16) | channel(8) | channel(0)
}

/// A number in few digits.
fn number(value: f64) -> String {
    match value {
        0.0 => "0".into(),
        _ if !(0.001..1e6).contains(&value) => format!("{value:.1e}"),
        _ if value >= 100.0 || value.fract() == 0.0 => format!("{value:.0}"),
        _ if value >= 1.0 => format!("{value:.1}"),
        _ => format!("{value:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_always_lighter() {
        let luminance = |hex: u32| {
            let channel = |shift: u32| (f64::from(hex >> shift & 0xFF) / 255.0).powf(2.2);
            0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
        };
        let lights: Vec<f64> = (0..=100).map(|part| luminance(heat(f64::from(part) / 100.0))).collect();
        assert!(lights.is_sorted() && lights[100] > 10.0 * lights[0].max(0.01));
    }

    #[test]
    fn maps_of_any_size_and_content_have_a_picture() {
        for (width, height) in [(0, 0), (1, 1), (3, 700), (5000, 2)] {
            for value in [0.0, 1.0, f64::NAN, f64::INFINITY, -3.0] {
                let values = vec![value; width * height];
                let picture = map_picture(&HeatMap { width, height, values, label: "impacts".into() });
                assert_eq!(picture.rgb.len(), 3 * picture.width * picture.height);
            }
        }
        // Fewer values than cells: the rest is empty.
        let map = HeatMap { width: 2, height: 2, values: vec![1.0], label: String::new() };
        assert_eq!(map_picture(&map).width, map_picture(&HeatMap { values: vec![1.0; 4], ..map.clone() }).width);
    }

    #[test]
    fn the_lowest_row_is_at_the_bottom_and_no_number_gets_lost() {
        let mut values = vec![0.0; 4 * 4];
        (values[0], values[12]) = (5.0, f64::NAN);
        let picture = map_picture(&HeatMap { width: 4, height: 4, values, label: String::new() });
        let at = |x: usize, y: usize| picture.rgb[3 * (y * picture.width + x)..][..3].to_vec();
        assert_eq!(at(MARGIN + 80, MARGIN + 20 + 639), [0xFF, 0xEA, 0x46]);
        assert_eq!(at(MARGIN + 80, MARGIN + 20 + 10), [0x1B, 0x21, 0x29]);
        assert_eq!(at(MARGIN + 240, MARGIN + 20 + 10), [0x0B, 0x1A, 0x3A]);
        let mut values = vec![0.0; 6000 * 6000];
        values[6000 * 4321 + 1234] = 7.0;
        let picture = map_picture(&HeatMap { width: 6000, height: 6000, values, label: String::new() });
        let inside = picture.rgb.chunks(3 * picture.width).flat_map(|row| row[..3 * (MARGIN + 2000)].chunks(3));
        assert_eq!(inside.filter(|pixel| *pixel == [0xFF, 0xEA, 0x46]).count(), 1);
    }
}
