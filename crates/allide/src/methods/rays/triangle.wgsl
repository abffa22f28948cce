// The bindings that kernels with triangles begin with.

@group(0) @binding(0) var<storage, read> positions: array<vec4<i32>>;
// Three vertices, and the object.
@group(0) @binding(1) var<storage, read> triangles: array<vec4<u32>>;
// The lowest corners of cells.
@group(0) @binding(2) var<storage, read> origins: array<vec2<i32>>;
// A cell and a triangle each.
@group(0) @binding(3) var<storage, read> fragments: array<vec2<u32>>;

fn shape_at(triangle: vec4<u32>) -> Shape {
    return shape_of(positions[triangle.x].xyz, positions[triangle.y].xyz, positions[triangle.z].xyz);
}
