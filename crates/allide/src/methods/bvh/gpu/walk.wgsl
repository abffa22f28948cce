// Every leaf looks for later leaves whose boxes overlap its own, without a stack.
//
// Two children lie side by side and are looked at together. Where both have to be opened, the second one is noted as a bit
// in `open`, one for each level: the way back is in the number of the node. At the start, the bits tell of everything that
// lies behind the leaf; what lies before has already looked for it. Neighbours on the curve walk alike, so threads stay
// together.

alias Item = vec2<u32>;

struct Params {
    // What the query's box is grown by on all sides, in units of the frame.
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
    // How often the number of candidates has gone past all words.
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
    let low = low_of(own) - min(low_of(own), params.growth);
    let high = high_of(own) + params.growth;
    // Bit h: the sibling behind node k >> h, or behind the leaf's ancestor of that height.
    var open = ~leaf & (bottom - 1u);
    if (open & 1u) != 0u && leaf + 1u < leaves {
        let behind = nodes[bottom + leaf + 1u];
        if meets(behind, own.w, low, high) { found(leaf, leaf + 1u, own.w, behind.w); }
    }
    open &= ~1u;
    var k = bottom + leaf;
    var height = 0u;
    var is_down = false;
    loop {
        if !is_down {
            if open == 0u { break; }
            // The lowest one is the next in order.
            let up = countTrailingZeros(open);
            open &= open - 1u;
            k = (k >> (up - height)) + 1u;
            height = up;
            // The first leaf below. Where it does not exist, nor does anything behind it.
            if (k << height) - bottom >= leaves { break; }
        }
        k *= 2u;
        height -= 1u;
        let left = nodes[k];
        let right = nodes[k + 1u];
        let is_left = meets(left, own.w, low, high);
        let is_right = meets(right, own.w, low, high);
        is_down = height != 0u && (is_left || is_right);
        if height == 0u {
            if is_left { found(leaf, k - bottom, own.w, left.w); }
            if is_right { found(leaf, k + 1u - bottom, own.w, right.w); }
        } else if is_left && is_right {
            open |= 1u << height;
        } else if is_right {
            k += 1u;
        }
    }
}

fn meets(node: vec4<u32>, own: u32, low: vec3<u32>, high: vec3<u32>) -> bool {
    return all(low_of(node) <= high) && all(low <= high_of(node)) && is_partner(own, node.w);
}

fn found(leaf: u32, other: u32, own: u32, owner: u32) {
    if ignores(own, owner) { return; }
    let a = order[leaf];
    let b = order[other];
    let pair = vec2(min(a, b), max(a, b));
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
    if GROUPS == 0u { return false; }
    let bit = groups[b];
    return (groups[params.objects + groups[a] * params.row + bit / 32u] & (1u << (bit % 32u))) != 0u;
}
