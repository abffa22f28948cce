//! A tree of DOPs over triangles.

use super::{Orientations, build};
use crate::{Aabb, Triangle};
use glam::{DAffine3, DMat3, DVec3};
use std::fmt;
use std::sync::Arc;

/// Sums of so large numbers are still finite.
const LARGEST: f64 = 1.0e300;

/// The content of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// All triangles of two nodes, which come later in the tree.
    Inner([u32; 2]),
    /// One triangle.
    Leaf(u32),
}

/// A binary tree with a DOP around the triangles of each node, in the coordinates of the mesh.
#[derive(Clone, Debug)]
pub struct Tree {
    orientations: Arc<Orientations>,
    nodes: Vec<Node>,
    coefficients: Vec<f64>,
    reach: DVec3,
}

/// Why triangles have no tree.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TreeError {
    /// A coordinate is not finite, or so large that sums could overflow.
    Coordinate {
        /// The triangle.
        triangle: usize,
        /// Its coordinate.
        value: f64,
    },
    /// Nodes could not be numbered.
    Triangles(usize),
    /// A refitted tree must keep its triangles.
    Count {
        /// How many triangles the tree has.
        expected: usize,
        /// How many were given.
        given: usize,
    },
}

impl std::error::Error for TreeError {}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coordinate { triangle, value } => {
                write!(f, "triangle {triangle} has the coordinate {value}; k-DOPs need numbers of at most {LARGEST:e}")
            }
            Self::Triangles(count) => write!(f, "{count} triangles; a tree of k-DOPs has at most {}", u32::MAX / 2),
            Self::Count { expected, given } => {
                write!(f, "the tree has {expected} triangles, but {given} are given to refit it")
            }
        }
    }
}

impl Tree {
    /// The tree over `count` triangles.
    ///
    /// # Errors
    /// Coordinates above 1e300 or not finite, or more than 2³¹ triangles.
    pub fn build(
        orientations: &Arc<Orientations>,
        count: usize,
        triangle: impl Fn(usize) -> Triangle,
    ) -> Result<Self, TreeError> {
        if count > (u32::MAX / 2) as usize {
            return Err(TreeError::Triangles(count));
        }
        check(count, &triangle)?;
        let boxes: Vec<Aabb> = (0..count).map(|i| Aabb::around(triangle(i))).collect();
        let nodes = build::nodes(&boxes);
        let coefficients = vec![0.0; nodes.len() * orientations.len()];
        let mut tree = Self { orientations: Arc::clone(orientations), nodes, coefficients, reach: DVec3::ZERO };
        tree.fit(count, triangle);
        Ok(tree)
    }

    /// New DOPs for triangles that have moved, in the same tree.
    ///
    /// # Errors
    /// Another number of triangles, or coordinates that [`Tree::build`] refuses. The tree is then as before.
    pub fn refit(&mut self, count: usize, triangle: impl Fn(usize) -> Triangle) -> Result<(), TreeError> {
        if count != self.triangle_count() {
            return Err(TreeError::Count { expected: self.triangle_count(), given: count });
        }
        check(count, &triangle)?;
        self.fit(count, triangle);
        Ok(())
    }

    fn fit(&mut self, count: usize, triangle: impl Fn(usize) -> Triangle) {
        let k = self.orientations.len();
        let bounds = Aabb::around((0..count).flat_map(&triangle));
        self.reach = if count == 0 { DVec3::ZERO } else { bounds.min.abs().max(bounds.max.abs()) };
        for id in (0..self.nodes.len()).rev() {
            // Children come after their parents.
            let (before, after) = self.coefficients.split_at_mut((id + 1) * k);
            let own = &mut before[id * k..];
            match self.nodes[id] {
                Node::Leaf(index) => self.orientations.bound(triangle(index as usize), own),
                Node::Inner(children) => {
                    let [left, right] = children.map(|child| &after[(child as usize - id - 1) * k..][..k]);
                    for i in 0..k {
                        own[i] = left[i].max(right[i]);
                    }
                }
            }
        }
    }

    /// The directions of the faces.
    pub fn orientations(&self) -> &Arc<Orientations> {
        &self.orientations
    }

    /// All nodes. The first is the root, and parents come before their children; there are none without triangles.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// How many triangles the tree is over.
    pub fn triangle_count(&self) -> usize {
        self.nodes.len().div_ceil(2)
    }

    /// The coefficients of a node.
    pub fn node(&self, id: u32) -> &[f64] {
        let k = self.orientations.len();
        &self.coefficients[id as usize * k..][..k]
    }

    /// The largest coordinates on each axis, without sign.
    pub fn reach(&self) -> DVec3 {
        self.reach
    }

    /// How much coefficients have to grow in fixed point, so that they pay for all rounding of this pose: see
    /// [`super::Axis::slack`].
    ///
    /// Infinite for poses that flatten the object, or are too large: then growing is of no use.
    pub fn growth(&self, pose: DAffine3) -> f64 {
        let inverse = pose.matrix3.inverse();
        // No vector is stretched by more than the sum of all entries.
        let stretch: f64 = inverse.to_cols_array().iter().map(|entry| entry.abs()).sum();
        let linear = DMat3::from_cols(pose.matrix3.x_axis.abs(), pose.matrix3.y_axis.abs(), pose.matrix3.z_axis.abs());
        let world = linear * self.reach + pose.translation.abs();
        // Each of the sums in `axes::slack` is a smaller multiple of one of these.
        let growth =
            super::axes::ROUNDING * 8.0 * (world.element_sum() * stretch + self.reach.element_sum()) + 1.0e-290;
        if growth.is_finite() { growth } else { f64::INFINITY }
    }
}

fn check(count: usize, triangle: &impl Fn(usize) -> Triangle) -> Result<(), TreeError> {
    for index in 0..count {
        let numbers = triangle(index).map(|corner| corner.to_array());
        if let Some(&value) = numbers.iter().flatten().find(|x| x.is_nan() || x.abs() > LARGEST) {
            return Err(TreeError::Coordinate { triangle: index, value });
        }
    }
    Ok(())
}
