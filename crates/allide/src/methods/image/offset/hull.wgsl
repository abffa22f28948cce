// What is drawn so that fragments come up wherever something is to be seen: a box around the triangle and its radius.

// Axes that are off by SKEW span boxes that are off by a few times that of their size.
const PADDING = 6.103515625e-5; // 2^-14

struct Hull {
    origin: vec3<f32>,
    axes: mat3x3<f32>,
    low: vec3<f32>,
    high: vec3<f32>,
}

fn hull(sight: Sight) -> Hull {
    let corners = sight.corners;
    let axes = sight.axes;
    let radius = sight.radius;
    let b = (corners[1] - corners[0]) * axes;
    let c = (corners[2] - corners[0]) * axes;
    var low = min(min(b, c), vec3(0.0)) - radius;
    var high = max(max(b, c), vec3(0.0)) + radius;
    let reach = max(-low, high);
    let padding = PADDING * (reach.x + reach.y + reach.z);
    low -= padding;
    high += padding;
    let size = abs(axes[0]) * reach.x + abs(axes[1]) * reach.y + abs(axes[2]) * reach.z + padding;
    let seen = half_view();
    if all(abs(corners[0].xy) + size.xy <= OUTSIDE * seen) {
        return Hull(corners[0], axes, low, high);
    }
    let border = vec3(BORDER * seen, radius);
    low = min(min(corners[0], corners[1]), corners[2]) - radius;
    high = max(max(corners[0], corners[1]), corners[2]) + radius;
    return Hull(vec3(0.0), UPRIGHT, clamp(low, -border, border), clamp(high, -border, border));
}

// A corner of the triangles of the box, of 36. Seen from outside they turn as front faces do.
fn outline(sight: Sight, number: u32) -> vec2<f32> {
    let hull = hull(sight);
    let face = number / 6u;
    let axis = face >> 1u;
    let is_high = (face & 1u) == 1u;
    // Corners 0, 1, 2 and 0, 2, 3 of the face.
    let corner = (0xe24u >> (2u * (number % 6u))) & 3u;
    let first = corner == 1u || corner == 2u;
    let second = corner >= 2u;
    // With depth going away from the viewer, the axes are left-handed on the screen.
    var is_far = vec3(is_high, select(first, second, is_high), select(second, first, is_high));
    if axis == 1u {
        is_far = is_far.zxy;
    } else if axis == 2u {
        is_far = is_far.yzx;
    }
    return (hull.origin + hull.axes * select(hull.low, hull.high, is_far)).xy;
}
