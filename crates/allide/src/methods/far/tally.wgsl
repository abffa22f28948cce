// Counts the objects and object pairs that are left, and makes windows around what is left of the pairs.

struct Params {
    view: u32,
    tiles: u32,
    objects: u32,
    pairs: u32,
    windows: u32,
    boxes: u32,
    // Boxes farther apart than this do not meet.
    margin: i32,
    padding: u32,
}

var<immediate> params: Params;
// Two objects, smaller first, and their tile.
@group(0) @binding(0) var<storage, read> pairs: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> state: array<atomic<u32>>;

var<workgroup> object_count: atomic<u32>;
var<workgroup> pair_count: atomic<u32>;

@compute @workgroup_size(THREADS)
fn main(
    @builtin(local_invocation_index) thread: u32,
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    if thread == 0u {
        atomicStore(&object_count, 0u);
        atomicStore(&pair_count, 0u);
    }
    workgroupBarrier();
    for (var object = id.x; object < params.objects; object += groups.x * THREADS) {
        if !is_empty(box_around(object)) { atomicAdd(&object_count, 1u); }
    }
    for (var i = id.x; i < params.pairs; i += groups.x * THREADS) {
        let pair = pairs[i];
        let a = box_around(pair.x);
        let b = box_around(pair.y);
        if is_empty(a) || is_empty(b) { continue; }
        if any(a.low - params.margin > b.high) || any(b.low - params.margin > a.high) { continue; }
        atomicAdd(&pair_count, 1u);
        // What they have in common is within half a grid cell of both boxes grown by the margin, and inside the grid.
        let grow = params.margin + 1;
        let low = max(max(a.low, b.low) - grow, vec3(0));
        let least = min(a.high, b.high);
        let high = least + min(vec3(CELLS) - least, vec3(grow));
        add_box(params.windows + (params.view * params.tiles + pair.z) * 6u, Box(low, high));
    }
    workgroupBarrier();
    if thread == 0u {
        let objects = atomicLoad(&object_count);
        let pairs_left = atomicLoad(&pair_count);
        if objects > 0u { atomicAdd(&state[OBJECTS + params.view], objects); }
        if pairs_left > 0u { atomicAdd(&state[PAIRS + params.view], pairs_left); }
    }
}

fn box_around(object: u32) -> Box {
    return load_box(params.boxes + ((params.view - 1u) * params.objects + object) * 6u);
}
