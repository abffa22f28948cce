// How depths and owners share a word. For kernels with `params.tag_bits`.

// Depths of a window are from 0 to CELLS: 31 bits.
fn packed_depth(depth: i32) -> u32 {
    return u32(depth) >> (params.tag_bits - 1u);
}

// Above all packed depths.
fn far_away() -> u32 {
    return (u32(CELLS) >> (params.tag_bits - 1u)) + 1u;
}

fn tag_of(word: u32) -> u32 {
    return word & ((1u << params.tag_bits) - 1u);
}
