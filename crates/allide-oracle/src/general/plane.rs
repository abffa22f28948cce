//! Planes and homogeneous points of whole numbers.

use super::{Face, Point};

/// x, y, z and w of the point (x / w, y / w, z / w); w is positive.
pub type Homogeneous = [i128; 4];

pub type Vector = [i128; 3];

/// A normal, and what its product with the points of the plane is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plane {
    pub normal: Vector,
    level: i128,
}

pub fn whole(point: Point) -> Vector {
    point.map(i128::from)
}

pub fn minus(p: Vector, q: Vector) -> Vector {
    [0, 1, 2].map(|k| p[k] - q[k])
}

pub fn dot(p: Vector, q: Vector) -> i128 {
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}

pub fn cross(p: Vector, q: Vector) -> Vector {
    [(1, 2), (2, 0), (0, 1)].map(|(k, l)| p[k] * q[l] - p[l] * q[k])
}

impl Plane {
    fn new(normal: Vector, on: Vector) -> Self {
        Self { normal, level: dot(normal, on) }
    }

    /// `None` for a triangle without area.
    pub fn through(face: &Face) -> Option<Self> {
        let [p, q, r] = face.map(whole);
        let normal = cross(minus(q, p), minus(r, p));
        (normal != [0; 3]).then(|| Self::new(normal, p))
    }

    /// The three planes through the edges of a triangle and along a direction that is not in its plane: all positive inside, or
    /// all negative.
    pub fn beside(face: &Face, along: Vector) -> [Self; 3] {
        let corners = face.map(whole);
        [0, 1, 2].map(|k| {
            let (from, to) = (corners[k], corners[(k + 1) % 3]);
            Self::new(cross(minus(to, from), along), from)
        })
    }

    /// An axis that is not parallel to the plane.
    pub fn across(&self) -> Vector {
        let axis = (0..3).find(|&axis| self.normal[axis] != 0).expect("a normal");
        let mut along = [0; 3];
        along[axis] = 1;
        along
    }

    /// On which side a point is.
    pub fn side(&self, &[x, y, z, w]: &Homogeneous) -> i128 {
        (dot(self.normal, [x, y, z]) - self.level * w).signum()
    }

    /// The point that three planes have in common, which do have one.
    pub fn meet([p, q, r]: [&Self; 3]) -> Homogeneous {
        let [qr, rp, pq] = [cross(q.normal, r.normal), cross(r.normal, p.normal), cross(p.normal, q.normal)];
        let [x, y, z] = [0, 1, 2].map(|k| p.level * qr[k] + q.level * rp[k] + r.level * pq[k]);
        let w = dot(p.normal, qr);
        assert_ne!(w, 0, "planes that have one point in common");
        let divisor = [x, y, z].into_iter().fold(w.abs(), common_divisor) * w.signum();
        [x, y, z, w].map(|value| value / divisor)
    }
}

fn common_divisor(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}

/// The mean of some points.
pub fn mean<const COUNT: usize>(points: [Homogeneous; COUNT]) -> Homogeneous {
    let all: i128 = points.iter().map(|point| point[3]).product();
    let [x, y, z] = [0, 1, 2].map(|k| points.iter().map(|point| point[k] * (all / point[3])).sum());
    [x, y, z, all * COUNT as i128]
}
