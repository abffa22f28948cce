// The place of a cell on the Morton curve. Cells have up to 10 bits an axis.

fn morton(cell: vec3<u32>) -> u32 {
    return spread(cell.x) | (spread(cell.y) << 1u) | (spread(cell.z) << 2u);
}

// Ten bits, at every third place of 30.
fn spread(bits: u32) -> u32 {
    var x = bits;
    x = (x | (x << 16u)) & 0x030000ffu;
    x = (x | (x << 8u)) & 0x0300f00fu;
    x = (x | (x << 4u)) & 0x030c30c3u;
    return (x | (x << 2u)) & 0x09249249u;
}
