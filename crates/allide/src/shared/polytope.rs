//! Convex pieces of space and of planes, and how planes cut them.

use allide_geom::{Aabb, DVec3};

/// A plane: where `normal · point = level`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) normal: DVec3,
    pub(super) level: f64,
}

impl Cut {
    /// The plane through a point.
    pub(super) fn through(point: DVec3, normal: DVec3) -> Self {
        Self { normal, level: normal.dot(point) }
    }

    pub(super) fn height(&self, point: DVec3) -> f64 {
        self.normal.dot(point) - self.level
    }

    /// How far points reach on both sides.
    pub(super) fn extent(&self, points: &[DVec3]) -> (f64, f64) {
        let heights = points.iter().map(|&point| self.height(point));
        heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), height| (low.min(height), high.max(height)))
    }
}

/// Where the segment between two points on different sides meets a plane.
fn meeting(p: DVec3, q: DVec3, heights: [f64; 2]) -> DVec3 {
    p + (q - p) * (heights[0] / (heights[0] - heights[1])).clamp(0.0, 1.0)
}

/// Cuts a convex polygon: what is above the plane, and what is below. Points in the plane belong to both.
pub(super) fn cut_polygon(points: &[DVec3], cut: &Cut) -> [Vec<DVec3>; 2] {
    let mut parts = [Vec::with_capacity(points.len() + 1), Vec::with_capacity(points.len() + 1)];
    for (k, &point) in points.iter().enumerate() {
        let next = points[(k + 1) % points.len()];
        let heights = [cut.height(point), cut.height(next)];
        if heights[0] >= 0.0 {
            parts[0].push(point);
        }
        if heights[0] <= 0.0 {
            parts[1].push(point);
        }
        if heights[0] * heights[1] < 0.0 {
            let at = meeting(point, next, heights);
            parts.iter_mut().for_each(|part| part.push(at));
        }
    }
    parts
}

/// A convex polytope. Rounding may bend its faces; what counts is that its corners are those of the true one, up to rounding.
#[derive(Clone, Debug)]
pub(super) struct Polytope {
    pub(super) points: Vec<DVec3>,
    /// The corners of each face, in order.
    faces: Vec<Vec<u16>>,
}

impl Polytope {
    pub(super) fn of_box(bounds: &Aabb) -> Self {
        let corner = |k: usize| {
            let pick = |axis: usize| if k >> axis & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] };
            DVec3::new(pick(0), pick(1), pick(2))
        };
        let faces = [[0, 2, 6, 4], [1, 3, 7, 5], [0, 1, 5, 4], [2, 3, 7, 6], [0, 1, 3, 2], [4, 5, 7, 6]];
        Self { points: (0..8).map(corner).collect(), faces: faces.map(|face| face.to_vec()).to_vec() }
    }

    /// The mean of the corners, and how far the farthest is from it.
    pub(super) fn sphere(&self) -> (DVec3, f64) {
        let middle = self.points.iter().sum::<DVec3>() / self.points.len() as f64;
        let radius = self.points.iter().map(|point| point.distance_squared(middle)).fold(0.0, f64::max);
        (middle, radius.sqrt())
    }

    /// The parts above and below a plane; `None` for a side without corners.
    pub(super) fn cut(&self, cut: &Cut) -> [Option<Self>; 2] {
        let heights: Vec<f64> = self.points.iter().map(|&point| cut.height(point)).collect();
        let mut points = self.points.clone();
        // Each edge belongs to two faces.
        let mut meetings: Vec<([u16; 2], u16)> = Vec::new();
        let mut meet = |i: u16, j: u16| {
            let edge = [i.min(j), i.max(j)];
            if let Some((_, known)) = meetings.iter().find(|(known, _)| *known == edge) {
                return *known;
            }
            let [p, q] = edge.map(|k| k as usize);
            points.push(meeting(self.points[p], self.points[q], [heights[p], heights[q]]));
            meetings.push((edge, points.len() as u16 - 1));
            points.len() as u16 - 1
        };
        let mut sides: [Vec<Vec<u16>>; 2] = [Vec::new(), Vec::new()];
        for face in &self.faces {
            let mut parts = [Vec::new(), Vec::new()];
            for (k, &i) in face.iter().enumerate() {
                let j = face[(k + 1) % face.len()];
                let [from, to] = [i, j].map(|k| heights[k as usize]);
                if from >= 0.0 {
                    parts[0].push(i);
                }
                if from <= 0.0 {
                    parts[1].push(i);
                }
                if from * to < 0.0 {
                    let at = meet(i, j);
                    parts.iter_mut().for_each(|part| part.push(at));
                }
            }
            for (side, part) in sides.iter_mut().zip(parts) {
                if part.len() > 2 {
                    side.push(part);
                }
            }
        }
        let in_plane = (0..self.points.len() as u16).filter(|&k| heights[k as usize] == 0.0);
        let mut rim: Vec<u16> = in_plane.chain(meetings.iter().map(|(_, at)| *at)).collect();
        order_around(&points, &mut rim, cut.normal);
        let reaches = [heights.iter().any(|&height| height > 0.0), heights.iter().any(|&height| height < 0.0)];
        [0, 1].map(|side| {
            let mut faces = std::mem::take(&mut sides[side]);
            if rim.len() > 2 {
                faces.push(rim.clone());
            }
            reaches[side].then(|| Self::compact(&points, faces))
        })
    }

    /// Keeps the points that faces use.
    fn compact(points: &[DVec3], mut faces: Vec<Vec<u16>>) -> Self {
        let mut place = vec![u16::MAX; points.len()];
        let mut kept = Vec::with_capacity(points.len());
        for corner in faces.iter_mut().flatten() {
            let at = &mut place[*corner as usize];
            if *at == u16::MAX {
                *at = kept.len() as u16;
                kept.push(points[*corner as usize]);
            }
            *corner = *at;
        }
        Self { points: kept, faces }
    }
}

/// Sorts corners of a convex polygon in a plane with this normal so that they follow each other.
fn order_around(points: &[DVec3], rim: &mut [u16], normal: DVec3) {
    let Some(normal) = normal.try_normalize().filter(|_| rim.len() > 2) else { return };
    let (u, v) = normal.any_orthonormal_pair();
    let at = |k: u16| points[k as usize];
    let middle = rim.iter().map(|&k| at(k)).sum::<DVec3>() / rim.len() as f64;
    let angle = |k: u16| {
        let from = at(k) - middle;
        from.dot(v).atan2(from.dot(u))
    };
    rim.sort_by(|&p, &q| angle(p).total_cmp(&angle(q)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_is_halved_and_its_corners_cut_off() {
        let cube = Polytope::of_box(&Aabb { min: DVec3::ZERO, max: DVec3::ONE });
        let [above, below] = cube.cut(&Cut { normal: DVec3::X, level: 0.25 });
        let (above, below) = (above.expect("a part"), below.expect("a part"));
        assert_eq!((above.points.len(), above.faces.len(), below.points.len(), below.faces.len()), (8, 6, 8, 6));
        // Through the middle: a hexagon.
        let [above, below] = cube.cut(&Cut { normal: DVec3::ONE, level: 1.5 });
        for part in [above, below] {
            let part = part.expect("a half");
            assert_eq!((part.points.len(), part.faces.len()), (10, 7));
            assert_eq!(part.faces.iter().map(Vec::len).max(), Some(6));
        }
        // Through three corners, which belong to both.
        let [above, below] = cube.cut(&Cut { normal: DVec3::ONE, level: 1.0 });
        assert_eq!(below.expect("a corner").points.len(), 4);
        assert_eq!(above.expect("the rest").points.len(), 7);
        assert!(cube.cut(&Cut { normal: DVec3::X, level: 2.0 })[0].is_none());
    }
}
