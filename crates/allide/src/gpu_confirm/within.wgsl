// `allide_geom::self_overlap` of triangles on the grid: the corner or edge that they have in common does not count.

fn self_overlap(a: Triangle, b: Triangle) -> u32 {
    let same = shared_corners(a, b);
    if same.in_a == 7u && same.in_b == 7u {
        return select(COPLANAR, TOUCHING, open_axis(a.p, a.q, a.r) == NO_AXIS);
    }
    // How many different points both have. A degenerate triangle may name one point twice.
    let q_again = all(a.q == a.p);
    let r_again = all(a.r == a.p) || all(a.r == a.q);
    let count = countOneBits(same.in_a & ~(select(0u, 2u, q_again) | select(0u, 4u, r_again)));
    // All others on one side: there is nothing else in common.
    let sides_b = sides(a, b);
    if all_but_on_one_side(count, sides_b) {
        return APART;
    }
    let sides_a = sides(b, a);
    if all_but_on_one_side(count, sides_a) {
        return APART;
    }
    if count == 2u {
        return around_edge(a, b, same);
    }
    if count == 1u && !meet_beyond(a, b, same, any(sides_a != vec3(0)) && any(sides_b != vec3(0))) {
        return APART;
    }
    return overlap_with_sides(a, b, sides_a, sides_b);
}

// Shared corners are on the plane, at side 0.
fn all_but_on_one_side(count: u32, sides: vec3<i32>) -> bool {
    return abs(sides.x + sides.y + sides.z) == 3 - i32(count);
}

// The third corners are on the other's plane, if it has one.
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
        let folded = turn(axis, rest_a.q, rest_a.r, apex_a) == turn(axis, rest_a.q, rest_a.r, apex_b);
        return select(APART, COPLANAR, folded);
    }
    // All on one line: the third corners must lie beyond the same end of the common edge.
    let low = min(rest_a.q, rest_a.r);
    let high = max(rest_a.q, rest_a.r);
    let same_end = (apex_a < low & apex_b < low) | (apex_a > high & apex_b > high);
    return select(APART, TOUCHING, any(same_end.xyz & (low < high).xyz));
}

// The edge opposite to the first corner.
fn link(t: Triangle) -> Triangle {
    return Triangle(t.q, t.r, t.r);
}

// Whether two triangles with one corner in common share another point. `crossed`: both are proper, and cut each other's
// plane.
//
// If they do, follow the ray from the corner through it: where it leaves the first of the two, it passes the link of
// that one inside the other.
fn meet_beyond(a: Triangle, b: Triangle, same: Shared, crossed: bool) -> bool {
    let from_a = rotated(a, countTrailingZeros(same.in_a));
    let from_b = rotated(b, countTrailingZeros(same.in_b));
    if crossed {
        return pierces(link(from_b), a) || pierces(link(from_a), b);
    }
    let axis = open_axis(a.p, a.q, a.r);
    let proper_a = axis != NO_AXIS;
    let proper_b = open_axis(b.p, b.q, b.r) != NO_AXIS;
    if proper_a && proper_b {
        return in_angle(axis, from_a, from_b.q)
            || in_angle(axis, from_a, from_b.r)
            || in_angle(axis, from_b, from_a.q)
            || in_angle(axis, from_b, from_a.r);
    }
    for (var k = 0u; k < 4u; k++) {
        var t = from_b;
        var other = a;
        var proper = proper_b;
        if k < 2u {
            t = from_a;
            other = b;
            proper = proper_a;
        }
        var part = link(t);
        if !proper {
            // Of a segment, the corners: its ends, as far as they are not the common corner, are among them.
            let end = select(t.q, t.r, (k & 1u) == 1u);
            part = Triangle(end, end, end);
            if all(end == t.p) {
                continue;
            }
        }
        if overlap(part, other) != APART {
            return true;
        }
    }
    return false;
}

// Whether a point in the plane of a proper triangle lies in the angle at its first corner.
fn in_angle(axis: u32, t: Triangle, point: vec4<i32>) -> bool {
    let way = turn(axis, t.p, t.q, t.r);
    return turn(axis, t.p, t.q, point) * way >= 0 && turn(axis, t.p, point, t.r) * way >= 0;
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
