//! Files of several units in one scene.

use crate::common::*;
use allide::{DVec3, Pose};
use allide_io::{Loaded, Unit, bring_to_one_unit};

/// An object of a file: a square with sides of that length.
fn square(file: &str, side: f64, unit: Option<Unit>) -> Loaded {
    let text = format!("v 0 0 0\nv {side} 0 0\nv {side} {side} 0\nv 0 {side} 0\nf 1 2 3\nf 1 3 4\n");
    Loaded { unit, ..read_one(file, text) }
}

/// Where the far corner of each square is, the unit, and what is said.
fn brought(mut objects: Vec<Loaded>, assumed: Option<Unit>) -> (Vec<f64>, Option<Unit>, Vec<String>) {
    let (unit, notes) = bring_to_one_unit(&mut objects, assumed).unwrap();
    assert!(notes.iter().all(|note| note.oddity.is_warning()));
    let corner = |object: &Loaded| object.pose.apply(object.mesh.positions()[2]).x;
    (objects.iter().map(corner).collect(), unit, notes.iter().map(ToString::to_string).collect())
}

const MM: Option<Unit> = Some(Unit::Millimeter);
const INCH: Option<Unit> = Some(Unit::Inch);

#[test]
fn the_first_file_that_says_a_unit_sets_it() {
    let (corners, unit, notes) = brought(vec![square("a.obj", 10.0, INCH), square("b.obj", 254.0, MM)], None);
    assert_eq!((corners, unit), (vec![10.0, 254.0 / 25.4], INCH));
    assert!(notes.is_empty(), "{notes:?}");
    let (corners, unit, _) = brought(vec![square("b.obj", 254.0, MM), square("a.obj", 10.0, INCH)], None);
    assert_eq!((corners, unit), (vec![254.0, 254.0], MM));
}

#[test]
fn files_that_say_nothing_are_taken_to_be_in_the_same_unit_with_a_warning() {
    let objects = || vec![square("a.obj", 10.0, None), square("b.obj", 20.0, MM)];
    let (corners, unit, notes) = brought(objects(), None);
    assert_eq!((corners, unit), (vec![10.0, 20.0], MM));
    let expected = ["a.obj: the file says no unit and is taken to be in millimeters, like b.obj; --units sets it"];
    assert_eq!(notes, expected);
    let (corners, unit, notes) = brought(objects(), INCH);
    assert_eq!((corners, unit), (vec![254.0, 20.0], MM));
    assert!(notes.is_empty(), "{notes:?}");
    // With nothing to tell them apart, there is nothing to say.
    for (assumed, known) in [(None, None), (INCH, INCH)] {
        let objects = vec![square("a.obj", 10.0, None), square("b.obj", 20.0, None)];
        assert_eq!(brought(objects, assumed), (vec![10.0, 20.0], known, Vec::new()));
    }
}

#[test]
fn very_different_units_are_a_warning() {
    let objects = vec![square("a.3mf.obj", 10.0, MM), square("b.glb.obj", 0.01, Some(Unit::Meter))];
    let (corners, _, notes) = brought(objects, None);
    assert_eq!(corners, [10.0, 10.0]);
    let expected = ["b.glb.obj: the file is in meters and was brought to millimeters, like a.3mf.obj"];
    assert_eq!(notes, expected);
}

#[test]
fn very_different_sizes_are_a_warning_between_files_but_not_inside_one() {
    let pair = |small: &str, large: &str| vec![square(small, 1.0, None), square(large, 501.0, None)];
    assert_eq!(brought(pair("a.obj", "a.obj"), None).2, Vec::<String>::new());
    let expected = ["a.obj: its size is 1.41, but that of b.obj is 709; --units sets the unit of files that say none"];
    assert_eq!(brought(pair("a.obj", "b.obj"), None).2, expected);
    assert_eq!(brought(vec![square("a.obj", 1.0, None), square("b.obj", 499.0, None)], None).2, Vec::<String>::new());
}

#[test]
fn poses_are_scaled_from_outside_and_left_alone_otherwise() {
    let mut objects = vec![square("a.obj", 1.0, MM), square("b.obj", 1.0, Some(Unit::Centimeter))];
    objects[1].pose = Pose::translation(1.0, 2.0, 3.0).unwrap();
    bring_to_one_unit(&mut objects, None).unwrap();
    assert_eq!(objects[0].pose, Pose::IDENTITY);
    assert_eq!(objects[1].pose.apply(DVec3::ONE).to_array(), [20.0, 30.0, 40.0]);

    objects[1].pose = Pose::translation(1e308, 0.0, 0.0).unwrap();
    let error = bring_to_one_unit(&mut objects, None).unwrap_err().to_string();
    assert_eq!(error, "b.obj: object \"b\": the pose has the translation inf; it must be finite");
    assert!(bring_to_one_unit(&mut [], INCH).unwrap().1.is_empty());
}

#[test]
fn formats_say_their_units() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/good");
    for (name, unit) in [("square.3mf", MM), ("square.glb", Some(Unit::Meter)), ("square.obj", None)] {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        assert_eq!(read(name, bytes).unwrap()[0].unit, unit, "{name}");
    }
}
