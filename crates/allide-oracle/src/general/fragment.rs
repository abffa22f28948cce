//! Triangles, cut by others.

use super::plane::{Homogeneous, Plane, mean, whole};
use super::{Face, Soup};

/// A convex part of a triangle that no other triangle divides.
#[derive(Clone, Debug)]
pub struct Fragment {
    /// The plane of the triangle.
    pub plane: Plane,
    corners: Vec<Homogeneous>,
    /// The edge from each corner to the next one lies in the plane with the same index.
    edges: Vec<Plane>,
}

impl Fragment {
    fn new(face: &Face, plane: Plane) -> Self {
        let corners = face.map(|corner| {
            let [x, y, z] = whole(corner);
            [x, y, z, 1]
        });
        Self { plane, corners: corners.to_vec(), edges: Plane::beside(face, plane.across()).to_vec() }
    }

    /// A point in its interior. No two edges that follow each other are on one line, so the first three corners are not.
    pub fn middle(&self) -> Homogeneous {
        mean([self.corners[0], self.corners[1], self.corners[2]])
    }

    /// Its parts on both sides of a plane.
    fn cut(self, plane: &Plane) -> Vec<Self> {
        let signs: Vec<i128> = self.corners.iter().map(|corner| plane.side(corner)).collect();
        if !(signs.contains(&1) && signs.contains(&-1)) {
            return vec![self];
        }
        vec![self.part(plane, &signs, 1), self.part(plane, &signs, -1)]
    }

    fn part(&self, plane: &Plane, signs: &[i128], wanted: i128) -> Self {
        let (mut corners, mut edges) = (Vec::new(), Vec::new());
        let count = signs.len();
        for k in 0..count {
            let (here, next) = (signs[k] * wanted, signs[(k + 1) % count] * wanted);
            if here >= 0 {
                corners.push(self.corners[k]);
                edges.push(if here == 0 && next < 0 { *plane } else { self.edges[k] });
            }
            if here * next < 0 {
                corners.push(Plane::meet([&self.plane, &self.edges[k], plane]));
                edges.push(if next < 0 { *plane } else { self.edges[k] });
            }
        }
        Self { plane: self.plane, corners, edges }
    }

    /// Whether all of it lies beyond an edge of a triangle, seen along an axis.
    fn is_beyond(&self, beside: &[Plane; 3], inner: i128) -> bool {
        beside.iter().any(|edge| self.corners.iter().all(|corner| edge.side(corner) * inner < 0))
    }
}

/// All triangles of a soup, cut by each other and by those of other soups.
pub fn fragments(soup: &Soup, others: &[&Soup]) -> Vec<Fragment> {
    let cutters: Vec<&(Face, Plane)> = others.iter().flat_map(|other| &other.faces).chain(&soup.faces).collect();
    let mut all = Vec::new();
    for (face, plane) in &soup.faces {
        let mut parts = vec![Fragment::new(face, *plane)];
        for (other, other_plane) in &cutters {
            parts = parts.into_iter().flat_map(|part| cut_by(part, other, other_plane)).collect();
        }
        all.extend(parts);
    }
    all
}

fn cut_by(part: Fragment, face: &Face, plane: &Plane) -> Vec<Fragment> {
    let beside = Plane::beside(face, plane.across());
    let inner = inner_sign(face, &beside);
    if part.is_beyond(&beside, inner) {
        return vec![part];
    }
    if part.corners.iter().any(|corner| plane.side(corner) != 0) {
        return part.cut(plane);
    }
    // In one plane: along the edges.
    beside.iter().fold(vec![part], |parts, edge| parts.into_iter().flat_map(|part| part.cut(edge)).collect())
}

/// The sign of points inside, for the planes beside a triangle.
pub fn inner_sign(face: &Face, beside: &[Plane; 3]) -> i128 {
    let [x, y, z] = whole(face[2]);
    beside[0].side(&[x, y, z, 1])
}
