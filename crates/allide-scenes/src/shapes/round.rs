use crate::surface::{Ends, Point, Station, loft, turn};
use allide::{DVec3, Mesh};

/// The cross-section of a pipe.
#[derive(Clone, Copy, Debug)]
pub struct Pipe {
    /// Outer radius.
    pub radius: f64,
    /// Inner radius.
    pub bore: f64,
    /// Sides of the polygon that stands for the circle; with a multiple of 4 the pipe has its full width along the
    /// axes.
    pub segments: usize,
}

fn upright(height: f64) -> Station {
    Station { center: [0.0, 0.0, height], u: [1.0, 0.0, 0.0], v: [0.0, 1.0, 0.0] }
}

/// `count + 1` heights from 0 to `length`, both exact if `length` has bits to spare.
fn heights(length: f64, count: usize) -> impl Iterator<Item = f64> {
    (0..=count).map(move |k| length * k as f64 / count as f64)
}

/// A solid cylinder about the z axis from z = 0 to `length`, cut into `parts` bands.
pub fn cylinder(radius: f64, length: f64, segments: usize, parts: usize) -> Mesh {
    let rings: Vec<_> = heights(length, parts).map(|z| upright(z).ring(radius, segments)).collect();
    loft(&rings, Ends::Capped([0.0; 3], [0.0, 0.0, length])).mesh()
}

/// A solid of revolution about the z axis: its outline from bottom to top as (radius, height), radii above 0.
/// Flat fans close both ends.
pub fn revolved(outline: &[[f64; 2]], segments: usize) -> Mesh {
    let rings: Vec<_> = outline.iter().map(|&[radius, z]| upright(z).ring(radius, segments)).collect();
    let [low, high] = [outline[0][1], outline[outline.len() - 1][1]];
    loft(&rings, Ends::Capped([0.0, 0.0, low], [0.0, 0.0, high])).mesh()
}

/// A pipe along the z axis from z = 0 to `length`, cut into `parts` bands, with flat annular ends.
pub fn pipe(section: &Pipe, length: f64, parts: usize) -> Mesh {
    hollow(section, heights(length, parts).map(upright).collect())
}

/// A quarter bend that starts at the origin towards +z and ends at (bend, 0, bend) towards +x.
pub fn elbow(section: &Pipe, bend: f64, parts: usize) -> Mesh {
    let station = |k: usize| {
        let (cos, sin) = turn(k, 4 * parts);
        Station { center: [bend - bend * cos, 0.0, bend * sin], u: [cos, 0.0, -sin], v: [0.0, 1.0, 0.0] }
    };
    hollow(section, (0..=parts).map(station).collect())
}

/// Along the path outside and back inside.
fn hollow(section: &Pipe, path: Vec<Station>) -> Mesh {
    let outer = path.iter().map(|station| station.ring(section.radius, section.segments));
    let inner = path.iter().rev().map(|station| station.ring(section.bore, section.segments));
    loft(&outer.chain(inner).collect::<Vec<_>>(), Ends::Joined).mesh()
}

/// A round bar bent to a gate: up the z axis to `height`, along x to `width` in `parts` segments, and down to z = 0.
pub fn hoop(radius: f64, [width, height]: [f64; 2], segments: usize, parts: usize) -> Mesh {
    let (bend, steps) = (4.0 * radius, segments.div_ceil(4));
    let corner = |middle: f64, k: usize| {
        let (cos, sin) = turn(k, 4 * steps);
        let center = [middle - bend * cos, 0.0, height - bend + bend * sin];
        Station { center, u: [cos, 0.0, -sin], v: [0.0, 1.0, 0.0] }
    };
    let mut path = vec![upright(0.0)];
    path.extend((0..steps).map(|k| corner(bend, k)));
    path.extend(heights(width - 2.0 * bend, parts).map(|x| corner(bend + x, steps)));
    path.extend((steps + 1..=2 * steps).map(|k| corner(width - bend, k)));
    path.push(Station { center: [width, 0.0, 0.0], u: [-1.0, 0.0, 0.0], v: [0.0, 1.0, 0.0] });
    let rings: Vec<_> = path.iter().map(|station| station.ring(radius, segments)).collect();
    loft(&rings, Ends::Capped([0.0; 3], [width, 0.0, 0.0])).mesh()
}

/// A torus about the z axis: `around` × `across` quads.
pub fn torus(major: f64, minor: f64, around: usize, across: usize) -> Mesh {
    let ring = |k: usize| {
        let (cos, sin) = turn(k, around);
        let center = [major * cos, major * sin, 0.0];
        Station { center, u: [0.0, 0.0, 1.0], v: [cos, sin, 0.0] }.ring(minor, across)
    };
    loft(&(0..around).map(ring).collect::<Vec<_>>(), Ends::Joined).mesh()
}

/// A tube of the given radius along the (p, q) torus knot about the z axis: `around` × `across` quads.
///
/// The knot lies on the torus with radii 2 and 1; p and q without a common factor.
pub fn knot(p: u32, q: u32, radius: f64, around: usize, across: usize) -> Mesh {
    let place = |k: usize| -> DVec3 {
        let ((cos_p, sin_p), (cos_q, sin_q)) = (turn(k * p as usize, around), turn(k * q as usize, around));
        DVec3::new((2.0 + cos_q) * cos_p, (2.0 + cos_q) * sin_p, sin_q)
    };
    let ring = |k: usize| -> Vec<Point> {
        let here = place(k);
        let along = (place(k + 1) - place(k + around - 1)).normalize();
        // Away from the core circle of the torus: never along the knot, and back to itself after one round.
        let (cos_p, sin_p) = turn(k * p as usize, around);
        let outwards = here - DVec3::new(2.0 * cos_p, 2.0 * sin_p, 0.0);
        let u = outwards.reject_from_normalized(along).normalize();
        Station { center: here.into(), u: u.into(), v: along.cross(u).into() }.ring(radius, across)
    };
    loft(&(0..around).map(ring).collect::<Vec<_>>(), Ends::Joined).mesh()
}
