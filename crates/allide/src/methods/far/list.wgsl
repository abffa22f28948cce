// The list of fragments: one for each member and cell that it touches. Its key is the cell and then the least depth; with it
// goes the member, and the last key that it overlaps, the cell and then the greatest depth.

alias Item = vec3<u32>;

struct Params {
    view: u32,
    most: u32,
    growth: i32,
    depth_bits: u32,
    // The counter of fragments.
    slot: u32,
}

var<immediate> params: Params;
@group(0) @binding(5) var<storage, read_write> keys: array<u32>;
@group(0) @binding(6) var<storage, read_write> fragments: array<vec2<u32>>;
@group(0) @binding(7) var<storage, read_write> counters: array<atomic<u32>>;

fn append_reserve(count: u32) -> u32 { return atomicAdd(&counters[params.slot], count); }

fn append_store(at: u32, item: Item) {
    if at >= arrayLength(&keys) { return; }
    keys[at] = item.x;
    fragments[at] = item.yz;
}

fn visit(own: Member, place: u32, raster: Raster, cell: vec2<i32>) -> bool {
    let fragment = fragment_of(raster, cell);
    if fragment.is_there {
        let number = number_of(raster.view, cell) << params.depth_bits;
        let low = key_depth(raster.view, own.tile, fragment.low);
        let high = key_depth(raster.view, own.tile, fragment.high);
        append(vec3(number | low, place, number | high));
    }
    return false;
}

fn begin(thread: u32) { append_begin(thread); }

fn end(thread: u32) { append_end(thread); }

fn finish(thread: u32, place: u32, is_there: bool, is_marked: bool) { append_spill(thread); }
