// A box around each edge, and the triangle thickened to both sides.
//
// The boxes enclose what is nearest to an edge, the thick triangle what is nearest to the inside. Its sides lie within
// the boxes, so they need no radius: what rounding makes them miss is in a box.

fn span(corners: mat3x3<f32>, radius: f32, axes: mat3x3<f32>) -> vec2<f32> {
    let normal = axes[2];
    let ab = direction_or(corners[1] - corners[0], axes[0]);
    let bc = direction_or(corners[2] - corners[1], axes[0]);
    let ca = direction_or(corners[0] - corners[2], axes[0]);
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
