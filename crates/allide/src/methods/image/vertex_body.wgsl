// For covers that find depths in their fragments: what they need for that comes along.

struct Fragment {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) part: u32,
    @location(1) @interpolate(flat) owner: u32,
    @location(2) @interpolate(flat) body_0: vec4<f32>,
    @location(3) @interpolate(flat) body_1: vec4<f32>,
    @location(4) @interpolate(flat) body_2: vec4<f32>,
    @location(5) @interpolate(flat) body_3: vec4<f32>,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Fragment {
    let slot = slots[index / VERTICES];
    var out: Fragment;
    // Outside of the view, for parts that are no longer drawn.
    out.position = vec4(2.0, 2.0, 2.0, 1.0);
    out.part = slot.y;
    if alive[slot.y] != 0u {
        let covered = cover(slot.x, index % VERTICES);
        out.position = covered.position;
        out.owner = owners[slot.x];
        out.body_0 = covered.body[0];
        out.body_1 = covered.body[1];
        out.body_2 = covered.body[2];
        out.body_3 = covered.body[3];
    }
    return out;
}

fn depth_at(in: Fragment) -> f32 {
    return cover_depth(mat4x4<f32>(in.body_0, in.body_1, in.body_2, in.body_3), in.position);
}
