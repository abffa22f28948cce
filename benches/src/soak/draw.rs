//! What is drawn at random: meshes, poses, positions, distances.

use allide::{DVec3, Mesh, Pose};
use allide_scenes::hard::{self, Kind};
use allide_scenes::{Random, shapes};

/// A whole number below `limit`.
pub fn below(random: &mut Random, limit: usize) -> usize {
    (random.bits() % limit.max(1) as u64) as usize
}

/// True once in `times` calls, on average.
pub fn once_in(random: &mut Random, times: usize) -> bool {
    below(random, times) == 0
}

pub fn pick<T: Copy>(random: &mut Random, list: &[T]) -> T {
    list[below(random, list.len())]
}

/// A mesh of at most `most` triangles, hard in its own way, and sometimes with what readers of files would drop: vertices
/// that no triangle has, triangles of one vertex, triangles that are there twice.
pub fn mesh(random: &mut Random, kind: Kind, most: usize) -> Mesh {
    let count = if once_in(random, 12) { 0 } else { 1 + below(random, most) };
    let mesh = if kind == Kind::Loose && count > 200 && once_in(random, 2) {
        shapes::blob(random.bits(), count)
    } else {
        hard::mesh(kind, count, random)
    };
    if !once_in(random, 3) {
        return mesh;
    }
    let mut positions: Vec<[f64; 3]> = mesh.positions().iter().map(|point| point.to_array()).collect();
    let mut triangles = mesh.triangles().to_vec();
    if once_in(random, 2) {
        let unit = hard::unit(kind);
        let size = pick(random, &[1.0, 1.0e3, 1.0e9]) * unit;
        let place = below(random, positions.len() + 1);
        positions.insert(place, random.point(-size, size));
        let after = |vertex: u32| if vertex as usize >= place { vertex + 1 } else { vertex };
        triangles.iter_mut().for_each(|triangle| *triangle = triangle.map(after));
    }
    if once_in(random, 2) && !triangles.is_empty() {
        let corner = triangles[below(random, triangles.len())][0];
        triangles.push([corner; 3]);
        let again = triangles[below(random, triangles.len())];
        triangles.push([again[1], again[2], again[0]]);
    }
    Mesh::new(positions, triangles).expect("finite and in range")
}

/// The sign of each zero is drawn anew, in a pose or in positions: equal numbers with other bits.
fn with_other_zeros(random: &mut Random, numbers: [f64; 3]) -> [f64; 3] {
    numbers.map(|x| if x == 0.0 && once_in(random, 2) { -x } else { x })
}

/// A pose near the origin in which objects of this kind still meet, mostly.
pub fn pose(random: &mut Random, unit: f64) -> Pose {
    const AXES: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    const QUARTER: [[f64; 3]; 3] = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let step = random.point(-1.0, 1.0).map(|x| x * unit);
    let whole = random.point(-2.0, 2.0).map(|x| x.round() * unit);
    let scaled = |factors: [f64; 3]| [0, 1, 2].map(|k| AXES[k].map(|x| x * factors[k]));
    let (columns, origin) = match below(random, 14) {
        0 | 1 => return Pose::IDENTITY,
        2 | 3 => {
            let axis = random.direction();
            return Pose::rotation_translation(axis, random.between(-4.0, 4.0), step)
                .expect("a finite turn about a direction");
        }
        4 | 5 => (AXES, whole),
        6 => (QUARTER, whole),
        7 => (scaled([-1.0, 1.0, 1.0]), step),
        8 => (scaled([pick(random, &[1.0e-6, 1.0e-3, 0.5, 3.0, 1.0e6]); 3]), step),
        9 => (scaled([pick(random, &[1.0e-100, 1.0e-30, 1.0e30, 1.0e90]); 3]), [0.0; 3]),
        10 => (scaled([1.0, 1.0, pick(random, &[0.0, 1.0e-12, 1.0e-5])]), whole),
        11 => ([0; 3].map(|_| random.point(-1.0, 1.0)), step),
        12 => (AXES, [0.0; 3]),
        _ => (AXES, random.direction().map(|x| x * unit * pick(&mut random.clone(), &[1.0e4, 1.0e8, 1.0e12]))),
    };
    let columns = columns.map(|column| with_other_zeros(random, column));
    Pose::affine(columns, with_other_zeros(random, origin)).expect("finite")
}

/// Other positions for the vertices of a mesh.
pub fn deformed(random: &mut Random, mesh: &Mesh, unit: f64) -> Vec<[f64; 3]> {
    let mut positions: Vec<DVec3> = mesh.positions().to_vec();
    match below(random, 8) {
        0 => {}
        1 => positions.iter_mut().for_each(|point| *point += DVec3::from(random.point(-0.1, 0.1)) * unit),
        2 => positions.iter_mut().for_each(|point| *point = (*point / unit).round() * unit),
        3 => {
            let count = positions.len();
            if let Some(point) = positions.get_mut(below(random, count)) {
                *point += DVec3::from(random.point(-2.0, 2.0)) * unit;
            }
        }
        4 => positions.iter_mut().for_each(|point| point.z = point.x),
        5 => {
            let factor = pick(random, &[1.0e-3, 0.5, -1.0, 2.0, 1.0e3]);
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
    let nearby = known.filter(|_| once_in(random, 3));
    let distance = match nearby {
        Some(distance) => pick(random, &[distance, distance.next_up(), distance.next_down()]),
        None => unit * 10.0f64.powf(random.between(-9.0, 6.0)),
    };
    if distance > 0.0 && distance.is_finite() { distance } else { unit }
}
