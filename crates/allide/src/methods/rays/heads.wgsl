// Which events are the first of their owner.

struct Params {
    slot: u32,
    most: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> owners: array<u32>;
@group(0) @binding(1) var<storage, read_write> flags: array<u32>;
@group(0) @binding(2) var<storage, read> counters: array<u32>;

@compute @workgroup_size(THREADS)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let count = min(counters[params.slot], params.most);
    for (var i = id.x; i < count; i += groups.x * THREADS) {
        flags[i] = select(0u, 1u, i == 0u || owners[i] != owners[max(i, 1u) - 1u]);
    }
}
