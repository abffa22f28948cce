// What is drawn so that fragments come up wherever something is to be seen: the silhouette of a box around the triangle and
// its radius.

// Axes that are off by SKEW span boxes that are off by a few times that of their size.
const PADDING = 6.103515625e-5; // 2^-14

// All sums of the centre and the ways, taken forth or back.
struct Silhouette {
    centre: vec2<f32>,
    ways: mat3x2<f32>,
}

fn silhouette(sight: Sight) -> Silhouette {
    let corners = sight.corners;
    let axes = sight.axes;
    let b = (corners[1] - corners[0]) * axes;
    let c = (corners[2] - corners[0]) * axes;
    let low = min(min(b, c), vec3(0.0)) - sight.radius;
    let high = max(max(b, c), vec3(0.0)) + sight.radius;
    let size = high - low;
    let half = 0.5 * size + PADDING * (size.x + size.y + size.z);
    let centre = corners[0].xy + (axes * (0.5 * (low + high))).xy;
    let ways = mat3x2<f32>(axes[0].xy * half.x, axes[1].xy * half.y, axes[2].xy * half.z);
    let seen = half_view();
    if all(abs(centre) + abs(ways[0]) + abs(ways[1]) + abs(ways[2]) <= OUTSIDE * seen) {
        return Silhouette(centre, ways);
    }
    let border = BORDER * seen;
    let left = clamp(min(min(corners[0].xy, corners[1].xy), corners[2].xy) - sight.radius, -border, border);
    let right = clamp(max(max(corners[0].xy, corners[1].xy), corners[2].xy) + sight.radius, -border, border);
    let wide = 0.5 * (right - left);
    return Silhouette(0.5 * (left + right), mat3x2<f32>(vec2(wide.x, 0.0), vec2(0.0, wide.y), vec2(0.0)));
}

fn upward(way: vec2<f32>) -> vec2<f32> {
    return select(way, -way, way.y < 0.0 || way.y == 0.0 && way.x < 0.0);
}

fn is_left(a: vec2<f32>, b: vec2<f32>) -> bool {
    return a.x * b.y < a.y * b.x;
}

// A corner of the four triangles that the silhouette, a hexagon, is drawn with.
fn outline(sight: Sight, number: u32) -> vec2<f32> {
    let shape = silhouette(sight);
    // From the lowest corner around, ways follow each other as they turn.
    var a = upward(shape.ways[0]);
    var b = upward(shape.ways[1]);
    var c = upward(shape.ways[2]);
    if is_left(a, b) {
        let other = a;
        a = b;
        b = other;
    }
    if is_left(b, c) {
        let other = b;
        b = c;
        c = other;
    }
    if is_left(a, b) {
        let other = a;
        a = b;
        b = other;
    }
    let corner = select(number / 3u + number % 3u, 0u, number % 3u == 0u);
    let sides = select(vec3(-1.0), vec3(1.0), abs(vec3<i32>(i32(corner)) - vec3(2, 3, 4)) <= vec3(1));
    return shape.centre + a * sides.x + b * sides.y + c * sides.z;
}
