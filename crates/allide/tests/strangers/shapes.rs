//! Shapes of which everyone knows what should count.

use super::{all, nearest, scene, sheet};
use allide::{Mesh, Method};
use allide_scenes::shapes;
use std::f64::consts::{PI, TAU};

/// A closed strip around a profile in the plane of x and z, `deep` in y, with its ends open.
fn profile(points: &[[f64; 2]], pieces: usize) -> Mesh {
    let count = points.len();
    let of = |v: f64, u: f64| {
        let at = u * (count * pieces) as f64;
        let (piece, part) = ((at / pieces as f64) as usize, at / pieces as f64);
        let (from, to) = (points[piece % count], points[(piece + 1) % count]);
        let part = part - piece as f64;
        [from[0] + (to[0] - from[0]) * part, v * 4.0, from[1] + (to[1] - from[1]) * part]
    };
    sheet([4 * pieces, count * pieces], true, of)
}

#[test]
fn smooth_sheets_have_no_findings_at_any_distance() {
    let flat = sheet([60, 40], false, |u, v| [u, v, 0.0]);
    let wave = sheet([60, 60], false, |u, v| [u, v, 0.05 * (6.0 * u).sin() * (5.0 * v).cos()]);
    let bowl = sheet([60, 60], false, |u, v| [u, v, (u - 0.5) * (u - 0.5) + (v - 0.5) * (v - 0.5)]);
    for mesh in [flat, wave, bowl, shapes::icosphere(4), shapes::cuboid([0.0; 3], [1.0; 3])] {
        for distance in [1.0e-6, 0.01, 0.05, 0.3, 1.0, 10.0] {
            assert_eq!(nearest(&mesh, distance), None, "{} triangles within {distance}", mesh.triangles().len());
        }
    }
}

#[test]
fn needles_between_triangles_do_not_make_strangers_of_them() {
    // Two large triangles in one plane with a needle between: far along edges, and neighbours all the same.
    let corners = vec![
        [0.0, 0.0, 0.0],
        [10.0, 0.0, 0.0],
        [5.0, -8.0, 0.0],
        [5.0, 1.0e-3, 0.0],
        [0.0, 9.0, 0.0],
        [10.0, 9.0, 0.0],
    ];
    let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [3, 4, 5]]).unwrap();
    assert_eq!(nearest(&mesh, 1.0), None);
}

#[test]
fn a_plate_of_twelve_triangles_is_as_thin_as_one_of_many() {
    let thickness = 0.0625;
    let coarse = shapes::cuboid([0.0; 3], [1.0, 2.0, thickness]);
    assert_eq!(coarse.triangles().len(), 12);
    assert_eq!((nearest(&coarse, 0.1), nearest(&coarse, thickness)), (Some(thickness), None));
    for pieces in [1, 2, 5, 9] {
        let plate = profile(&[[0.0, 0.0], [1.0, 0.0], [1.0, thickness], [0.0, thickness]], pieces);
        assert_eq!((nearest(&plate, 0.1), nearest(&plate, thickness)), (Some(thickness), None), "{pieces} pieces");
    }
}

#[test]
fn walls_and_slots_are_found_where_they_are_thin_and_long_enough() {
    // A block with a slot, whose walls are inclined: 0.1 wide at the bottom, 0.14 at the mouth.
    let slotted = |depth: f64, pieces: usize| {
        let (low, high) = (0.05, 0.05 + 0.02 * depth);
        profile(
            &[
                [-2.0, 0.0],
                [2.0, 0.0],
                [2.0, 2.0],
                [high, 2.0],
                [low, 2.0 - depth],
                [-low, 2.0 - depth],
                [-high, 2.0],
                [-2.0, 2.0],
            ],
            pieces,
        )
    };
    for pieces in [1, 2, 6] {
        let found = nearest(&slotted(1.0, pieces), 0.15).expect("a slot");
        assert!((0.1..0.14).contains(&found), "{found} with {pieces} pieces");
        assert_eq!(nearest(&slotted(1.0, pieces), 0.0999), None);
        // As deep as wide: a groove, and no slot.
        assert_eq!(nearest(&slotted(0.1, pieces), 0.15), None, "{pieces} pieces");
    }
}

#[test]
fn layers_of_a_folded_cloth_are_found_and_its_fold_is_not() {
    // Two layers, 2 * radius apart, and half a tube that joins them.
    let folded = |radius: f64, count: usize| {
        sheet([count, 2 * count], false, |u, v| {
            let (length, turn) = (1.0, PI * radius);
            let at = v * (2.0 * length + turn);
            let angle = ((at - length) / radius).clamp(0.0, PI);
            let x = if at < length { at } else { (2.0 * length + turn - at).min(length) };
            [x + radius * angle.sin(), u, radius - radius * angle.cos()]
        })
    };
    for count in [12, 40] {
        let found = nearest(&folded(0.05, count), 0.2).expect("two layers");
        assert!((found - 0.1).abs() < 0.01, "{found}");
        assert_eq!(nearest(&folded(0.05, count), 0.09), None);
    }
    let tube = sheet([40, 60], true, |u, v| [u, (TAU * v).cos(), (TAU * v).sin()]);
    assert_eq!(nearest(&tube, 1.9), None, "opposite sides of a tube that is as wide are 2 apart");
}

#[test]
fn two_pieces_of_one_object_are_strangers() {
    let ball = shapes::icosphere(3);
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    for shift in [0.0, 2.05] {
        let first = corners.len() as u32;
        corners.extend(ball.positions().iter().map(|point| [point.x + shift, point.y, point.z]));
        triangles.extend(ball.triangles().iter().map(|triangle| triangle.map(|corner| corner + first)));
    }
    let both = Mesh::new(corners, triangles).unwrap();
    let found = nearest(&both, 0.2).expect("two balls");
    assert!((0.0499..0.06).contains(&found), "{found}");
}

#[test]
fn overlaps_are_left_to_the_question_about_them() {
    let cross = Mesh::new(
        vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [3.0, 3.0, 1.0]],
        vec![[0, 1, 2], [3, 4, 5]],
    );
    assert!(all(&scene(&cross.unwrap()), 1.0, Method::Auto).pairs.is_empty());
}
