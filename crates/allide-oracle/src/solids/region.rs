//! Convex regions of the plane, and integrals over them.

use crate::number::product;
use num_bigint::{BigInt, Sign};

/// x, y and w of the point (x / w, y / w), w positive; or a, b and c of the function a·x + b·y + c·w, which is zero on a
/// line.
pub type Homogeneous = [BigInt; 3];

/// The point on two lines, or the line through two points: positive to the left of the way from the first to the second.
pub fn join(p: &Homogeneous, q: &Homogeneous) -> Homogeneous {
    crate::cross(p, q)
}

/// A convex polygon, counterclockwise.
#[derive(Clone, Default)]
pub struct Region {
    /// Positive inside.
    lines: Vec<Homogeneous>,
    /// Each on the line with the same index and on the next one.
    corners: Vec<Homogeneous>,
}

impl Region {
    /// A triangle with corners in counterclockwise order.
    pub fn triangle([p, q, r]: &[Homogeneous; 3]) -> Self {
        let lines = vec![join(r, p), join(p, q), join(q, r)];
        Self { lines, corners: vec![p.clone(), q.clone(), r.clone()] }
    }

    pub fn lines(&self) -> &[Homogeneous] {
        &self.lines
    }

    pub fn is_empty(&self) -> bool {
        self.corners.is_empty()
    }

    /// The part where the function is positive. Corners are made of original lines each time, so numbers stay small.
    pub fn clipped(&self, line: &Homogeneous) -> Self {
        let count = self.lines.len();
        let signs: Vec<Sign> = self.corners.iter().map(|corner| product(line, corner).sign()).collect();
        let Some(outside) = signs.iter().position(|&sign| sign == Sign::Minus) else { return self.clone() };
        // An edge stays if any of it is inside. Those that stay follow each other, from the cut on.
        let stays = |k: &usize| [signs[k % count], signs[(k + count - 1) % count]].contains(&Sign::Plus);
        let kept: Vec<usize> = (outside + 1..=outside + count).filter(stays).map(|k| k % count).collect();
        let mut lines: Vec<_> = kept.iter().map(|&k| self.lines[k].clone()).collect();
        let mut corners: Vec<_> = kept.iter().map(|&k| self.corners[k].clone()).collect();
        if let [first, .., last] = &lines[..] {
            corners.pop();
            corners.extend([join(last, line), join(line, first)]);
            lines.push(line.clone());
        }
        Self { lines, corners }
    }

    /// Six times the integral of a function divided by `over`, as terms: numerator and denominator.
    pub fn integral(&self, function: &Homogeneous, over: &BigInt) -> Vec<(BigInt, BigInt)> {
        let Some((p, rest)) = self.corners.split_first() else { return Vec::new() };
        let fan = rest.windows(2).map(|edge| {
            let corners = [p, &edge[0], &edge[1]];
            let [u, v, w] = corners.map(|corner| &corner[2]);
            let [at_p, at_q, at_r] = corners.map(|corner| product(function, corner));
            // Twice the area is `area` / uvw; the mean of the function is a third of the sum of its values in the corners.
            let (area, all) = (product(p, &join(&edge[0], &edge[1])), u * v * w);
            let values = at_p * v * w + at_q * u * w + at_r * u * v;
            (area * values, over * &all * &all)
        });
        fan.collect()
    }
}
