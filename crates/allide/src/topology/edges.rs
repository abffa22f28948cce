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
    /// Those not manifold that are unbalanced, too.
    pub uneven: Vec<[u32; 2]>,
}

/// An edge of a triangle in the bucket of its lower vertex: the higher vertex, and above it in value, the direction.
type Use = u64;

/// How many edges may wait at a vertex for their reverse.
const WAITING: usize = 8;

/// Whether every edge is used as often in one direction as in the other, if corners are the same where indices are.
pub(super) fn is_closed(triangles: &[[u32; 3]], vertex_count: usize) -> bool {
    if let Some(is_closed) = is_closed_in_order(triangles, vertex_count) {
        return is_closed;
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

/// The same in one pass, without moving anything: each edge cancels a reverse one that waits, or waits itself where it
/// begins. `None` if there are too many vertices for 16 bits, or too many edges wait at one: where a vertex of an
/// oriented surface has up to 16 triangles, this cannot be, and in larger fans only if they are out of order.
fn is_closed_in_order(triangles: &[[u32; 3]], vertex_count: usize) -> Option<bool> {
    if vertex_count > usize::from(u16::MAX) {
        return None;
    }
    // Where each edge leads to, plus 1.
    let mut waiting = vec![[0_u16; WAITING]; vertex_count];
    let mut count = 0_isize;
    for &[a, b, c] in triangles.iter().filter(|[a, b, c]| a != b && b != c && c != a) {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let reverse = &mut waiting[to as usize];
            if let Some(place) = reverse.iter().position(|&end| end == from as u16 + 1) {
                reverse[place] = 0;
                count -= 1;
            } else {
                let own = &mut waiting[from as usize];
                let place = own.iter().position(|&end| end == 0)?;
                own[place] = to as u16 + 1;
                count += 1;
            }
        }
    }
    Some(count == 0)
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
                _ => {
                    edges.non_manifold.push(edge);
                    edges.uneven.extend((2 * forward != used.len()).then_some(edge));
                }
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
        all.uneven.extend(part.uneven);
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
    fn one_pass_says_what_buckets_say() {
        let mut state = 5_u64;
        let mut below = |limit: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) % limit) as u32
        };
        let (mut closed, mut crowded) = (0, 0);
        for case in 0..3000 {
            let vertices = 3 + u64::from(below(if case % 5 == 0 { 60_000 } else { 6 }));
            let mut triangles: Vec<[u32; 3]> = (0..below(if case % 7 == 0 { 60 } else { 6 }))
                .map(|_| [below(vertices), below(vertices), below(vertices)])
                .collect();
            // Both sides of each, perhaps; then perhaps one of them turned or moved.
            if case % 2 == 0 {
                let others: Vec<[u32; 3]> = triangles.iter().map(|&[a, b, c]| [b, a, c]).collect();
                triangles.extend(others);
            }
            if case % 3 == 0 && !triangles.is_empty() {
                let place = below(triangles.len() as u64) as usize;
                triangles[place][0] = below(vertices);
            }
            let by_buckets = is_closed(&triangles, 1 << 17);
            match is_closed_in_order(&triangles, vertices as usize) {
                Some(in_order) => assert_eq!(in_order, by_buckets, "{triangles:?}"),
                None => crowded += 1,
            }
            assert_eq!(is_closed(&triangles, vertices as usize), by_buckets, "{triangles:?}");
            closed += usize::from(by_buckets);
        }
        assert!((500..2500).contains(&closed) && (10..300).contains(&crowded), "{closed} {crowded}");
    }
}
