//! Everything that can be computed before coefficients are known (section 4.1), and the test in `f64` (section 4.2).
//!
//! An axis is a vector L of the world. Let object A be placed by x → Mx + T. Then L·(Mx + T) = (MᵀL)·x + L·T, and if
//! MᵀL is the sum of three directions D with weights P ≤ 0, then (MᵀL)·x ≥ ΣPa for all x in the DOP with coefficients
//! a, since D·x ≤ a. That holds for any three directions, and for any DOP of the family; the vertex of the largest DOP
//! is the best choice for one of equal coefficients. The maximum is −Σ P a with the opposite faces.
//!
//! Weights come from `f64` arithmetic. How far three weighted directions miss MᵀL is computed, too, and becomes part of
//! the slack, as does the rounding of [`DAffine3`] when it is applied to points. So no step needs to be exact, and none
//! has to be trusted.

use super::{Orientations, Tree};
use glam::{DAffine3, DMat3, DVec3};

/// More than all roundings on the way, some thirty of them, as a part of the largest numbers involved.
pub(super) const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// Axes are parallel if the sine of the angle between them is smaller.
const PARALLEL: f64 = 1.0e-9;

/// A tree and where it is in the world.
///
/// A point x of the mesh is at `((x_axis * x.x + y_axis * x.y) + z_axis * x.z) + translation`, rounded, or in any other
/// order.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The pose.
    pub pose: DAffine3,
}

/// How DOPs of one object are projected onto an axis: the mapping vector of equation 2 and the faces it applies to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// The three faces that meet where the projection is least.
    pub faces: [u16; 3],
    /// The factors of their coefficients: numbers from −1 to 0.
    pub weights: [f64; 3],
}

/// A candidate separating axis of two placed trees.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The axis, in the world.
    pub direction: DVec3,
    /// How the first object is projected.
    pub a: Projection,
    /// How the second object is projected.
    pub b: Projection,
    /// How far the first object is shifted along the axis, relative to the second: p = L·T.
    pub shift: f64,
    slack: f64,
    rounding: f64,
}

impl Projection {
    fn new(orientations: &Orientations, vector: DVec3) -> Self {
        let (faces, weights) = orientations.support(-vector);
        // Vectors are no longer than 1; what rounding adds to that is part of the residual.
        Self { faces: faces.map(|face| face as u16), weights: weights.to_array().map(|weight| -weight.min(1.0)) }
    }

    /// All projections, those first whose sums are least for equal coefficients.
    fn all(orientations: &Orientations, vector: DVec3) -> Vec<Self> {
        let mut all: Vec<Self> = orientations
            .cones(-vector)
            .into_iter()
            .map(|(faces, weights)| Self {
                faces: faces.map(|face| face as u16),
                weights: weights.to_array().map(|weight| -weight.min(1.0)),
            })
            .collect();
        all.sort_by(|p, q| p.sum().total_cmp(&q.sum()));
        all
    }

    /// The sum of the absolute weights.
    pub fn sum(&self) -> f64 {
        self.weights.iter().map(|weight| -weight).sum()
    }

    /// The least and, negated, the greatest value on the axis (equation 3).
    fn bounds(&self, coefficients: &[f64]) -> [f64; 2] {
        let half = coefficients.len() / 2;
        let mut bounds = [0.0; 2];
        for (&face, &weight) in self.faces.iter().zip(&self.weights) {
            bounds[0] += weight * coefficients[usize::from(face)];
            bounds[1] += weight * coefficients[opposite(face, half)];
        }
        bounds
    }
}

/// The index of the coefficient on the other side.
pub(super) fn opposite(face: u16, half: usize) -> usize {
    let face = usize::from(face);
    if face < half { face + half } else { face - half }
}

impl Axis {
    /// Equations 4 and 5 for two nodes: by how much the first begins after the second ends, and the second after the
    /// first.
    pub fn differences(&self, a: &[f64], b: &[f64]) -> [f64; 2] {
        let ([a_min, a_max], [b_min, b_max]) = (self.a.bounds(a), self.b.bounds(b));
        [a_min + self.shift + b_max, b_min + a_max - self.shift]
    }

    /// The larger of the [`differences`](Self::differences): positive if the axis separates the nodes, were there no
    /// rounding.
    pub fn difference(&self, a: &[f64], b: &[f64]) -> f64 {
        let [first, second] = self.differences(a, b);
        first.max(second)
    }

    /// Whether the axis separates all points of the nodes, whatever has been rounded. Touching is not apart.
    pub fn separates(&self, a: &[f64], b: &[f64]) -> bool {
        self.difference(a, b) > self.slack + self.rounding
    }

    /// How much differences, computed without rounding from these weights, this shift and coefficients, can be larger
    /// than those of the points in the world: the rounding of poses, of weights and of the shift.
    pub fn slack(&self) -> f64 {
        self.slack
    }

    /// This axis with other faces: all choices of the `count` best triples for each object, this one first.
    ///
    /// Every choice bounds projections; which is tightest depends on coefficients (section 7 of the paper asks for
    /// smaller projections). The largest of their differences is never below that of this axis.
    pub fn alternatives(&self, a: Placed<'_>, b: Placed<'_>, count: usize) -> Vec<Self> {
        let triples = |side: Placed<'_>, own: Projection| {
            let vector = side.pose.matrix3.transpose() * self.direction;
            let mut all = vec![own];
            for projection in Projection::all(side.tree.orientations(), vector) {
                if all.iter().all(|known| known.faces != projection.faces) && all.len() < count {
                    all.push(projection);
                }
            }
            all
        };
        let (of_a, of_b) = (triples(a, self.a), triples(b, self.b));
        let choices = of_a.iter().flat_map(|&pa| of_b.iter().map(move |&pb| (pa, pb)));
        choices.filter_map(|(pa, pb)| Self::with(a, b, self.direction, pa, pb)).collect()
    }

    fn new(a: Placed<'_>, b: Placed<'_>, direction: DVec3) -> Option<Self> {
        let [on_a, on_b] = [a, b].map(|side| side.pose.matrix3.transpose() * direction);
        // Both mapped axes are to be no longer than 1, rounding included.
        let scale = (1.0 - 1.0e-12) / length(on_a).max(length(on_b));
        let direction = direction * scale;
        let [on_a, on_b] = [a, b].map(|side| side.pose.matrix3.transpose() * direction);
        let project = |side: Placed<'_>, vector| Projection::new(side.tree.orientations(), vector);
        let (pa, pb) = (project(a, on_a), project(b, on_b));
        if scale.is_finite() { Self::with(a, b, direction, pa, pb) } else { None }
    }

    /// The axis with these projections; none if nothing can be said on it.
    fn with(a: Placed<'_>, b: Placed<'_>, direction: DVec3, pa: Projection, pb: Projection) -> Option<Self> {
        let [on_a, on_b] = [a, b].map(|side| side.pose.matrix3.transpose() * direction);
        let shift = direction.dot(a.pose.translation - b.pose.translation);
        let slack = (slack(a, direction, on_a, &pa) + slack(b, direction, on_b, &pb)) * (1.0 + ROUNDING);
        let size = pa.sum() * a.tree.reach().element_sum() + pb.sum() * b.tree.reach().element_sum() + shift.abs();
        let rounding = size * ROUNDING + f64::MIN_POSITIVE;
        let is_useful = shift.is_finite() && slack.is_finite() && rounding.is_finite();
        is_useful.then_some(Self { direction, a: pa, b: pb, shift, slack, rounding })
    }
}

/// The contribution of one object to [`Axis::slack`]. `mapped` is the axis in its coordinates.
fn slack(side: Placed<'_>, axis: DVec3, mapped: DVec3, projection: &Projection) -> f64 {
    let (linear, reach) = (absolute(side.pose.matrix3), side.tree.reach());
    let directions = side.tree.orientations().directions();
    let (mut missed, mut size) = (mapped, linear.transpose() * axis.abs());
    for (&face, &weight) in projection.faces.iter().zip(&projection.weights) {
        missed -= directions[usize::from(face)] * weight;
        size += directions[usize::from(face)].abs() * -weight;
    }
    // Products may lose a subnormal each, here and when the pose is applied.
    let missed = missed.abs() + size * ROUNDING + f64::MIN_POSITIVE;
    let placed = linear * reach + side.pose.translation.abs() + f64::MIN_POSITIVE;
    missed.dot(reach) + axis.abs().dot(placed) * ROUNDING + 16.0 * f64::MIN_POSITIVE * (axis.abs().element_sum() + 1.0)
}

/// The first `count` candidate axes of two placed trees: faces of both in turn, then products of edges. Fewer if there
/// are fewer.
///
/// Parallel axes appear once. Axes on which nothing can be said, because numbers are too large or objects flattened,
/// are left out.
pub fn axes(a: Placed<'_>, b: Placed<'_>, count: usize) -> Vec<Axis> {
    let mut found: Vec<Axis> = Vec::new();
    let mut chosen: Vec<DVec3> = Vec::new();
    let mut add = |direction: DVec3| {
        let direction = direction / length(direction);
        let is_new = direction.is_finite() && chosen.iter().all(|other| other.cross(direction).length() > PARALLEL);
        if is_new && let Some(axis) = Axis::new(a, b, direction) {
            chosen.push(direction);
            found.push(axis);
        }
        found.len() < count
    };
    if count > 0 {
        candidates(a, b, &mut add);
    }
    found
}

/// Calls `add` with all candidates until it says no.
fn candidates(a: Placed<'_>, b: Placed<'_>, add: &mut impl FnMut(DVec3) -> bool) {
    let sides = [a, b].map(|side| (side.tree.orientations(), unit(side.pose.matrix3)));
    let normals = sides.map(|(_, linear)| cofactors(linear));
    for i in 0..sides[0].0.len().max(sides[1].0.len()) / 2 {
        for (&(orientations, _), normals) in sides.iter().zip(&normals) {
            if i < orientations.len() / 2 && !add(*normals * orientations.directions()[i]) {
                return;
            }
        }
    }
    let [edges_a, edges_b] = sides.map(|(orientations, linear)| {
        orientations.edges().iter().map(move |&edge| linear * edge).collect::<Vec<DVec3>>()
    });
    // Along diagonals, so that the first few mix edges of both.
    for sum in 0..edges_a.len() + edges_b.len() {
        for i in sum.saturating_sub(edges_b.len() - 1)..edges_a.len().min(sum + 1) {
            if !add(edges_a[i].cross(edges_b[sum - i])) {
                return;
            }
        }
    }
}

/// The matrix with all entries of at most 1: normals and edges keep their directions.
fn unit(linear: DMat3) -> DMat3 {
    let largest = linear.to_cols_array().iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    DMat3::from_cols(linear.x_axis / largest, linear.y_axis / largest, linear.z_axis / largest)
}

/// The matrix that transforms normals. Unlike the inverse, it exists for flattened objects.
fn cofactors(linear: DMat3) -> DMat3 {
    let [x, y, z] = [linear.x_axis, linear.y_axis, linear.z_axis];
    DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y))
}

fn absolute(linear: DMat3) -> DMat3 {
    DMat3::from_cols(linear.x_axis.abs(), linear.y_axis.abs(), linear.z_axis.abs())
}

/// The length of a vector, whose square may be out of range.
fn length(vector: DVec3) -> f64 {
    let largest = vector.abs().max_element();
    if largest == 0.0 { 0.0 } else { (vector / largest).length() * largest }
}
