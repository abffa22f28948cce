// Fragments as deep as the rasteriser says.

struct Output {
    @location(0) owner: u32,
}

fn depth_of(in: Fragment) -> f32 {
    return in.position.z;
}

fn output(owner: u32, depth: f32) -> Output {
    return Output(owner);
}
