// The six faces of the box around a triangle, two pieces each, counter-clockwise seen from outside.
//
// All faces find a corner by the same expression, so what they share is the same float. Corners are relative to one of the
// triangle, which keeps what rounding and skew of the axes take away below a part of the triangle's own size. Where that may
// be too much, because the box reaches far out of the view or far along the sight, a rectangle is drawn, once to each side.

fn outline(sight: Sight, number: u32) -> vec2<f32> {
    let a = sight.corners[0];
    let b = (sight.corners[1] - a) * sight.axes;
    let c = (sight.corners[2] - a) * sight.axes;
    let low = min(min(b, c), vec3(0.0)) - sight.radius;
    let high = max(max(b, c), vec3(0.0)) + sight.radius;
    let reach = max(-low, high);
    if all(abs(a.xy) + reach.x + reach.y + reach.z <= OUTSIDE * half_view()) {
        return a.xy + (sight.axes * select(low, high, corner_of_face(number))).xy;
    }
    let of_piece = number % 6u;
    switch number / 6u {
        case 0u: { return rectangle(sight, of_piece); }
        case 1u: { return rectangle(sight, 5u - of_piece); }
        default: { return rectangle(sight, 0u); }
    }
}

// On which side of each axis. Depths grow away from the viewer, so that the cross product of two axes points to where they
// turn clockwise.
fn corner_of_face(number: u32) -> vec3<bool> {
    let face = number / 6u;
    let is_high = face >= 3u;
    let of_piece = number % 6u;
    let one = of_piece == 1u || of_piece == 2u || of_piece == 4u;
    let other = of_piece == 2u || of_piece >= 4u;
    let second = select(one, other, is_high);
    let third = select(other, one, is_high);
    switch face % 3u {
        case 0u: { return vec3(is_high, second, third); }
        case 1u: { return vec3(third, is_high, second); }
        default: { return vec3(second, third, is_high); }
    }
}
