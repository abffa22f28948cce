// The inputs of every drawing: the view, the triangles, and the part that each belongs to.

struct View {
    // The cell in the middle.
    centre: vec3<i32>,
    // Pixels along each side.
    pixels: u32,
    // Clip coordinates are products with cells from the centre, plus the fourth; depths go from 0 to 1.
    right: vec4<f32>,
    up: vec4<f32>,
    forward: vec4<f32>,
    // For covers: the distance in cells that they draw around a triangle, and whatever else they need.
    reach: vec4<f32>,
}

var<immediate> view: View;
@group(0) @binding(0) var<storage, read> positions: array<vec4<i32>>;
@group(0) @binding(1) var<storage, read> corners: array<u32>;
@group(0) @binding(2) var<storage, read> owners: array<u32>;
// Triangle and part.
@group(0) @binding(3) var<storage, read> slots: array<vec2<u32>>;
// For each part, whether it is still drawn.
@group(0) @binding(4) var<storage, read> alive: array<u32>;

// A corner of a triangle in cells from the centre. The difference is exact; its conversion rounds.
fn from_centre(triangle: u32, corner: u32) -> vec3<f32> {
    return vec3<f32>(positions[corners[3u * triangle + corner]].xyz - view.centre);
}

// The clip position of a point that is given in cells from the centre.
fn project(point: vec3<f32>) -> vec4<f32> {
    return vec4(
        dot(view.right.xyz, point) + view.right.w,
        dot(view.up.xyz, point) + view.up.w,
        dot(view.forward.xyz, point) + view.forward.w,
        1.0,
    );
}
