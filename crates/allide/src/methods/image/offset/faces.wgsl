// The six faces of the box, two triangles each: counter-clockwise where they are in front.
//
// A box that reaches too far is a rectangle instead, once in each sense: whichever of the two is culled, the other is left.

fn outline(sight: Sight, number: u32) -> vec2<f32> {
    var low: vec3<f32>;
    var high: vec3<f32>;
    for (var k = 0u; k < 3u; k += 1u) {
        let at = sight.axes[k] * sight.corners;
        low[k] = min(min(at.x, at.y), at.z) - sight.radius;
        high[k] = max(max(at.x, at.y), at.z) + sight.radius;
    }
    let half = 0.5 * (high - low);
    let reach = abs(sight.axes[0].xy) * half.x + abs(sight.axes[1].xy) * half.y + abs(sight.axes[2].xy) * half.z;
    let centre = (sight.axes * (0.5 * (low + high))).xy;
    if any(abs(centre) + reach > OUTSIDE * half_view()) {
        let corner = select(select(0u, 11u - number, number < 12u), number, number < 6u);
        return cut_rectangle(sight.corners, sight.radius, corner);
    }
    let face = number / 6u;
    let axis = face % 3u;
    let is_high = face >= 3u;
    // The axes i, j and k turn to the right. Depths grow away from the viewer, so a square over i and j is counter-clockwise
    // where k points away: in front if it is the lower side along k.
    let square = corner_of(vec2(0.0), vec2(1.0), number % 6u);
    var point = select(low, high, vec3(is_high));
    point[(axis + 1u) % 3u] = mix(low[(axis + 1u) % 3u], high[(axis + 1u) % 3u], select(square.x, square.y, is_high));
    point[(axis + 2u) % 3u] = mix(low[(axis + 2u) % 3u], high[(axis + 2u) % 3u], select(square.y, square.x, is_high));
    return (sight.axes * point).xy;
}
