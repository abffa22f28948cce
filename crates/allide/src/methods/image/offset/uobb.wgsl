// A box along the longest edge: the tightest rectangle around the triangle that lies so, plus a cube as wide as the ball.
//
// Three pairs of planes, each as the depths at which the ray through the middle of the view meets them and how these change
// with x and y. Quotients are off by as much as if the radius were off by 2^-20 (M + W).

fn body(sight: Sight) -> mat4x4<f32> {
    return mat4x4<f32>(
        planes(sight.axes[0], sight),
        planes(sight.axes[1], sight),
        planes(sight.axes[2], sight),
        vec4(0.0),
    );
}

fn planes(axis: vec3<f32>, sight: Sight) -> vec4<f32> {
    // Those that are parallel to all rays bound nothing: what they leave out is not drawn.
    if abs(axis.z) <= PARALLEL {
        return vec4(0.0, 0.0, ALL);
    }
    let at = axis * sight.corners;
    let low = (min(min(at.x, at.y), at.z) - sight.radius) / axis.z;
    let high = (max(max(at.x, at.y), at.z) + sight.radius) / axis.z;
    return vec4(axis.xy / axis.z, min(low, high), max(low, high));
}

fn span(body: mat4x4<f32>, ray: vec2<f32>) -> vec2<f32> {
    let x = body[0].zw - dot(body[0].xy, ray);
    let y = body[1].zw - dot(body[1].xy, ray);
    let z = body[2].zw - dot(body[2].xy, ray);
    return vec2(max(max(x.x, y.x), z.x), min(min(x.y, y.y), z.y));
}
