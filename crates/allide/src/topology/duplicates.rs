//! Triangles with the same corners.

use super::buckets::{NONE, for_each_bucket, sort};
use rayon::prelude::*;

/// Each triangle that has the corners of an earlier one, after the first with these.
pub(super) fn duplicates(triangles: &[[u32; 3]], first: &[u32]) -> Vec<[u32; 2]> {
    let emit = |triangle: usize| {
        let mut corners = triangles[triangle].map(|vertex| first[vertex as usize]);
        corners.sort_unstable();
        let [low, middle, high] = corners;
        let key = if low == middle || middle == high { NONE } else { low };
        [(key, (middle, high, triangle as u32))]
    };
    let found = for_each_bucket(triangles.len(), first.len(), emit, |found: &mut Vec<[u32; 2]>, _, bucket| {
        sort(bucket);
        for same in bucket.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            found.extend(same[1..].iter().map(|other| [same[0].2, other.2]));
        }
    });
    let mut found = found.concat();
    found.par_sort_unstable();
    found
}
