//! Triangles that are connected over edges.

use super::Joined;
use super::buckets::{NONE, for_each_bucket, sort};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The shells of a mesh: triangles that are connected over common edges. A common vertex alone does not connect.
///
/// Shells are numbered by their first triangles. A triangle with two equal corners is in none.
#[derive(Debug)]
pub struct Shells {
    of_triangle: Vec<u32>,
    ends: Vec<usize>,
    triangles: Vec<u32>,
    is_open: Vec<bool>,
}

impl Shells {
    /// How many shells there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no shells: no triangle has three different corners.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The shell of a triangle; none if it has two equal corners.
    ///
    /// # Panics
    /// If there is no such triangle.
    pub fn of_triangle(&self, triangle: u32) -> Option<u32> {
        Some(self.of_triangle[triangle as usize]).filter(|&shell| shell != NONE)
    }

    /// The triangles of a shell, in order.
    ///
    /// # Panics
    /// If there is no such shell.
    pub fn triangles(&self, shell: usize) -> &[u32] {
        let start = if shell == 0 { 0 } else { self.ends[shell - 1] };
        &self.triangles[start..self.ends[shell]]
    }

    /// Whether a shell is closed and consistently oriented: see [`Topology::is_closed`](crate::Topology::is_closed).
    ///
    /// # Panics
    /// If there is no such shell.
    pub fn is_closed(&self, shell: usize) -> bool {
        !self.is_open[shell]
    }

    /// The triangles of each shell.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.len()).map(|shell| self.triangles(shell))
    }

    /// Finds the shells of triangles, with the first vertex at the place of each.
    pub(super) fn new(triangles: &[[u32; 3]], first: &[u32]) -> Self {
        let corners = |triangle: usize| triangles[triangle].map(|vertex| first[vertex as usize]);
        let is_degenerate = |[a, b, c]: [u32; 3]| a == b || b == c || c == a;
        let emit = |triangle: usize| {
            let [a, b, c] = corners(triangle);
            let edge = |x: u32, y: u32| (x.min(y), u64::from(x.max(y)) << 32 | triangle as u64);
            if is_degenerate([a, b, c]) { [(NONE, 0); 3] } else { [edge(a, b), edge(b, c), edge(c, a)] }
        };
        let forward = |triangle: u32, lower: u32, higher: u32| {
            let [a, b, c] = corners(triangle as usize);
            [(a, b), (b, c), (c, a)].contains(&(lower, higher))
        };
        let joined = Joined::new(triangles.len());
        // Whether a triangle has an edge that is not used as often in one direction as in the other.
        let odd: Vec<AtomicBool> = triangles.iter().map(|_| AtomicBool::new(false)).collect();
        for_each_bucket(triangles.len(), first.len(), emit, |_: &mut (), lower, bucket| {
            sort(bucket);
            for used in bucket.chunk_by(|a, b| a >> 32 == b >> 32) {
                let higher = (used[0] >> 32) as u32;
                used.windows(2).for_each(|pair| joined.join(pair[0] as u32, pair[1] as u32));
                let forward = used.iter().filter(|&&used| forward(used as u32, lower, higher)).count();
                if 2 * forward != used.len() {
                    odd[used[0] as u32 as usize].store(true, Relaxed);
                }
            }
        });
        let mut of_triangle = vec![NONE; triangles.len()];
        let mut ends: Vec<usize> = Vec::new();
        for triangle in (0..triangles.len()).filter(|&triangle| !is_degenerate(corners(triangle))) {
            // The root is the first triangle of its shell, so its number is known by now.
            let root = joined.root(triangle as u32) as usize;
            if root == triangle {
                of_triangle[triangle] = ends.len() as u32;
                ends.push(0);
            }
            of_triangle[triangle] = of_triangle[root];
            ends[of_triangle[root] as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += std::mem::replace(end, sum);
        }
        let mut sorted = vec![0; sum];
        for (triangle, &shell) in of_triangle.iter().enumerate().filter(|&(_, &shell)| shell != NONE) {
            sorted[ends[shell as usize]] = triangle as u32;
            ends[shell as usize] += 1;
        }
        let mut is_open = vec![false; ends.len()];
        for (&shell, _) in of_triangle.iter().zip(&odd).filter(|(_, odd)| odd.load(Relaxed)) {
            is_open[shell as usize] = true;
        }
        Self { of_triangle, ends, triangles: sorted, is_open }
    }
}
