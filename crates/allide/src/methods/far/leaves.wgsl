// The members of the set as leaves of a tree: each with its place on the curve, and how many there are.

struct Params {
    origin: vec3<i32>,
    shifts: u32,
    view: u32,
    most: u32,
    // The counter of leaves.
    slot: u32,
    padding: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> positions: array<vec4<i32>>;
@group(0) @binding(1) var<storage, read> triangles: array<u32>;
@group(0) @binding(2) var<storage, read> live: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> state: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> places: array<u32>;
@group(0) @binding(5) var<storage, read_write> leaves: array<u32>;
@group(0) @binding(6) var<storage, read_write> counters: array<u32>;

@compute @workgroup_size(THREADS)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let count = min(atomicLoad(&state[LIVE + params.view]), params.most);
    if id.x == 0u { counters[params.slot] = count; }
    for (var i = id.x; i < count; i += groups.x * THREADS) {
        let triangle = live[2u * i].x;
        let a = positions[triangles[3u * triangle]].xyz;
        let b = positions[triangles[3u * triangle + 1u]].xyz;
        let c = positions[triangles[3u * triangle + 2u]].xyz;
        places[i] = curve(Box(min(min(a, b), c), max(max(a, b), c)));
        leaves[i] = triangle;
    }
}
