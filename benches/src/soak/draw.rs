//! Random meshes, poses, positions and distances.

use allide::{DVec3, Mesh, Pose};
use allide_scenes::hard::{self, Kind};
use allide_scenes::{Random, shapes};

/// A mesh of at most `most` triangles, hard in its own way, and sometimes with what readers of files would drop: vertices
/// that no triangle has, triangles of one vertex, triangles that are there twice.
pub fn mesh(random: &mut Random, kind: Kind, most: usize) -> Mesh {
    let count = if random.once_in(12) { 0 } else { 1 + random.below(most) };
    let mesh = if kind == Kind::Loose && count > 200 && random.once_in(2) {
        shapes::blob(random.bits(), count)
    } else {
        hard::mesh(kind, count, random)
    };
    if !random.once_in(3) {
        return mesh;
    }
    let mut positions: Vec<[f64; 3]> = mesh.positions().iter().map(|point| point.to_array()).collect();
    let mut triangles = mesh.triangles().to_vec();
    if random.once_in(2) {
        let unit = hard::unit(kind);
        let size = random.pick(&[1.0, 1.0e3, 1.0e9]) * unit;
        let place = random.below(positions.len() + 1);
        positions.insert(place, random.point(-size, size));
        let after = |vertex: u32| if vertex as usize >= place { vertex + 1 } else { vertex };
        triangles.iter_mut().for_each(|triangle| *triangle = triangle.map(after));
    }
    if random.once_in(2) && !triangles.is_empty() {
        let corner = triangles[random.below(triangles.len())][0];
        triangles.push([corner; 3]);
        let again = triangles[random.below(triangles.len())];
        triangles.push([again[1], again[2], again[0]]);
    }
    Mesh::new(positions, triangles).expect("finite and in range")
}

/// The sign of each zero is drawn anew, in a pose or in positions: equal numbers with other bits.
fn with_other_zeros(random: &mut Random, numbers: [f64; 3]) -> [f64; 3] {
    numbers.map(|x| if x == 0.0 && random.once_in(2) { -x } else { x })
}

/// A pose near the origin in which objects of this kind still meet, mostly.
pub fn pose(random: &mut Random, unit: f64) -> Pose {
    const AXES: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    const QUARTER: [[f64; 3]; 3] = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let step = random.point(-1.0, 1.0).map(|x| x * unit);
    let whole = random.point(-2.0, 2.0).map(|x| x.round() * unit);
    let scaled = |factors: [f64; 3]| [0, 1, 2].map(|k| AXES[k].map(|x| x * factors[k]));
    let (columns, origin) = match random.below(14) {
        0 | 1 => return Pose::IDENTITY,
        2 | 3 => {
            let axis = random.direction();
            return Pose::rotation_translation(axis, random.between(-4.0, 4.0), step)
                .expect("a finite turn about a direction");
        }
        4 | 5 => (AXES, whole),
        6 => (QUARTER, whole),
        7 => (scaled([-1.0, 1.0, 1.0]), step),
        8 => (scaled([random.pick(&[1.0e-6, 1.0e-3, 0.5, 3.0, 1.0e6]); 3]), step),
        9 => (scaled([random.pick(&[1.0e-100, 1.0e-30, 1.0e30, 1.0e90]); 3]), [0.0; 3]),
        10 => (scaled([1.0, 1.0, random.pick(&[0.0, 1.0e-12, 1.0e-5])]), whole),
        11 => ([0; 3].map(|_| random.point(-1.0, 1.0)), step),
        12 => (AXES, [0.0; 3]),
        _ => (AXES, random.direction().map(|x| x * unit * random.clone().pick(&[1.0e4, 1.0e8, 1.0e12]))),
    };
    let columns = columns.map(|column| with_other_zeros(random, column));
    Pose::affine(columns, with_other_zeros(random, origin)).expect("finite")
}

/// Other positions for the vertices of a mesh.
pub fn deformed(random: &mut Random, mesh: &Mesh, unit: f64) -> Vec<[f64; 3]> {
    let mut positions: Vec<DVec3> = mesh.positions().to_vec();
    match random.below(8) {
        0 => {}
        1 => positions.iter_mut().for_each(|point| *point += DVec3::from(random.point(-0.1, 0.1)) * unit),
        2 => positions.iter_mut().for_each(|point| *point = (*point / unit).round() * unit),
        3 => {
            let count = positions.len();
            if let Some(point) = positions.get_mut(random.below(count)) {
                *point += DVec3::from(random.point(-2.0, 2.0)) * unit;
            }
        }
        4 => positions.iter_mut().for_each(|point| point.z = point.x),
        5 => {
            let factor = random.pick(&[1.0e-3, 0.5, -1.0, 2.0, 1.0e3]);
            positions.iter_mut().for_each(|point| *point *= factor);
        }
        6 => {
            let first = positions.first().copied().unwrap_or_default();
            positions.iter_mut().for_each(|point| *point = first);
        }
        _ => positions.iter_mut().for_each(|point| point.x = point.x * 0.5 + point.y * 0.5),
    }
    positions.into_iter().map(|point| with_other_zeros(random, point.to_array())).collect()
}

/// A clearance: anything from far too small to far too large, or as far as something is, which is a tie.
pub fn clearance(random: &mut Random, unit: f64, known: Option<f64>) -> f64 {
    let nearby = known.filter(|_| random.once_in(3));
    let distance = match nearby {
        Some(distance) => random.pick(&[distance, distance.next_up(), distance.next_down()]),
        None => unit * 10.0f64.powf(random.between(-9.0, 6.0)),
    };
    if distance > 0.0 && distance.is_finite() { distance } else { unit }
}
