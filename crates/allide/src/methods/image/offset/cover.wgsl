// How the parts become a cover.

struct Covered {
    position: vec4<f32>,
    body: mat4x4<f32>,
}

// Nothing is cut off in front or behind: depths are found in the fragments.
fn cover(triangle: u32, vertex: u32) -> Covered {
    let sight = sight(triangle);
    return Covered(vec4(outline(sight, vertex) / half_view(), 0.5, 1.0), body(sight));
}

// Less than 0 where there is nothing.
fn cover_depth(body: mat4x4<f32>, position: vec4<f32>) -> f32 {
    let between = depths(body, position.xy);
    if between.x > between.y {
        return -1.0;
    }
    return select(between.x, between.y, FARTHEST == 1u);
}
