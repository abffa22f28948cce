// Counts the objects and object pairs that the view before has left, and makes windows around what is left of the pairs. Part
// of view.wgsl.

var<workgroup> object_count: atomic<u32>;
var<workgroup> pair_count: atomic<u32>;

// All threads of a workgroup together; each looks at every `step`th from a place on.
fn tally(thread: u32, first: u32, step: u32) {
    let view = params.view - 1u;
    if thread == 0u {
        atomicStore(&object_count, 0u);
        atomicStore(&pair_count, 0u);
    }
    workgroupBarrier();
    for (var object = first; object < params.objects; object += step) {
        if !is_empty(box_around(view, object)) { atomicAdd(&object_count, 1u); }
    }
    for (var i = first; i < params.pairs; i += step) {
        let pair = pairs[i];
        let a = box_around(view, pair.x);
        let b = box_around(view, pair.y);
        if is_empty(a) || is_empty(b) { continue; }
        if any(a.low - params.margin > b.high) || any(b.low - params.margin > a.high) { continue; }
        atomicAdd(&pair_count, 1u);
        // Their intersection is within half a grid cell of both boxes grown by the margin, and inside the grid.
        let grow = params.margin + 1;
        let low = max(max(a.low, b.low) - grow, vec3(0));
        let least = min(a.high, b.high);
        let high = least + min(vec3(CELLS) - least, vec3(grow));
        add_box(window_at(view, pair.z), Box(low, high));
    }
    workgroupBarrier();
    if thread == 0u {
        let objects = atomicLoad(&object_count);
        let pairs_left = atomicLoad(&pair_count);
        if objects > 0u { atomicAdd(&state[OBJECTS + view], objects); }
        if pairs_left > 0u { atomicAdd(&state[PAIRS + view], pairs_left); }
    }
}

fn box_around(view: u32, object: u32) -> Box {
    return load_box(params.boxes + ((view - 1u) * params.objects + object) * 6u);
}
