// Edges, moved outward. Fragments are numbered by the edge, from 1.

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Fragment {
    let end = links[index];
    let position = positions[end].xyz;
    let offset = eye.offset.x + eye.offset.y * dot(eye.distance, vec4(position, 1.0));
    return Fragment(project(position + offset * normals[end].xyz), index / 2u + 1u);
}
