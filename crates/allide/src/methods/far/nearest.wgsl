// Passes over a view that find, for each cell, the nearest depth and its owner, and the nearest of any other owner; the
// same for the farthest.
//
// A word holds a depth and the number of its owner below it, so that one maximum finds both: that of the farthest depth as
// it is, that of the nearest one counted back from FAR_AWAY. 0 is nothing. The second pass (SECOND is 1) knows the owner
// that the first one has found, and looks at the depths of all others. Depths are rounded outwards to the bits that
// owners leave. Maxima do not depend on the order of triangles.
//
// Where no tile has more than two owners (PAIRED is 1), each has words of its own, and one pass finds all.

struct Params {
    view: u32,
    most: u32,
    growth: i32,
    tag_bits: u32,
}

var<immediate> params: Params;
@group(0) @binding(5) var<storage, read_write> cells: array<atomic<u32>>;

fn visit(own: Member, place: u32, raster: Raster, cell: vec2<i32>) -> bool {
    let fragment = fragment_of(raster, cell);
    if !fragment.is_there { return false; }
    let at = 4u * number_of(raster.view, cell);
    let near = far_away() - packed_depth(fragment.low);
    let far = packed_depth(fragment.high) + 1u;
    if PAIRED == 1u {
        raise_cell(at + 2u * own.tag, near);
        raise_cell(at + 2u * own.tag + 1u, far);
    } else if SECOND == 0u {
        raise_cell(at, (near << params.tag_bits) | own.tag);
        raise_cell(at + 1u, (far << params.tag_bits) | own.tag);
    } else {
        if tag_of(atomicLoad(&cells[at])) != own.tag { raise_cell(at + 2u, near); }
        if tag_of(atomicLoad(&cells[at + 1u])) != own.tag { raise_cell(at + 3u, far); }
    }
    return false;
}

fn raise_cell(at: u32, value: u32) {
    if atomicLoad(&cells[at]) < value { atomicMax(&cells[at], value); }
}

fn begin(thread: u32) {}

fn end(thread: u32) {}

fn finish(thread: u32, place: u32, is_there: bool, is_marked: bool) {}
