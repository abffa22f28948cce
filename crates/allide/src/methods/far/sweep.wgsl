// Each fragment looks at those behind it in its cell, up to its own greatest depth, for partners whose boxes meet its own.
//
// Two triangles may meet in several cells. The pair belongs to the first one, row by row, in which both leave fragments
// whose depths overlap. All numbers are whole, so every cell comes to the same result about every other one: the pair is
// found there, and only there. Looking at all cells before takes long where they are many, so pairs that are clearly apart
// are dropped before: the first tier of confirmation says so.
//
// A thread looks at a few fragments alone; where more are behind one, all threads of the workgroup look together. Looks at
// boxes that do not meet are in vain. Where they become too many the cells are crowded, and the sweep gives up: what it
// found is of no use, and the host looks another way. Too many looks for one dispatch end it, too: then it comes in parts.

struct Params {
    // The margin around boxes, in units of the frame.
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
    // The counter of looks, then those in vain, and then why it gave up: CROWDED or LONG.
    looks: u32,
    padding: u32,
}

// Looks that a thread takes alone, and that each takes before the workgroup counts them.
const ALONE = 32u;
const TOGETHER = 64u;
// Looks in vain for each fragment, on average, that are too many, and fragments that it counts as at least.
const CROWD = 64u;
const LEAST_FRAGMENTS = 1u << 12u;
// The most fragments of which the product fits a word.
const MOST_FRAGMENTS = 1u << 24u;
// Looks that are too many for a dispatch: a fraction of a second of a slow GPU.
const MOST_LOOKS = 1u << 27u;

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> positions: array<vec4<i32>>;
@group(0) @binding(1) var<storage, read> triangles: array<u32>;
@group(0) @binding(2) var<storage, read> views: array<vec4<i32>>;
@group(0) @binding(3) var<storage, read> keys: array<u32>;
@group(0) @binding(4) var<storage, read> boxes: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read> spans: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read_write> candidates: array<vec2<u32>>;
@group(0) @binding(7) var<storage, read_write> counters: array<atomic<u32>>;

var<workgroup> fragment_count: u32;
// A fragment that has more behind it, and where to go on.
var<workgroup> long: array<vec2<u32>, THREADS>;
var<workgroup> long_count: atomic<u32>;
var<workgroup> look_count: atomic<u32>;
var<workgroup> vain_count: atomic<u32>;
// The one that all threads look for, or one of these instead of a fragment.
var<workgroup> task: vec2<u32>;
const NONE = 0xffffffffu;
const GIVE_UP = 0xfffffffeu;

@compute @workgroup_size(THREADS)
fn main(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) group_count: vec3<u32>,
) {
    if thread == 0u {
        fragment_count = min(atomicLoad(&counters[params.fragments]), params.most);
        atomicStore(&long_count, 0u);
        atomicStore(&look_count, 0u);
        atomicStore(&vain_count, 0u);
    }
    let fragments = workgroupUniformLoad(&fragment_count);
    let count = min(params.count, max(fragments, params.first) - params.first);
    append_begin(thread);
    for (var start = group.x * THREADS; start < count; start += group_count.x * THREADS) {
        let fragment = params.first + start + thread;
        if start + thread < count {
            if look(fragment, fragment + 1u, 1u, ALONE, fragments) {
                long[atomicAdd(&long_count, 1u)] = vec2(fragment, fragment + 1u + ALONE);
            }
        }
        loop {
            workgroupBarrier();
            if thread == 0u { task = next_task(fragments); }
            let next = workgroupUniformLoad(&task);
            if next.x >= GIVE_UP { break; }
            look(next.x, next.y + thread, THREADS, TOGETHER, fragments);
            append_spill(thread);
        }
        append_spill(thread);
        if workgroupUniformLoad(&task).x == GIVE_UP { break; }
    }
    append_end(thread);
}

// Adds up what was done, and says what to do together next.
fn next_task(fragments: u32) -> vec2<u32> {
    let looks = atomicExchange(&look_count, 0u);
    let vain = atomicExchange(&vain_count, 0u);
    let looks_before = atomicAdd(&counters[params.looks], looks);
    let vain_before = atomicAdd(&counters[params.looks + 1u], vain);
    var count = atomicLoad(&long_count);
    while count > 0u {
        let next = long[count - 1u];
        if next.y >= fragments || keys[next.y] > spans[next.x].y {
            count--;
            continue;
        }
        let of_part = min(fragments - params.first, params.count);
        let is_crowded = vain_before + vain > CROWD * clamp(of_part, LEAST_FRAGMENTS, MOST_FRAGMENTS);
        if is_crowded || looks_before + looks > MOST_LOOKS {
            atomicOr(&counters[params.looks + 2u], select(LONG, CROWDED, is_crowded));
            return vec2(GIVE_UP, 0u);
        }
        long[count - 1u].y = next.y + TOGETHER * THREADS;
        atomicStore(&long_count, count);
        return next;
    }
    atomicStore(&long_count, 0u);
    return vec2(NONE, 0u);
}

// Looks at every `step`th fragment from a place on, `most` at most. Whether there may be more.
fn look(fragment: u32, first: u32, step: u32, most: u32, fragments: u32) -> bool {
    // The triangle, the last key that overlaps, and the tile.
    let own = spans[fragment];
    if first >= fragments || keys[first] > own.y { return false; }
    let box = boxes[fragment];
    let low = low_of(box) - min(low_of(box), params.growths);
    let high = high_of(box) + params.growths;
    var looks = 0u;
    var vain = 0u;
    for (; looks < most; looks++) {
        let place = first + looks * step;
        if place >= fragments || keys[place] > own.y { break; }
        let other = boxes[place];
        if any(low_of(other) > high) || any(high_of(other) < low) {
            vain++;
            continue;
        }
        if !is_partner(box.w, other.w) { continue; }
        let triangle = spans[place].x;
        if WITHIN == 1u && are_neighbours(own.x, triangle) { continue; }
        if !is_first(own.x, triangle, own.z, own.y >> params.depth_bits) { continue; }
        append(vec2(min(own.x, triangle), max(own.x, triangle)));
    }
    atomicAdd(&look_count, looks);
    atomicAdd(&vain_count, vain);
    return looks == most;
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
