// Drops pairs that are certainly no closer than a limit; what is left goes to the CPU, which measures.
//
// Any direction d, however rounded, bounds the distance from below: it is at least the gap between the triangles along
// d over the length of d. The gap is taken of coordinates relative to one corner, at most `size` along each axis.
// Converted and multiplied with d, added up and subtracted, they are off by less than 2^-19 * size times the sum
// |d.x| + |d.y| + |d.z|, and vertices off the grid add half a cell for each of the two sides, times the same sum. (What
// the CPU's distance is off by, 1e-14 of the size, is covered by that too.)
//
// Directions, from cheap to good: between the boxes; the normals; between the centres; between the nearest points of
// two edges. Triangles that are apart have their nearest points on two edges, or one inside a face, where the normal is
// the direction. So the remaining pairs are close, up to rounding.

const ROUNDING = 1.9073486328125e-6; // 2^-19
// A cell and 2^-15 of that, for the roundings of the sum.
const CELL = 1.0 + 3.0517578125e-5;
// Keeps products of four coordinates far from overflow. They may underflow, which only makes a direction worse.
const SCALE = 9.313225746154785e-10; // 2^-30
const TINY = 1.0e-37;

// In cells, rounded up, and less than 2^40.
var<immediate> limit: f32;

// Both triangles, relative to the first corner of a.
struct Offsets {
    a: mat3x3<f32>,
    b: mat3x3<f32>,
    slack: f32,
}

fn offsets(a: Triangle, b: Triangle) -> Offsets {
    let of_a = mat3x3<f32>(vec3(0.0), vec3<f32>(a.q.xyz - a.p.xyz), vec3<f32>(a.r.xyz - a.p.xyz));
    let of_b = mat3x3<f32>(
        vec3<f32>(b.p.xyz - a.p.xyz),
        vec3<f32>(b.q.xyz - a.p.xyz),
        vec3<f32>(b.r.xyz - a.p.xyz),
    );
    let far = max(max(abs(of_a[1]), abs(of_a[2])), max(max(abs(of_b[0]), abs(of_b[1])), abs(of_b[2])));
    let size = max(max(far.x, far.y), far.z);
    return Offsets(of_a, of_b, ROUNDING * size + select(CELL, 0.0, on_grid(a, b)));
}

// Whether the triangles are far enough apart along a direction.
fn apart_along(direction: vec3<f32>, at: Offsets) -> bool {
    let largest = max(max(abs(direction.x), abs(direction.y)), abs(direction.z));
    if largest < TINY {
        return false;
    }
    let d = direction / largest;
    let a = d * at.a;
    let b = d * at.b;
    let above = min(min(b.x, b.y), b.z) - max(max(a.x, a.y), a.z);
    let below = min(min(a.x, a.y), a.z) - max(max(b.x, b.y), b.z);
    // The length is good to a few units in the last place; this is 128.
    let needed = limit * length(d) * (1.0 + 1.52587890625e-5);
    return max(above, below) - at.slack * (abs(d.x) + abs(d.y) + abs(d.z)) > needed;
}

fn judge(pair: vec2<u32>) -> u32 {
    let a = triangle(pair.x);
    let b = triangle(pair.y);
    let at = offsets(a, b);
    let above = min(min(b.p.xyz, b.q.xyz), b.r.xyz) - max(max(a.p.xyz, a.q.xyz), a.r.xyz);
    let below = min(min(a.p.xyz, a.q.xyz), a.r.xyz) - max(max(b.p.xyz, b.q.xyz), b.r.xyz);
    let between = select(max(above, vec3(0)), -max(below, vec3(0)), below > vec3(0));
    if apart_along(vec3<f32>(between), at)
        || apart_along(SCALE * cross(at.a[1], at.a[2]), at)
        || apart_along(SCALE * cross(at.b[1] - at.b[0], at.b[2] - at.b[0]), at) {
        return APART;
    }
    let centres = (at.b[0] + at.b[1] + at.b[2] - at.a[1] - at.a[2]) * (1.0 / 3.0);
    if dot(centres, centres) < limit * limit {
        return REST;
    }
    return select(REST, APART, apart_along(centres, at) || apart_along(between_edges(at), at));
}

struct Edges {
    // First ends, then what leads to the second.
    starts: mat3x3<f32>,
    ways: mat3x3<f32>,
}

fn edges(corners: mat3x3<f32>) -> Edges {
    let starts = corners * SCALE;
    return Edges(starts, mat3x3<f32>(starts[1] - starts[0], starts[2] - starts[1], starts[0] - starts[2]));
}

// From the nearest point of an edge of a to that of an edge of b, roughly.
fn between_edges(at: Offsets) -> vec3<f32> {
    let a = edges(at.a);
    let b = edges(at.b);
    let first = nearer_gap(gaps_to(b, a.starts[0], a.ways[0]), gaps_to(b, a.starts[1], a.ways[1]));
    return nearer_gap(first, gaps_to(b, a.starts[2], a.ways[2])).xyz;
}

// A gap with its square.
fn nearer_gap(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> {
    return select(a, b, b.w < a.w);
}

fn gaps_to(b: Edges, start: vec3<f32>, way: vec3<f32>) -> vec4<f32> {
    let first = nearer_gap(gap(start, way, b.starts[0], b.ways[0]), gap(start, way, b.starts[1], b.ways[1]));
    return nearer_gap(first, gap(start, way, b.starts[2], b.ways[2]));
}

// Between p + s u and q + t v, for s and t from 0 to 1: the lines first, then the ends.
fn gap(p: vec3<f32>, u: vec3<f32>, q: vec3<f32>, v: vec3<f32>) -> vec4<f32> {
    let offset = q - p;
    let normal = cross(u, v);
    let slope = dot(u, v);
    let guess = saturate(dot(offset, cross(v, normal)) / max(dot(normal, normal), TINY));
    let t = saturate((guess * slope - dot(offset, v)) / max(dot(v, v), TINY));
    let s = saturate((t * slope + dot(offset, u)) / max(dot(u, u), TINY));
    let found = offset + v * t - u * s;
    return vec4(found, dot(found, found));
}
