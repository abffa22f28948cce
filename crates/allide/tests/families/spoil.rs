//! What files have and books do not: triangles twice, edges that end within others, triangles without area.

use allide_oracle::grid::Point;
use allide_scenes::Random;

/// Spoils a list of triangles in one of several ways; most of them leave it closed, if it was.
pub fn spoil(triangles: &mut Vec<[Point; 3]>, random: &mut Random) {
    if triangles.is_empty() {
        return;
    }
    let any = triangles[random.below(triangles.len())];
    let flipped = [any[0], any[2], any[1]];
    match random.below(8) {
        // The surface winds twice around all that is inside.
        0 => triangles.extend_from_within(..),
        // A fin that lies on a wall.
        1 => triangles.extend([any, flipped]),
        // No longer closed.
        2 => triangles.push(any),
        3 => drop(triangles.swap_remove(random.below(triangles.len()))),
        kind => {
            for _ in 0..1 + random.below(3) {
                split(triangles, kind > 4, random);
            }
        }
    }
}

/// Splits a triangle at the middle of an edge, but not its neighbour; a triangle without area may fill the gap between them.
fn split(triangles: &mut Vec<[Point; 3]>, is_filled: bool, random: &mut Random) {
    let at = random.below(triangles.len());
    let mut triangle = triangles[at];
    triangle.rotate_left(random.below(3));
    let [p, q, r] = triangle;
    if (0..3).any(|k| (p[k] + q[k]) % 2 != 0) || p == q {
        return;
    }
    let middle = [0, 1, 2].map(|k| (p[k] + q[k]) / 2);
    triangles[at] = [p, middle, r];
    triangles.push([middle, q, r]);
    if is_filled {
        triangles.push([p, q, middle]);
    }
}
