// Each fragment looks at those behind it in its cell, up to its own greatest depth, for partners whose boxes meet its own.
//
// Two triangles may meet in several cells. The pair belongs to the first one, row by row, in which both leave fragments
// whose depths overlap. All numbers are whole, so every cell comes to the same result about every other one: the pair is
// found there, and only there.

alias Item = vec2<u32>;

struct Params {
    // What boxes are grown by, in units of the frame.
    growths: vec3<u32>,
    growth: i32,
    depth_bits: u32,
    // The counter of fragments, and the most there is room for.
    fragments: u32,
    most: u32,
    // Fragments to look for.
    first: u32,
    count: u32,
    candidates: u32,
    // How often the number of candidates has gone past all words.
    wraps: u32,
    // Where in `views` it says which objects ignore which, in words; words for the objects, and for the bits of a group.
    groups: u32,
    objects: u32,
    row: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> positions: array<vec4<i32>>;
@group(0) @binding(1) var<storage, read> triangles: array<u32>;
@group(0) @binding(2) var<storage, read> views: array<vec4<i32>>;
@group(0) @binding(3) var<storage, read> live: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> keys: array<u32>;
@group(0) @binding(5) var<storage, read> values: array<u32>;
@group(0) @binding(6) var<storage, read_write> candidates: array<vec2<u32>>;
@group(0) @binding(7) var<storage, read_write> counters: array<atomic<u32>>;

fn append_reserve(count: u32) -> u32 {
    let at = atomicAdd(&counters[params.candidates], count);
    if at + count < at { atomicAdd(&counters[params.wraps], 1u); }
    return at;
}

fn append_store(at: u32, item: Item) {
    if at < arrayLength(&candidates) { candidates[at] = item; }
}

@compute @workgroup_size(THREADS)
fn main(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) group_count: vec3<u32>,
) {
    let fragments = min(atomicLoad(&counters[params.fragments]), params.most);
    append_begin(thread);
    for (var start = group.x * THREADS; start < params.count; start += group_count.x * THREADS) {
        let fragment = params.first + start + thread;
        if start + thread < params.count && fragment < fragments { sweep(fragment, fragments); }
        append_spill(thread);
    }
    append_end(thread);
}

fn sweep(fragment: u32, fragments: u32) {
    let key = keys[fragment];
    let number = key >> params.depth_bits;
    let behind = fragment + 1u;
    if behind >= fragments || keys[behind] >> params.depth_bits != number { return; }
    let place = values[fragment];
    let own = member(place);
    let view = view_of(own.tile);
    let raster = raster_in(view, own.triangle);
    let at = i32(number - view.base);
    let cell = (view.low.xy >> vec2(view.shift)) + vec2(at % view.width, at / view.width);
    let deepest = key_depth(view, own.tile, fragment_of(raster, cell).high);
    let last = (number << params.depth_bits) | deepest;
    let box = live[2u * place + 1u];
    let low = low_of(box) - min(low_of(box), params.growths);
    let high = high_of(box) + params.growths;
    for (var i = behind; i < fragments; i++) {
        if keys[i] > last { break; }
        let other = live[2u * values[i] + 1u];
        if any(low_of(other) > high) || any(high_of(other) < low) || !is_partner(own.object, other.w) { continue; }
        let triangle = live[2u * values[i]].x;
        if !is_first(raster, raster_in(view, triangle), own.tile, cell) { continue; }
        append(vec2(min(own.triangle, triangle), max(own.triangle, triangle)));
    }
}

fn is_partner(a: u32, b: u32) -> bool {
    // In one tile, all are of one object.
    if WITHIN == 1u { return true; }
    if a == b { return false; }
    if GROUPS == 0u { return true; }
    let bit = word(params.groups + b);
    return (word(params.groups + params.objects + word(params.groups + a) * params.row + bit / 32u) & (1u << (bit % 32u))) == 0u;
}

fn word(at: u32) -> u32 {
    return u32(views[at / 4u][at % 4u]);
}

fn is_first(a: Raster, b: Raster, tile: u32, cell: vec2<i32>) -> bool {
    let first = max(a.first, b.first);
    let last = min(a.last, b.last);
    for (var y = first.y; y <= cell.y; y++) {
        for (var x = first.x; x <= last.x; x++) {
            if y == cell.y && x == cell.x { return true; }
            let one = fragment_of(a, vec2(x, y));
            if !one.is_there { continue; }
            let other = fragment_of(b, vec2(x, y));
            if other.is_there && key_depth(a.view, tile, one.low) <= key_depth(a.view, tile, other.high)
                && key_depth(a.view, tile, other.low) <= key_depth(a.view, tile, one.high) { return false; }
        }
    }
    return true;
}
