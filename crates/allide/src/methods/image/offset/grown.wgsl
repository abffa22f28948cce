// The triangle in the view with its sides moved outward: scaled about the centre of the circle inside, so that all move
// equally far. A second piece is empty.

struct Grown {
    corners: mat3x2<f32>,
    centre: vec2<f32>,
    // Twice that of the triangle.
    area: f32,
    longest: f32,
    // How much larger it is, as a part of its size; as good as endless if it has no area.
    scale: f32,
}

fn grown(sight: Sight, growth: f32) -> Grown {
    let corners = mat3x2<f32>(sight.corners[0].xy, sight.corners[1].xy, sight.corners[2].xy);
    let ab = corners[1] - corners[0];
    let ac = corners[2] - corners[0];
    let sides = vec3(distance(corners[1], corners[2]), length(ac), length(ab));
    let around = sides.x + sides.y + sides.z;
    let longest = max(max(sides.x, sides.y), sides.z);
    let area = abs(ab.x * ac.y - ab.y * ac.x);
    if area <= 0.0 {
        return Grown(corners, corners[0], 0.0, longest, ENDLESS);
    }
    // The circle inside has the radius area / around.
    return Grown(corners, corners * sides / around, area, longest, growth * around / area);
}

fn is_near(grown: Grown) -> bool {
    let far = max(max(abs(grown.corners[0]), abs(grown.corners[1])), abs(grown.corners[2]));
    return all(far + grown.longest * grown.scale <= OUTSIDE * half_view());
}

fn grown_corner(grown: Grown, number: u32) -> vec2<f32> {
    let own = grown.corners[select(0u, number, number < 3u)];
    return own + (own - grown.centre) * grown.scale;
}
