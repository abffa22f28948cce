// Triangles as covers see them: two axes across the view, then depth, in cells from its centre.

// Half the diagonal of a cell, for vertices off the grid.
const BLUR = 0.8661;
const ROUNDING = 7.62939453125e-6; // 2^-17
// The relative error of depths.
const DEPTH_ROUNDING = 9.5367431640625e-7; // 2^-20
// No point of interest is as deep: views are a hundredth deeper.
const DEEPEST = 0.9990234375; // 1 - 2^-10

// Geometry beyond this multiple of the view is clamped to a little more than that: rasterisers lose precision outside.
const OUTSIDE = 8.0;
const BORDER = 1.125;

struct Sight {
    corners: mat3x3<f32>,
    // How far around to draw, all roundings included.
    radius: f32,
    axes: mat3x3<f32>,
}

// The size of a pixel in cells.
fn pixel_size() -> vec2<f32> {
    return view.reach.yz;
}

// From the centre to the edges.
fn half_view() -> vec2<f32> {
    return 0.5 * f32(view.pixels) * pixel_size();
}

fn seen(corner: vec4<i32>) -> vec3<f32> {
    let offset = corner.xyz - view.centre;
    let right = dot(vec3<i32>(sign(view.right.xyz)), offset);
    let up = dot(vec3<i32>(sign(view.up.xyz)), offset);
    return vec3<f32>(vec3(right, up, dot(vec3<i32>(sign(view.forward.xyz)), offset)));
}

fn sight(triangle: u32) -> Sight {
    let a = positions[corners[3u * triangle]];
    let b = positions[corners[3u * triangle + 1u]];
    let c = positions[corners[3u * triangle + 2u]];
    let at = mat3x3<f32>(seen(a), seen(b), seen(c));
    let far = max(max(abs(at[0]), abs(at[1])), abs(at[2]));
    let radius = view.reach.x + select(0.0, BLUR, (a.w | b.w | c.w) != 0);
    let rounding = ROUNDING * (max(max(far.x, far.y), far.z) + radius);
    return Sight(at, radius + rounding, frame(at[0], at[1], at[2]));
}

// A corner of the two triangles of a rectangle.
fn corner_of(low: vec2<f32>, high: vec2<f32>, number: u32) -> vec2<f32> {
    let is_right = number == 1u || number == 2u || number == 4u;
    let is_top = number == 2u || number >= 4u;
    return select(low, high, vec2(is_right, is_top));
}

// Around corners and a radius, as far as they are seen.
fn cut_rectangle(corners: mat3x3<f32>, radius: f32, number: u32) -> vec2<f32> {
    let border = BORDER * half_view();
    let low = min(min(corners[0].xy, corners[1].xy), corners[2].xy) - radius;
    let high = max(max(corners[0].xy, corners[1].xy), corners[2].xy) + radius;
    return clamp(corner_of(low, high, number), -border, border);
}

// The depths between which the ray through the middle of a pixel passes what is drawn around the triangle, rounded outward;
// the first is greater if it passes by, or passes where nothing is seen. Parts that are only partly visible are cut off: where one
// of two depths is not greater than the other, it stays so. Depths stay below that of an empty pixel, which is 1.
fn depths(body: mat4x4<f32>, position: vec2<f32>) -> vec2<f32> {
    let ray = (position - 0.5 * f32(view.pixels)) * pixel_size() * vec2(1.0, -1.0);
    let found = span(body, ray);
    let scale = abs(view.forward.x) + abs(view.forward.y) + abs(view.forward.z);
    let scaled = found * scale + 0.5 + vec2(-DEPTH_ROUNDING, DEPTH_ROUNDING);
    if found.x > found.y || scaled.x > DEEPEST || scaled.y < 0.0 {
        return vec2(1.0, 0.0);
    }
    return clamp(scaled, vec2(0.0), vec2(DEEPEST));
}
