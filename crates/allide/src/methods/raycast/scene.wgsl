// The view, and the vertices of all objects.

struct Eye {
    // Clip coordinates are products with a position, plus the fourth; `distance` gives what all are divided by.
    right: vec4<f32>,
    up: vec4<f32>,
    forward: vec4<f32>,
    distance: vec4<f32>,
    // How far edges are moved outward, and how much more for each unit of distance.
    offset: vec2<f32>,
    // The values that the fragments of faces write.
    word: u32,
    padding: u32,
}

var<immediate> eye: Eye;
@group(0) @binding(0) var<storage, read> positions: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> normals: array<vec4<f32>>;
// Vertices: three for each triangle, or two for each edge.
@group(0) @binding(2) var<storage, read> links: array<u32>;

struct Fragment {
    // The same whenever an edge is drawn, so that its depths are equal.
    @invariant @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) word: u32,
}

fn project(point: vec3<f32>) -> vec4<f32> {
    let p = vec4(point, 1.0);
    return vec4(dot(eye.right, p), dot(eye.up, p), dot(eye.forward, p), dot(eye.distance, p));
}

// The first of the two words is all that images of single words take.
@fragment
fn fragment(in: Fragment) -> @location(0) vec2<u32> {
    return vec2(in.word);
}
