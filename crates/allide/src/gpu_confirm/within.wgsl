// `allide_geom::self_overlap` of triangles on the grid: the corner or edge that they have in common does not count.

fn self_overlap(a: Triangle, b: Triangle) -> u32 {
    let same = shared_corners(a, b);
    if same.in_a == 0u {
        return overlap(a, b);
    }
    if same.in_a == 7u && same.in_b == 7u {
        return select(COPLANAR, TOUCHING, open_axis(a.p, a.q, a.r) == NO_AXIS);
    }
    // A degenerate triangle may name one point twice.
    let q_again = all(a.q == a.p);
    let r_again = all(a.r == a.p) || all(a.r == a.q);
    let count = countOneBits(same.in_a & ~(select(0u, 2u, q_again) | select(0u, 4u, r_again)));
    if count == 1u {
        return around_corner(a, b, same);
    }
    return around_edge(a, b, same);
}

fn around_edge(a: Triangle, b: Triangle, same: Shared) -> u32 {
    if same.in_a == 7u || same.in_b == 7u {
        // Without a third corner a side is the common edge itself.
        return APART;
    }
    let rest_a = rotated(a, countTrailingZeros(~same.in_a));
    let apex_a = rest_a.p;
    let apex_b = rotated(b, countTrailingZeros(~same.in_b)).p;
    let axis = open_axis(a.p, a.q, a.r);
    let axis_b = open_axis(b.p, b.q, b.r);
    if (axis == NO_AXIS) != (axis_b == NO_AXIS) {
        // A line along an edge of a proper triangle leaves it at the ends of the edge.
        return APART;
    }
    if axis != NO_AXIS {
        let folded = orient3d(a.p, a.q, a.r, apex_b) == 0
            && turn(axis, rest_a.q, rest_a.r, apex_a) == turn(axis, rest_a.q, rest_a.r, apex_b);
        return select(APART, COPLANAR, folded);
    }
    // All on one line: the third corners must lie beyond the same end of the common edge.
    let low = min(rest_a.q, rest_a.r);
    let high = max(rest_a.q, rest_a.r);
    let same_end = (apex_a < low & apex_b < low) | (apex_a > high & apex_b > high);
    return select(APART, TOUCHING, any(same_end.xyz & (low < high).xyz));
}

// If the triangles share more than the corner, follow the ray from the corner through another common point: where it leaves
// the first of the two, it passes the link (the edge opposite to the corner) of that one inside the other.
fn around_corner(a: Triangle, b: Triangle, same: Shared) -> u32 {
    let sides_b = sides(a, b);
    if abs(sides_b.x + sides_b.y + sides_b.z) == 2 {
        return APART;
    }
    let sides_a = sides(b, a);
    if abs(sides_a.x + sides_a.y + sides_a.z) == 2 {
        return APART;
    }
    let from_a = rotated(a, countTrailingZeros(same.in_a));
    let from_b = rotated(b, countTrailingZeros(same.in_b));
    let proper_a = open_axis(a.p, a.q, a.r) != NO_AXIS;
    let proper_b = open_axis(b.p, b.q, b.r) != NO_AXIS;
    for (var k = 0u; k < 4u; k++) {
        let of_a = k < 2u;
        var t = from_b;
        var other = a;
        if of_a {
            t = from_a;
            other = b;
        }
        var link = Triangle(t.q, t.r, t.r);
        if select(proper_b, proper_a, of_a) {
            if (k & 1u) == 1u {
                continue;
            }
        } else {
            // Of a segment, the corners: its ends, as far as they are not the common corner, are among them.
            let end = select(t.q, t.r, (k & 1u) == 1u);
            if all(end == t.p) {
                continue;
            }
            link = Triangle(end, end, end);
        }
        if overlap(link, other) != APART {
            return overlap(a, b);
        }
    }
    return APART;
}

fn judge(pair: vec2<u32>) -> u32 {
    let a = triangle(pair.x);
    let b = triangle(pair.y);
    if !on_grid(a, b) {
        return REST;
    }
    if WITHIN == 1u {
        return self_overlap(a, b);
    }
    return overlap(a, b);
}
