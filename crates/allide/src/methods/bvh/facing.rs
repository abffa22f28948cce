//! The nearest triangles of two objects that a plane keeps apart, or almost: few of their triangles reach into the gap.
//!
//! From a direction to the vertices that reach farthest towards each other, from these to a better direction, and so on, as
//! Gilbert, Johnson and Keerthi find the distance of convex bodies. Whatever is nearer than the best pair then reaches far
//! enough in the best direction, on either side. If that is little, all of it is compared, and no boxes are.

use super::toward::Direction;
use super::walk::Walk;
use crate::Pose;
use crate::confirm::{Batch, DistanceSink, Glance, Sink};
use crate::world::WorldPair;
use allide_geom::{DVec3, distance};

/// For objects with more vertices, boxes find far ones sooner than a look at all.
const VERTICES: usize = 1 << 12;
/// How many directions are tried.
const ROUNDS: usize = 6;
/// A better direction has to bring at least this part (one over this number) of what the best pair is beyond the gap.
const GAIN: f64 = 4.0;
/// Triangles of either side that are worth being compared with each other.
const MOST: usize = 48;
/// Pairs of them that are worth being measured.
const PAIRS: usize = 512;

/// A direction, and how far the objects extend in it towards each other.
struct Look<'k> {
    glance: Glance<'k>,
    of_a: f64,
    of_b: f64,
    /// A bound on the distance of all triangles.
    apart: f64,
}

impl<S: Sink> Walk<'_, S> {
    /// Offers all pairs that may be the nearest, if they are soon found and few: whether that is so. In any case the best
    /// pair so far becomes a good guess.
    pub(super) fn offer_facing(
        &self,
        pair: WorldPair<'_>,
        known: &DistanceSink<'_>,
        batch: &mut Batch<S::Finding>,
    ) -> bool {
        if [pair.a, pair.b].iter().any(|object| object.mesh.positions().len() > VERTICES) {
            return false;
        }
        let best = known.best();
        let centers = || known.glance_along(pair.a.outer_bounds.center(), pair.b.outer_bounds.center());
        let mut next = known.glance().or_else(centers);
        let mut most: Option<Look<'_>> = None;
        // Of all differences of points, the nearest to zero so far; and the vertices found last.
        let (mut nearest_point, mut last): (Option<[DVec3; 2]>, _) = (None, [u32::MAX; 2]);
        for _ in 0..ROUNDS {
            let Some(glance) = next else { break };
            let [(of_a, a), (of_b, b)] = glance.farthest();
            let apart = glance.apart(of_a, of_b);
            let steps = best.steps(apart);
            if !best.may_precede(steps, 0, 0) {
                return true;
            }
            if most.as_ref().is_none_or(|most| apart > most.apart) {
                most = Some(Look { glance, of_a, of_b, apart });
            }
            let least = most.as_ref().map_or(apart, |most| most.apart);
            if steps.saturating_add(2) > best.best_steps() || [a, b] == last {
                break;
            }
            last = [a, b];
            let Some((triangles, between)) = known.at_vertices(a, b) else { break };
            let nearest = known.measure(triangles.0, triangles.1);
            if nearest.distance <= best.distance() {
                self.sink.offer(batch, triangles.0, &[triangles.1]);
            }
            let mut point = nearest.on_b - nearest.on_a;
            if let Some([known, other]) = nearest_point {
                let inner = distance(&[known, other, between], &[DVec3::ZERO; 3]).on_a;
                point = if inner.length_squared() < point.length_squared() { inner } else { point };
            }
            // The distance of the hulls is between these two. If that leaves little, no direction is much better.
            if (point.length() - least) * GAIN < best.distance() - least {
                break;
            }
            nearest_point = Some([point, between]);
            next = known.glance_along(nearest.on_a, nearest.on_a + point);
        }
        most.is_some_and(|look| self.offer_between(&look, known, batch))
    }

    /// Offers the triangles that reach far enough to be nearer than the best pair, if they are few; returns whether they are.
    fn offer_between(&self, look: &Look<'_>, known: &DistanceSink<'_>, batch: &mut Batch<S::Finding>) -> bool {
        let (best, glance) = (known.best(), &look.glance);
        if best.best_steps() == 0 {
            // Of pairs that touch, the first by numbers is wanted, and trees lead to it.
            return false;
        }
        let limit = best.distance() + 2.0 * glance.slack;
        let [to_b, to_a] = self.directions(glance);
        let all_a = self.trees[0].reaching(to_b, look.of_b - limit, MOST, |a| glance.of_a(a));
        let Some(all_a) = all_a else { return false };
        let all_b = self.trees[1].reaching(to_a, -look.of_a - limit, MOST, |b| -glance.of_b(b));
        let Some(all_b) = all_b.filter(|all_b| all_a.len() * all_b.len() <= PAIRS) else { return false };
        for &(of_a, a) in &all_a {
            for &(of_b, b) in &all_b {
                if best.may_precede(glance.steps(of_a, -of_b), a, b) {
                    self.sink.offer(batch, a, &[b]);
                }
            }
        }
        true
    }

    /// A direction in the coordinates of each tree, for the second towards the first.
    fn directions(&self, glance: &Glance<'_>) -> [Direction; 2] {
        let direction = |pose: &Pose, direction: DVec3| {
            let (matrix, translation) = pose.parts();
            Direction {
                along: (matrix.transpose() * direction).to_array(),
                start: direction.dot(translation - glance.origin),
                slack: glance.slack_of_boxes(),
            }
        };
        [direction(&self.poses[0], glance.direction), direction(&self.poses[1], -glance.direction)]
    }
}
