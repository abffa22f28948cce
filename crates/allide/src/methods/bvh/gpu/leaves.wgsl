// The lower part of the tree: a workgroup makes the nodes over 2^GROUP_DEPTH leaves, two levels in registers and the
// others in workgroup memory.

struct Params {
    origin: vec3<i32>,
    shifts: u32,
    survivors: u32,
    most: u32,
    padding: vec2<u32>,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> positions: array<vec4<i32>>;
@group(0) @binding(1) var<storage, read> triangles: array<u32>;
@group(0) @binding(2) var<storage, read> owners: array<u32>;
@group(0) @binding(3) var<storage, read> order: array<u32>;
@group(0) @binding(4) var<storage, read_write> nodes: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> counters: array<u32>;

// A leaf that is there but empty.
const NO_TRIANGLE = 0xffffffffu;
const TILE = 4u * THREADS;
var<workgroup> row: array<vec4<u32>, THREADS>;

@compute @workgroup_size(THREADS)
fn main(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let count = min(counters[params.survivors], params.most);
    let depth = depth_of(count);
    for (var tile = group.x; tile * TILE < count; tile += groups.x) {
        let first = tile * TILE + 4u * thread;
        var leaf: array<vec4<u32>, 4>;
        /*unroll*/ for (var i = 0u; i < 4u; i++) {
            leaf[i] = EMPTY;
            if first + i < count {
                let number = order[first + i];
                if number != NO_TRIANGLE { leaf[i] = quantised(box_of(number), owners[number]); }
            }
            nodes[(1u << depth) + first + i] = leaf[i];
        }
        let left = merge(leaf[0], leaf[1]);
        let right = merge(leaf[2], leaf[3]);
        nodes[(1u << (depth - 1u)) + first / 2u] = left;
        nodes[(1u << (depth - 1u)) + first / 2u + 1u] = right;
        var node = merge(left, right);
        nodes[(1u << (depth - 2u)) + first / 4u] = node;
        for (var height = 3u; height <= GROUP_DEPTH; height++) {
            let width = TILE >> height;
            row[thread] = node;
            workgroupBarrier();
            if thread < width {
                node = merge(row[2u * thread], row[2u * thread + 1u]);
                nodes[(1u << (depth - height)) + tile * width + thread] = node;
            }
            workgroupBarrier();
        }
    }
}

fn quantised(own: Box, owner: u32) -> vec4<u32> {
    let shifts = (vec3(params.shifts) >> vec3(0u, 8u, 16u)) & vec3(0xffu);
    let low = clamp((own.low - params.origin) >> shifts, vec3(0), vec3(i32(LARGEST)));
    let high = clamp((own.high - params.origin) >> shifts, vec3(0), vec3(i32(LARGEST)));
    return pack(vec3<u32>(low), vec3<u32>(high), owner);
}
