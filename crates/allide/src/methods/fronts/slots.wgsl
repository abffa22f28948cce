// Puts sorted triangles where the leaves of their trees are. A tree has a power of two of slots; those behind its last
// triangle stay empty.

struct Params {
    slots: u32,
    trees: u32,
}

const NO_TRIANGLE = 0xffffffffu;

var<immediate> params: Params;
// For each tree, by rank: its first slot, the place of its first triangle among all that are sorted, and how many it has.
@group(0) @binding(0) var<storage, read> trees: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> sorted: array<u32>;
@group(0) @binding(2) var<storage, read_write> order: array<u32>;

@compute @workgroup_size(THREADS)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    for (var slot = id.x; slot < params.slots; slot += groups.x * THREADS) {
        let tree = trees[tree_of(slot)];
        let leaf = slot - tree.x;
        if leaf < tree.z {
            order[slot] = sorted[tree.y + leaf];
        } else {
            order[slot] = NO_TRIANGLE;
        }
    }
}

// The last tree that does not start behind the slot.
fn tree_of(slot: u32) -> u32 {
    var low = 0u;
    var high = params.trees;
    while high - low > 1u {
        let middle = (low + high) / 2u;
        if trees[middle].x <= slot { low = middle; } else { high = middle; }
    }
    return low;
}
