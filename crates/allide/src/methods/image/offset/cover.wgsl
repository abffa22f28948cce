// How the parts become a cover.

// Nothing is cut off in front or behind: depths are found in the fragments.
fn cover(triangle: u32, vertex: u32) -> vec4<f32> {
    return vec4(outline(sight(triangle), vertex) / half_view(), 0.5, 1.0);
}

// Less than 0 where there is nothing.
fn cover_depth(triangle: u32, piece: u32, position: vec4<f32>) -> f32 {
    let between = depths(sight(triangle), position.xy);
    if between.x > between.y {
        return -1.0;
    }
    return select(between.x, between.y, FARTHEST == 1u);
}
