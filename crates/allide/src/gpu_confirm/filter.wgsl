// Tier 1: signs by f32, taken only where they are certain.
//
// Rounding. Differences of grid coordinates are exact in i32 and at most 2^30. A product of three of them in the
// determinant goes through at most three conversions, two multiplications and five additions, in whatever order they
// are made, each off by at most 2^-23 of its result (WGSL promises no rounding mode): together less than 10.1 * 2^-23
// of the permanent, the determinant with all terms made positive. ROUNDING is 16 * 2^-23, and what is over covers that
// the permanent itself is rounded. Magnitudes are 0 or in [1, 2^93], so nothing overflows or becomes subnormal.
//
// Off the grid. There a vertex is up to half a cell from its coordinates, so a difference is off by `blur`, half a cell
// for each of its two ends, and by the product rule
//   a component of the normal u x v by at most  drift = blur * (|u| + |v| of both other axes) + 2 blur^2,
//   the determinant by at most                  drift . |w| + blur of w * sum(permanent of the normal + drift).
// HALF is half a cell and 2^-15 of that, for the roundings of these sums.

const ROUNDING = 1.9073486328125e-6; // 2^-19
const HALF = 0.5 + 1.52587890625e-5;

struct Plane {
    origin: vec4<i32>,
    normal: vec3<f32>,
    // Times the magnitude of a point's offset, this bounds what rounding and drift make of its side.
    slack: vec3<f32>,
    // Times the blur of the offset: the same.
    reach: f32,
}

fn blur(p: vec4<i32>, q: vec4<i32>) -> f32 {
    return HALF * (select(0.0, 1.0, p.w != 0) + select(0.0, 1.0, q.w != 0));
}

fn plane_through(p: vec4<i32>, q: vec4<i32>, r: vec4<i32>) -> Plane {
    let u = vec3<f32>(q.xyz - p.xyz);
    let v = vec3<f32>(r.xyz - p.xyz);
    let forward = u.yzx * v.zxy;
    let backward = u.zxy * v.yzx;
    let permanent = abs(forward) + abs(backward);
    let off = max(blur(p, q), blur(p, r));
    let lengths = abs(u) + abs(v);
    let drift = off * (lengths.yzx + lengths.zxy + 2.0 * off);
    let reach = permanent + drift;
    return Plane(p, forward - backward, ROUNDING * permanent + drift, reach.x + reach.y + reach.z);
}

// On which side the point lies; 0 if it may be either, or on the plane.
fn clear_side(plane: Plane, point: vec4<i32>) -> i32 {
    let offset = vec3<f32>(point.xyz - plane.origin.xyz);
    let value = dot(plane.normal, offset);
    let bound = dot(plane.slack, abs(offset)) + plane.reach * blur(plane.origin, point);
    return select(0, 1, value > bound) - select(0, 1, value < -bound);
}

fn clear_sides(plane: Plane, t: Triangle) -> vec3<i32> {
    return vec3(clear_side(plane, t.p), clear_side(plane, t.q), clear_side(plane, t.r));
}

// Whether all corners but the shared ones, and at least one, are on one side: then the triangles share nothing else.
fn beside(sides: vec3<i32>, same: u32) -> bool {
    let is_shared = vec3<bool>((same & 1u) != 0u, (same & 2u) != 0u, (same & 4u) != 0u);
    return any(sides != vec3(0)) && (all((sides > vec3(0)) | is_shared) || all((sides < vec3(0)) | is_shared));
}

// Whether a plane through the common corners certainly has the others of a on one side and those of b on the other: then
// the triangles share nothing else. That clears neighbours on a smooth surface, whose corners are near each other's plane.
fn apart_around(a: Triangle, b: Triangle, same: Shared) -> bool {
    let count = countOneBits(same.in_a);
    if count != countOneBits(same.in_b) || count == 3u {
        return false;
    }
    if count == 1u {
        return apart_around_corner(rotated(a, countTrailingZeros(same.in_a)), rotated(b, countTrailingZeros(same.in_b)));
    }
    // The corner that is not shared first, so that the edge is opposite to it.
    return apart_around_edge(
        rotated(a, countTrailingZeros(7u - same.in_a)),
        rotated(b, countTrailingZeros(7u - same.in_b)).p,
    );
}

// The first corners are the same point. The normal of the plane is a guess, and any plane will do.
fn apart_around_corner(a: Triangle, b: Triangle) -> bool {
    let u = vec3<f32>(a.q.xyz - a.p.xyz);
    let v = vec3<f32>(a.r.xyz - a.p.xyz);
    let w = vec3<f32>(b.q.xyz - a.p.xyz);
    let x = vec3<f32>(b.r.xyz - a.p.xyz);
    let normal = scaled(u) + scaled(v) - scaled(w) - scaled(x);
    let off = abs(normal.x) + abs(normal.y) + abs(normal.z);
    return above(normal, u, off * blur(a.p, a.q)) && above(normal, v, off * blur(a.p, a.r))
        && above(-normal, w, off * blur(a.p, b.q)) && above(-normal, x, off * blur(a.p, b.r));
}

fn scaled(v: vec3<f32>) -> vec3<f32> {
    return v * inverseSqrt(max(dot(v, v), 1.0));
}

fn above(normal: vec3<f32>, v: vec3<f32>, off: f32) -> bool {
    return dot(normal, v) > ROUNDING * dot(abs(normal), abs(v)) + off * (1.0 + 3.0517578125e-5);
}

// The edge from q to r of a is common, `apex` the other corner of b. Of the planes through the edge, the one along the
// axis nearest to the normal of a: projected along it, the two apexes are on different sides of a line.
fn apart_around_edge(a: Triangle, apex: vec4<i32>) -> bool {
    let edge = vec3<f32>(a.r.xyz - a.q.xyz);
    let own = vec3<f32>(a.p.xyz - a.q.xyz);
    let other = vec3<f32>(apex.xyz - a.q.xyz);
    let normal = abs(cross(edge, own));
    var e = edge.yz;
    var u = own.yz;
    var v = other.yz;
    if normal.y >= normal.x && normal.y >= normal.z {
        e = edge.zx;
        u = own.zx;
        v = other.zx;
    } else if normal.z >= normal.x {
        e = edge.xy;
        u = own.xy;
        v = other.xy;
    }
    let off = max(max(blur(a.q, a.r), blur(a.q, a.p)), blur(a.q, apex));
    return clear_turn(e, u, off) * clear_turn(e, v, off) < 0;
}

// The sign of e x u, whose coordinates are off by up to `off`; 0 if it is not certain.
fn clear_turn(e: vec2<f32>, u: vec2<f32>, off: f32) -> i32 {
    let forward = e.x * u.y;
    let backward = e.y * u.x;
    let drift = off * (abs(e.x) + abs(e.y) + abs(u.x) + abs(u.y) + 2.0 * off);
    let bound = ROUNDING * (abs(forward) + abs(backward)) + drift * (1.0 + 3.0517578125e-5);
    let value = forward - backward;
    return select(0, 1, value > bound) - select(0, 1, value < -bound);
}

fn judge(pair: vec2<u32>) -> u32 {
    let a = triangle(pair.x);
    let b = triangle(pair.y);
    if boxes_apart(a, b) {
        return APART;
    }
    var same = Shared(0u, 0u);
    if WITHIN == 1u {
        same = shared_corners(a, b);
        if same.in_a != 0u && apart_around(a, b, same) {
            return APART;
        }
    }
    let sides_b = clear_sides(plane_through(a.p, a.q, a.r), b);
    if beside(sides_b, same.in_b) {
        return APART;
    }
    let sides_a = clear_sides(plane_through(b.p, b.q, b.r), a);
    if beside(sides_a, same.in_a) {
        return APART;
    }
    if same.in_a != 0u || any(sides_a == vec3(0)) || any(sides_b == vec3(0)) {
        return REST;
    }
    let at = aligned(a, b, sides_a, sides_b);
    let start = clear_side(plane_through(at.a.p, at.a.q, at.b.p), at.b.q);
    if start > 0 {
        return APART;
    }
    let end = clear_side(plane_through(at.a.p, at.a.r, at.b.r), at.b.p);
    if end > 0 {
        return APART;
    }
    return select(REST, CROSSING, start < 0 && end < 0);
}
