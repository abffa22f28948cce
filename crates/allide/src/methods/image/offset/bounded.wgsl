// A box around each edge, and the triangle thickened to both sides.
//
// The boxes enclose what is nearest to an edge, the thick triangle what is nearest to the inside. Its sides lie within
// the boxes, so they need no radius: what rounding makes them miss is in a box.

fn span(body: mat4x4<f32>, ray: vec2<f32>) -> vec2<f32> {
    let corners = corners_beside(body, ray);
    let radius = body[3].w;
    let normal = body[3].xyz;
    let along = vec3(body[0].w, body[1].w, body[2].w);
    let ab = direction_or(corners[1] - corners[0], along);
    let bc = direction_or(corners[2] - corners[1], along);
    let ca = direction_or(corners[0] - corners[2], along);
    var inside = between(ALL, normal, corners, radius);
    inside = between(inside, cross(normal, ab), corners, 0.0);
    inside = between(inside, cross(normal, bc), corners, 0.0);
    inside = between(inside, cross(normal, ca), corners, 0.0);
    let edges = either(edge_box(corners[0], corners[1], ab, normal, radius), edge_box(corners[1], corners[2], bc, normal, radius));
    return either(inside, either(edges, edge_box(corners[2], corners[0], ca, normal, radius)));
}

fn edge_box(a: vec3<f32>, b: vec3<f32>, along: vec3<f32>, normal: vec3<f32>, radius: f32) -> vec2<f32> {
    let ends = mat3x3<f32>(a, b, b);
    var span = between(ALL, along, ends, radius);
    span = between(span, cross(normal, along), ends, radius);
    return between(span, normal, ends, radius);
}
