// Tier 2: `allide_geom::overlap` of triangles on the grid, by exact signs.

fn overlap(a: Triangle, b: Triangle) -> u32 {
    let sides_b = sides(a, b);
    if all_on_one_side(sides_b) {
        return APART;
    }
    let sides_a = sides(b, a);
    if all_on_one_side(sides_a) {
        return APART;
    }
    return overlap_with_sides(a, b, sides_a, sides_b);
}

// `overlap`, given the sides of the corners of each on the plane of the other, not all on one side.
fn overlap_with_sides(a: Triangle, b: Triangle, sides_a: vec3<i32>, sides_b: vec3<i32>) -> u32 {
    let flat_a = all(sides_a == vec3(0));
    let flat_b = all(sides_b == vec3(0));
    if flat_a && flat_b {
        return flat_overlap(a, b);
    }
    // All of one in the plane of the other, but not the reverse: the one without a plane is a segment that cuts it.
    if flat_a {
        return select(APART, TOUCHING, pierces(b, a));
    }
    if flat_b {
        return select(APART, TOUCHING, pierces(a, b));
    }
    let at = aligned(a, b, sides_a, sides_b);
    let start = orient3d(at.a.p, at.a.q, at.b.p, at.b.q);
    if start > 0 {
        return APART;
    }
    let end = orient3d(at.a.p, at.a.r, at.b.r, at.b.p);
    if end > 0 {
        return APART;
    }
    return select(TOUCHING, CROSSING, start < 0 && end < 0 && straddles(sides_a) && straddles(sides_b));
}

// A corner other than the first; of a point, the same.
fn far_corner(t: Triangle) -> vec4<i32> {
    return select(t.q, t.r, all(t.p.xyz == t.q.xyz));
}

// Whether a segment that cuts the plane of a proper triangle, at one point, cuts the triangle there.
fn pierces(segment: Triangle, t: Triangle) -> bool {
    let far = far_corner(segment);
    let first = orient3d(segment.p, far, t.p, t.q);
    let second = orient3d(segment.p, far, t.q, t.r);
    let third = orient3d(segment.p, far, t.r, t.p);
    return first * second >= 0 && second * third >= 0 && first * third >= 0;
}

// Coplanar triangles, or two without a plane, or one without that lies in the plane of the other.
//
// In a plane, two convex shapes are apart exactly if a line along an edge of one of them separates them, or all is on
// one line and the boxes are apart; and share area exactly if no such line separates them even weakly.
fn flat_overlap(a: Triangle, b: Triangle) -> u32 {
    if boxes_apart(a, b) {
        return APART;
    }
    let far_a = far_corner(a);
    let far_b = far_corner(b);
    var axis = open_axis(a.p, a.q, a.r);
    if axis == NO_AXIS {
        axis = open_axis(b.p, b.q, b.r);
        if axis == NO_AXIS {
            if orient3d(a.p, far_a, b.p, far_b) != 0 {
                return APART;
            }
            axis = open_axis(a.p, far_a, b.p);
        }
        if axis == NO_AXIS {
            axis = open_axis(b.p, far_b, a.p);
        }
        if axis == NO_AXIS {
            // All on one line, or with the same first corner.
            return TOUCHING;
        }
    }
    let way_a = turn(axis, a.p, a.q, a.r);
    let way_b = turn(axis, b.p, b.q, b.r);
    let nearest_b = nearest_side(axis, a, way_a, b);
    if nearest_b < 0 {
        return APART;
    }
    let nearest_a = nearest_side(axis, b, way_b, a);
    if nearest_a < 0 {
        return APART;
    }
    return select(TOUCHING, COPLANAR, nearest_a > 0 && nearest_b > 0);
}

// The least over the edges of `t`, which turns `way`, of the side on which they have the nearest of the points: inside,
// on the edge, outside.
fn nearest_side(axis: u32, t: Triangle, way: i32, points: Triangle) -> i32 {
    let first = nearest_to_edge(axis, t.p, t.q, way, points);
    if first < 0 {
        return -1;
    }
    let second = nearest_to_edge(axis, t.q, t.r, way, points);
    if second < 0 {
        return -1;
    }
    return min(min(first, second), nearest_to_edge(axis, t.r, t.p, way, points));
}

fn nearest_to_edge(axis: u32, p: vec4<i32>, q: vec4<i32>, way: i32, points: Triangle) -> i32 {
    let turns = vec3(turn(axis, p, q, points.p), turn(axis, p, q, points.q), turn(axis, p, q, points.r));
    if way == 0 {
        // A segment has an outside on both sides.
        return select(0, -1, all_on_one_side(turns));
    }
    let inwards = turns * way;
    return max(max(inwards.x, inwards.y), inwards.z);
}
