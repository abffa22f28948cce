// The nearest depth of any owner but the nearest one.

@group(0) @binding(5) var nearest_owner: texture_2d<u32>;

@fragment
fn fragment(in: Fragment) -> Output {
    let depth = depth_of(in);
    if textureLoad(nearest_owner, pixel_of(in), 0).x == in.owner {
        discard;
    }
    return output(in.owner, depth);
}
