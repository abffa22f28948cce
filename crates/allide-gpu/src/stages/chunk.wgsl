// A workgroup takes consecutive tiles, the same number for all workgroups except the last: x up to, not including, y.
fn chunk(n: u32, group: u32, groups: u32) -> vec2<u32> {
    let tiles = (n + TILE - 1u) / TILE;
    let size = (tiles + groups - 1u) / groups * TILE;
    // Groups past the end start there: the product can exceed 32 bits where it does not matter.
    if size == 0u || group > n / size { return vec2(n, n); }
    return vec2(group * size, min(group * size + size, n));
}
