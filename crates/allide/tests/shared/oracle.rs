//! Slow answers about small solids.

use allide::DVec3;

/// A convex polyhedron as a list of faces, cut by planes.
pub(crate) struct Polyhedron(Vec<Vec<DVec3>>);

impl Polyhedron {
    pub(crate) fn new(triangles: impl Iterator<Item = [DVec3; 3]>) -> Self {
        Self(triangles.map(|triangle| triangle.to_vec()).collect())
    }

    /// Keeps what is below the plane of a triangle. Two triangles of one face have the same plane up to rounding: so a point
    /// that is nearly in the plane counts as in it.
    pub(crate) fn cut(&mut self, [p, q, r]: [DVec3; 3]) {
        let normal = (q - p).cross(r - p).normalize();
        let mut rim: Vec<DVec3> = Vec::new();
        for face in &mut self.0 {
            let height = |&point: &DVec3| normal.dot(point - p);
            let heights: Vec<f64> =
                face.iter().map(height).map(|height| if height.abs() < 1.0e-13 { 0.0 } else { height }).collect();
            if heights.iter().any(|&height| height > 0.0) {
                rim.extend(face.iter().zip(&heights).filter(|(_, height)| **height == 0.0).map(|(point, _)| *point));
            }
            let mut kept = Vec::new();
            for i in 0..face.len() {
                let j = (i + 1) % face.len();
                if heights[i] <= 0.0 {
                    kept.push(face[i]);
                }
                if (heights[i] < 0.0 && heights[j] > 0.0) || (heights[i] > 0.0 && heights[j] < 0.0) {
                    let point = face[i] + (face[j] - face[i]) * (heights[i] / (heights[i] - heights[j]));
                    kept.push(point);
                    rim.push(point);
                }
            }
            *face = kept;
        }
        self.0.retain(|face| face.len() > 2);
        if rim.len() < 3 {
            return;
        }
        let middle = rim.iter().sum::<DVec3>() / rim.len() as f64;
        let (u, v) = normal.any_orthonormal_pair();
        let turn = if u.cross(v).dot(normal) > 0.0 { 1.0 } else { -1.0 };
        let angle = |point: &DVec3| (turn * (point - middle).dot(v)).atan2((point - middle).dot(u));
        rim.sort_by(|x, y| angle(x).total_cmp(&angle(y)));
        self.0.push(rim);
    }

    fn vectors(&self) -> impl Iterator<Item = (DVec3, DVec3)> {
        self.0.iter().map(|face| {
            let twice: DVec3 = face.windows(2).map(|edge| (edge[0] - face[0]).cross(edge[1] - face[0])).sum();
            (face[0], twice * 0.5)
        })
    }

    pub(crate) fn volume(&self) -> f64 {
        let origin = self.0.first().map_or(DVec3::ZERO, |face| face[0]);
        self.vectors().map(|(point, vector)| (point - origin).dot(vector) / 3.0).sum()
    }

    pub(crate) fn area(&self) -> f64 {
        self.vectors().map(|(_, vector)| vector.length()).sum()
    }
}

type Triangles = Vec<[DVec3; 3]>;

/// Volume and area of what two convex solids share.
pub(crate) fn convex(a: &Triangles, b: &Triangles) -> (f64, f64) {
    let mut polyhedron = Polyhedron::new(a.iter().copied());
    b.iter().for_each(|&triangle| polyhedron.cut(triangle));
    (polyhedron.volume(), polyhedron.area())
}

/// Volume of what any two solids share: each is a signed sum of tetrahedra from one point to all triangles.
pub(crate) fn volume(a: &Triangles, b: &Triangles) -> f64 {
    let tetrahedra = |triangles: &Triangles, apex: DVec3| -> Vec<(f64, [[DVec3; 3]; 4])> {
        let tetrahedron = |&[p, q, r]: &[DVec3; 3]| {
            let sign = (q - p).cross(r - p).dot(p - apex).signum();
            let [q, r] = if sign > 0.0 { [q, r] } else { [r, q] };
            (sign, [[p, q, r], [q, p, apex], [r, q, apex], [p, r, apex]])
        };
        triangles.iter().map(tetrahedron).collect()
    };
    // Different points, and odd ones, so that no plane of one is a plane of the other.
    let (a, b) = (tetrahedra(a, DVec3::new(0.131, 0.217, -0.073)), tetrahedra(b, DVec3::new(-0.091, 0.173, 0.037)));
    let mut sum = 0.0;
    for (sign_a, first) in &a {
        for (sign_b, second) in &b {
            let mut polyhedron = Polyhedron::new(first.iter().copied());
            second.iter().for_each(|&triangle| polyhedron.cut(triangle));
            sum += sign_a * sign_b * polyhedron.volume();
        }
    }
    sum
}
