// Lists all pairs of a triangle of one range and a triangle of another, smaller number first.

struct Params {
    first: u32,
    end: u32,
    other_first: u32,
    other_end: u32,
    candidates: u32,
    wraps: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read_write> candidates: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(THREADS)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    for (var a = params.first + id.x; a < params.end; a += groups.x * THREADS) {
        // Where both ranges are one, each pair comes once.
        for (var b = max(params.other_first, a + 1u); b < params.other_end; b++) {
            append_store(append_reserve(1u), vec2(a, b));
        }
    }
}
