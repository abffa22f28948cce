// The first members of the set: triangles that reach the region where the partners of their object are.

struct Params {
    origin: vec3<i32>,
    shifts: u32,
    margin: i32,
    growth: i32,
    count: u32,
    tiles: u32,
    levels: u32,
    next: u32,
    padding: vec2<u32>,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> positions: array<vec4<i32>>;
@group(0) @binding(1) var<storage, read> triangles: array<u32>;
@group(0) @binding(2) var<storage, read> owners: array<u32>;
// For each object its tile and its number there; then the two corners of the region of its partners, the first one above the
// second if there are none.
@group(0) @binding(3) var<storage, read> objects: array<vec4<i32>>;
@group(0) @binding(4) var<storage, read> views: array<vec4<i32>>;
@group(0) @binding(5) var<storage, read_write> kept: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read_write> state: array<atomic<u32>>;

var<workgroup> kept_count: atomic<u32>;
var<workgroup> kept_base: u32;

@compute @workgroup_size(THREADS)
fn main(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    for (var start = group.x * THREADS; start < params.count; start += groups.x * THREADS) {
        let triangle = start + thread;
        if thread == 0u { atomicStore(&kept_count, 0u); }
        var own: Box;
        var object = vec4<i32>(-1);
        var owner = 0u;
        var slot = 0u;
        var is_kept = false;
        var grow = params.growth;
        var edges: array<vec3<i32>, 2>;
        if triangle < params.count {
            let a = positions[triangles[3u * triangle]];
            let b = positions[triangles[3u * triangle + 1u]];
            let c = positions[triangles[3u * triangle + 2u]];
            own = Box(min(min(a.xyz, b.xyz), c.xyz), max(max(a.xyz, b.xyz), c.xyz));
            edges = array<vec3<i32>, 2>(b.xyz - a.xyz, c.xyz - a.xyz);
            grow = max(grow, select(1, 0, (a.w | b.w | c.w) == 0));
            owner = owners[triangle];
            object = objects[3u * owner];
            let low = own.low - min(own.low, vec3(params.margin));
            let high = own.high + min(vec3(CELLS) - own.high, vec3(params.margin));
            is_kept = all(low <= objects[3u * owner + 2u].xyz) && all(high >= objects[3u * owner + 1u].xyz);
        }
        begin_sizes(thread, u32(max(object.x, 0)));
        if is_kept {
            slot = atomicAdd(&kept_count, 1u);
            add_sizes(u32(object.x), own, grow, edges);
        }
        end_sizes(thread);
        if thread == 0u { kept_base = atomicAdd(&state[LIVE + params.next], atomicLoad(&kept_count)); }
        workgroupBarrier();
        if is_kept {
            let at = 2u * (kept_base + slot);
            kept[at] = vec4(triangle, owner, u32(object.x), u32(object.y));
            kept[at + 1u] = pack(quantised(own.low), quantised(own.high), owner);
        }
        workgroupBarrier();
    }
}

fn quantised(point: vec3<i32>) -> vec3<u32> {
    let shifts = (vec3(params.shifts) >> vec3(0u, 8u, 16u)) & vec3(0xffu);
    return vec3<u32>(clamp((point - params.origin) >> shifts, vec3(0), vec3(0xffff)));
}
