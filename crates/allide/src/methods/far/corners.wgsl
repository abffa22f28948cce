// Which members of the set each vertex is a corner of. First they are counted (FILL is 0); then, with the sums of all counts
// before, listed, and the counts go back to 0. A triangle that names a vertex twice is listed once.

struct Params {
    view: u32,
    most: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> triangles: array<u32>;
@group(0) @binding(1) var<storage, read> live: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> state: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read> starts: array<u32>;
@group(0) @binding(5) var<storage, read_write> around: array<u32>;

@compute @workgroup_size(THREADS)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let count = min(atomicLoad(&state[LIVE + params.view]), params.most);
    for (var place = id.x; place < count; place += groups.x * THREADS) {
        let triangle = live[2u * place].x;
        let a = triangles[3u * triangle];
        let b = triangles[3u * triangle + 1u];
        let c = triangles[3u * triangle + 2u];
        add(a, triangle);
        if b != a { add(b, triangle); }
        if c != a && c != b { add(c, triangle); }
    }
}

fn add(vertex: u32, triangle: u32) {
    if FILL == 0u {
        atomicAdd(&counts[vertex], 1u);
    } else {
        around[starts[vertex] + atomicSub(&counts[vertex], 1u) - 1u] = triangle;
    }
}
