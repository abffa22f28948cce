// The cover that is the triangle itself.

fn cover(triangle: u32, vertex: u32) -> vec4<f32> {
    return project(from_centre(triangle, vertex));
}

fn cover_depth(triangle: u32, piece: u32, position: vec4<f32>) -> f32 {
    return position.z;
}
