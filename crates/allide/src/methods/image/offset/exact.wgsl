// All that is closer to the triangle than the radius: balls around its corners, cylinders around its edges, and the
// triangle shifted to both sides.
//
// The body is convex, so where a ray enters it is bounded best by the plane that touches it there. Which part is
// entered need not be found out: the planes that touch each of the seven where the ray would enter that alone all bound
// the body, and the one of the right part is exact.

fn span(body: mat4x4<f32>, ray: vec2<f32>) -> vec2<f32> {
    let corners = corners_beside(body, ray);
    let radius = body[3].w;
    let normal = body[3].xyz;
    var span = between(ALL, vec3(0.0, 0.0, 1.0), corners, radius);
    span = between(span, normal, corners, radius);
    for (var k = 0u; k < 3u; k += 1u) {
        let corner = corners[k];
        span = beside_edge(span, corner, corners[(k + 1u) % 3u], corners, radius);
        span = beside_corner(span, corner, corners, radius);
    }
    return span;
}

fn beside_corner(before: vec2<f32>, corner: vec3<f32>, corners: mat3x3<f32>, radius: f32) -> vec2<f32> {
    let way = -corner.xy;
    let square = dot(way, way);
    let rest = radius * radius - square;
    if rest <= 0.0 {
        return supported(before, vec3(way / sqrt(square), 0.0), corners, radius);
    }
    let normal = vec3(way, sqrt(rest)) / radius;
    let span = supported(before, normal, corners, radius);
    return supported(span, vec3(normal.xy, -normal.z), corners, radius);
}

fn beside_edge(before: vec2<f32>, a: vec3<f32>, b: vec3<f32>, corners: mat3x3<f32>, radius: f32) -> vec2<f32> {
    let edge = b - a;
    let width = length(edge.xy);
    if width == 0.0 {
        return before;
    }
    let along = edge.xy / width;
    let across = vec2(-along.y, along.x);
    let aside = -dot(across, a.xy);
    let rest = radius * radius - aside * aside;
    if rest <= 0.0 {
        return supported(before, vec3(across * sign(aside), 0.0), corners, radius);
    }
    // Square to the edge, and as far aside from it as the ray.
    let size = length(vec2(width, edge.z));
    let tilt = sqrt(rest) / radius * vec2(edge.z, width) / size;
    let side = across * (aside / radius);
    let span = supported(before, vec3(side + along * tilt.x, -tilt.y), corners, radius);
    return supported(span, vec3(side - along * tilt.x, tilt.y), corners, radius);
}
