use crate::surface::{Ends, Point, Station, Surface, loft, turn};
use allide::Mesh;
use std::collections::HashMap;

/// An axis-aligned box of 12 triangles.
pub fn cuboid(min: Point, max: Point) -> Mesh {
    subdivided_cuboid(min, max, [1; 3])
}

/// An axis-aligned box whose faces are cut into the given numbers of cells along x, y and z, each of two triangles.
pub fn subdivided_cuboid(min: Point, max: Point, cells: [usize; 3]) -> Mesh {
    let mut surface = Surface::default();
    let mut known: HashMap<[usize; 3], u32> = HashMap::new();
    let mut corner = |surface: &mut Surface, place: [usize; 3]| {
        *known.entry(place).or_insert_with(|| {
            let position = |axis: usize| {
                let (k, n) = (place[axis], cells[axis]);
                // Both ends exact, whatever the coordinates.
                if k == n { max[axis] } else { min[axis] + (max[axis] - min[axis]) * (k as f64 / n as f64) }
            };
            surface.vertex(std::array::from_fn(position))
        })
    };
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for side in [0, cells[axis]] {
            for i in 0..cells[u] {
                for j in 0..cells[v] {
                    let mut at = |di: usize, dj: usize| {
                        let mut place = [0; 3];
                        (place[axis], place[u], place[v]) = (side, i + di, j + dj);
                        corner(&mut surface, place)
                    };
                    let [a, b, c, d] = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
                    surface.quad(if side == 0 { [a, d, c, b] } else { [a, b, c, d] });
                }
            }
        }
    }
    surface.mesh()
}

/// A prism over an outline in the xy plane (counterclockwise) from z = 0 to `length`, cut into `parts` bands;
/// `cover` are the triangles of the outline's inside.
pub(crate) fn extruded(outline: &[[f64; 2]], cover: &[[u32; 3]], length: f64, parts: usize) -> Mesh {
    let count = outline.len() as u32;
    let mut surface = Surface::default();
    for part in 0..=parts {
        let z = length * part as f64 / parts as f64;
        surface.positions.extend(outline.iter().map(|&[x, y]| [x, y, z]));
    }
    for first in (0..parts as u32).map(|part| part * count) {
        for k in 0..count {
            let next = (k + 1) % count;
            surface.quad([first + k, first + next, first + count + next, first + count + k]);
        }
    }
    let top = parts as u32 * count;
    surface.triangles.extend(cover.iter().map(|&[a, b, c]| [a, c, b]));
    surface.triangles.extend(cover.iter().map(|triangle| triangle.map(|vertex| vertex + top)));
    surface.mesh()
}

/// An I-beam about the z axis from z = 0 to `length`: `size` is its width along x and its height along y, its
/// flanges and its web have one thickness.
pub fn i_beam(size: [f64; 2], thickness: f64, length: f64, parts: usize) -> Mesh {
    let [w, h] = size.map(|size| size / 2.0);
    let (t, f) = (thickness / 2.0, h - thickness);
    let outline =
        [[-w, -h], [w, -h], [w, -f], [t, -f], [t, f], [w, f], [w, h], [-w, h], [-w, f], [-t, f], [-t, -f], [-w, -f]];
    let lower = [[0, 1, 2], [0, 2, 3], [0, 3, 10], [0, 10, 11]];
    let web = [[10, 3, 4], [10, 4, 9]];
    let upper = lower.map(|triangle| triangle.map(|vertex| (vertex + 6) % 12));
    extruded(&outline, &[&lower[..], &web, &upper].concat(), length, parts)
}

/// A trough about the z axis from z = 0 to `length`, open towards +y: `size` is its width along x and its height
/// along y, which starts at y = 0.
pub fn channel(size: [f64; 2], thickness: f64, length: f64, parts: usize) -> Mesh {
    let ([w, h], t) = ([size[0] / 2.0, size[1]], thickness);
    let outline = [[-w, 0.0], [w, 0.0], [w, h], [w - t, h], [w - t, t], [t - w, t], [t - w, h], [-w, h]];
    let cover = [[0, 1, 4], [0, 4, 5], [1, 2, 3], [1, 3, 4], [0, 5, 6], [0, 6, 7]];
    extruded(&outline, &cover, length, parts)
}

/// A spur gear about the z axis from z = 0 to `length` with a round bore. Its teeth are trapezoids between the two
/// `radii`; at the middle between them, teeth and gaps are about equally wide, teeth a little less.
pub fn gear(teeth: usize, radii: [f64; 2], bore: f64, length: f64) -> Mesh {
    let [root, tip] = radii;
    // Thousandths of a tooth's pitch: from the middle of a tooth over its flank, the gap and back.
    let profile = [(0, tip), (120, tip), (360, root), (500, root), (640, root), (880, tip)];
    let angles = (0..teeth).flat_map(|tooth| profile.map(|(part, radius)| (1_000 * tooth + part, radius)));
    let points: Vec<_> = angles.map(|(part, radius)| (turn(part, 1_000 * teeth), radius)).collect();
    let ring = |z: f64, scale: &dyn Fn(f64) -> f64| -> Vec<Point> {
        let station = Station { center: [0.0, 0.0, z], u: [1.0, 0.0, 0.0], v: [0.0, 1.0, 0.0] };
        points.iter().map(|&((cos, sin), radius)| station.at([scale(radius) * cos, scale(radius) * sin])).collect()
    };
    let (outer, inner) = (|radius: f64| radius, |_: f64| bore);
    let rings = [ring(0.0, &outer), ring(length, &outer), ring(length, &inner), ring(0.0, &inner)];
    loft(&rings, Ends::Joined).mesh()
}

/// A screw whose thread points down the z axis to z = −`length`, under a hexagonal head from z = 0 upwards.
///
/// The thread is a helical ridge that stays within `radius`, with a turn for every 6 of the `segments`, which are a
/// multiple of 6.
pub fn bolt(radius: f64, length: f64, segments: usize) -> Mesh {
    let (turns, steps_per_turn) = (segments / 6, 6);
    let steps = turns * steps_per_turn;
    let thread = |step: usize| -> Vec<Point> {
        let z = length * step as f64 / steps as f64 - length;
        let point = |k: usize| {
            let (cos, sin) = turn(k, segments);
            let phase = (k as f64 / segments as f64 + step as f64 / steps_per_turn as f64).fract();
            let r = radius * (1.0 - 0.15 * (2.0 * phase - 1.0).abs());
            [r * cos, r * sin, z]
        };
        (0..segments).map(point).collect()
    };
    let head = |z: f64, size: f64| -> Vec<Point> {
        let side = segments / 6;
        let point = |k: usize| {
            let ((x0, y0), (x1, y1)) = (turn(k / side, 6), turn(k / side + 1, 6));
            let part = (k % side) as f64 / side as f64;
            [size * (x0 + (x1 - x0) * part), size * (y0 + (y1 - y0) * part), z]
        };
        (0..segments).map(point).collect()
    };
    let mut rings: Vec<_> = (0..=steps).map(thread).collect();
    rings.extend([head(0.0, 2.0 * radius), head(1.25 * radius, 2.0 * radius)]);
    loft(&rings, Ends::Capped([0.0, 0.0, -length], [0.0, 0.0, 1.25 * radius])).mesh()
}

/// A round boss about the z axis from z = 0 upwards with a blind hole from above: `[height, depth]`.
pub fn blind_hole(radius: f64, bore: f64, [height, depth]: [f64; 2], segments: usize) -> Mesh {
    let floor = height - depth;
    let ring = |radius: f64, z: f64| {
        Station { center: [0.0, 0.0, z], u: [1.0, 0.0, 0.0], v: [0.0, 1.0, 0.0] }.ring(radius, segments)
    };
    let rings = [ring(radius, 0.0), ring(radius, height), ring(bore, height), ring(bore, floor)];
    loft(&rings, Ends::Capped([0.0; 3], [0.0, 0.0, floor])).mesh()
}
