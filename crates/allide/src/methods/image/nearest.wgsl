// The nearest owner of each pixel; without a target for words, just the nearest depth.

@fragment
fn fragment(in: Fragment) -> Output {
    return output(in.owner, depth_of(in));
}
