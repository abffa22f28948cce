// The outline to draw so that every visible point gets a fragment: the triangle grown by its radius, or a rectangle along
// its longest side, whichever is smaller. A large triangle is half of its rectangle; a small one would grow long corners.

// Grown triangles are not smaller beyond that, up to rounding.
const LARGEST = 4.0;

fn outline(sight: Sight, number: u32) -> vec2<f32> {
    let grown = grown(sight, sight.radius);
    let around = 2.0 * sight.radius;
    let rectangle = 2.0 * (grown.longest + around) * (grown.area + around * grown.longest);
    let size = 1.0 + grown.scale;
    let is_smaller = grown.area * grown.longest * size * size < rectangle;
    if is_smaller && grown.scale <= LARGEST && is_near(grown) {
        return grown_corner(grown, number);
    }
    return edge_rectangle(sight, number);
}

fn edge_rectangle(sight: Sight, number: u32) -> vec2<f32> {
    let a = sight.corners[0].xy;
    let ab = sight.corners[1].xy - a;
    let ac = sight.corners[2].xy - a;
    let bc = ac - ab;
    let squares = vec3(dot(ab, ab), dot(ac, ac), dot(bc, bc));
    let longest = max(max(squares.x, squares.y), squares.z);
    var along = vec2(1.0, 0.0);
    if longest > 0.0 {
        along = select(select(bc, ac, squares.y == longest), ab, squares.x == longest) / sqrt(longest);
    }
    let axes = mat2x2<f32>(along, vec2(-along.y, along.x));
    let b = ab * axes;
    let c = ac * axes;
    let low = min(min(b, c), vec2(0.0)) - sight.radius;
    let high = max(max(b, c), vec2(0.0)) + sight.radius;
    let reach = max(-low, high);
    if all(abs(a) + reach.x + reach.y <= OUTSIDE * half_view()) {
        return a + axes * corner_of(low, high, number);
    }
    return cut_rectangle(sight.corners, sight.radius, number);
}
