// Boxes of triangles on the grid. For kernels that declare `positions` and `triangles`.

// Coordinates of the grid are between 0 and this.
const CELLS: i32 = 1 << 30u;

struct Box {
    low: vec3<i32>,
    high: vec3<i32>,
}

fn box_of(number: u32) -> Box {
    let p = positions[triangles[3u * number]].xyz;
    let q = positions[triangles[3u * number + 1u]].xyz;
    let r = positions[triangles[3u * number + 2u]].xyz;
    return Box(min(min(p, q), r), max(max(p, q), r));
}

// Larger by the margin on all sides, as far as the grid goes.
fn grow(own: Box, margin: i32) -> Box {
    return Box(own.low - min(own.low, vec3(margin)), own.high + min(vec3(CELLS) - own.high, vec3(margin)));
}
