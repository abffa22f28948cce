//! A lamp of a car: thin sheets, one close behind the other.

use crate::surface::{Point, Surface, turn};
use allide::Mesh;

/// Sheets of a headlight: how fine each is, around and from the middle to the rim, and where its points are.
struct Sheet {
    around: f64,
    outwards: f64,
    /// From the distance to the middle (0 to 1), cosine and sine.
    place: fn(f64, f64, f64) -> Point,
}

const SHEETS: [Sheet; 6] = [
    Sheet { around: 1.6, outwards: 0.9, place: lens },
    Sheet { around: 1.6, outwards: 1.0, place: housing },
    Sheet { around: 1.2, outwards: 0.7, place: |r, cos, sin| reflector(-0.42, r, cos, sin) },
    Sheet { around: 1.2, outwards: 0.7, place: |r, cos, sin| reflector(0.4, r, cos, sin) },
    Sheet { around: 0.5, outwards: 0.5, place: |r, cos, sin| bulb(-0.42, r, cos, sin) },
    Sheet { around: 0.5, outwards: 0.5, place: |r, cos, sin| bulb(0.4, r, cos, sin) },
];

/// A car's headlight with exactly this many triangles, at least 150: a lens, a housing behind it, and between them two
/// reflectors with bulbs. It is about 2 wide, 1 high and 1 deep.
///
/// None of the sheets is closed: no closed surface has an odd number of triangles, such as 5,947.
pub fn headlight(triangles: usize) -> Mesh {
    let counts = |fineness: f64| {
        SHEETS.each_ref().map(|sheet| {
            let scaled = |share: f64, least: f64| (fineness * share).round().max(least) as usize;
            (scaled(sheet.around, 6.0), scaled(sheet.outwards, 2.0))
        })
    };
    let total = |fineness: f64| counts(fineness).iter().map(|&(around, rings)| around * (2 * rings - 1)).sum::<usize>();
    assert!(total(0.0) <= triangles, "a headlight has at least {} triangles", total(0.0));
    let finest = (1..).map(|step| f64::from(step) / 16.0).take_while(|&fineness| total(fineness) <= triangles).last();
    let mut surface = Surface::default();
    for (sheet, (around, rings)) in SHEETS.iter().zip(counts(finest.unwrap_or(0.0))) {
        disk(&mut surface, sheet, around, rings);
    }
    if (triangles - surface.triangles.len()) % 2 == 1 {
        split_at_rim(&mut surface);
    }
    surface.refine(triangles, |corners| (corners[0] + corners[1] + corners[2]) / 3.0);
    surface.mesh()
}

/// `around · (2 · rings − 1)` triangles; the last of them has its second edge on the rim.
fn disk(surface: &mut Surface, sheet: &Sheet, around: usize, rings: usize) {
    let middle = surface.vertex((sheet.place)(0.0, 1.0, 0.0));
    let mut inner: Vec<u32> = Vec::new();
    for ring in 1..=rings {
        let radius = ring as f64 / rings as f64;
        let mut point = |k: usize| {
            let (cos, sin) = turn(k, around);
            surface.vertex((sheet.place)(radius, cos, sin))
        };
        let outer: Vec<u32> = (0..around).map(&mut point).collect();
        for k in 0..around {
            let next = (k + 1) % around;
            match inner.as_slice() {
                [] => surface.triangles.push([middle, outer[k], outer[next]]),
                inner => surface.quad([inner[next], inner[k], outer[k], outer[next]]),
            }
        }
        inner = outer;
    }
}

/// Makes two triangles of the last one, which leaves no gap because its second edge is on the rim.
fn split_at_rim(surface: &mut Surface) {
    let [a, b, c] = surface.triangles.pop().expect("sheets have triangles");
    let [p, q] = [b, c].map(|vertex| surface.positions[vertex as usize]);
    let middle = surface.vertex(std::array::from_fn(|axis| (p[axis] + q[axis]) / 2.0));
    surface.triangles.extend([[a, b, middle], [a, middle, c]]);
}

/// Where lens and housing meet: rounded, lower towards one end, and swept back there.
fn outline(radius: f64, cos: f64, sin: f64) -> [f64; 2] {
    let x = radius * cos;
    [x, radius * 0.5 * sin * (1.0 - 0.3 * x) * (1.0 + 0.25 * cos * cos)]
}

fn sweep(x: f64) -> f64 {
    -0.25 * (x + 0.4) * (x + 0.4)
}

fn lens(radius: f64, cos: f64, sin: f64) -> Point {
    let [x, y] = outline(radius, cos, sin);
    [x, y, sweep(x) + 0.12 * (1.0 - radius * radius)]
}

fn housing(radius: f64, cos: f64, sin: f64) -> Point {
    let [x, y] = outline(radius, cos, sin);
    let ribs = 0.02 * (9.0 * x).sin() * (1.0 - radius);
    [x, y, sweep(x) - 0.7 * (1.0 - radius.powi(6)) + ribs]
}

fn reflector(middle: f64, radius: f64, cos: f64, sin: f64) -> Point {
    let (x, y) = (middle + 0.36 * radius * cos, 0.34 * radius * sin);
    [x, y, -0.62 + 0.4 * radius * radius + 0.5 * sweep(middle)]
}

fn bulb(middle: f64, radius: f64, cos: f64, sin: f64) -> Point {
    // From the tip along the glass to the socket.
    let width = 0.07 * (1.0 - (1.0 - radius) * (1.0 - radius)).sqrt();
    [middle + width * cos, width * sin, -0.3 - 0.3 * radius + 0.5 * sweep(middle)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn a_headlight_has_exactly_the_triangles_asked_for() {
        for count in [150, 151, 1_201, 5_947, 12_000, 100_001] {
            let mesh = headlight(count);
            assert_eq!((mesh.triangles().len(), mesh.degenerate_count()), (count, 0));
        }
    }

    /// Edges are used once in each direction, or once: on the rims.
    #[test]
    fn sheets_have_one_rim_each_and_no_gaps() {
        let mesh = headlight(5_947);
        let mut edges: HashMap<(u32, u32), u32> = HashMap::new();
        for &[a, b, c] in mesh.triangles() {
            for edge in [(a, b), (b, c), (c, a)] {
                *edges.entry(edge).or_default() += 1;
            }
        }
        assert!(edges.values().all(|&count| count == 1));
        let rim: HashMap<u32, u32> = edges.keys().filter(|&&(a, b)| !edges.contains_key(&(b, a))).copied().collect();
        let mut left: Vec<u32> = rim.keys().copied().collect();
        let mut loops = 0;
        while let Some(&first) = left.first() {
            loops += 1;
            let mut at = first;
            while let Some(place) = left.iter().position(|&vertex| vertex == at) {
                left.swap_remove(place);
                at = rim[&at];
            }
        }
        assert_eq!(loops, SHEETS.len());
    }
}
