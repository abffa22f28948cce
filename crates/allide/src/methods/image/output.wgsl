// Fragments are as deep as the cover says. That is written in every drawing, even where it is what the rasteriser says: depths
// that shaders see and those that the depth test sees need not be equal to the last bit, and here they are compared.

struct Output {
    @location(0) owner: u32,
    @builtin(frag_depth) depth: f32,
}

fn depth_of(in: Fragment) -> f32 {
    let depth = depth_at(in);
    if depth < 0.0 {
        discard;
    }
    return min(depth, 1.0);
}

fn output(owner: u32, depth: f32) -> Output {
    return Output(owner, depth);
}

// The pixel of a fragment. Lanes that only help at the border may lie beyond the last one.
fn pixel_of(in: Fragment) -> vec2<u32> {
    return min(vec2<u32>(in.position.xy), vec2(view.pixels - 1u));
}
