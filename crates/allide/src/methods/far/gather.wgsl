// The data of each fragment for the sweep, in the order of keys, so that it reads sequentially.

struct Params {
    slot: u32,
    most: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> order: array<u32>;
@group(0) @binding(1) var<storage, read> fragments: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> live: array<vec4<u32>>;
// The box, and the object.
@group(0) @binding(3) var<storage, read_write> boxes: array<vec4<u32>>;
// The triangle, the last key that overlaps, and the tile.
@group(0) @binding(4) var<storage, read_write> spans: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> counters: array<u32>;

@compute @workgroup_size(THREADS)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let count = min(counters[params.slot], params.most);
    for (var i = id.x; i < count; i += groups.x * THREADS) {
        let fragment = fragments[order[i]];
        let own = live[2u * fragment.x];
        boxes[i] = live[2u * fragment.x + 1u];
        spans[i] = vec4(own.x, fragment.y, own.z, 0u);
    }
}
