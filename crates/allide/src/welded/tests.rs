use super::*;
use std::collections::HashSet;

const FACES: [[u32; 3]; 12] = [
    [0, 2, 1],
    [1, 2, 3],
    [4, 5, 6],
    [5, 7, 6],
    [0, 1, 4],
    [1, 5, 4],
    [2, 6, 3],
    [3, 6, 7],
    [0, 4, 2],
    [2, 4, 6],
    [1, 3, 5],
    [3, 7, 5],
];

/// A cube from 0 to `size`, moved, each triangle with corners of its own, which `shake` moves: by triangle and corner.
fn cube(size: f64, at: [f64; 3], shake: impl Fn(usize, usize) -> [f64; 3]) -> Mesh {
    let corner = |triangle: usize, corner: usize| {
        let number = FACES[triangle][corner];
        let by = shake(triangle, corner);
        [0, 1, 2].map(|axis| at[axis] + if number >> axis & 1 == 1 { size } else { 0.0 } + by[axis])
    };
    let positions = (0..12).flat_map(|triangle| (0..3).map(move |k| corner(triangle, k))).collect();
    Mesh::new(positions, (0..12).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect()).unwrap()
}

/// From 10⁻¹⁶ to 10⁻³³, and none for some.
fn tiny(triangle: usize, corner: usize) -> [f64; 3] {
    [0, 1, 2].map(|axis| {
        let number = (triangle * 7 + corner * 5 + axis * 3) % 11;
        if number < 4 {
            0.0
        } else {
            10_f64.powi(-16 - (number as i32 - 4) * 17 / 6) * if number.is_multiple_of(2) { 1.0 } else { -1.0 }
        }
    })
}

fn bits(mesh: &Mesh) -> Vec<[u64; 3]> {
    mesh.positions().iter().map(|point| point.to_array().map(f64::to_bits)).collect()
}

#[test]
fn cracks_of_rounding_are_closed_and_numbers_stay() {
    let cracked = cube(1.0, [0.0; 3], tiny);
    assert!(!cracked.topology().is_closed());
    let (mesh, welded) = cracked.welded(cracked.rounding()).unwrap().unwrap();
    assert!(mesh.topology().is_closed());
    assert_eq!(mesh.triangles(), cracked.triangles());
    assert_eq!(mesh.positions().len(), cracked.positions().len());
    assert!(welded.corners > 0 && welded.farthest > 0.0 && welded.farthest < 1e-15, "{welded:?}");
    let way = |(a, b): (&DVec3, &DVec3)| length(*a - *b);
    let farthest = mesh.positions().iter().zip(cracked.positions()).map(way).fold(0.0, f64::max);
    assert_eq!(farthest, welded.farthest);
    let places = |mesh: &Mesh| bits(mesh).into_iter().collect::<HashSet<_>>().len();
    assert_eq!(places(&mesh), 8);
    assert_eq!(mesh.welded(1e-3).unwrap().map(|(_, welded)| welded), None);
}

#[test]
fn the_order_of_triangles_and_vertices_does_not_matter() {
    let cracked = cube(1.0, [0.0; 3], tiny);
    let (mesh, welded) = cracked.welded(1e-9).unwrap().unwrap();
    let points = |mesh: &Mesh| {
        let corners = mesh.triangles().iter().map(|triangle| triangle.map(|vertex| bits(mesh)[vertex as usize]));
        let mut corners: Vec<_> = corners.collect();
        corners.sort_unstable();
        corners
    };
    for step in [5, 7, 11] {
        let order: Vec<usize> = (0..12).map(|k| k * step % 12).collect();
        let positions = order.iter().rev().flat_map(|&k| (0..3).map(move |corner| 3 * k + corner));
        let positions = positions.map(|k| cracked.positions()[k].to_array()).collect();
        let other = Mesh::new(positions, cracked.triangles().to_vec()).unwrap();
        let (other, same) = other.welded(1e-9).unwrap().unwrap();
        assert_eq!((points(&other), same), (points(&mesh), welded));
    }
}

#[test]
fn what_is_closed_or_would_stay_open_is_left_alone() {
    let whole = cube(1.0, [0.0; 3], |_, _| [0.0; 3]);
    assert!(whole.welded(10.0).unwrap().is_none());
    // A sheet of small triangles, far larger than its details: welding would destroy it and close nothing.
    let positions = (0..6).map(|k| [f64::from(k) * 0.1, f64::from(k % 2), 0.0]).collect();
    let sheet = Mesh::new(positions, vec![[0, 1, 2], [2, 1, 3], [2, 3, 4], [4, 3, 5]]).unwrap();
    assert!(sheet.welded(1e-3).unwrap().is_none());
    assert!(sheet.welded(0.0).unwrap().is_none());
    assert!(Mesh::new(Vec::new(), Vec::new()).unwrap().welded(1.0).unwrap().is_none());
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(sheet.welded(bad), Err(Error::WeldNotFinite(_))));
    }
}

#[test]
fn cracks_beside_details_that_are_open_leave_these_alone() {
    // A cracked cube, and beside it two open sheets closer than the distance, back to back on parts of each other.
    let cracked = cube(1.0, [0.0; 3], tiny);
    let mut positions: Vec<[f64; 3]> = cracked.positions().iter().map(|point| point.to_array()).collect();
    let mut triangles = cracked.triangles().to_vec();
    let base = positions.len() as u32;
    positions.extend([[3.0, 0.0, 0.0], [4.0, 0.0, 0.0], [3.0, 1.0, 0.0]]);
    positions.extend([[3.0, 0.0, 1e-8], [3.0, -2.0, 0.0], [2.0, 0.0, 1.0]]);
    triangles.extend([[base, base + 1, base + 2], [base + 3, base + 4, base + 5]]);
    let both = Mesh::new(positions, triangles).unwrap();
    let (mesh, _) = both.welded(1e-7).unwrap().unwrap();
    assert_eq!(bits(&mesh)[base as usize..], bits(&both)[base as usize..]);
    assert_eq!(mesh.topology().open_edges().len(), 6);
}

#[test]
fn four_triangles_at_an_edge_are_closed_too() {
    let [one, two] = [cube(1.0, [0.0; 3], tiny), cube(1.0, [1.0, 1.0, 0.0], |k, l| tiny(k + 1, l).map(|x| 1e4 * x))];
    let positions = one.positions().iter().chain(two.positions()).map(|point| point.to_array()).collect();
    let triangles = (0..24).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    let both = Mesh::new(positions, triangles).unwrap();
    let (mesh, _) = both.welded(both.rounding()).unwrap().unwrap();
    assert!(mesh.topology().is_closed());
    assert_eq!(mesh.topology().non_manifold_edges().len(), 1);
}

#[test]
fn no_corner_moves_farther_than_asked_along_a_chain() {
    // A fan of slits: corners at 0, 1, 2, ... times the distance from the origin.
    let chain = |k: usize| [k as f64 * 1e-3, 0.0, 0.0];
    let cracked = cube(1.0, [0.0; 3], |triangle, _| chain(triangle));
    if let Some((mesh, welded)) = cracked.welded(1.001e-3).unwrap() {
        assert!(welded.farthest <= 1.001e-3);
        let way = |(a, b): (&DVec3, &DVec3)| (*a - *b).length();
        assert!(mesh.positions().iter().zip(cracked.positions()).map(way).all(|way| way <= 1.001e-3));
        assert!(!mesh.topology().is_closed());
    }
}

#[test]
fn large_and_small_numbers_are_welded_alike() {
    for scale in [1e-300, 1e-150, 1.0, 1e150, 1e308] {
        let cracked = cube(scale, [0.0; 3], |k, l| tiny(k, l).map(|x| x * scale));
        let (mesh, welded) = cracked.welded(cracked.rounding()).unwrap().unwrap();
        assert!(mesh.topology().is_closed() && welded.farthest > 0.0 && welded.farthest < 1e-15 * scale, "{scale}");
    }
    let wide = cube(1.5e308, [-0.9e308; 3], |k, l| tiny(k, l).map(|x| x * 1e308 * 4.0));
    assert!(wide.welded(wide.rounding()).unwrap().unwrap().0.topology().is_closed());
}

#[test]
fn details_that_edges_span_are_kept_and_openings_are_not_zipped_up() {
    // A fan around a point that is far away: of its size, the others are in one place.
    let positions = vec![[0.1, 0.0, 1e-7], [0.3, 0.0, 0.0], [0.0, 1e17, 2.5], [1e6, 0.3, 3.0]];
    let fan = Mesh::new(positions, vec![[0, 1, 2], [0, 2, 3], [3, 1, 0]]).unwrap();
    assert!(fan.rounding() > 1e10);
    assert!(fan.welded(fan.rounding()).unwrap().is_none());
    // Many vertices in one place, none of them at a border of another.
    let positions = (0..3000).map(|k| [f64::from(k) * 1e-9, f64::from(k * k % 7) * 1e-9, f64::from(k % 3)]).collect();
    let loose = Mesh::new(positions, (0..1000).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect()).unwrap();
    if let Some((mesh, welded)) = loose.welded(1e-3).unwrap() {
        assert!(welded.farthest <= 1e-3);
        assert!(mesh.topology().unbalanced_count() < loose.topology().unbalanced_count());
    }
}
