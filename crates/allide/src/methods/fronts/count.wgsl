// Overlap counts: how many children of each pair of the front overlap. Which ones is noted, a bit each.
//
// `load` is what reduce.wgsl sums over each workgroup's part of the front. What an `Item` is, and which children
// `overlapping` leaves, the nodes say.

struct Params {
    slot: u32,
    most: u32,
    height: u32,
    // Of the trees: what it says, the nodes know.
    shape: u32,
    // Leaves on the left that count this time: the first, and the one behind the last.
    first: u32,
    end: u32,
    // Cells that boxes of triangles may be apart.
    margin: i32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> front: array<Item>;
@group(0) @binding(1) var<storage, read_write> masks: array<u32>;
@group(0) @binding(2) var<storage, read_write> partials: array<u32>;
@group(0) @binding(3) var<storage, read> counters: array<u32>;

fn load(i: u32) -> u32 {
    let mask = overlapping(front[i]);
    masks[i] = mask;
    return countOneBits(mask);
}
