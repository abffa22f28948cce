// Marks parts that are behind the nearest fragment, their own included, somewhere.

@group(0) @binding(5) var<storage, read_write> hidden: array<atomic<u32>>;
@group(0) @binding(6) var nearest: texture_depth_2d;

@fragment
fn fragment(in: Fragment) {
    let depth = depth_of(in);
    // Most fragments of a part that is hidden need not write: a look is cheaper.
    if depth > textureLoad(nearest, pixel_of(in), 0) && atomicLoad(&hidden[in.part]) == 0u {
        atomicStore(&hidden[in.part], 1u);
    }
}
