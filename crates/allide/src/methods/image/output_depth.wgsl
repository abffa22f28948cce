// Fragments as deep as the cover says.

struct Output {
    @location(0) owner: u32,
    @builtin(frag_depth) depth: f32,
}

fn depth_of(in: Fragment) -> f32 {
    let depth = cover_depth(mat4x4<f32>(in.body_0, in.body_1, in.body_2, in.body_3), in.position.xy);
    if depth < 0.0 {
        discard;
    }
    return clamp(depth, 0.0, 1.0);
}

fn output(owner: u32, depth: f32) -> Output {
    return Output(owner, depth);
}
