// Exact signs of determinants of grid points.
//
// Differences are at most 2^30, so minors of two rows are at most 2^61 and fit 64 bits. The determinant of three rows
// is at most 3 * 2^91. It is computed as upper * 2^31 + lower: minors are cut after 31 bits, both halves are multiplied
// with the third row and added up, and each sum is at most 3 * 2^61.

// The cross product of two edges.
struct Normal {
    x: Wide,
    y: Wide,
    z: Wide,
}

fn minor(a: i32, b: i32, c: i32, d: i32) -> Wide {
    return minus(product(a, d), product(b, c));
}

fn normal_of(p: vec4<i32>, q: vec4<i32>, r: vec4<i32>) -> Normal {
    let u = q - p;
    let v = r - p;
    return Normal(minor(u.y, u.z, v.y, v.z), minor(u.z, u.x, v.z, v.x), minor(u.x, u.y, v.x, v.y));
}

// The sign of the inner product.
fn side(normal: Normal, w: vec4<i32>) -> i32 {
    let low = plus(
        plus(product(lower(normal.x), w.x), product(lower(normal.y), w.y)),
        product(lower(normal.z), w.z),
    );
    let high = plus(
        plus(product(narrow(upper(normal.x)), w.x), product(narrow(upper(normal.y)), w.y)),
        plus(product(narrow(upper(normal.z)), w.z), upper(low)),
    );
    let sign = sign_of(high);
    return select(sign, select(0, 1, lower(low) != 0), sign == 0);
}

// On which side of the plane through the first three points the last one lies: `allide_geom::predicates::orient3d`.
fn orient3d(p: vec4<i32>, q: vec4<i32>, r: vec4<i32>, s: vec4<i32>) -> i32 {
    return side(normal_of(p, q, r), s - p);
}

fn sides(t: Triangle, points: Triangle) -> vec3<i32> {
    let normal = normal_of(t.p, t.q, t.r);
    return vec3(side(normal, points.p - t.p), side(normal, points.q - t.p), side(normal, points.r - t.p));
}

// Which way a path turns, seen along an axis.
fn turn(axis: u32, p: vec4<i32>, q: vec4<i32>, r: vec4<i32>) -> i32 {
    let u = along(axis, q - p);
    let v = along(axis, r - p);
    return sign_of(minor(u.x, u.y, v.x, v.y));
}

fn along(axis: u32, v: vec4<i32>) -> vec2<i32> {
    return select(select(v.xy, v.zx, axis == 1u), v.yz, axis == 0u);
}

const NO_AXIS = 3u;

// An axis along which the three points do not look collinear, if there is one.
fn open_axis(p: vec4<i32>, q: vec4<i32>, r: vec4<i32>) -> u32 {
    let normal = normal_of(p, q, r);
    if sign_of(normal.z) != 0 {
        return 2u;
    }
    if sign_of(normal.y) != 0 {
        return 1u;
    }
    return select(NO_AXIS, 0u, sign_of(normal.x) != 0);
}
