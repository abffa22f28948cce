use super::*;
use allide::Measure;
use allide_scenes::{shapes, turned};

/// Whether the true number is within the bound, and the bound is small.
fn is_true(measure: Measure, truth: f64, relative: f64) {
    let Measure { value, error, .. } = measure;
    assert!((value - truth).abs() <= error + truth.abs() * relative, "{value} ± {error}, but it is {truth}");
    assert!(error <= value.abs() * 1e-12, "{value} ± {error}");
}

#[test]
fn boxes_have_their_volume_and_area_wherever_they_are() {
    for origin in [0.0, 1.0, -1e6, 2_f64.powi(40)] {
        for [a, b, c] in [[1.0, 2.0, 3.0], [0.5, 0.25, 1e-3], [1e5, 1.0, 0.125]] {
            let max = [origin + a, origin + b, origin + c];
            // The remainder of the sides after rounding.
            let [a, b, c] = max.map(|x| x - origin);
            let found = block([origin; 3], max).inspected();
            is_true(found.volume.unwrap(), a * b * c, 4e-16);
            is_true(found.area, 2.0 * (a * b + b * c + c * a), 4e-16);
        }
    }
}

#[test]
fn a_cylinder_has_the_volume_of_a_prism() {
    for segments in [3, 6, 48] {
        let mesh = shapes::cylinder(2.0, 5.0, segments, 4);
        let angle = std::f64::consts::TAU / segments as f64;
        let base = segments as f64 / 2.0 * 4.0 * angle.sin();
        let side = segments as f64 * 4.0 * (angle / 2.0).sin() * 5.0;
        for pose in [Pose::IDENTITY, turned([1.0, 2.0, 3.0], 0.7, [50.0, -3.0, 8.0])] {
            let found = inspected(&mesh, pose);
            assert!(found.is_healthy(), "{:?}", found.problems().collect::<Vec<_>>());
            // Corners are rounded.
            is_true(found.volume.unwrap(), base * 5.0, 1e-14);
            is_true(found.area, 2.0 * base + side, 1e-14);
        }
    }
}

#[test]
fn large_meshes_are_summed_by_several_threads_to_the_same_bits() {
    let mesh = shapes::icosphere(6);
    assert!(mesh.triangles().len() > 50_000);
    let mut scene = Scene::new();
    scene.add("ball", &mesh, turned([1.0, 1.0, 0.0], 1.0, [3.0, 4.0, 5.0]));
    let found = [1, 2, 5].map(|threads| {
        let found = inspect(&mut Engine::cpu_with_threads(threads).unwrap(), &scene).unwrap();
        (found.objects[0].volume, found.objects[0].area)
    });
    assert!(found[0] == found[1] && found[1] == found[2]);
    let ball = 4.0 / 3.0 * std::f64::consts::PI;
    assert!((found[0].0.unwrap().value / ball - 1.0).abs() < 1e-3);
}

#[test]
fn slivers_have_larger_bounds_that_hold() {
    // Nearly collinear: most digits of the area cancel.
    for k in 1..40 {
        let height = 2_f64.powi(-k);
        let corners = vec![[0.0; 3], [1.0, 1.0, 1.0], [2.0, 2.0, 2.0 + height]];
        let found = Shape { corners, triangles: vec![[0, 1, 2]] }.inspected();
        let truth = height / 2_f64.sqrt();
        assert!((found.area.value - truth).abs() <= found.area.error + truth * 4e-16);
    }
}

#[test]
fn sizes_beyond_all_products_are_measured_or_infinite() {
    for exponent in [-1000, -400, -330, 0, 330, 400, 1000] {
        let size = 2_f64.powi(exponent);
        let found = cube(size / 2.0).inspected();
        assert!(found.is_healthy(), "{exponent}");
        let power =
            |times: i32| if times * exponent < 1024 { 2_f64.powf(f64::from(times * exponent)) } else { f64::INFINITY };
        assert_eq!(found.volume.unwrap().value, power(3), "{exponent}");
        let area = found.area;
        assert!(area.value == 6.0 * power(2) || (area.value / power(2) - 6.0).abs() < 1e-14, "{exponent}: {area:?}");
    }
    // From one end of the range to the other.
    let found = cube(f64::MAX).inspected();
    assert_eq!((found.volume.unwrap().value, found.area.value), (f64::INFINITY, f64::INFINITY));
    assert!(found.is_healthy());
    // What remains of shells that are out of range may not be.
    let half = f64::MAX / 2.0;
    let found =
        cube(half).and(cube(half).inside_out()).and(block([f64::MAX; 3].map(|x| x * 0.75), [f64::MAX; 3])).inspected();
    assert_eq!(found.volume.unwrap().value, f64::INFINITY);
    let found = cube(half).and(cube(half).inside_out()).inspected();
    assert_eq!(found.volume.unwrap().value, 0.0);
    let least = f64::from_bits(1);
    let found = block([0.0; 3], [least; 3]).inspected();
    assert!(found.is_healthy() && found.volume.unwrap().value == 0.0);
}

#[test]
fn a_flattened_instance_has_no_volume() {
    let flat = Pose::affine([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0; 3]], [0.0; 3]).unwrap();
    let found = inspected(&cube(1.0).mesh(), flat);
    assert_eq!(found.volume.unwrap().value, 0.0);
    assert_eq!(found.area.value, 8.0);
    assert!(!found.clusters.is_empty());
}
