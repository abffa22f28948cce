// Code shared by the tiers: corners, boxes, shared corners, and the order of corners that the last two signs are taken in.

struct Triangle {
    p: vec4<i32>,
    q: vec4<i32>,
    r: vec4<i32>,
}

fn triangle(number: u32) -> Triangle {
    let at = 3u * number;
    return Triangle(positions[triangles[at]], positions[triangles[at + 1u]], positions[triangles[at + 2u]]);
}

fn on_grid(a: Triangle, b: Triangle) -> bool {
    return (a.p.w | a.q.w | a.r.w | b.p.w | b.q.w | b.r.w) == 0;
}

// Whether the boxes share no point. Placing vertices on the grid keeps their order along each axis, so this holds of
// the true triangles too, on the grid or not.
fn boxes_apart(a: Triangle, b: Triangle) -> bool {
    let low_a = min(min(a.p.xyz, a.q.xyz), a.r.xyz);
    let high_a = max(max(a.p.xyz, a.q.xyz), a.r.xyz);
    let low_b = min(min(b.p.xyz, b.q.xyz), b.r.xyz);
    let high_b = max(max(b.p.xyz, b.q.xyz), b.r.xyz);
    return any(low_a > high_b) || any(low_b > high_a);
}

// Corners that two triangles have in common, as bits.
//
// Those off the grid that are one point but have different numbers are missed. Nothing wrong comes of it: such a corner
// is on the other's plane, so its side is uncertain, and the pair is left to the CPU.
struct Shared {
    in_a: u32,
    in_b: u32,
}

fn shared_corners(a: Triangle, b: Triangle) -> Shared {
    let p = equal_corners(a.p, b);
    let q = equal_corners(a.q, b);
    let r = equal_corners(a.r, b);
    return Shared(select(0u, 1u, p != 0u) | select(0u, 2u, q != 0u) | select(0u, 4u, r != 0u), p | q | r);
}

fn equal_corners(corner: vec4<i32>, t: Triangle) -> u32 {
    return select(0u, 1u, all(corner == t.p)) | select(0u, 2u, all(corner == t.q)) | select(0u, 4u, all(corner == t.r));
}

// The triangle with its first `corner` first, in the same sense of rotation.
fn rotated(t: Triangle, corner: u32) -> Triangle {
    if corner == 0u {
        return t;
    }
    if corner == 1u {
        return Triangle(t.q, t.r, t.p);
    }
    return Triangle(t.r, t.p, t.q);
}

fn flipped(t: Triangle, flip: bool) -> Triangle {
    return Triangle(t.p, select(t.q, t.r, flip), select(t.r, t.q, flip));
}

fn all_on_one_side(sides: vec3<i32>) -> bool {
    return abs(sides.x + sides.y + sides.z) == 3;
}

fn straddles(sides: vec3<i32>) -> bool {
    return any(sides > vec3(0)) && any(sides < vec3(0));
}

// The corner that a plane separates from the other two, weakly, and whether it is then above.
struct Lone {
    corner: u32,
    above: bool,
}

// `sides` are neither all zero nor all equal.
fn lone_corner(sides: vec3<i32>) -> Lone {
    let above = dot(vec3<i32>(sides > vec3(0)), vec3(1));
    let below = dot(vec3<i32>(sides < vec3(0)), vec3(1));
    // One above, or one below; else two on one side, and the third in the plane is the lone one, opposite to them.
    let lone = select(select(0, -1, below == 1), 1, above == 1);
    let is_above = above == 1 || above == 0 && below == 2;
    return Lone(select(select(2u, 1u, sides.y == lone), 0u, sides.x == lone), is_above);
}

// The two triangles with the lone corners first, turned over so that each is above the other's plane.
//
// Guigue and Devillers 2003: the intervals that the triangles cut out of the line which their planes share have a
// common point exactly if neither (p.p, p.q, q.p, q.q) nor (p.p, p.r, q.r, q.p) is positively oriented.
struct Aligned {
    a: Triangle,
    b: Triangle,
}

fn aligned(a: Triangle, b: Triangle, sides_a: vec3<i32>, sides_b: vec3<i32>) -> Aligned {
    let lone_a = lone_corner(sides_a);
    let lone_b = lone_corner(sides_b);
    return Aligned(
        flipped(rotated(a, lone_a.corner), !lone_b.above),
        flipped(rotated(b, lone_b.corner), !lone_a.above),
    );
}
