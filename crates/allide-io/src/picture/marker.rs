//! Lines where surfaces meet, and numbered discs.

use super::camera::Camera;
use super::ink::{Ink, Stroke};
use super::pen::{Spot, distance, stroke, stroke_where, write};
use super::raster::Canvas;
use super::shade::{Color, kind_color};
use super::{Finding, Picture, font};

/// Radius of a disc, and of the dot at the place itself.
const DISC: f32 = 15.0;
const DOT: f32 = 3.5;
/// Half the width of a line, and of the light rim around it.
const LINE: f32 = 1.1;
const RIM: f32 = 2.2;
/// How strongly a line is seen through what is before it; it has no rim there.
const THROUGH: f32 = 0.65;
/// A line is hidden if something is nearer by more than this part of the distance.
const BEHIND: f32 = 0.004;

/// Draws lines with a light rim, so that they are seen on any colour. Those of findings without a number are seen only where nothing
/// is before them.
pub(super) fn draw_lines(
    picture: &mut Picture,
    camera: &Camera,
    surface: &Canvas,
    ink: &Ink,
    findings: &[Finding<'_>],
) {
    for (radius, rim) in [(RIM, true), (LINE, false)] {
        for &Stroke { ends: [from, to], finding } in &ink.lines {
            let finding = &findings[finding];
            let color = if rim { [1.0; 3] } else { kind_color(finding.kind) };
            // In a picture, nearness changes evenly along a line.
            let hidden = if finding.labelled && !rim { THROUGH } else { 0.0 };
            let strength = |pixel: usize, part: f32| {
                let before = surface.nearness[camera.middle_sample([pixel % camera.width, pixel / camera.width])];
                let is_seen = from[2] + (to[2] - from[2]) * part >= before * (1.0 - BEHIND);
                if is_seen { 1.0 } else { hidden }
            };
            stroke_where(picture, &[[[from[0], from[1]], [to[0], to[1]]]], radius, color, strength);
        }
    }
}

/// For each finding, the pixel of its marks nearest to their middle, if any of them is seen: not covered by nearer marks, and in
/// the picture.
pub(super) fn anchors(ink: &Ink, findings: &[Finding<'_>], middles: &[Option<Spot>]) -> Vec<Option<Spot>> {
    let mut best: Vec<Option<(f32, Spot)>> = vec![None; findings.len()];
    let width = ink.nearest.width;
    for (pixel, &nearness) in ink.nearest.nearness.iter().enumerate() {
        let owner = ink.nearest.face[pixel] as usize;
        if nearness > 0.0 && findings[owner].labelled {
            let here = [(pixel % width) as f32 + 0.5, (pixel / width) as f32 + 0.5];
            let away = middles[owner].map_or(0.0, |middle| distance(middle, here));
            if best[owner].is_none_or(|(known, _)| away < known) {
                best[owner] = Some((away, here));
            }
        }
    }
    best.into_iter().map(|best| best.map(|(_, at)| at)).collect()
}

/// Draws numbered discs, each beside its place and tied to it by a line, so that the place itself stays visible. Returns the numbers
/// that found room, in order.
pub(super) fn draw(picture: &mut Picture, findings: &[Finding<'_>], anchors: &[Option<Spot>], most: usize) -> Vec<u32> {
    let places: Vec<(Spot, &Finding<'_>)> =
        findings.iter().zip(anchors).filter_map(|(finding, at)| Some(((*at)?, finding))).take(most).collect();
    let mut discs: Vec<(Spot, Spot, &Finding<'_>)> = Vec::new();
    for &(at, finding) in &places {
        let frame = [picture.width as f32, picture.height as f32];
        if let Some(disc) = beside(at, &places, &discs, frame) {
            discs.push((at, disc, finding));
        }
    }
    let ink = [0.03; 3];
    for &(at, disc, _) in &discs {
        stroke(picture, &[[at, disc]], 1.6, [1.0; 3]);
        stroke(picture, &[[at, disc]], 0.8, ink);
        stroke(picture, &[[at, at]], DOT, [1.0; 3]);
        stroke(picture, &[[at, at]], DOT - 1.2, ink);
    }
    for &(_, disc, finding) in &discs {
        stroke(picture, &[[disc, disc]], DISC + 1.5, [1.0; 3]);
        stroke(picture, &[[disc, disc]], DISC, darker(kind_color(finding.kind)));
        let text = finding.number.to_string();
        let height = if text.len() < 3 { 13.0 } else { 26.0 / text.len() as f32 };
        let start = [disc[0] - font::width(&text, height) / 2.0, disc[1] + height / 2.0];
        for shift in [0.0, 0.6] {
            write(picture, &text, [start[0] + shift, start[1]], height, [1.0; 3]);
        }
    }
    discs.iter().map(|(_, _, finding)| finding.number).collect()
}

/// White numbers are read on it.
fn darker(color: Color) -> Color {
    color.map(|channel| channel * 0.75)
}

/// The best of some places around `at`: away from other discs and marked places, inside the picture; none if all lie on other discs.
fn beside(
    at: Spot,
    places: &[(Spot, &Finding<'_>)],
    discs: &[(Spot, Spot, &Finding<'_>)],
    [width, height]: [f32; 2],
) -> Option<Spot> {
    let is_free = |disc: &Spot| discs.iter().all(|(_, other, _)| distance(*disc, *other) > 2.0 * DISC + 2.0);
    let margin = DISC + 3.0;
    let is_inside =
        |disc: &Spot| (margin..=width - margin).contains(&disc[0]) && (margin..=height - margin).contains(&disc[1]);
    let cost = |disc: &Spot| {
        let crowd = |other: &Spot, room: f32| (room - distance(*disc, *other)).max(0.0);
        let others: f32 = discs.iter().map(|(_, other, _)| crowd(other, 2.4 * DISC) * 4.0).sum();
        let hidden: f32 = places.iter().map(|(place, _)| crowd(place, DISC + 8.0)).sum();
        others + hidden + 0.05 * distance(*disc, at)
    };
    let candidates = [34.0, 52.0, 78.0, 110.0].into_iter().flat_map(|radius: f32| {
        // Upwards first, then to both sides of that.
        [0.0f32, 0.5, -0.5, 1.0, -1.0, 1.6, -1.6, 2.3, -2.3, 3.1]
            .map(|angle| [at[0] + radius * angle.sin(), at[1] - radius * angle.cos()])
    });
    candidates.filter(|disc| is_free(disc) && is_inside(disc)).min_by(|a, b| cost(a).total_cmp(&cost(b)))
}
