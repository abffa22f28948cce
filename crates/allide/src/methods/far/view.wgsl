// The views of all tiles for the next pass: what window, along which axis, and how large cells are. Clears the cells, too.
// Where TALLY is 1, what the view before has left is counted first; without LOOK, that is all.
//
// Cells are as small as the tile's share of all cells allows, and as large as it takes for its triangles to touch no more
// of them than its share of the work.

struct Params {
    view: u32,
    tiles: u32,
    windows: u32,
    levels: u32,
    // Bits for the depth in keys.
    depth_bits: u32,
    clear: u32,
    // A tile's share of cells is divided by two to this, for this view and for the next.
    coarser: u32,
    next_coarser: u32,
    // 1 for the view whose fragments are listed.
    is_list: u32,
    // No other view has more cells for each triangle that is left; 0: any number.
    each: u32,
    objects: u32,
    pairs: u32,
    boxes: u32,
    // Boxes farther apart than this do not meet.
    margin: i32,
}

// A view of few triangles has that many cells nevertheless, if its share allows.
const LEAST_CELLS = 256u;

var<immediate> params: Params;
// Axes of the views, two bits each; the most cells, the most that may be touched, the most cells in a row; the first cell,
// and the first of the list.
@group(0) @binding(0) var<storage, read> tiles: array<vec4<u32>>;
// Two objects, smaller first, and their tile.
@group(0) @binding(1) var<storage, read> pairs: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> state: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> views: array<vec4<i32>>;
@group(0) @binding(4) var<storage, read_write> cells: array<u32>;

@compute @workgroup_size(THREADS)
fn main(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let place = group.x * THREADS + thread;
    let all = groups.x * THREADS;
    if TALLY == 1u && LOOK == 1u {
        // The views need all that is counted, so one workgroup does both.
        if group.x == 0u {
            tally(thread, thread, THREADS);
            storageBarrier();
            for (var tile = thread; tile < params.tiles; tile += THREADS) { look(tile); }
        }
    } else if TALLY == 1u {
        tally(thread, place, all);
    } else {
        for (var tile = place; tile < params.tiles; tile += all) { look(tile); }
    }
    if LOOK == 1u {
        for (var word = place; word < params.clear; word += all) { cells[word] = 0u; }
    }
}

fn look(tile: u32) {
    let about = tiles[2u * tile];
    let axis = axis_of(about, params.view);
    let next = axis_of(about, params.view + 1u);
    let window = load_box(window_at(max(params.view, 1u) - 1u, tile));
    if is_empty(window) {
        views[VIEW * tile] = vec4(1, 1, 1, i32(axis << 8u));
        views[VIEW * tile + 1u] = vec4(0);
        views[VIEW * tile + 2u] = vec4(0);
        views[VIEW * tile + 3u] = vec4(0);
        return;
    }
    // The one that the levels were counted for.
    let before = load_box(window_at(max(params.view, 2u) - 2u, tile));
    let share = about.y >> params.coarser;
    var most = share;
    if params.is_list == 0u && params.each > 0u {
        let members = atomicLoad(&state[params.levels + (params.view * params.tiles + tile) * LEVELS + LEVELS - 1u]);
        most = min(share, max(min(members, 1u << 24u) * params.each, LEAST_CELLS));
    }
    let shift = shift_for(tile, about, fitting(window, axis, about, most), fitting(before, axis, about, share));
    let low = turned(window.low, axis);
    let high = turned(window.high, axis);
    let size = (high.xy >> vec2(shift)) - (low.xy >> vec2(shift)) + 1;
    let depth_shift = max(length_of(high.z - low.z), params.depth_bits) - params.depth_bits;
    let unit = (about.z >> 16u) + 1u;
    let base = select(tiles[2u * tile + 1u].x, tiles[2u * tile + 1u].y, params.is_list == 1u);
    views[VIEW * tile] = vec4(window.low, i32(shift | (axis << 8u)));
    views[VIEW * tile + 1u] = vec4(window.high, size.x);
    views[VIEW * tile + 2u] = vec4(i32(base), i32(depth_shift), 0, 0);
    views[VIEW * tile + 3u] = vec4(i32(next), i32(fitting(window, next, about, about.y >> params.next_coarser)), i32(unit), 0);
    atomicAdd(&state[VIEWED + params.view], u32(size.x * size.y));
}

// Where the window is that a view left, or the one of the start.
fn window_at(view: u32, tile: u32) -> u32 {
    return params.windows + (view * params.tiles + tile) * 6u;
}

fn axis_of(about: vec4<u32>, view: u32) -> u32 {
    return (about.x >> (2u * view)) & 3u;
}

fn fits(low: vec2<i32>, high: vec2<i32>, shift: u32, side: u32, most: u32) -> bool {
    let size = vec2<u32>((high >> vec2(shift)) - (low >> vec2(shift)) + 1);
    return all(size <= vec2(side)) && size.x * size.y <= most;
}

// The smallest cells of which there are not too many. The last resort is the whole scene in one.
fn fitting(window: Box, axis: u32, about: vec4<u32>, most: u32) -> u32 {
    let low = turned(window.low, axis).xy;
    let high = turned(window.high, axis).xy;
    for (var shift = 0u; shift < 31u; shift++) {
        if fits(low, high, shift, about.w, max(most, 1u)) { return shift; }
    }
    return 31u;
}

// At level h above the reference, triangles touch no more than four cells each and what was counted; below it, at most four
// times as many a level.
fn shift_for(tile: u32, about: vec4<u32>, smallest: u32, reference: u32) -> u32 {
    let at = params.levels + (params.view * params.tiles + tile) * LEVELS;
    let four = 4u * atomicLoad(&state[at + LEVELS - 1u]);
    let unit = (about.z >> 16u) + 1u;
    let room = (about.z - min(four, about.z)) / unit;
    // Not even four fragments each: few have more where cells are twice as large as the largest triangle.
    let more = select(0u, 1u, four > about.z);
    for (var shift = smallest; shift < reference + LEVELS - 1u; shift++) {
        let level = max(shift, reference) - reference;
        let excess = atomicLoad(&state[at + level]);
        if shift < reference {
            let below = min(2u * (reference - shift), 31u);
            if excess <= room && four + excess * unit <= about.z >> below { return shift; }
        } else if excess <= room {
            return min(shift + more, 31u);
        }
    }
    return 31u;
}
