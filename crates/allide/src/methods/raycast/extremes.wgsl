// The largest and the smallest count of an image.

struct Extremes {
    // In pixels.
    width: u32,
    height: u32,
    // From row to row, in words of four counts.
    stride: u32,
    padding: u32,
}

var<immediate> params: Extremes;
@group(0) @binding(0) var<storage, read> counts: array<u32>;
// Initially the least and the greatest there is.
@group(0) @binding(1) var<storage, read_write> extremes: array<atomic<u32>, 2>;

var<workgroup> largest: atomic<u32>;
var<workgroup> smallest: atomic<u32>;

@compute @workgroup_size(THREADS)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    if local == 0u {
        atomicStore(&smallest, 255u);
        atomicStore(&largest, 0u);
    }
    workgroupBarrier();
    let columns = (params.width + 3u) / 4u;
    var high = 0u;
    var low = 255u;
    for (var at = id.x; at < columns * params.height; at += groups.x * THREADS) {
        let column = at % columns;
        let word = counts[at / columns * params.stride + column];
        // Values beyond the last pixel of a row are undefined.
        for (var k = 0u; k < min(4u, params.width - 4u * column); k++) {
            let count = extractBits(word, 8u * k, 8u);
            high = max(high, count);
            low = min(low, count);
        }
    }
    atomicMax(&largest, high);
    atomicMin(&smallest, low);
    workgroupBarrier();
    if local == 0u {
        atomicMax(&extremes[0], atomicLoad(&largest));
        atomicMin(&extremes[1], atomicLoad(&smallest));
    }
}
