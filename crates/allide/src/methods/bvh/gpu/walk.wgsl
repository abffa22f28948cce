// Every leaf looks for later leaves whose boxes overlap its own, without a stack.
//
// The walk starts behind the leaf itself: what lies before has already looked for it. `next` leads to the first node behind
// a subtree, and to 1 at the end. Neighbours on the curve walk alike, so threads stay together.

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
    padding: vec2<u32>,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> nodes: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(2) var<storage, read_write> candidates: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> counters: array<atomic<u32>>;
// Which objects ignore which: first the group of each object, then a row of bits for each group.
@group(0) @binding(4) var<storage, read> groups: array<u32>;

fn append_reserve(count: u32) -> u32 { return atomicAdd(&counters[params.candidates], count); }

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

fn next(k: u32) -> u32 {
    return (k + 1u) >> countTrailingZeros(k + 1u);
}

fn walk(leaf: u32, leaves: u32, depth: u32) {
    let bottom = 1u << depth;
    let own = nodes[bottom + leaf];
    let low = low_of(own) - min(low_of(own), params.growth);
    let high = high_of(own) + params.growth;
    for (var k = next(bottom + leaf); k != 1u; ) {
        // The first leaf below k, or k itself. Where it does not exist, nor does anything behind it.
        if (k << (countLeadingZeros(k) + depth - 31u)) - bottom >= leaves { break; }
        let node = nodes[k];
        let meets = all(low_of(node) <= high) && all(low <= high_of(node)) && is_partner(own.w, node.w);
        if meets && k < bottom {
            k *= 2u;
            continue;
        }
        if meets && !ignores(own.w, node.w) {
            let a = order[leaf];
            let b = order[k - bottom];
            append(vec2(min(a, b), max(a, b)));
        }
        k = next(k);
    }
}

// Whether there may be something to find between an object and a node.
fn is_partner(own: u32, owner: u32) -> bool {
    if WITHIN == 1u { return owner == own || owner == MIXED; }
    return owner != own;
}

fn ignores(a: u32, b: u32) -> bool {
    if GROUPS == 0u { return false; }
    let bit = groups[b];
    return (groups[params.objects + groups[a] * params.row + bit / 32u] & (1u << (bit % 32u))) != 0u;
}
