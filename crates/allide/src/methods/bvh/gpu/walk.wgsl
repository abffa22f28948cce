// Every leaf looks for later leaves whose boxes overlap its own, without a stack.
//
// Nodes are looked at by fours, which lie side by side: the grandchildren of one node. Those to be opened are noted as bits
// in `open`, four for every two levels: the way to them is in the number of the last node. What lies behind the leaf are
// the later ones of its own four, of the four that its grandparent is in, and so on; what lies before has already looked
// for it. Neighbours on the curve walk alike, so threads stay together.

struct Params {
    // The margin around the query's box, in units of the frame.
    growth: vec3<u32>,
    survivors: u32,
    most: u32,
    // Leaves to walk for.
    first: u32,
    count: u32,
    candidates: u32,
    // Words of `groups` for the objects, and for the bits of one group.
    objects: u32,
    row: u32,
    wraps: u32,
    // Where SPLIT is 1, a pair is one of a triangle before this one and one that is not.
    split: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> nodes: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(2) var<storage, read_write> candidates: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> counters: array<atomic<u32>>;
// Which objects ignore which: first the group of each object, then a row of bits for each group.
@group(0) @binding(4) var<storage, read> groups: array<u32>;

@compute @workgroup_size(THREADS)
fn main(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) group_count: vec3<u32>,
) {
    let leaves = min(atomicLoad(&counters[params.survivors]), params.most);
    let depth = depth_of(leaves);
    append_begin(thread);
    for (var tile = group.x * THREADS; tile < params.count; tile += group_count.x * THREADS) {
        let leaf = params.first + tile + thread;
        if tile + thread < params.count && leaf < leaves { walk(leaf, leaves, depth); }
        append_spill(thread);
    }
    append_end(thread);
}

fn walk(leaf: u32, leaves: u32, depth: u32) {
    let bottom = 1u << depth;
    let own = nodes[bottom + leaf];
    let query = query_around(own);
    let triangle = order[leaf];
    // Levels at which the leaf's ancestor has a sibling behind it.
    var behind = ~leaf & (bottom - 1u);
    var open = vec2(0u);
    // The first of the last four, and its height: even.
    var k = 0u;
    var height = 0u;
    loop {
        var wanted = 15u;
        if any(open != vec2(0u)) {
            // The lowest one is the next in order.
            let is_high = open.x == 0u;
            let bits = select(open.x, open.y, is_high);
            let bit = countTrailingZeros(bits);
            if is_high { open.y = bits & (bits - 1u); } else { open.x = bits & (bits - 1u); }
            let up = bit / 4u * 2u + select(0u, 16u, is_high);
            k = (((k >> (up - height)) & ~3u) | (bit & 3u)) << 2u;
            height = up - 2u;
        } else {
            if behind == 0u { break; }
            height = countTrailingZeros(behind) & ~1u;
            behind &= ~(3u << height);
            let ancestor = (bottom + leaf) >> height;
            // Where the next one does not exist, nor does anything behind it.
            if ((ancestor + 1u) << height) - bottom >= leaves { break; }
            k = ancestor & ~3u;
            wanted = (14u << (ancestor & 3u)) & 15u;
        }
        // Nodes behind the last leaf need not be there. Of the top four, two may be above the others: they are not wanted.
        let last = (bottom + leaves - 1u) >> height;
        var hits = 0u;
        /*unroll*/ for (var i = 0u; i < 4u; i++) {
            if meets(nodes[k + i], own.w, query) && k + i <= last { hits |= 1u << i; }
        }
        hits &= wanted;
        if height == 0u {
            for (; hits != 0u; hits &= hits - 1u) { found(triangle, k + countTrailingZeros(hits), bottom, own.w); }
        } else if height < 16u {
            open.x |= hits << (2u * height);
        } else {
            open.y |= hits << (2u * height - 32u);
        }
    }
}

// A box, grown, as [`meets`] wants it: numbers that the node's must not exceed, two a word, or, in the upper half of `y` and in
// `z`, that the node's must not be below.
fn query_around(own: vec4<u32>) -> vec3<u32> {
    let low = low_of(own) - min(low_of(own), params.growth);
    let high = min(high_of(own) + params.growth, vec3(LARGEST));
    return vec3(high.x | (high.y << 16u), high.z | ((LARGEST - low.x) << 16u), low.y | (low.z << 16u)) | vec3(TOPS, TOPS, 0u);
}

// Two numbers are compared at once: the bit above each stays unless the difference is below 0.
fn meets(node: vec4<u32>, own: u32, query: vec3<u32>) -> bool {
    let inside = (query.x - node.x) & (query.y - (node.y ^ (LARGEST << 16u))) & ((node.z | TOPS) - query.z);
    return (inside & TOPS) == TOPS && is_partner(own, node.w);
}

fn found(triangle: u32, node: u32, bottom: u32, own: u32) {
    if GROUPS == 1u && ignores(own, nodes[node].w) { return; }
    let other = order[node - bottom];
    let pair = vec2(min(triangle, other), max(triangle, other));
    if SPLIT == 1u && (pair.x >= params.split || pair.y < params.split) { return; }
    append(pair);
}

// Whether there may be something to find between an object and a node.
fn is_partner(own: u32, owner: u32) -> bool {
    if WITHIN == 1u { return owner == own || owner == MIXED; }
    // A box as large as the frame meets even an empty one.
    return owner != own && owner != EMPTY.w;
}

fn ignores(a: u32, b: u32) -> bool {
    let bit = groups[b];
    return (groups[params.objects + groups[a] * params.row + bit / 32u] & (1u << (bit % 32u))) != 0u;
}
