//! What several tests need.
#![allow(dead_code, reason = "each test uses its part")]

pub mod check;

use allide_io::{Error, Loaded, Options, read_bytes};

/// Reads bytes with default options.
pub fn read(name: &str, bytes: impl AsRef<[u8]>) -> Result<Vec<Loaded>, Error> {
    read_bytes(name, bytes.as_ref(), None, &Options::default(), &mut |_| {}).map(|content| content.objects)
}

/// Reads bytes as one object.
pub fn read_whole(name: &str, bytes: impl AsRef<[u8]>) -> Loaded {
    let options = Options { whole: true, ..Options::default() };
    let mut objects = read_bytes(name, bytes.as_ref(), None, &options, &mut |_| {}).unwrap().objects;
    assert_eq!(objects.len(), 1);
    objects.remove(0)
}

/// The one object of a good file.
pub fn read_one(name: &str, bytes: impl AsRef<[u8]>) -> Loaded {
    let mut objects = read(name, bytes).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(objects.len(), 1, "{name}");
    objects.remove(0)
}

/// The message about a bad file.
pub fn error(name: &str, bytes: impl AsRef<[u8]>) -> String {
    read(name, bytes).expect_err(name).to_string()
}

/// Positions in the object's own coordinates.
pub fn positions(object: &Loaded) -> Vec<[f64; 3]> {
    object.mesh.positions().iter().map(|point| point.to_array()).collect()
}

/// The corners of each triangle in the world.
pub fn triangles(object: &Loaded) -> Vec<[[f64; 3]; 3]> {
    let corner = |vertex: u32| object.pose.apply(object.mesh.positions()[vertex as usize]).to_array();
    object.mesh.triangles().iter().map(|corners| corners.map(corner)).collect()
}

/// Each object's name and number of triangles.
pub fn outline(objects: &[Loaded]) -> Vec<(&str, usize)> {
    objects.iter().map(|object| (object.name.as_str(), object.mesh.triangles().len())).collect()
}

/// The corners of a unit square, and its two triangles as a fan.
pub const SQUARE: [[f64; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
pub const SQUARE_FAN: [[u32; 3]; 2] = [[0, 1, 2], [0, 2, 3]];

/// Fails unless an object is the unit square.
pub fn assert_square(object: &Loaded) {
    assert_eq!(positions(object), SQUARE);
    assert_eq!(object.mesh.triangles(), SQUARE_FAN);
}
