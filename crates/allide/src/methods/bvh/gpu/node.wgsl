// A node of the tree in 16 bytes: the box in units of the frame, six numbers of 15 bits, and whose triangles are in it.
//
// Corners are rounded down, both of them. That keeps their order, so boxes that overlap still do.

const LARGEST = 0x7fffu;
// The bits above two numbers in a word.
const TOPS = 0x80008000u;
const EMPTY = vec4(0x7fff7fffu, 0x00007fffu, 0u, 0xffffffffu);
// The triangles of several objects.
const MIXED = 0xfffffffeu;

fn pack(low: vec3<u32>, high: vec3<u32>, owner: u32) -> vec4<u32> {
    return vec4(low.x | (low.y << 16u), low.z | (high.x << 16u), high.y | (high.z << 16u), owner);
}

fn low_of(node: vec4<u32>) -> vec3<u32> {
    return vec3(node.x & 0xffffu, node.x >> 16u, node.y & 0xffffu);
}

fn high_of(node: vec4<u32>) -> vec3<u32> {
    return vec3(node.y >> 16u, node.z & 0xffffu, node.z >> 16u);
}

fn merge(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    var owner = select(MIXED, a.w, a.w == b.w || b.w == EMPTY.w);
    owner = select(owner, b.w, a.w == EMPTY.w);
    return pack(min(low_of(a), low_of(b)), max(high_of(a), high_of(b)), owner);
}

// The tree is a heap: the root is 1, the children of k are 2k and 2k + 1, and leaf i is 2^depth + i. It is at least as deep
// as the part that one workgroup builds. Nodes without a leaf are empty beside one that has some, and not there elsewhere.
fn depth_of(leaves: u32) -> u32 {
    return max(GROUP_DEPTH, 32u - countLeadingZeros(max(leaves, 1u) - 1u));
}
