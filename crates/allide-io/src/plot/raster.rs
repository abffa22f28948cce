//! Plots as pixels, on a light page.

use super::Plot;
use super::layout::{HEIGHT, Outline, Shape, Text, WIDTH, outline, shapes};
use super::letters::strokes;
use crate::picture::Picture;

/// Pixels for each unit of the layout.
const SCALE: f64 = 2.0;
const PAGE: u8 = 255;
const INK: [u8; 3] = [0x1f, 0x23, 0x28];
const GRID: [u8; 3] = [0xd8, 0xde, 0xe4];
const FRAME: [u8; 3] = [0x6e, 0x77, 0x81];
/// As in the style of SVG files.
const COLOURS: [[u8; 3]; super::layout::COLOURS] = [
    [0x00, 0x72, 0xb2],
    [0xd5, 0x5e, 0x00],
    [0x00, 0x9e, 0x73],
    [0xaa, 0x44, 0x99],
    [0xb5, 0x89, 0x00],
    [0x55, 0x55, 0x55],
];
/// Heights of texts.
const TITLE: f64 = 16.0;
const PLAIN: f64 = 13.0;

pub(super) fn picture(plot: &Plot) -> Picture {
    let (width, height) = ((WIDTH * SCALE) as usize, (HEIGHT * SCALE) as usize);
    let mut page = Page(Picture { width, height, rgb: vec![PAGE; 3 * width * height] });
    for shape in shapes(plot) {
        match shape {
            Shape::Grid(ends) => page.line(&ends, 1.0, GRID),
            Shape::Frame([[x, y], [right, bottom]]) => {
                page.line(&[[x, y], [right, y], [right, bottom], [x, bottom], [x, y]], 1.0, FRAME);
            }
            Shape::Line { colour, points } => page.line(&points, 2.0, COLOURS[colour]),
            Shape::Mark { colour, at } => page.mark(colour, at),
            Shape::Text(text) => page.text(&text),
        }
    }
    page.0
}

struct Page(Picture);

impl Page {
    /// Covers pixels around a box by what `covered` says about their centres, in units of the layout.
    fn paint(&mut self, low: [f64; 2], high: [f64; 2], ink: [u8; 3], covered: impl Fn([f64; 2]) -> f64) {
        let limit = |x: f64, most: usize| (x * SCALE).clamp(0.0, most as f64) as usize;
        let rows = limit(low[1] - 1.0, self.0.height)..limit(high[1] + 2.0, self.0.height);
        let columns = limit(low[0] - 1.0, self.0.width)..limit(high[0] + 2.0, self.0.width);
        for row in rows {
            for column in columns.clone() {
                let part = covered([(column as f64 + 0.5) / SCALE, (row as f64 + 0.5) / SCALE]).clamp(0.0, 1.0);
                if part > 0.0 {
                    let start = 3 * (row * self.0.width + column);
                    for (channel, &ink) in self.0.rgb[start..start + 3].iter_mut().zip(&ink) {
                        *channel = (f64::from(*channel) * (1.0 - part) + f64::from(ink) * part).round() as u8;
                    }
                }
            }
        }
    }

    fn line(&mut self, points: &[[f64; 2]], width: f64, ink: [u8; 3]) {
        for ends in points.windows(2) {
            let [p, q] = [ends[0], ends[1]];
            let (low, high) = ([0, 1].map(|k| p[k].min(q[k])), [0, 1].map(|k| p[k].max(q[k])));
            self.paint(low, high, ink, |at| 0.5 + SCALE * (width / 2.0 - distance(at, p, q)));
        }
    }

    fn mark(&mut self, colour: usize, at: [f64; 2]) {
        let ink = COLOURS[colour];
        let (low, high) = (at.map(|x| x - 4.0), at.map(|x| x + 4.0));
        match outline(colour) {
            Outline::Disc(radius) => self.paint(low, high, ink, |p| 0.5 + SCALE * (radius - distance(p, at, at))),
            Outline::Corners(offsets) => self.paint(low, high, ink, |p| inside(offsets, [p[0] - at[0], p[1] - at[1]])),
        }
    }

    fn text(&mut self, text: &Text) {
        let height = if text.is_title { TITLE } else { PLAIN };
        let (strokes, width) = strokes(&text.text, height);
        let [x, y] = text.at;
        let place = |[right, down]: [f64; 2]| {
            let right = right - text.anchor * width;
            if text.is_turned { [x + down, y - right] } else { [x + right, y + down] }
        };
        for stroke in strokes {
            let points: Vec<[f64; 2]> = stroke.into_iter().map(place).collect();
            self.line(&points, if text.is_title { 1.7 } else { 1.15 }, INK);
        }
    }
}

/// From a point to a segment.
fn distance(at: [f64; 2], p: [f64; 2], q: [f64; 2]) -> f64 {
    let (along, from) = ([q[0] - p[0], q[1] - p[1]], [at[0] - p[0], at[1] - p[1]]);
    let squared = along[0] * along[0] + along[1] * along[1];
    let part = if squared > 0.0 { ((from[0] * along[0] + from[1] * along[1]) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (from[0] - part * along[0]).hypot(from[1] - part * along[1])
}

/// How far a point is inside a convex polygon that holds the origin, as a part of a pixel.
fn inside(corners: &[[f64; 2]], at: [f64; 2]) -> f64 {
    let side = |p: &[f64; 2], q: &[f64; 2], r: [f64; 2]| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    let depths = edges.map(|(p, q)| side(p, q, at) * side(p, q, [0.0; 2]).signum() / (q[0] - p[0]).hypot(q[1] - p[1]));
    0.5 + SCALE * depths.fold(f64::INFINITY, f64::min)
}
