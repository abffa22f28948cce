//! A strip of text below a picture: what colours mean, and what is shown.

use super::pen::{stroke, write};
use super::shade::{Color, color, kind_color, side_color};
use super::{Kind, Picture, font};

/// The symbol in front of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swatch {
    /// The colour of a finding.
    Kind(Kind),
    /// The colour of the first object of a pair.
    First,
    /// The colour of the second.
    Second,
}

/// A piece of text in a caption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// A patch of colour in front of it.
    pub swatch: Option<Swatch>,
    /// Letters of ASCII and `×`; others are drawn as boxes.
    pub text: String,
}

impl Span {
    /// Text by itself.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { swatch: None, text: text.into() }
    }

    /// Text that tells what a colour means.
    pub fn colored(swatch: Swatch, text: impl Into<String>) -> Self {
        Self { swatch: Some(swatch), text: text.into() }
    }
}

/// Height of capitals, of a row, and of the margin around all.
const LETTER: f32 = 11.0;
const ROW: usize = 24;
const MARGIN: usize = 9;
/// Between spans, and from a patch of colour to its text.
const GAP: f32 = 26.0;
const PATCH: f32 = 20.0;
const PAPER: u32 = 0xFFFFFF;
const INK: u32 = 0x22272E;

/// Spans in rows, each with where it begins.
fn rows(spans: &[Span], width: usize) -> Vec<Vec<(f32, &Span)>> {
    let (mut rows, mut x) = (vec![Vec::new()], MARGIN as f32);
    for span in spans {
        let wide = span.swatch.map_or(0.0, |_| PATCH) + font::width(&span.text, LETTER);
        if x > MARGIN as f32 && x + wide > (width - MARGIN.min(width)) as f32 {
            rows.push(Vec::new());
            x = MARGIN as f32;
        }
        if let Some(row) = rows.last_mut() {
            row.push((x, span));
        }
        x += wide + GAP;
    }
    rows
}

/// How high the strip is; nothing is needed for no spans.
pub(super) fn height(spans: &[Span], width: usize) -> usize {
    if spans.is_empty() { 0 } else { rows(spans, width).len() * ROW + 2 * MARGIN }
}

/// Adds a strip of that height below a picture.
pub(super) fn add(picture: &mut Picture, spans: &[Span], height: usize) {
    let top = picture.height;
    picture.height += height;
    let paper = color(PAPER).map(|channel| (channel.sqrt() * 255.0 + 0.5) as u8);
    picture.rgb.extend(std::iter::repeat_n(paper, picture.width * height).flatten());
    for (row, spans) in rows(spans, picture.width).into_iter().enumerate() {
        let base = (top + MARGIN + row * ROW) as f32 + ROW as f32 / 2.0 + LETTER / 2.0;
        if base + 4.0 > picture.height as f32 {
            break;
        }
        for (x, span) in spans {
            if let Some(swatch) = span.swatch {
                let middle = base - LETTER / 2.0;
                stroke(picture, &[[[x + 5.0, middle], [x + 9.0, middle]]], 5.0, swatch_color(swatch));
            }
            let start = x + span.swatch.map_or(0.0, |_| PATCH);
            write(picture, &fitting(&span.text, picture.width as f32 - start), [start, base], LETTER, color(INK));
        }
    }
}

fn swatch_color(swatch: Swatch) -> Color {
    match swatch {
        Swatch::Kind(kind) => kind_color(kind),
        Swatch::First => side_color(0),
        Swatch::Second => side_color(1),
    }
}

/// As much of a text as there is room for, with dots for the rest.
fn fitting(text: &str, room: f32) -> String {
    if font::width(text, LETTER) <= room {
        return text.to_owned();
    }
    // No letter is narrower than a pixel.
    let mut kept: String = text.chars().take(room.max(0.0) as usize).collect();
    while !kept.is_empty() && font::width(&kept, LETTER) + font::width("...", LETTER) > room - MARGIN as f32 {
        kept.pop();
    }
    kept + "..."
}
