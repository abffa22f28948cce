// Writes the channels of the points that stay.

struct Params {
    count: u32,
}

var<immediate> params: Params;
// Pixel, channels, particle + 1.
@group(0) @binding(0) var<storage, read> points: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> winners: array<u32>;
@group(0) @binding(2) var<storage, read_write> pixels: array<u32>;

@compute @workgroup_size(THREADS)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    for (var k = id.x; k < params.count; k += groups.x * THREADS) {
        let point = points[k];
        if winners[point.x] == point.z { pixels[point.x] = point.y; }
    }
}
