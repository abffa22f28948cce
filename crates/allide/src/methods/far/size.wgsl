// How many cells the members of a tile would touch, were cells of a certain size: what the next view decides its
// resolution by. For kernels with `state`, `views`, `params.view` and `params.levels`.
//
// Level h counts for cells 2^h times as wide as the tile's reference; only what exceeds four cells a triangle, and in
// units, so that the sum fits a word whatever comes. A convex figure of area A, w wide and h high, all in cells, touches
// A + w + h + 1 of them on average over all places where it can lie. Every cell of the rectangle around it is looked at, so
// these count a little. Floats are good enough here: nothing found depends on it. Most triangles of a workgroup are of one
// tile: its sums are gathered in the workgroup first.

// More units than a tile may have: past this, it does not matter by how much.
const MOST_UNITS = 1u << 17u;

var<workgroup> size_tile: u32;
var<workgroup> sizes: array<atomic<u32>, LEVELS>;

// The first thread of the workgroup names the tile whose sums are gathered.
fn begin_sizes(thread: u32, tile: u32) {
    if thread == 0u { size_tile = tile; }
    if thread < LEVELS { atomicStore(&sizes[thread], 0u); }
    workgroupBarrier();
}

// The box of a triangle, and two of its edges.
fn add_sizes(tile: u32, box: Box, grow: i32, edges: array<vec3<i32>, 2>) {
    let about = views[VIEW * tile + 3u];
    let axis = u32(about.x);
    let start = turned(max(box.low - grow, views[VIEW * tile].xyz), axis).xy;
    let end = turned(min(box.high + grow, views[VIEW * tile + 1u].xyz), axis).xy;
    if any(start > end) { return; }
    let unit = u32(about.z);
    let u = vec2<f32>(turned(edges[0], axis).xy);
    let v = vec2<f32>(turned(edges[1], axis).xy);
    let area = 0.5 * abs(u.x * v.y - u.y * v.x);
    for (var level = 0u; level < LEVELS - 1u; level++) {
        let shift = vec2(u32(about.y) + level);
        if all(shift >= vec2(30u)) || all((end - start) < (vec2(1) << shift)) { break; }
        let size = vec2<u32>((end >> shift) - (start >> shift) + 1);
        // Both are below 2^16: there are no more cells in a row.
        let around = size.x * size.y;
        let inside = u32(min(ldexp(area, -2 * i32(shift.x)), 1.0e9));
        let count = max(min(around, inside + size.x + size.y), around / 8u);
        if count > 4u { add_size(tile, level, min(count - 4u, 1u << 24u), unit); }
    }
    add_size(tile, LEVELS - 1u, 1u, 1u);
}

fn add_size(tile: u32, level: u32, count: u32, unit: u32) {
    if tile == size_tile {
        atomicAdd(&sizes[level], count);
    } else {
        raise_size(tile, level, min((count + unit - 1u) / unit, MOST_UNITS));
    }
}

fn raise_size(tile: u32, level: u32, units: u32) {
    let at = params.levels + (params.next * params.tiles + tile) * LEVELS + level;
    if level == LEVELS - 1u || atomicLoad(&state[at]) < 2u * MOST_UNITS { atomicAdd(&state[at], units); }
}

fn end_sizes(thread: u32) {
    workgroupBarrier();
    if thread < LEVELS {
        let sum = atomicLoad(&sizes[thread]);
        let unit = select(u32(views[VIEW * size_tile + 3u].z), 1u, thread == LEVELS - 1u);
        if sum > 0u { raise_size(size_tile, thread, min((sum + unit - 1u) / unit, MOST_UNITS)); }
    }
    workgroupBarrier();
}
