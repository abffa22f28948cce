//! Curves, patches and contact points.

use crate::{Dice, Placed, octahedron, pairs};
use allide::shared::{Contact, Curve, Overlay, Patch};
use allide::{DVec3, Mesh};
use allide_geom::distance;
use allide_scenes::shapes;

fn with<T>(a: &Placed, b: &Placed, f: impl FnOnce(&Overlay<'_>) -> T) -> T {
    let pairs = pairs(a, b);
    f(&Overlay::of(a.solid(), b.solid(), &pairs))
}

fn length(curve: &Curve) -> f64 {
    let points = &curve.points;
    (0..points.len()).map(|k| points[k].distance(points[(k + 1) % points.len()])).sum()
}

fn cuboid(low: [f64; 3], high: [f64; 3]) -> Placed {
    Placed::at_home(&shapes::cuboid(low, high))
}

#[test]
fn a_bar_through_a_plate_has_two_rectangles() {
    let plate = cuboid([-4.0, -4.0, 0.0], [4.0, 4.0, 1.0]);
    let bar = cuboid([0.25, 0.5, -2.0], [1.0, 2.0, 2.0]);
    let curves = with(&plate, &bar, |shared| shared.curves());
    assert_eq!(curves.len(), 2);
    for curve in &curves {
        assert!(curve.closed && curve.crossing && (length(curve) - 4.5).abs() < 1.0e-12, "{curve:?}");
        let z = curve.points[0].z;
        assert!((z == 0.0 || z == 1.0) && curve.points.iter().all(|point| point.z == z), "{curve:?}");
    }
    let contacts = with(&plate, &bar, |shared| shared.contacts());
    assert_eq!(contacts.len(), 2);
    for Contact { point, normal, depth, area } in contacts {
        assert!(normal.distance(DVec3::Z * if point.z > 0.5 { 1.0 } else { -1.0 }) < 1.0e-12);
        assert!((depth - 1.0).abs() < 1.0e-12 && (area - 1.125).abs() < 1.0e-12);
        assert!(point.distance(DVec3::new(0.625, 1.25, point.z)) < 1.0e-12);
    }
}

#[test]
fn curves_lie_on_both_surfaces_and_are_closed() {
    let mut dice = Dice(8);
    let (torus, gear) = (shapes::torus(0.7, 0.25, 48, 24), shapes::gear(9, [0.6, 0.9], 0.25, 0.5));
    let mut count = 0;
    for _ in 0..8 {
        let (a, b) = (Placed::new(&torus, dice.pose(0.3)), Placed::new(&gear, dice.pose(0.3)));
        let pairs = pairs(&a, &b);
        let curves = Overlay::of(a.solid(), b.solid(), &pairs).curves();
        let mut segments = 0;
        for curve in &curves {
            assert!(curve.closed && curve.crossing && curve.error < 1.0e-10, "{}", curve.error);
            for &point in &curve.points {
                for placed in [&a, &b] {
                    let corners = |t: &[u32; 3]| t.map(|vertex| placed.positions[vertex as usize]);
                    let far = |t: &[u32; 3]| distance(&[point; 3], &corners(t)).distance;
                    let nearest = placed.mesh.triangles().iter().map(far).fold(f64::MAX, f64::min);
                    assert!(nearest <= curve.error + 1.0e-15, "{nearest} {}", curve.error);
                }
            }
            segments += curve.points.len();
        }
        // In general position, each pair of triangles is one segment.
        assert_eq!(segments, pairs.len());
        count += curves.len();
    }
    assert!(count >= 8, "{count}");
}

#[test]
fn spheres_cross_in_one_circle() {
    let ball = shapes::icosphere(4);
    let mut dice = Dice(10);
    let a = Placed::new(&ball, dice.pose(0.0));
    let b = Placed::new(&ball, dice.pose(0.0)).moved(DVec3::Z);
    let curves = with(&a, &b, |shared| shared.curves());
    assert_eq!(curves.len(), 1);
    let around = std::f64::consts::TAU * 0.75f64.sqrt();
    assert!((length(&curves[0]) - around).abs() < 0.03 * around, "{}", length(&curves[0]));
    let [Contact { point, normal, depth, area }] = with(&a, &b, |shared| shared.contacts())[..] else {
        panic!("one contact")
    };
    assert!(normal.distance(DVec3::Z) < 0.02 && point.distance(DVec3::Z * 0.5) < 0.02);
    assert!((depth - 1.0).abs() < 0.02 && (area - 0.75 * std::f64::consts::PI).abs() < 0.1, "{depth} {area}");
}

#[test]
fn stacked_boxes_touch_in_patches() {
    let lower = cuboid([0.0; 3], [2.0, 2.0, 1.0]);
    let upper = cuboid([0.5, 0.5, 1.0], [1.5, 3.0, 2.0]);
    for (a, b, up) in [(&lower, &upper, 1.0), (&upper, &lower, -1.0)] {
        let (patches, contacts, curves) = with(a, b, |shared| (shared.patches(), shared.contacts(), shared.curves()));
        let area: f64 = contacts.iter().filter(|contact| contact.depth == 0.0).map(|contact| contact.area).sum();
        assert!(patches.iter().all(|patch: &Patch| patch.touching && patch.normal == DVec3::Z * up), "{patches:?}");
        assert!(patches.iter().flat_map(|patch| &patch.points).all(|point| point.z == 1.0));
        // Nothing crosses, whichever way the second solid is thought to move.
        assert!(curves.iter().all(|curve| !curve.crossing && curve.closed));
        assert!((area - if curves.is_empty() { 1.5 } else { area }).abs() < 1.0e-12);
        assert!(contacts.iter().all(|contact| contact.normal.distance(DVec3::Z * up) < 1.0e-12), "{contacts:?}");
    }
}

#[test]
fn flush_boxes_share_faces_on_one_side() {
    let a = cuboid([0.0; 3], [1.0; 3]);
    let b = cuboid([0.5, 0.5, 0.0], [1.5, 1.5, 1.0]);
    let (patches, curves) = with(&a, &b, |shared| (shared.patches(), shared.curves()));
    assert!(!patches.is_empty() && patches.iter().all(|patch| !patch.touching));
    let [curve] = &curves[..] else { panic!("{curves:?}") };
    // Up, over the top, down, and back along the bottom.
    assert!(curve.closed && curve.crossing && (length(curve) - 4.0).abs() < 1.0e-12, "{curve:?}");
}

#[test]
fn the_equator_of_an_octahedron_in_a_face_is_a_curve() {
    let half = cuboid([-2.0, -2.0, 0.0], [2.0; 3]);
    let octahedron = Placed::at_home(&octahedron());
    let curves = with(&half, &octahedron, |shared| shared.curves());
    assert_eq!(curves.len(), 1);
    assert!(curves[0].closed && curves[0].points.iter().all(|point| point.z.abs() < 1.0e-15));
}

#[test]
fn a_sheet_that_ends_inside_a_box_has_an_open_curve() {
    let cube = cuboid([0.0; 3], [1.0; 3]);
    let sheet = |end: f64| {
        let positions = vec![[-1.0, 0.25, 0.5], [end, 0.25, 0.5], [end, 0.75, 0.5], [-1.0, 0.75, 0.5]];
        Placed::at_home(&Mesh::new(positions, vec![[0, 1, 2], [0, 2, 3]]).unwrap())
    };
    let [inside, through] = [0.5, 2.0].map(|end| with(&cube, &sheet(end), |shared| shared.curves()));
    let [curve] = &inside[..] else { panic!("{inside:?}") };
    assert!(!curve.closed && curve.crossing && curve.points.iter().all(|point| point.x == 0.0), "{curve:?}");
    assert!((curve.points[0].distance(*curve.points.last().unwrap()) - 0.5).abs() < 1.0e-15, "{curve:?}");
    assert!(through.len() == 2 && through.iter().all(|curve| !curve.closed), "{through:?}");
}
