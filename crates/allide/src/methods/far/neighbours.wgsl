// Pairs of triangles that have a vertex in common: at each corner of a triangle, those with a higher number around it. A
// pair with two common vertices belongs to the first such corner of the lower triangle.

struct Params {
    view: u32,
    // Corners to look at: three for each member of the set.
    most: u32,
    first: u32,
    count: u32,
    candidates: u32,
    wraps: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> triangles: array<u32>;
@group(0) @binding(1) var<storage, read> live: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> state: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read> starts: array<u32>;
@group(0) @binding(4) var<storage, read> around: array<u32>;
@group(0) @binding(5) var<storage, read_write> candidates: array<vec2<u32>>;
@group(0) @binding(6) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(THREADS)
fn main(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) group_count: vec3<u32>,
) {
    let corners = min(3u * atomicLoad(&state[LIVE + params.view]), params.most);
    append_begin(thread);
    for (var start = group.x * THREADS; start < params.count; start += group_count.x * THREADS) {
        let corner = params.first + start + thread;
        if start + thread < params.count && corner < corners { look_around(live[2u * (corner / 3u)].x, corner % 3u); }
        append_spill(thread);
    }
    append_end(thread);
}

fn look_around(triangle: u32, corner: u32) {
    let own = vec3(triangles[3u * triangle], triangles[3u * triangle + 1u], triangles[3u * triangle + 2u]);
    // Corners before this one, or a vertex of no triangle.
    let before = select(vec2(NO_VERTEX), own.xy, vec2(corner > 0u, corner > 1u));
    let vertex = own[corner];
    if any(before == vec2(vertex)) { return; }
    for (var i = starts[vertex]; i < starts[vertex + 1u]; i++) {
        let other = around[i];
        if other <= triangle { continue; }
        let theirs = vec3(triangles[3u * other], triangles[3u * other + 1u], triangles[3u * other + 2u]);
        if !any(theirs == vec3(before.x)) && !any(theirs == vec3(before.y)) { append(vec2(triangle, other)); }
    }
}

const NO_VERTEX = 0xffffffffu;
