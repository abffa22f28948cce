// A box along the longest edge: the tightest rectangle around the triangle that lies so, plus a cube as wide as the ball.
//
// Three pairs of planes, each as the depths at which the ray through the middle of the view meets them and how these change
// with x and y. That rounds like the sums in span.wgsl. Planes that are parallel to the rays are tilted a little.

fn body(sight: Sight) -> mat4x4<f32> {
    return mat4x4<f32>(
        planes(sight.axes[0], sight),
        planes(sight.axes[1], sight),
        planes(sight.axes[2], sight),
        vec4(0.0),
    );
}

fn planes(axis: vec3<f32>, sight: Sight) -> vec4<f32> {
    let z = select(axis.z, select(PARALLEL, -PARALLEL, axis.z < 0.0), abs(axis.z) < PARALLEL);
    let at = axis * sight.corners;
    let low = (min(min(at.x, at.y), at.z) - sight.radius) / z;
    let high = (max(max(at.x, at.y), at.z) + sight.radius) / z;
    return vec4(axis.xy / z, min(low, high), max(low, high));
}

fn span(body: mat4x4<f32>, ray: vec2<f32>) -> vec2<f32> {
    let x = body[0].zw - dot(body[0].xy, ray);
    let y = body[1].zw - dot(body[1].xy, ray);
    let z = body[2].zw - dot(body[2].xy, ray);
    return vec2(max(max(x.x, y.x), z.x), min(min(x.y, y.y), z.y));
}
