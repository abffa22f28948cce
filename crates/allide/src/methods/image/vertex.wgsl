struct Fragment {
    // The same in all drawings of a view, so that their depths can be compared.
    @invariant @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) part: u32,
    @location(1) @interpolate(flat) owner: u32,
    @location(2) @interpolate(flat) triangle: u32,
    // Counts the triangles of a cover.
    @location(3) @interpolate(flat) piece: u32,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Fragment {
    let slot = slots[index / VERTICES];
    let vertex = index % VERTICES;
    var out: Fragment;
    // Outside of the view, for parts that are no longer drawn.
    out.position = vec4(2.0, 2.0, 2.0, 1.0);
    out.triangle = slot.x;
    out.part = slot.y;
    out.owner = owners[slot.x];
    out.piece = vertex / 3u;
    if alive[slot.y] != 0u {
        out.position = cover(slot.x, vertex);
    }
    return out;
}

fn depth_at(in: Fragment) -> f32 {
    return cover_depth(in.triangle, in.piece, in.position);
}
