//! Clusters of connected findings.

use crate::topology::Joined;
use crate::world::WorldObject;
use crate::{Class, TrianglePair};
use allide_geom::{Aabb, DVec3, contact_box};
use rayon::prelude::*;
use std::cmp::Reverse;

/// A cluster of self-overlaps: overlapping triangles connect any of its triangles with any other.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Cluster {
    /// All triangles that take part, in order.
    pub triangles: Vec<u32>,
    /// How many pairs of them overlap.
    pub triangle_pairs: usize,
    /// How many of these cross.
    pub crossing: usize,
    /// A box around the places where they meet, for display: not exact.
    pub region: Aabb,
}

/// Connected open edges: usually a hole, or the border of a sheet.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Border {
    /// How many edges it has.
    pub edges: usize,
    /// The smallest box around them.
    pub region: Aabb,
}

/// The groups of all overlaps of an object with itself, those with the most pairs first.
pub(super) fn clusters(object: &WorldObject, overlaps: &[TrianglePair]) -> Vec<Cluster> {
    let mut triangles: Vec<u32> = overlaps.iter().flat_map(|pair| [pair.a, pair.b]).collect();
    triangles.par_sort_unstable();
    triangles.dedup();
    let place = |triangle: u32| triangles.partition_point(|&other| other < triangle) as u32;
    let joined = Joined::new(triangles.len());
    let pairs: Vec<(u32, Aabb)> = overlaps
        .par_iter()
        .map(|pair| {
            let a = place(pair.a);
            joined.join(a, place(pair.b));
            (a, contact_box(&object.triangle(pair.a), &object.triangle(pair.b)))
        })
        .collect();
    let mut clusters = Vec::new();
    // Of each triangle, by its place in the list; a root comes before all others of its group.
    let mut of_triangle = vec![0; triangles.len()];
    for (place, &triangle) in triangles.iter().enumerate() {
        let root = joined.root(place as u32) as usize;
        if root == place {
            of_triangle[place] = clusters.len();
            let empty = Cluster { triangles: Vec::new(), triangle_pairs: 0, crossing: 0, region: Aabb::EMPTY };
            clusters.push(empty);
        }
        of_triangle[place] = of_triangle[root];
        clusters[of_triangle[root]].triangles.push(triangle);
    }
    for (pair, (place, region)) in overlaps.iter().zip(pairs) {
        let cluster = &mut clusters[of_triangle[place as usize]];
        cluster.triangle_pairs += 1;
        cluster.crossing += usize::from(pair.class == Class::Crossing);
        cluster.region = cluster.region.union(&region);
    }
    // Stable: groups of one size are in the order of their first triangles.
    clusters.sort_by_key(|cluster| Reverse(cluster.triangle_pairs));
    clusters
}

/// The groups of edges with common vertices, those with the most edges first.
pub(super) fn borders(edges: &[[u32; 2]], positions: &[DVec3]) -> Vec<Border> {
    let mut vertices: Vec<u32> = edges.as_flattened().to_vec();
    vertices.par_sort_unstable();
    vertices.dedup();
    let place = |vertex: u32| vertices.partition_point(|&other| other < vertex) as u32;
    let joined = Joined::new(vertices.len());
    edges.par_iter().for_each(|&[a, b]| joined.join(place(a), place(b)));
    let (mut borders, mut of_root) = (Vec::new(), vec![usize::MAX; vertices.len()]);
    for edge in edges {
        let root = joined.root(place(edge[0])) as usize;
        if of_root[root] == usize::MAX {
            of_root[root] = borders.len();
            borders.push(Border { edges: 0, region: Aabb::EMPTY });
        }
        let border: &mut Border = &mut borders[of_root[root]];
        border.edges += 1;
        border.region = border.region.union(&Aabb::around(edge.map(|vertex| positions[vertex as usize])));
    }
    borders.sort_by_key(|border| Reverse(border.edges));
    borders
}
