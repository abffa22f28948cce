// A box along the longest edge: the tightest rectangle around the triangle that lies so, plus a cube as wide as the ball.

fn span(corners: mat3x3<f32>, radius: f32, axes: mat3x3<f32>) -> vec2<f32> {
    var span = between(ALL, axes[0], corners, radius);
    span = between(span, axes[1], corners, radius);
    return between(span, axes[2], corners, radius);
}
