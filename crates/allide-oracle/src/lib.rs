//! Slow, obviously right answers about two triangles, and in [`solids`] about two closed solids, for tests only.
//!
//! Why they are right. Finite `f64` are integers times a power of two, so all arithmetic here is on integers, without
//! rounding. A triangle, degenerate or not, is the set of weighted means of its corners (weights not negative, sum 1).
//! The pairs of weights that give the same point of `a` and of `b` form a bounded polytope, and its vertices are the
//! solutions whose support, the corners with positive weight, determines them (Carathéodory). There are at most 48
//! supports with a corner of each side; `solve` settles each. The triangles share a point exactly if one support has
//! a solution, the points at the polytope's vertices span everything they share, and a corner has positive weight
//! somewhere exactly if it has at a vertex. Nothing else is used: no orientations, no case for degenerate,
//! parallel or coplanar input. Distances go the same way, with least squares in the place of equality.

pub mod around;
pub mod general;
pub mod grid;
mod number;
pub mod solids;

pub use number::Fraction;

use num_bigint::BigInt;
use number::{integers, product, solve};
use std::cmp::Ordering;

/// Three corners.
pub type Triangle = [[f64; 3]; 3];

/// How two triangles overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Both have area, they are not in one plane, and their interiors share a point.
    Crossing,
    /// Both have area, they are in one plane, and their interiors share a point.
    Coplanar,
    /// Anything less.
    Touching,
}

type Vector = [BigInt; 3];

fn minus(p: &Vector, q: &Vector) -> Vector {
    [0, 1, 2].map(|k| &p[k] - &q[k])
}

fn cross(p: &Vector, q: &Vector) -> Vector {
    [(1, 2), (2, 0), (0, 1)].map(|(k, l)| &p[k] * &q[l] - &p[l] * &q[k])
}

fn is_zero(vector: &Vector) -> bool {
    vector.iter().all(|x| *x == BigInt::ZERO)
}

/// Both triangles, the corners of `a` first, in units of 2^`exponent`.
struct Pair {
    corners: [Vector; 6],
    exponent: i64,
}

/// A vertex of the polytope of common points: a positive weight for every corner in `support`.
struct Vertex {
    support: Vec<usize>,
    /// Weighted mean of the corners: `numerators` over `denominator`, which is positive.
    numerators: Vector,
    denominator: BigInt,
}

/// The supports: all sets of corners with at least one of each side. All six cannot determine a solution of the five
/// equations that there are.
fn supports() -> impl Iterator<Item = (Vec<usize>, Vec<usize>)> {
    let sets = || (1..8u8).map(|bits| (0..3usize).filter(move |i| bits >> i & 1 == 1));
    let pairs = sets().flat_map(move |of_a| sets().map(move |of_b| (of_a.clone(), of_b)));
    pairs
        .map(|(of_a, of_b)| (of_a.collect(), of_b.map(|j| j + 3).collect()))
        .filter(|(of_a, of_b): &(Vec<_>, Vec<_>)| of_a.len() + of_b.len() < 6)
}

impl Pair {
    fn new(a: &Triangle, b: &Triangle) -> Self {
        let (values, exponent) = integers(a.iter().chain(b).flatten().copied());
        let corners = [0, 1, 2, 3, 4, 5].map(|i| [0, 1, 2].map(|k| values[3 * i + k].clone()));
        Self { corners, exponent }
    }

    /// The weights sum to 1 on both sides, so the first corner of each needs no unknown: what is left is
    /// Σ `columns`ᵢ · weightᵢ = `right`.
    fn equation(&self, of_a: &[usize], of_b: &[usize]) -> (Vec<Vector>, Vector) {
        let edge = |from: usize, to: usize| minus(&self.corners[to], &self.corners[from]);
        let along_a = of_a[1..].iter().map(|&i| edge(of_a[0], i));
        let along_b = of_b[1..].iter().map(|&j| edge(j, of_b[0]));
        (along_a.chain(along_b).collect(), edge(of_a[0], of_b[0]))
    }

    fn vertices(&self) -> Vec<Vertex> {
        supports().filter_map(|(of_a, of_b)| self.vertex(&of_a, &of_b)).collect()
    }

    fn vertex(&self, of_a: &[usize], of_b: &[usize]) -> Option<Vertex> {
        let (columns, right) = self.equation(of_a, of_b);
        let row = |k: usize| columns.iter().chain([&right]).map(|vector| vector[k].clone()).collect();
        let (unknowns, denominator) = solve(vec![row(0), row(1), row(2)])?;
        let (weights_a, weights_b) = all_weights(&unknowns, &denominator, of_a.len());
        if weights_a.iter().chain(&weights_b).any(|weight| *weight <= BigInt::ZERO) {
            return None;
        }
        let mean = |k: usize| of_a.iter().zip(&weights_a).map(|(&i, weight)| &self.corners[i][k] * weight).sum();
        Some(Vertex { support: [of_a, of_b].concat(), numerators: [0, 1, 2].map(mean), denominator })
    }

    fn class(&self, vertices: &[Vertex]) -> Option<Class> {
        if vertices.is_empty() {
            return None;
        }
        let [p, q] = [0, 3].map(|at| {
            let [origin, first, second] = [at, at + 1, at + 2].map(|i| &self.corners[i]);
            cross(&minus(first, origin), &minus(second, origin))
        });
        let interiors_meet = (0..6).all(|corner| vertices.iter().any(|vertex| vertex.support.contains(&corner)));
        if is_zero(&p) || is_zero(&q) || !interiors_meet {
            return Some(Class::Touching);
        }
        let in_plane = |corner: &Vector| product(&p, &minus(corner, &self.corners[0])) == BigInt::ZERO;
        Some(if self.corners.iter().all(in_plane) { Class::Coplanar } else { Class::Crossing })
    }
}

/// The weights of both sides: each side's first one is what the others leave of 1.
fn all_weights(unknowns: &[BigInt], one: &BigInt, count_a: usize) -> (Vec<BigInt>, Vec<BigInt>) {
    let (of_a, of_b) = unknowns.split_at(count_a - 1);
    let complete = |rest: &[BigInt]| [&[one - rest.iter().sum::<BigInt>()], rest].concat();
    (complete(of_a), complete(of_b))
}

/// How `a` and `b` overlap; `None` if they share no point.
pub fn overlap(a: &Triangle, b: &Triangle) -> Option<Class> {
    let pair = Pair::new(a, b);
    pair.class(&pair.vertices())
}

/// Whether `a` and `b` share a point.
pub fn meet(a: &Triangle, b: &Triangle) -> bool {
    let pair = Pair::new(a, b);
    supports().any(|(of_a, of_b)| pair.vertex(&of_a, &of_b).is_some())
}

/// How `a` and `b` overlap if the hull of the corners that they have in common does not count.
///
/// With the same corners they are duplicates, which count always.
pub fn self_overlap(a: &Triangle, b: &Triangle) -> Option<Class> {
    let pair = Pair::new(a, b);
    let (of_a, of_b) = pair.corners.split_at(3);
    let mut shared: Vec<&Vector> = of_a.iter().filter(|corner| of_b.contains(corner)).collect();
    shared.sort();
    shared.dedup();
    let duplicates = of_a.iter().chain(of_b).all(|corner| shared.contains(&corner));
    let vertices = pair.vertices();
    let counts = duplicates || vertices.iter().any(|vertex| !in_hull(vertex, &shared));
    pair.class(&vertices).filter(|_| counts)
}

/// Whether the vertex lies in the hull of at most two points.
fn in_hull(vertex: &Vertex, hull: &[&Vector]) -> bool {
    let Some(start) = hull.first() else { return false };
    let offset = [0, 1, 2].map(|k| &vertex.numerators[k] - &start[k] * &vertex.denominator);
    let Some(end) = hull.get(1) else { return is_zero(&offset) };
    assert_eq!(hull.len(), 2, "two triangles with three corners in common are duplicates");
    let along = minus(end, start);
    let (reached, whole) = (product(&offset, &along), product(&along, &along) * &vertex.denominator);
    is_zero(&cross(&offset, &along)) && BigInt::ZERO <= reached && reached <= whole
}

/// The sign of the determinant of the vectors from the first point to the others, of which there are as many as axes.
pub fn orientation<const AXES: usize>(points: &[[f64; AXES]]) -> i8 {
    assert_eq!(points.len(), AXES + 1);
    let (values, _) = integers(points.iter().flatten().copied());
    let (origin, rest) = values.split_at(AXES);
    let rows = rest.chunks(AXES).map(|point| point.iter().zip(origin).map(|(x, from)| x - from).collect());
    match determinant(&rows.collect::<Vec<_>>()).cmp(&BigInt::ZERO) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}

/// Expanded along the first row.
fn determinant(rows: &[Vec<BigInt>]) -> BigInt {
    let Some((first, rest)) = rows.split_first() else { return BigInt::from(1) };
    let without = |k: usize| rest.iter().map(|row| [&row[..k], &row[k + 1..]].concat()).collect::<Vec<_>>();
    let term = |k: usize| &first[k] * determinant(&without(k));
    (0..first.len()).map(|k| if k % 2 == 0 { term(k) } else { -term(k) }).sum()
}

/// Points that span everything that `a` and `b` share, each coordinate rounded.
pub fn common_points(a: &Triangle, b: &Triangle) -> Vec<[f64; 3]> {
    let pair = Pair::new(a, b);
    let coordinate = |x: BigInt, vertex: &Vertex| Fraction::new(x, vertex.denominator.clone()).to_f64(pair.exponent);
    let point = |vertex: &Vertex| vertex.numerators.clone().map(|x| coordinate(x, vertex));
    pair.vertices().iter().map(point).collect()
}

/// The square of the distance between `a` and `b`.
///
/// Some pair of nearest points has supports whose equation has independent columns: were they dependent, the weights
/// could move along the dependency, the two points staying at the same distance, until one is zero. There the least
/// squares of the equation determine the weights; and whatever has weights that are not negative is a distance between
/// points of `a` and `b`. So the smallest over all supports is the answer.
pub fn distance_squared(a: &Triangle, b: &Triangle) -> Fraction {
    let pair = Pair::new(a, b);
    let candidates = supports().filter_map(|(of_a, of_b)| {
        let (columns, right) = pair.equation(&of_a, &of_b);
        let row = |column: &Vector| columns.iter().chain([&right]).map(|other| product(column, other)).collect();
        let (unknowns, denominator) = solve(columns.iter().map(row).collect())?;
        let (weights_a, weights_b) = all_weights(&unknowns, &denominator, of_a.len());
        if weights_a.iter().chain(&weights_b).any(|weight| *weight < BigInt::ZERO) {
            return None;
        }
        let reached = |k: usize| columns.iter().zip(&unknowns).map(|(column, x)| &column[k] * x).sum::<BigInt>();
        let gap = [0, 1, 2].map(|k| &right[k] * &denominator - reached(k));
        Some(Fraction::new(product(&gap, &gap), &denominator * &denominator))
    });
    let smallest = candidates.min().expect("a corner of each side is a support");
    smallest.times_power_of_two(2 * pair.exponent)
}

/// Whether `distance` lies within `tolerance` of the square root of `squared`.
pub fn is_root(distance: f64, squared: &Fraction, tolerance: f64) -> bool {
    let square = |x: f64| Fraction::from_f64(x).squared();
    square((distance - tolerance).max(0.0)) <= *squared && *squared <= square(distance + tolerance)
}

/// All overlapping pairs of two lists, in order: index into `a`, index into `b`, class.
pub fn all_pairs(a: &[Triangle], b: &[Triangle]) -> Vec<(usize, usize, Class)> {
    let indices = (0..a.len()).flat_map(|i| (0..b.len()).map(move |j| (i, j)));
    indices.filter_map(|(i, j)| overlap(&a[i], &b[j]).map(|class| (i, j, class))).collect()
}

/// All pairs of one list that overlap by the rule of [`self_overlap`], in order, the smaller index first.
pub fn all_self_pairs(triangles: &[Triangle]) -> Vec<(usize, usize, Class)> {
    let indices = (0..triangles.len()).flat_map(|i| (i + 1..triangles.len()).map(move |j| (i, j)));
    indices.filter_map(|(i, j)| self_overlap(&triangles[i], &triangles[j]).map(|class| (i, j, class))).collect()
}

#[cfg(test)]
mod tests;
