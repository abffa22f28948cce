// Drops pairs that are certainly no closer than a limit; what is left goes to the CPU, which measures.
//
// Any direction d, however rounded, bounds the distance from below: it is at least the gap between the triangles along d over
// the length of d. The gap is taken of coordinates relative to one corner, at most `size` along each axis. Converted and
// multiplied with d, added up and subtracted, they are off by less than 2^-19 * size * (|d.x| + |d.y| + |d.z|), and
// vertices off the grid add half a cell for each of the two sides, times the same sum.
//
// Directions: between the boxes; the normals; then those of Gilbert's algorithm (1966), which walks in the difference of
// the two triangles towards the origin, and finds the best direction if it is given the time.

const ROUNDING = 1.9073486328125e-6; // 2^-19
const CELL = 1.0 + 3.0517578125e-5;
const STEPS = 8u;

// The limit in cells, rounded up, and less than 2^40.
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

// Whether a gap along `d` shows that the triangles are far enough apart.
fn shows(gap: f32, d: vec3<f32>, slack: f32) -> bool {
    // The length is good to a few units in the last place; this is 128.
    return gap - slack * (abs(d.x) + abs(d.y) + abs(d.z)) > limit * length(d) * (1.0 + 1.52587890625e-5);
}

// The direction with a largest component of 1; zero stays zero.
fn scaled(d: vec3<f32>) -> vec3<f32> {
    let largest = max(max(abs(d.x), abs(d.y)), abs(d.z));
    return select(d / largest, d, largest == 0.0);
}

fn gap_along(d: vec3<f32>, at: Offsets) -> f32 {
    let a = d * at.a;
    let b = d * at.b;
    let low = min(min(b.x, b.y), b.z) - max(max(a.x, a.y), a.z);
    let high = min(min(a.x, a.y), a.z) - max(max(b.x, b.y), b.z);
    return max(low, high);
}

// The corner that lies farthest along a direction, given how far each of them does.
fn farthest(corners: mat3x3<f32>, along: vec3<f32>) -> vec3<f32> {
    if along.x >= along.y && along.x >= along.z {
        return corners[0];
    }
    return select(corners[2], corners[1], along.y >= along.z);
}

fn judge(pair: vec2<u32>) -> u32 {
    let a = triangle(pair.x);
    let b = triangle(pair.y);
    let low_a = min(min(a.p.xyz, a.q.xyz), a.r.xyz);
    let high_a = max(max(a.p.xyz, a.q.xyz), a.r.xyz);
    let low_b = min(min(b.p.xyz, b.q.xyz), b.r.xyz);
    let high_b = max(max(b.p.xyz, b.q.xyz), b.r.xyz);
    let at = offsets(a, b);
    let gaps = vec3<f32>(max(max(low_b - high_a, low_a - high_b), vec3(0)));
    let between = scaled(gaps);
    if shows(dot(between, gaps), between, at.slack) {
        return APART;
    }
    let normal_a = scaled(cross(at.a[1], at.a[2]));
    if shows(gap_along(normal_a, at), normal_a, at.slack) {
        return APART;
    }
    let normal_b = scaled(cross(at.b[1] - at.b[0], at.b[2] - at.b[0]));
    if shows(gap_along(normal_b, at), normal_b, at.slack) {
        return APART;
    }
    return approach(at);
}

fn approach(at: Offsets) -> u32 {
    // A point of the difference.
    var v = (at.b[0] + at.b[1] + at.b[2] - at.a[1] - at.a[2]) * (1.0 / 3.0);
    for (var step = 0u; step < STEPS; step++) {
        if dot(v, v) <= limit * limit {
            // As near as that, so keep it.
            return REST;
        }
        let d = scaled(v);
        let a = d * at.a;
        let b = d * at.b;
        if shows(min(min(b.x, b.y), b.z) - max(max(a.x, a.y), a.z), d, at.slack) {
            return APART;
        }
        let way = farthest(at.b, -b) - farthest(at.a, a) - v;
        let square = dot(way, way);
        let along = -dot(v, way);
        if along <= 0.0 || square == 0.0 {
            return REST;
        }
        v += way * min(along / square, 1.0);
    }
    return REST;
}
