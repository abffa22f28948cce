// How a pair of nodes of a heap is opened. For kernels whose `params` have `height`, and the depth of the heap as `shape`.
//
// The taller node is replaced by its two children; two nodes of the same height both are. So all nodes of a pair come down
// to their leaves together, however different their trees are. Child c of a pair takes the child c & 1 on the left and
// c >> 1 on the right; where one side is not opened, only half of the four exist.

// How far a node is above the leaves.
fn height_of(node: u32) -> u32 {
    return params.shape + countLeadingZeros(node) - 31u;
}

// 1 for a side that is opened, 0 for one that is not. The taller node of the pair is at the height of the front.
fn opened(pair: vec2<u32>) -> vec2<u32> {
    return vec2(u32(height_of(pair.x) == params.height), u32(height_of(pair.y) == params.height));
}
