// A key for each triangle, which brings those of one object together and neighbours among them close: the rank of its
// tree, then its place on a Morton curve over the object.

struct Params {
    count: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> positions: array<vec4<i32>>;
@group(0) @binding(1) var<storage, read> triangles: array<u32>;
@group(0) @binding(2) var<storage, read> owners: array<u32>;
// For each object the lowest corner of its curve; then the shift from the grid to cells, five bits, and the rank.
@group(0) @binding(3) var<storage, read> curves: array<vec4<i32>>;
@group(0) @binding(4) var<storage, read_write> keys: array<u32>;

@compute @workgroup_size(THREADS)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    for (var number = id.x; number < params.count; number += groups.x * THREADS) {
        let curve = curves[owners[number]];
        let own = box_of(number);
        let center = own.low + ((own.high - own.low) >> vec3(1u)) - curve.xyz;
        let shift = bitcast<u32>(curve.w) & 31u;
        let cell = vec3<u32>(clamp(center >> vec3(shift), vec3(0), vec3((1 << CURVE_BITS) - 1)));
        keys[number] = ((bitcast<u32>(curve.w) >> 5u) << (3u * CURVE_BITS)) | morton(cell);
    }
}
