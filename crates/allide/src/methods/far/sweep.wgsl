// Each fragment looks at those behind it in its cell, up to its own greatest depth, for partners whose boxes meet its own.
//
// Two triangles may meet in several cells. The pair belongs to the first one, row by row, in which both leave fragments
// whose depths overlap. All numbers are whole, so every cell comes to the same result about every other one: the pair is
// found there, and only there. Looking at all cells before takes long where they are many, so pairs that are clearly apart
// are dropped before: the first tier of confirmation says so.

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
@group(0) @binding(3) var<storage, read> keys: array<u32>;
@group(0) @binding(4) var<storage, read> boxes: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> spans: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read_write> candidates: array<vec2<u32>>;
@group(0) @binding(7) var<storage, read_write> counters: array<atomic<u32>>;

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
    // The triangle, the last key that overlaps, and the tile.
    let own = spans[fragment];
    let behind = fragment + 1u;
    if behind >= fragments || keys[behind] > own.y { return; }
    let box = boxes[fragment];
    let low = low_of(box) - min(low_of(box), params.growths);
    let high = high_of(box) + params.growths;
    for (var i = behind; i < fragments; i++) {
        if keys[i] > own.y { break; }
        let other = boxes[i];
        if any(low_of(other) > high) || any(high_of(other) < low) || !is_partner(box.w, other.w) { continue; }
        let triangle = spans[i].x;
        if WITHIN == 1u && are_neighbours(own.x, triangle) { continue; }
        if !is_first(own.x, triangle, own.z, own.y >> params.depth_bits) { continue; }
        append(vec2(min(own.x, triangle), max(own.x, triangle)));
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

// Those are found around their vertices. Neighbours whose common vertex has two numbers are not: they stay.
fn are_neighbours(a: u32, b: u32) -> bool {
    let ours = vec3(triangles[3u * a], triangles[3u * a + 1u], triangles[3u * a + 2u]);
    let theirs = vec3(triangles[3u * b], triangles[3u * b + 1u], triangles[3u * b + 2u]);
    return any(ours == theirs) || any(ours == theirs.yzx) || any(ours == theirs.zxy);
}

fn word(at: u32) -> u32 {
    return u32(views[at / 4u][at % 4u]);
}

// As gpu_confirm/stream.wgsl has them.
const CROSSING = 0u;
const APART = 3u;
const REST = 4u;

fn is_first(a: u32, b: u32, tile: u32, number: u32) -> bool {
    let view = view_of(tile);
    let corners_a = corners_of(a);
    let corners_b = corners_of(b);
    let first = max(range_of(corners_a, view, params.growth).first, range_of(corners_b, view, params.growth).first);
    // For small triangles, that is almost always so.
    if number_of(view, first) == number { return true; }
    if MEETING == 1u && judge(vec2(a, b)) == APART { return false; }
    let one = raster_of(corners_a, view, params.growth);
    let other = raster_of(corners_b, view, params.growth);
    // Backwards: if there is an earlier one, it is likely to be near.
    let at = i32(number - view.base);
    var cell = (view.low.xy >> vec2(view.shift)) + vec2(at % view.width, at / view.width);
    let last = min(one.last.x, other.last.x);
    while any(cell != first) {
        cell = select(vec2(cell.x - 1, cell.y), vec2(last, cell.y - 1), cell.x == first.x);
        let ours = fragment_of(one, cell);
        if !ours.is_there { continue; }
        let theirs = fragment_of(other, cell);
        if theirs.is_there && key_depth(view, tile, ours.low) <= key_depth(view, tile, theirs.high)
            && key_depth(view, tile, theirs.low) <= key_depth(view, tile, ours.high) { return false; }
    }
    return true;
}
