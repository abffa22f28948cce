//! An invalid pose is an error, however it was made.

use allide::{Engine, Error, Overlaps, Pose, Scene, SelfOverlaps};
use allide_scenes::edges::{bad_poses, bad_shapes};
use std::f64::consts::FRAC_PI_2;

const WORST: [f64; 3] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

#[test]
fn a_rotation_needs_finite_numbers_and_an_axis() {
    for value in WORST {
        for place in 0..3 {
            let mut bad = [1.0; 3];
            bad[place] = value;
            let of_axis = Pose::rotation_translation(bad, 1.0, [0.0; 3]).unwrap_err();
            assert!(matches!(of_axis, Error::PoseNotFinite { what: "axis coordinate", .. }), "{of_axis}");
            let of_move = Pose::rotation_translation([0.0, 0.0, 1.0], 1.0, bad).unwrap_err();
            assert!(matches!(of_move, Error::PoseNotFinite { what: "translation", .. }), "{of_move}");
        }
        let of_angle = Pose::rotation_translation([0.0, 0.0, 1.0], value, [0.0; 3]).unwrap_err();
        assert!(matches!(of_angle, Error::PoseNotFinite { what: "angle", .. }), "{of_angle}");
    }
    for zero in [[0.0; 3], [-0.0; 3]] {
        assert_eq!(Pose::rotation_translation(zero, 1.0, [0.0; 3]).unwrap_err(), Error::ZeroAxis);
    }
}

#[test]
fn an_axis_of_any_length_but_zero_turns() {
    for length in [f64::from_bits(1), 1e-300, 1e-170, 1.0, 1e170, f64::MAX] {
        for axis in [[0.0, 0.0, length], [length; 3], [length, -length, 0.0]] {
            let turned = Pose::rotation_translation(axis, FRAC_PI_2, [0.0; 3]).unwrap();
            let expected = Pose::rotation_translation(axis.map(|x| x / length), FRAC_PI_2, [0.0; 3]).unwrap();
            let point = allide::DVec3::new(1.0, 2.0, 3.0);
            assert!(turned.apply(point).distance(expected.apply(point)) < 1e-12, "{axis:?}");
        }
    }
}

#[test]
fn no_way_to_make_a_pose_lets_a_number_pass_that_is_not_finite() {
    for value in WORST {
        for place in 0..3 {
            let mut bad = [1.0; 3];
            bad[place] = value;
            let [x, y, z] = bad;
            assert!(matches!(Pose::translation(x, y, z), Err(Error::PoseNotFinite { what: "translation", .. })));
            assert!(Pose::affine([bad, [0.0; 3], [0.0; 3]], [0.0; 3]).is_err());
            let mut columns = [[0.0; 4]; 4];
            columns[3] = [0.0, 0.0, 0.0, 1.0];
            columns[place][place] = value;
            assert!(matches!(Pose::matrix(columns), Err(Error::PoseNotFinite { .. })));
        }
    }
    let projective = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.5], [0.0, 0.0, 0.0, 1.0]];
    assert_eq!(Pose::matrix(projective), Err(Error::NotAffine { last_row: [0.0, 0.0, 0.5, 1.0] }));
    let huge = Pose::affine([[1e200, 0.0, 0.0], [0.0, 1e200, 0.0], [0.0, 0.0, 1e200]], [0.0; 3]).unwrap();
    let far = Pose::translation(f64::MAX, 0.0, 0.0).unwrap();
    for (outer, inner) in [(huge, huge), (huge, far), (far, far)] {
        assert!(matches!(outer.after(&inner), Err(Error::PoseNotFinite { .. })), "{outer:?} after {inner:?}");
    }
    assert_eq!(far.after(&Pose::IDENTITY), Ok(far));
}

#[test]
fn a_pose_that_leaves_the_range_is_an_error_when_a_question_is_asked() {
    for shape in bad_shapes() {
        for pose in bad_poses() {
            let mut scene = Scene::new();
            scene.add("bad", &shape, pose);
            let error = Engine::cpu().run(&scene, &Overlaps::new()).unwrap_err();
            assert!(matches!(error, Error::OutOfRange { .. }), "{pose:?}: {error}");
            assert!(Engine::cpu().run(&scene, &SelfOverlaps::of_all()).is_err());
        }
    }
    // Also where only a vertex of no triangle leaves it.
    let [.., far] = bad_shapes();
    let mut scene = Scene::new();
    let huge = Pose::affine([[1e10, 0.0, 0.0], [0.0, 1e10, 0.0], [0.0, 0.0, 1e10]], [0.0; 3]).unwrap();
    scene.add("far", &far, huge);
    let error = Engine::cpu().run(&scene, &Overlaps::new()).unwrap_err();
    assert_eq!(error, Error::OutOfRange { object: "far".into(), vertex: 3 });
}

#[test]
fn a_quaternion_needs_finite_numbers_and_a_length() {
    let pose = |quaternion, translation| Pose::quaternion_translation(quaternion, translation);
    for bad in WORST {
        for place in 0..4 {
            let mut quaternion = [0.0, 0.0, 0.0, 1.0];
            quaternion[place] = bad;
            assert!(matches!(pose(quaternion, [0.0; 3]), Err(Error::PoseNotFinite { .. })));
        }
        assert!(matches!(pose([0.0, 0.0, 0.0, 1.0], [0.0, bad, 0.0]), Err(Error::PoseNotFinite { .. })));
    }
    assert_eq!(pose([0.0; 4], [0.0; 3]), Err(Error::ZeroQuaternion));
    assert_eq!(pose([-0.0, 0.0, -0.0, 0.0], [0.0; 3]), Err(Error::ZeroQuaternion));
}

#[test]
fn a_quaternion_of_any_length_turns_as_its_axis_and_angle_do() {
    let (axis, angle) = ([1.0, -2.0, 0.5], 1.3_f64);
    let expected = Pose::rotation_translation(axis, angle, [4.0, 5.0, 6.0]).unwrap();
    let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
    let sine = (angle / 2.0).sin() / length;
    let unit = [axis[0] * sine, axis[1] * sine, axis[2] * sine, (angle / 2.0).cos()];
    for scale in [1.0, -1.0, 1e-300, 1e300, f64::from_bits(1) * 1e18] {
        let pose = Pose::quaternion_translation(unit.map(|x| x * scale), [4.0, 5.0, 6.0]).unwrap();
        for point in [[1.0, 0.0, 0.0], [0.3, -0.7, 2.0], [-9.0, 4.0, 0.1]] {
            let gap = pose.apply(point.into()).distance(expected.apply(point.into()));
            assert!(gap < 1e-13, "scaled by {scale}: {gap}");
        }
    }
}
