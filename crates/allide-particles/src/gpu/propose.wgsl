// Which lives of particles may have an impact in an interval of time: all that have one, and few others.
//
// Floats decide only beyond bounds on all rounding (SLACK of every sum's largest term), so that nothing is lost on any GPU. What is
// left goes to the CPU.
//
// Drivers may end long loops early (lavapipe does after 65,535 steps of an invocation), so no loop is trusted to have ended by itself:
// an unfinished search counts as a find, and an unfinished particle is missing in the count of those that were looked at.

struct Params {
    emitter: u32,
    nodes: u32,
    capacity: u32,
}

// Of an emitter, for one interval. The interval starts `whole + part` periods after the emitter does.
struct Emitter {
    low: vec3<f32>,
    period: f32,
    size: vec3<f32>,
    // Radius of a disc; negative for boxes and points.
    radius: f32,
    velocity: vec3<f32>,
    part: f32,
    spread: vec3<f32>,
    // Length of the interval, in periods.
    length: f32,
    acceleration: vec3<f32>,
    // How far positions may be off, at any age.
    error: f32,
    seed: vec2<u32>,
    count: u32,
    generations: u32,
    whole: i32,
    // Pieces that paths are cut into; more than one if particles may have left their first path.
    pieces: u32,
    padding: vec2<u32>,
}

struct Collider {
    low: vec3<f32>,
    // 0: nothing but its box is known; 1: a plane; 2: a quadric.
    kind: f32,
    high: vec3<f32>,
    padding: f32,
    // Rows of the map to local coordinates, with the translation.
    rows: array<vec4<f32>, 3>,
    // A, B, C, J; D, E, F, 0; G, H, I, 0.
    squares: vec4<f32>,
    products: vec4<f32>,
    lines: vec4<f32>,
}

// Of the tree over colliders, in depth-first order.
struct Node {
    low: vec3<f32>,
    // The node after all below this one.
    next: u32,
    high: vec3<f32>,
    // Eight times the first collider of a leaf, and how many it has; none elsewhere.
    items: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> emitters: array<Emitter>;
// In the order of the tree's leaves.
@group(0) @binding(1) var<storage, read> colliders: array<Collider>;
@group(0) @binding(2) var<storage, read> nodes: array<Node>;
@group(0) @binding(3) var<storage, read_write> proposals: array<vec2<u32>>;
// Proposals, also those that found no room; particles that were looked at.
@group(0) @binding(4) var<storage, read_write> counts: array<atomic<u32>, 2>;

// 2⁻¹⁹: 16 units in the last place.
const SLACK: f32 = 0.0000019073486;
// Sine and cosine of WGSL are off by 2⁻¹¹ at most, within half a turn.
const TURN_ERROR: f32 = 0.0009765625;

const ALL_GENERATIONS: u32 = 0xffffffffu;
const SALT_PHASE: u32 = 1u;
const SALT_POSITION: u32 = 2u;
const SALT_VELOCITY: u32 = 3u;

fn mixed(words: vec4<u32>) -> vec4<u32> {
    var v = words;
    v.x += v.y * v.w;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v.w += v.y * v.z;
    return v;
}

fn pcg4d(words: vec4<u32>) -> vec4<u32> {
    var v = mixed(words * 1664525u + 1013904223u);
    v ^= v >> vec4(16u);
    return mixed(v);
}

// Four numbers in 0..1, rounded down to 24 bits.
fn draws(seed: vec2<u32>, particle: u32, generation: u32, salt: u32) -> vec4<f32> {
    let words = pcg4d(vec4(seed.x, seed.y ^ (salt * 0x9E3779B9u), particle, generation));
    return vec4<f32>(words >> vec4(8u)) * 0.000000059604645;
}

// Whether the part of a path around `middle`, as far as `reach`, may meet a collider.
fn may_meet(collider: u32, middle: vec3<f32>, reach: vec3<f32>) -> bool {
    let low = colliders[collider].low;
    let high = colliders[collider].high;
    if any(middle - reach > high) || any(middle + reach < low) { return false; }
    let kind = colliders[collider].kind;
    if kind < 0.5 { return true; }
    var at: vec3<f32>;
    var off: vec3<f32>;
    for (var k = 0u; k < 3u; k++) {
        let row = colliders[collider].rows[k];
        at[k] = dot(row.xyz, middle) + row.w;
        off[k] = dot(abs(row.xyz), reach + SLACK * abs(middle)) + SLACK * abs(row.w);
    }
    if kind < 1.5 { return abs(at.z) <= off.z; }
    let s = colliders[collider].squares;
    let p = colliders[collider].products;
    let l = colliders[collider].lines.xyz;
    // f at the middle, its slopes, and how far it may be off.
    let around = vec3(p.x * at.y + p.y * at.z, p.x * at.x + p.z * at.z, p.y * at.x + p.z * at.y);
    let half_slope = s.xyz * at + around + l;
    let value = dot(s.xyz * at + around + 2.0 * l, at) + s.w;
    let far = abs(at);
    let far_around = vec3(
        abs(p.x) * far.y + abs(p.y) * far.z,
        abs(p.x) * far.x + abs(p.z) * far.z,
        abs(p.y) * far.x + abs(p.z) * far.y,
    );
    let far_slope = abs(s.xyz) * far + far_around + abs(l);
    let off_around = vec3(
        abs(p.x) * off.y + abs(p.y) * off.z,
        abs(p.x) * off.x + abs(p.z) * off.z,
        abs(p.y) * off.x + abs(p.z) * off.y,
    );
    let change = 2.0 * dot(abs(half_slope) + SLACK * far_slope, off) + dot(abs(s.xyz) * off + off_around, off);
    let rounding = SLACK * (2.0 * dot(far_slope, far) + abs(s.w) + change);
    return abs(value) <= change + rounding;
}

// Whether it may meet any collider.
fn may_meet_any(middle: vec3<f32>, reach: vec3<f32>) -> bool {
    var at = 0u;
    while at < params.nodes {
        let node = nodes[at];
        if any(middle - reach > node.high) || any(middle + reach < node.low) {
            at = node.next;
            continue;
        }
        let first = node.items >> 3u;
        let end = first + (node.items & 7u);
        var collider = first;
        for (; collider < end; collider++) {
            if may_meet(collider, middle, reach) { return true; }
        }
        if collider < end { return true; }
        at++;
    }
    return at < params.nodes;
}

// Whether a life may have an impact between two ages.
fn may_hit(e: Emitter, particle: u32, generation: u32, youngest: f32, oldest: f32) -> bool {
    let a = draws(e.seed, particle, generation, SALT_POSITION);
    var position = e.low + e.size * a.xyz;
    var error = e.error;
    if e.radius >= 0.0 {
        let turn = 6.2831853 * (a.x - select(0.0, 1.0, a.x >= 0.5));
        let r = e.radius * sqrt(a.y);
        position = e.low + vec3(r * cos(turn), r * sin(turn), 0.0);
        error += e.radius * TURN_ERROR;
    }
    let velocity = e.velocity + e.spread * (2.0 * draws(e.seed, particle, generation, SALT_VELOCITY).xyz - 1.0);
    let step = (oldest - youngest) / f32(e.pieces);
    let half_step = 0.5 * step;
    var piece = 0u;
    for (; piece < e.pieces; piece++) {
        let age = youngest + (f32(piece) + 0.5) * step;
        let middle = position + (velocity + 0.5 * e.acceleration * age) * age;
        let speed = abs(velocity + e.acceleration * age);
        let reach = (speed + 0.5 * abs(e.acceleration) * half_step) * half_step * (1.0 + SLACK) + error;
        if may_meet_any(middle, reach) { return true; }
    }
    return piece < e.pieces;
}

@compute @workgroup_size(THREADS)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let e = emitters[params.emitter];
    let slack = 16.0 * SLACK;
    var looked_at = 0u;
    for (var particle = id.x; particle < e.count; particle += groups.x * THREADS) {
        // Ages are in periods. Generation whole + k has this age less k at the start of the interval.
        let base = e.part - draws(e.seed, particle, ALL_GENERATIONS, SALT_PHASE).x;
        let last = i32(ceil(e.length + base)) + 1;
        var k = -1;
        for (; k <= last; k++) {
            let generation = e.whole + k;
            let youngest = max(base - f32(k) - slack * (1.0 + e.length), 0.0);
            let oldest = min(base - f32(k) + e.length + slack * (1.0 + e.length), 1.0 + slack);
            if generation >= 0 && u32(generation) < e.generations && youngest <= oldest {
                let start = select(youngest * e.period, 0.0, e.pieces > 1u);
                if may_hit(e, particle, u32(generation), start, oldest * e.period) {
                    let at = atomicAdd(&counts[0], 1u);
                    if at < params.capacity { proposals[at] = vec2(particle, u32(generation)); }
                }
            }
        }
        looked_at += select(0u, 1u, k > last);
    }
    atomicAdd(&counts[1], looked_at);
}
