// Marks parts that are not in front of every other owner's nearest fragment everywhere.

@group(0) @binding(5) var<storage, read_write> hidden: array<atomic<u32>>;
@group(0) @binding(6) var nearest_owner: texture_2d<u32>;
@group(0) @binding(7) var nearest: texture_depth_2d;
@group(0) @binding(8) var others: texture_depth_2d;

@fragment
fn fragment(in: Fragment) {
    let depth = depth_of(in);
    let pixel = pixel_of(in);
    var other = textureLoad(nearest, pixel, 0);
    if textureLoad(nearest_owner, pixel, 0).x == in.owner {
        other = textureLoad(others, pixel, 0);
    }
    // Most fragments of a part that is hidden need not write: a look is cheaper.
    if depth >= other && atomicLoad(&hidden[in.part]) == 0u {
        atomicStore(&hidden[in.part], 1u);
    }
}
