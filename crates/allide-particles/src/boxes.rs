//! Axis-aligned boxes of the world.

use glam::DVec3;

/// A closed box; empty where `min` exceeds `max`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Aabb {
    pub min: DVec3,
    pub max: DVec3,
}

/// Boxes are grown by this share of their coordinates: far more than all rounding of positions.
const SLACK: f64 = 1e-9;

impl Aabb {
    pub const EMPTY: Self = Self { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };

    pub fn add(&mut self, point: DVec3) {
        self.min = self.min.min(point);
        self.max = self.max.max(point);
    }

    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Whether they share a point.
    pub fn meets(&self, other: &Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
            && self.min.z <= other.max.z
            && other.min.z <= self.max.z
    }

    /// Larger than all rounding.
    #[must_use]
    pub fn grown(self) -> Self {
        let slack = (self.min.abs().max(self.max.abs()).max_element() + 1e-300) * SLACK;
        Self { min: self.min - slack, max: self.max + slack }
    }

    /// The longest diagonal.
    pub fn diagonal(&self) -> f64 {
        (self.max - self.min).length()
    }
}
