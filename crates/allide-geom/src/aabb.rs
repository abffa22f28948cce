use glam::DVec3;

/// A closed axis-aligned box. [`Aabb::EMPTY`] contains nothing and is the identity of [`Aabb::union`].
///
/// ```
/// use allide_geom::{Aabb, DVec3};
///
/// let cube = Aabb::around([DVec3::ZERO, DVec3::ONE]);
/// let next = Aabb::around([DVec3::X, DVec3::new(2.0, 1.0, 1.0)]);
/// assert!(cube.overlaps(&next));
/// assert_eq!(cube.union(&next).size(), DVec3::new(2.0, 1.0, 1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// The corner with the smallest coordinates.
    pub min: DVec3,
    /// The corner with the largest coordinates.
    pub max: DVec3,
}

impl Aabb {
    /// The box without points.
    pub const EMPTY: Self = Self { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };

    /// The smallest box around `points`.
    pub fn around(points: impl IntoIterator<Item = DVec3>) -> Self {
        points
            .into_iter()
            .fold(Self::EMPTY, |bounds, point| Self { min: bounds.min.min(point), max: bounds.max.max(point) })
    }

    /// Whether the box has no points.
    pub fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// Whether the boxes share a point; touching counts.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// The points in both boxes.
    pub fn intersection(&self, other: &Self) -> Self {
        Self { min: self.min.max(other.min), max: self.max.min(other.max) }
    }

    /// The smallest box around both.
    pub fn union(&self, other: &Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The box with every face moved outwards by at least `margin`.
    ///
    /// Rounded outwards, so that no point within `margin` is lost.
    pub fn grown(&self, margin: f64) -> Self {
        Self { min: (self.min - margin).map(f64::next_down), max: (self.max + margin).map(f64::next_up) }
    }

    /// The gap between two boxes on each axis: 0 where they overlap.
    pub fn gap(&self, other: &Self) -> DVec3 {
        (other.min - self.max).max(self.min - other.max).max(DVec3::ZERO)
    }

    /// Centre, free of overflow.
    pub fn center(&self) -> DVec3 {
        self.min * 0.5 + self.max * 0.5
    }

    /// Edge lengths; zero for the empty box.
    pub fn size(&self) -> DVec3 {
        if self.is_empty() { DVec3::ZERO } else { self.max - self.min }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_boxes_overlap_and_share_a_face() {
        let a = Aabb::around([DVec3::ZERO, DVec3::ONE]);
        let b = Aabb::around([DVec3::X, DVec3::new(2.0, 1.0, 1.0)]);
        assert!(a.overlaps(&b));
        assert_eq!(a.intersection(&b).size(), DVec3::new(0.0, 1.0, 1.0));
        assert!(!a.grown(1e-9).intersection(&b).is_empty());
    }

    #[test]
    fn the_empty_box_overlaps_nothing() {
        let all = Aabb { min: DVec3::MIN, max: DVec3::MAX };
        assert!(Aabb::EMPTY.is_empty());
        assert!(!Aabb::EMPTY.overlaps(&all));
        assert_eq!(Aabb::EMPTY.size(), DVec3::ZERO);
        assert_eq!(Aabb::around([]), Aabb::EMPTY);
    }
}
