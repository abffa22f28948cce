// The body that rays are compared with: the triangle, its radius, its normal and the direction of its longest edge.

fn body(sight: Sight) -> mat4x4<f32> {
    let along = sight.axes[0];
    return mat4x4<f32>(
        vec4(sight.corners[0], along.x),
        vec4(sight.corners[1], along.y),
        vec4(sight.corners[2], along.z),
        vec4(sight.axes[2], sight.radius),
    );
}

// Corners relative to a ray.
fn corners_beside(body: mat4x4<f32>, ray: vec2<f32>) -> mat3x3<f32> {
    let at = vec3(ray, 0.0);
    return mat3x3<f32>(body[0].xyz - at, body[1].xyz - at, body[2].xyz - at);
}
