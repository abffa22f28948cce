//! How often each edge is used, and in which directions.

use super::buckets::{NONE, for_each_bucket, sort};

/// Edges that are not used once in each direction.
#[derive(Debug, Default)]
pub(super) struct Edges {
    /// How many edges there are, whatever their use.
    pub count: usize,
    /// Edges that are not used as often in one direction as in the other.
    pub unbalanced: usize,
    pub open: Vec<[u32; 2]>,
    pub non_manifold: Vec<[u32; 2]>,
    pub flipped: Vec<[u32; 2]>,
}

/// An edge of a triangle in the bucket of its lower vertex: the higher vertex, and above it in value, the direction.
type Use = u64;

/// Whether every edge is used as often in one direction as in the other, if corners are the same where indices are.
pub(super) fn is_closed(triangles: &[[u32; 3]], vertex_count: usize) -> bool {
    if vertex_count < 1 << 31 {
        // Half of the memory to move.
        let emit = |triangle: usize| uses(triangles[triangle]).map(|(lower, used)| (lower, used as u32));
        let odd = for_each_bucket(triangles.len(), vertex_count, emit, |odd: &mut bool, _, bucket| {
            *odd = *odd || !is_balanced(bucket, |&used| (used >> 1, used & 1 == 1));
        });
        return !odd.contains(&true);
    }
    let emit = |triangle: usize| uses(triangles[triangle]);
    let odd = for_each_bucket(triangles.len(), vertex_count, emit, |odd: &mut bool, _, bucket| {
        *odd = *odd || !is_balanced(bucket, |&used| ((used >> 1) as u32, used & 1 == 1));
    });
    !odd.contains(&true)
}

/// Whether each higher vertex is used as often in one direction as in the other.
fn is_balanced<T: Ord + Send>(bucket: &mut [T], read: impl Fn(&T) -> (u32, bool)) -> bool {
    if bucket.len() % 2 == 1 {
        return false;
    }
    sort(bucket);
    let (mut current, mut balance) = (NONE, 0_i64);
    for used in &*bucket {
        let (higher, forward) = read(used);
        if higher != current {
            if balance != 0 {
                return false;
            }
            current = higher;
        }
        balance += if forward { 1 } else { -1 };
    }
    balance == 0
}

/// Counts the uses of all edges of triangles that have three different corners.
pub(super) fn edges(triangles: &[[u32; 3]], first: &[u32]) -> Edges {
    let emit = |triangle: usize| uses(triangles[triangle].map(|vertex| first[vertex as usize]));
    let found = for_each_bucket(triangles.len(), first.len(), emit, |edges: &mut Edges, lower, bucket| {
        sort(bucket);
        for used in bucket.chunk_by(|a, b| a >> 1 == b >> 1) {
            let edge = [lower, (used[0] >> 1) as u32];
            let forward = used.iter().filter(|&&used| used & 1 == 1).count();
            edges.count += 1;
            edges.unbalanced += usize::from(2 * forward != used.len());
            match used.len() {
                1 => edges.open.push(edge),
                2 if forward != 1 => edges.flipped.push(edge),
                2 => {}
                _ => edges.non_manifold.push(edge),
            }
        }
    });
    let mut all = Edges::default();
    for part in found {
        all.count += part.count;
        all.unbalanced += part.unbalanced;
        all.open.extend(part.open);
        all.non_manifold.extend(part.non_manifold);
        all.flipped.extend(part.flipped);
    }
    all
}

/// The three edges of a triangle; none if two corners are the same, because then they cancel.
fn uses(corners: [u32; 3]) -> [(u32, Use); 3] {
    let [a, b, c] = corners;
    if a == b || b == c || c == a {
        return [(NONE, 0); 3];
    }
    [(a, b), (b, c), (c, a)].map(|(from, to)| (from.min(to), u64::from(from.max(to)) << 1 | u64::from(from < to)))
}
