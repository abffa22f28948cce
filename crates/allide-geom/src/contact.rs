use crate::{Aabb, Triangle};

/// A box around the common points of two overlapping triangles, for showing where they meet: not exact.
pub fn contact_box(a: &Triangle, b: &Triangle) -> Aabb {
    Aabb::around(a.iter().copied()).intersection(&Aabb::around(b.iter().copied()))
}
