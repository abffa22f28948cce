//! The directions that faces of k-DOPs look in, and which three of them meet at an extremal vertex.

use glam::{DMat3, DVec3};
use std::fmt;
use std::sync::Arc;

/// Differences of this size between unit vectors are rounding.
const ROUNDING: f64 = 1.0e-9;
/// Three directions with a smaller determinant are taken for linearly dependent.
const FLAT: f64 = 1.0e-6;

/// The k directions that all faces of a family of DOPs look in: the second half is opposite to the first.
///
/// The *largest DOP* is the one with all coefficients 1. Its vertices tell which three faces bound a projection.
#[derive(Debug)]
pub struct Orientations {
    directions: Vec<DVec3>,
    corners: Vec<Corner>,
    edges: Vec<DVec3>,
    radius: f64,
}

/// Three faces that meet at a vertex of the largest DOP.
#[derive(Debug)]
struct Corner {
    faces: [usize; 3],
    /// From a vector to the weights of the three directions that add up to it.
    weights: DMat3,
    vertex: DVec3,
}

/// Why directions do not make a family of DOPs.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum OrientationsError {
    /// There is no standard set with this number of faces.
    Count(usize),
    /// A direction is not of length 1.
    Length {
        /// Its place in the table.
        direction: usize,
        /// Its length.
        length: f64,
    },
    /// Two directions are parallel.
    Parallel([usize; 2]),
    /// The DOPs would be unbounded: the directions lie in a plane.
    Unbounded,
    /// Two neighbouring faces meet at less than a right angle, so mapping vectors could exceed 1.
    Acute([usize; 2]),
}

impl std::error::Error for OrientationsError {}

impl fmt::Display for OrientationsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(k) => write!(f, "no standard set has {k} faces; there are sets with 6, 14, 18, 24 and 26"),
            Self::Length { direction, length } => write!(f, "direction {direction} has length {length}, not 1"),
            Self::Parallel([i, j]) => write!(f, "directions {i} and {j} are parallel"),
            Self::Unbounded => write!(f, "all directions lie in a plane"),
            Self::Acute([i, j]) => {
                write!(
                    f,
                    "faces {i} and {j} are neighbours and meet at less than a right angle; put a direction between them"
                )
            }
        }
    }
}

const AXES: &[[f64; 3]] = &[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
const CORNERS: &[[f64; 3]] = &[[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
const EDGES: &[[f64; 3]] =
    &[[1.0, 1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 1.0], [0.0, 1.0, -1.0], [1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]];
/// Cyclic permutations of three vectors of digits up to 2. With the axes, no other three have a smaller r_max (455 tried).
const TURNS: &[[f64; 3]] = &[
    [1.0, 0.0, -1.0],
    [-1.0, 1.0, 0.0],
    [0.0, -1.0, 1.0],
    [2.0, 2.0, -1.0],
    [-1.0, 2.0, 2.0],
    [2.0, -1.0, 2.0],
    [2.0, 1.0, 1.0],
    [1.0, 2.0, 1.0],
    [1.0, 1.0, 2.0],
];

impl Orientations {
    /// The standard set with k faces.
    ///
    /// All contain the axes. 14 adds the four diagonals of a cube, 18 the six diagonals of its faces, 26 both. 24 adds
    /// the cyclic permutations of (1, 0, −1), (2, 2, −1) and (2, 1, 1): it looks alike along x, y and z, and r_max is
    /// 1.159.
    ///
    /// # Errors
    /// k is not one of 6, 14, 18, 24 and 26.
    pub fn standard(k: usize) -> Result<Arc<Self>, OrientationsError> {
        let tables: &[&[[f64; 3]]] = match k {
            6 => &[AXES],
            14 => &[AXES, CORNERS],
            18 => &[AXES, EDGES],
            24 => &[AXES, TURNS],
            26 => &[AXES, CORNERS, EDGES],
            _ => return Err(OrientationsError::Count(k)),
        };
        let half: Vec<DVec3> = tables.iter().copied().flatten().map(|&v| DVec3::from(v).normalize()).collect();
        Self::new(&half)
    }

    /// The set of these directions, of length 1, and their opposites.
    ///
    /// # Errors
    /// Directions of other lengths, parallel ones, all of them in a plane, or so few that neighbouring faces of the
    /// largest DOP meet at less than a right angle: then mapping vectors would not lie in [−1, 0].
    pub fn new(half: &[DVec3]) -> Result<Arc<Self>, OrientationsError> {
        for (direction, vector) in half.iter().enumerate() {
            let length = vector.length();
            // Not a number is no length either.
            let is_unit = (length - 1.0).abs() < ROUNDING;
            if !is_unit {
                return Err(OrientationsError::Length { direction, length });
            }
            if let Some(other) = half[..direction].iter().position(|v| v.cross(*vector).length() < ROUNDING) {
                return Err(OrientationsError::Parallel([other, direction]));
            }
        }
        let directions: Vec<DVec3> = half.iter().copied().chain(half.iter().map(|&v| -v)).collect();
        let corners = corners(&directions);
        if corners.is_empty() {
            return Err(OrientationsError::Unbounded);
        }
        for [i, j, l] in corners.iter().map(|corner| corner.faces) {
            if let Some(&pair) =
                [[i, j], [j, l], [i, l]].iter().find(|[i, j]| directions[*i].dot(directions[*j]) < -ROUNDING)
            {
                return Err(OrientationsError::Acute(pair));
            }
        }
        let edges = edges(&directions, &corners);
        let radius = corners.iter().map(|corner| corner.vertex.length()).fold(0.0, f64::max);
        Ok(Arc::new(Self { directions, corners, edges, radius }))
    }

    /// How many faces the DOPs have.
    #[expect(clippy::len_without_is_empty, reason = "it has six at least")]
    pub fn len(&self) -> usize {
        self.directions.len()
    }

    /// All k directions. Opposite to direction i is direction i + k/2.
    pub fn directions(&self) -> &[DVec3] {
        &self.directions
    }

    /// The directions of the edges of the largest DOP, each once.
    pub fn edges(&self) -> &[DVec3] {
        &self.edges
    }

    /// r_max: how far vertices of the largest DOP are from its centre, at most. A bound on what the weights of a unit
    /// vector add up to.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The three faces that meet at the vertex of the largest DOP that is farthest along `vector`, and the weights,
    /// none of them negative, with which their directions add up to it.
    ///
    /// For all weights that are not negative, the sum of weights times coefficients bounds the projection of any DOP of
    /// the family; the vertex of the largest DOP is where that sum is smallest if all coefficients are equal.
    pub(super) fn support(&self, vector: DVec3) -> ([usize; 3], DVec3) {
        // All cones that contain the vector have the same vertex, or others as far. Rounding may put it beside all of
        // them: the nearest one will do.
        let weighted = self.corners.iter().map(|corner| (corner.faces, corner.weights * vector));
        let best = weighted.max_by(|p, q| p.1.min_element().total_cmp(&q.1.min_element()));
        let (faces, weights) = best.expect("a DOP has corners");
        (faces, weights.max(DVec3::ZERO))
    }

    /// All triples of faces, not only those that meet at a vertex, whose directions add up to `vector` with weights from
    /// 0 to 1.
    pub(super) fn cones(&self, vector: DVec3) -> Vec<([usize; 3], DVec3)> {
        let count = self.len();
        let triples = (0..count).flat_map(|i| (i + 1..count).flat_map(move |j| (j + 1..count).map(move |l| [i, j, l])));
        let weighted = triples.filter_map(|faces| {
            let matrix = DMat3::from_cols_array_2d(&faces.map(|face| self.directions[face].to_array()));
            (matrix.determinant().abs() > FLAT).then(|| (faces, matrix.inverse() * vector))
        });
        weighted.filter(|(_, weights)| weights.min_element() >= 0.0 && weights.max_element() <= 1.0).collect()
    }

    /// The coefficients of the smallest DOP around `points`, rounded upwards.
    ///
    /// Every point x satisfies D·x ≤ d for all directions D and their coefficients d, exactly. Without points,
    /// coefficients are −∞.
    pub fn bound(&self, points: impl IntoIterator<Item = DVec3>, coefficients: &mut [f64]) {
        coefficients.fill(f64::NEG_INFINITY);
        let half = self.len() / 2;
        for point in points {
            for (i, direction) in self.directions[..half].iter().enumerate() {
                let terms = *direction * point;
                let value = (terms.x + terms.y) + terms.z;
                // The directions of the axes round nothing. Others: five operations, and underflow.
                let error = if direction.abs().max_element() == 1.0 {
                    0.0
                } else {
                    4.0 * f64::EPSILON * terms.abs().element_sum() + f64::MIN_POSITIVE
                };
                coefficients[i] = coefficients[i].max(upwards(value, error));
                coefficients[i + half] = coefficients[i + half].max(upwards(-value, error));
            }
        }
    }
}

/// The sum, or more.
fn upwards(value: f64, error: f64) -> f64 {
    if error == 0.0 { value } else { (value + error).next_up() }
}

/// All triples of faces that meet at a vertex of the largest DOP. Where more than three meet, all triples of them.
fn corners(directions: &[DVec3]) -> Vec<Corner> {
    let mut corners = Vec::new();
    for i in 0..directions.len() {
        for j in i + 1..directions.len() {
            for l in j + 1..directions.len() {
                let matrix = DMat3::from_cols(directions[i], directions[j], directions[l]);
                if matrix.determinant().abs() < FLAT {
                    continue;
                }
                let weights = matrix.inverse();
                let vertex = weights.transpose() * DVec3::ONE;
                if directions.iter().all(|direction| direction.dot(vertex) <= 1.0 + ROUNDING) {
                    corners.push(Corner { faces: [i, j, l], weights, vertex });
                }
            }
        }
    }
    corners
}

/// The directions of lines on which two faces of the largest DOP have two vertices in common.
fn edges(directions: &[DVec3], corners: &[Corner]) -> Vec<DVec3> {
    let mut edges: Vec<DVec3> = Vec::new();
    for i in 0..directions.len() {
        for j in i + 1..directions.len() {
            let mut shared = corners.iter().filter(|c| c.faces.contains(&i) && c.faces.contains(&j)).map(|c| c.vertex);
            let Some(first) = shared.next() else { continue };
            let direction = directions[i].cross(directions[j]).normalize();
            let is_edge = shared.any(|vertex| vertex.distance(first) > FLAT);
            if is_edge && edges.iter().all(|edge| edge.cross(direction).length() > FLAT) {
                edges.push(direction);
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radii_are_at_most_the_square_root_of_three() {
        for (k, radius) in [(6, 1.732), (14, 1.239), (18, 1.225), (24, 1.159), (26, 1.128)] {
            let set = Orientations::standard(k).unwrap();
            assert_eq!(set.len(), k);
            // The paper gives the bound alone.
            assert!(set.radius() <= 3_f64.sqrt() + 1e-12);
            assert!((set.radius() - radius).abs() < 5e-4, "{k}: {}", set.radius());
        }
    }

    #[test]
    fn opposite_faces_are_half_a_table_apart() {
        for k in [6, 14, 18, 24, 26] {
            let set = Orientations::standard(k).unwrap();
            for i in 0..k / 2 {
                assert_eq!(set.directions()[i], -set.directions()[i + k / 2]);
            }
        }
    }

    #[test]
    fn edges_are_those_of_known_polytopes() {
        // A cube, and a truncated octahedron: its 36 edges are parallel to those of an octahedron.
        assert_eq!(Orientations::standard(6).unwrap().edges().len(), 3);
        assert_eq!(Orientations::standard(14).unwrap().edges().len(), 6);
    }

    #[test]
    fn weights_add_up_to_the_vector_and_are_not_negative() {
        let mut seed = 1_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        for k in [6, 14, 18, 24, 26] {
            let set = Orientations::standard(k).unwrap();
            let special = set.directions().iter().chain(set.edges()).copied().collect::<Vec<_>>();
            for step in 0..2_000 {
                let vector = if step < special.len() { special[step] } else { DVec3::new(next(), next(), next()) };
                let (faces, weights) = set.support(vector);
                let sum: DVec3 = (0..3).map(|i| set.directions()[faces[i]] * weights[i]).sum();
                assert!(weights.min_element() >= 0.0 && sum.distance(vector) < 1e-8, "{k}: {vector} {weights}");
                assert!(weights.element_sum() <= set.radius() * vector.length() * (1.0 + 1e-8));
                // No vertex of the largest DOP is farther.
                let farthest = set.corners.iter().map(|c| c.vertex.dot(vector)).fold(0.0, f64::max);
                assert!((weights.element_sum() - farthest).abs() < 1e-8);
            }
        }
    }

    #[test]
    fn bad_tables_are_refused_with_a_reason() {
        let [x, y, z] = [DVec3::X, DVec3::Y, DVec3::Z];
        let error = |table: &[DVec3]| Orientations::new(table).unwrap_err();
        assert!(Orientations::new(&[x, y, z]).is_ok());
        assert_eq!(Orientations::standard(25).unwrap_err(), OrientationsError::Count(25));
        assert_eq!(error(&[x, y, z * 2.0]), OrientationsError::Length { direction: 2, length: 2.0 });
        assert!(matches!(error(&[x, y, z * f64::NAN]), OrientationsError::Length { direction: 2, .. }));
        assert_eq!(error(&[x, y, -x, z]), OrientationsError::Parallel([0, 2]));
        assert_eq!(error(&[x, y, (x + y).normalize()]), OrientationsError::Unbounded);
        assert_eq!(error(&[]), OrientationsError::Unbounded);
        // A slanted box: two faces meet at 80 degrees.
        let slanted = DVec3::new(10_f64.to_radians().sin(), 10_f64.to_radians().cos(), 0.0);
        assert!(matches!(error(&[x, slanted, z]), OrientationsError::Acute(_)));
    }

    #[test]
    fn axes_round_nothing_and_other_coefficients_upwards() {
        let set = Orientations::standard(26).unwrap();
        let point = DVec3::new(0.1, -0.7, 1e-310);
        let mut coefficients = [0.0; 26];
        set.bound([point], &mut coefficients);
        assert_eq!([0, 1, 2, 13, 14, 15].map(|i| coefficients[i]), [0.1, -0.7, 1e-310, -0.1, 0.7, -1e-310]);
        for i in 0..13 {
            let width = coefficients[i] + coefficients[i + 13];
            assert!((0.0..1e-14).contains(&width), "{width}");
        }
        set.bound([], &mut coefficients);
        assert!(coefficients.iter().all(|&d| d == f64::NEG_INFINITY));
    }
}
