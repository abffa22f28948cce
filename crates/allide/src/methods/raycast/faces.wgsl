// Faces.

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Fragment {
    return Fragment(project(positions[links[index]].xyz), eye.word);
}
