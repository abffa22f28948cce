use super::camera::Camera;
use super::shade::highlight_color;
use super::stage::Staging;
use super::{Line, Marker, Picture, font};

type Spot = [f32; 2];

/// Radius of a disc, and of the dot at the place itself.
const DISC: f32 = 15.0;
const DOT: f32 = 3.5;

/// Draws numbered discs, each beside its place and tied to it by a line, so that the place itself stays visible.
pub(super) fn draw(picture: &mut Picture, stage: &Staging, camera: &Camera, markers: &[Marker]) {
    let seen = |marker: &&Marker| marker.at.is_finite();
    let place = |marker: &Marker| {
        let [x, y, _] = camera.project(stage.place(marker.at));
        [x as f32, y as f32]
    };
    let places: Vec<(Spot, &Marker)> = markers.iter().filter(seen).map(|marker| (place(marker), marker)).collect();
    let mut discs: Vec<Spot> = Vec::new();
    for &(at, _) in &places {
        let frame = [picture.width as f32, picture.height as f32];
        discs.push(beside(at, &places, &discs, frame));
    }
    let ink = [0.03; 3];
    for (&(at, _), &disc) in places.iter().zip(&discs) {
        stroke(picture, &[[at, disc]], 1.6, [1.0; 3]);
        stroke(picture, &[[at, disc]], 0.8, ink);
        stroke(picture, &[[at, at]], DOT, [1.0; 3]);
        stroke(picture, &[[at, at]], DOT - 1.2, ink);
    }
    for (&(_, marker), &disc) in places.iter().zip(&discs) {
        stroke(picture, &[[disc, disc]], DISC + 1.5, [1.0; 3]);
        stroke(picture, &[[disc, disc]], DISC, highlight_color(marker.kind));
        let height = if marker.number < 100 { 14.0 } else { 10.0 };
        let shifted = |line: [Spot; 2]| line.map(|point| [point[0] + disc[0], point[1] + disc[1]]);
        let lines: Vec<_> = font::number(marker.number, height).into_iter().map(shifted).collect();
        stroke(picture, &lines, 1.4, [1.0; 3]);
    }
}

/// Half the width of a curve, and of the dark rim around it.
const CURVE: f32 = 0.9;
const RIM: f32 = 1.9;

/// Draws curves, bright with a dark rim, so that they are seen on any colour.
pub(super) fn draw_lines(picture: &mut Picture, stage: &Staging, camera: &Camera, curves: &[Line<'_>]) {
    let mut lines: Vec<[Spot; 2]> = Vec::new();
    for curve in curves {
        let points = curve.points.iter().chain(curve.points.first().filter(|_| curve.closed));
        let mut last: Option<Spot> = None;
        for point in points.filter(|point| point.is_finite()) {
            let [x, y, _] = camera.project(stage.place(*point));
            let next = [x as f32, y as f32];
            // What is shorter than half a pixel is drawn with what follows.
            if last.is_some_and(|last| distance(last, next) < 0.5) {
                continue;
            }
            lines.extend(last.map(|last| [last, next]));
            last = Some(next);
        }
    }
    lines.iter().for_each(|line| stroke(picture, &[*line], RIM, [0.03; 3]));
    lines.iter().for_each(|line| stroke(picture, &[*line], CURVE, [1.0, 0.95, 0.6]));
}

/// The best of some places around `at`: away from other discs and marked places, inside the picture.
fn beside(at: Spot, places: &[(Spot, &Marker)], discs: &[Spot], [width, height]: [f32; 2]) -> Spot {
    let cost = |disc: &Spot| {
        let crowd = |other: &Spot, room: f32| (room - distance(*disc, *other)).max(0.0);
        let others: f32 = discs.iter().map(|other| crowd(other, 2.4 * DISC) * 4.0).sum();
        let hidden: f32 = places.iter().map(|(place, _)| crowd(place, DISC + 8.0)).sum();
        let margin = DISC + 3.0;
        let outside = |x: f32, size: f32| (margin - x).max(x - (size - margin)).max(0.0);
        others + hidden + 10.0 * (outside(disc[0], width) + outside(disc[1], height)) + 0.05 * distance(*disc, at)
    };
    let candidates = [34.0, 52.0, 78.0, 110.0].into_iter().flat_map(|radius: f32| {
        // Upwards first, then to both sides of that.
        [0.0f32, 0.5, -0.5, 1.0, -1.0, 1.6, -1.6, 2.3, -2.3, 3.1]
            .map(|angle| [at[0] + radius * angle.sin(), at[1] - radius * angle.cos()])
    });
    candidates.min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or(at)
}

fn distance(a: Spot, b: Spot) -> f32 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Draws thick lines with round ends; a line without length is a disc.
fn stroke(picture: &mut Picture, lines: &[[Spot; 2]], radius: f32, color: [f32; 3]) {
    let points = || lines.iter().flatten();
    let bounds = |axis: usize, size: usize| {
        let low = points().map(|point| point[axis]).fold(f32::MAX, f32::min) - radius - 1.0;
        let high = points().map(|point| point[axis]).fold(f32::MIN, f32::max) + radius + 1.0;
        (low.max(0.0) as usize)..(high.max(0.0) as usize + 1).min(size)
    };
    let (columns, rows) = (bounds(0, picture.width), bounds(1, picture.height));
    for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
        let center = [x as f32 + 0.5, y as f32 + 0.5];
        let nearest = lines.iter().map(|line| distance_to_line(center, line)).fold(f32::MAX, f32::min);
        let cover = (radius + 0.5 - nearest).clamp(0.0, 1.0);
        for (channel, wanted) in color.iter().enumerate() {
            let value = &mut picture.rgb[(y * picture.width + x) * 3 + channel];
            *value = (f32::from(*value) + (wanted.sqrt() * 255.0 - f32::from(*value)) * cover + 0.5) as u8;
        }
    }
}

fn distance_to_line(point: Spot, [from, to]: &[Spot; 2]) -> f32 {
    let along = [to[0] - from[0], to[1] - from[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    let part = (point[0] - from[0]) * along[0] + (point[1] - from[1]) * along[1];
    let part = if length > 0.0 { (part / length).clamp(0.0, 1.0) } else { 0.0 };
    distance(point, [from[0] + along[0] * part, from[1] + along[1] * part])
}
