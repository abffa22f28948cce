// For tests: what covers do for a triangle and a pixel.

// Triangle, and pixel across and down.
@group(0) @binding(5) var<storage, read> probes: array<vec4<u32>>;
// Depths, and the radius in cells.
@group(0) @binding(6) var<storage, read_write> found: array<vec4<f32>>;
// The shape drawn, in cells from the centre.
@group(0) @binding(7) var<storage, read_write> drawn: array<vec2<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    // The other bindings are those of drawings.
    let unused = owners[0] + slots[0].x + alive[0];
    for (var k = id.x; k < arrayLength(&probes); k += groups.x * 64u) {
        let probe = probes[k];
        let sight = sight(probe.x);
        found[k] = vec4(depths(body(sight), vec2<f32>(probe.yz) + 0.5), sight.radius, f32(unused));
        for (var vertex = 0u; vertex < VERTICES; vertex += 1u) {
            drawn[VERTICES * k + vertex] = outline(sight, vertex);
        }
    }
}
