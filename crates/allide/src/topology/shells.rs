//! Triangles that are connected over edges.

use super::buckets::{NONE, for_each_bucket, sort};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The shells of a mesh: triangles that are connected over common edges. A common vertex alone does not connect.
///
/// Shells are numbered by their first triangles. A triangle with two equal corners is in none.
#[derive(Debug)]
pub struct Shells {
    of_triangle: Vec<u32>,
    ends: Vec<usize>,
    triangles: Vec<u32>,
}

impl Shells {
    /// How many shells there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none: no triangle has three different corners.
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
        let joined = Joined::new(triangles.len());
        for_each_bucket(triangles.len(), first.len(), emit, |_: &mut (), _, bucket| {
            sort(bucket);
            let next = bucket.windows(2).filter(|pair| pair[0] >> 32 == pair[1] >> 32);
            next.for_each(|pair| joined.join(pair[0] as u32, pair[1] as u32));
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
        Self { of_triangle, ends, triangles: sorted }
    }
}

/// Disjoint sets that many threads join. The root of a set is its lowest member, whatever the order.
struct Joined(Vec<AtomicU32>);

impl Joined {
    fn new(count: usize) -> Self {
        Self((0..count as u32).into_par_iter().map(AtomicU32::new).collect())
    }

    /// The root, as far as sets have been joined. Paths are halved on the way.
    fn root(&self, mut member: u32) -> u32 {
        loop {
            let parent = self.0[member as usize].load(Relaxed);
            if parent == member {
                return member;
            }
            let above = self.0[parent as usize].load(Relaxed);
            // Parents only ever become lower members of the same set, so a race loses nothing but the shortcut.
            let _ = self.0[member as usize].compare_exchange_weak(parent, above, Relaxed, Relaxed);
            member = parent;
        }
    }

    fn join(&self, a: u32, b: u32) {
        let (mut a, mut b) = (a, b);
        loop {
            (a, b) = (self.root(a), self.root(b));
            if a == b {
                return;
            }
            let (low, high) = (a.min(b), a.max(b));
            if self.0[high as usize].compare_exchange(high, low, Relaxed, Relaxed).is_ok() {
                return;
            }
        }
    }
}
