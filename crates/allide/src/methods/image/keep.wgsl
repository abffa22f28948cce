// Parts that stay whatever a view shows of them, of those that are still there.

struct Params {
    parts: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> stays: array<u32>;
@group(0) @binding(1) var<storage, read> alive: array<u32>;
@group(0) @binding(2) var<storage, read_write> hidden: array<u32>;

@compute @workgroup_size(THREADS)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    for (var part = id.x; part < params.parts; part += groups.x * THREADS) {
        if stays[part] != 0u && alive[part] != 0u { hidden[part] = 1u; }
    }
}
