// The triangle as it appears anywhere in the pixel: what FAR's authors wish hardware would draw.
//
// A ray meets a body of pixels around all points of the triangle exactly if the pixel touches the triangle. The body
// is bounded by the plane of the triangle, by its depths, and aside by its edges and by the pixel's.

fn span(body: mat4x4<f32>, ray: vec2<f32>) -> vec2<f32> {
    let corners = corners_beside(body, ray);
    let radius = body[3].w;
    let normal = body[3].xyz;
    var span = touched(ALL, vec3(0.0, 0.0, 1.0), corners, radius);
    span = touched(span, normal, corners, radius);
    span = touched(span, vec3(1.0, 0.0, 0.0), corners, radius);
    span = touched(span, vec3(0.0, 1.0, 0.0), corners, radius);
    for (var k = 0u; k < 3u; k += 1u) {
        let edge = corners[(k + 1u) % 3u].xy - corners[k].xy;
        let square = dot(edge, edge);
        if square > 0.0 {
            span = touched(span, vec3(edge.y, -edge.x, 0.0) / sqrt(square), corners, radius);
        }
    }
    return span;
}

// A pixel reaches half its size along both axes.
fn touched(span: vec2<f32>, normal: vec3<f32>, corners: mat3x3<f32>, radius: f32) -> vec2<f32> {
    return between(span, normal, corners, radius + 0.5 * dot(abs(normal.xy), pixel_size()));
}
