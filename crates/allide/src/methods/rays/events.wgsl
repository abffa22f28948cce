// The events along the ray of a cell at a triangle: two events for its skin, and one where the ray crosses it. The latter come
// behind all others, in any order: they are sorted next, and equal ones are the same.

struct Params {
    count: u32,
    shift: u32,
    object_bits: u32,
    // The counter of events, which starts at two for each fragment.
    slot: u32,
}

var<immediate> params: Params;
@group(0) @binding(4) var<storage, read_write> owners: array<u32>;
@group(0) @binding(5) var<storage, read_write> keys: array<u32>;
@group(0) @binding(6) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(THREADS)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    for (var i = id.x; i < params.count; i += groups.x * THREADS) {
        let fragment = fragments[i];
        let triangle = triangles[fragment.y];
        let origin = origins[fragment.x];
        let shape = shape_at(triangle);
        let owner = (fragment.x << params.object_bits) | triangle.w;
        let span = depths(shape, grown(origin, params.shift));
        put(2u * i, owner, span.x, BEGIN);
        put(2u * i + 1u, owner, span.y, END);
        let ray = origin + (1i << params.shift) / 2;
        if crosses(shape, ray) {
            put(atomicAdd(&counters[params.slot], 1u), owner, depth_at(shape, ray), select(LEAVE, ENTER, shape.turn < 0));
        }
    }
}

fn put(place: u32, owner: u32, depth: i32, kind: u32) {
    owners[place] = owner;
    keys[place] = (u32(depth + i32(ABOVE)) << 2u) | kind;
}
