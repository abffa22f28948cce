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

/// Meshes with no more triangles are looked at in a table that stays in the cache.
const SMALL: usize = 1 << 14;

/// Whether every edge is used as often in one direction as in the other, if corners are the same where indices are.
pub(super) fn is_closed(triangles: &[[u32; 3]], vertex_count: usize) -> bool {
    if triangles.len() <= SMALL && vertex_count <= 1 << 16 {
        return is_small_closed(triangles);
    }
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

/// The same for vertex numbers of 16 bits: a table of edges, each with its uses in one direction less those in the other.
fn is_small_closed(triangles: &[[u32; 3]]) -> bool {
    // Twice as many places as there are edges, if the mesh is closed; at most every one is taken.
    let bits = (3 * triangles.len()).max(2).next_power_of_two().ilog2();
    let mut table = vec![0_u64; 1 << bits];
    let mut unbalanced = 0_i64;
    for &[a, b, c] in triangles.iter().filter(|[a, b, c]| a != b && b != c && c != a) {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let (edge, step) = if from < to { (from << 16 | to, 1) } else { (to << 16 | from, -1) };
            // No edge is 0: its vertices differ.
            let mut place = (edge.wrapping_mul(0x9e37_79b1) >> (32 - bits)) as usize;
            while table[place] as u32 != edge && table[place] != 0 {
                place = (place + 1) & ((1 << bits) - 1);
            }
            let before = (table[place] >> 32) as u32 as i32;
            let after = before + step;
            table[place] = u64::from(after as u32) << 32 | u64::from(edge);
            unbalanced += i64::from(after != 0) - i64::from(before != 0);
        }
    }
    unbalanced == 0
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_meshes_are_closed_as_large_ones_are() {
        let mut state = 5_u64;
        let mut below = |limit: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) % limit) as u32
        };
        let mut closed = 0;
        for case in 0..3000 {
            let vertices = 3 + u64::from(below(if case % 5 == 0 { 60_000 } else { 6 }));
            let mut triangles: Vec<[u32; 3]> =
                (0..below(6)).map(|_| [below(vertices), below(vertices), below(vertices)]).collect();
            // Both sides of each, perhaps; then perhaps one of them turned or moved.
            if case % 2 == 0 {
                let others: Vec<[u32; 3]> = triangles.iter().map(|&[a, b, c]| [b, a, c]).collect();
                triangles.extend(others);
            }
            if case % 3 == 0 && !triangles.is_empty() {
                let place = below(triangles.len() as u64) as usize;
                triangles[place][0] = below(vertices);
            }
            let large = is_closed(&triangles, 1 << 17);
            assert_eq!(is_closed(&triangles, vertices as usize), large, "{triangles:?}");
            closed += usize::from(large);
        }
        assert!((500..2500).contains(&closed), "{closed}");
    }
}
