// The upper part of the tree: one workgroup, level by level.

struct Params {
    survivors: u32,
    most: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read_write> nodes: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> counters: array<u32>;

@compute @workgroup_size(THREADS)
fn main(@builtin(local_invocation_index) thread: u32) {
    let count = min(counters[params.survivors], params.most);
    let depth = depth_of(count);
    for (var height = GROUP_DEPTH + 1u; height <= depth; height++) {
        let first = 1u << (depth - height);
        let width = (count + (1u << height) - 1u) >> height;
        for (var i = thread; i < width; i += THREADS) {
            let left = nodes[2u * (first + i)];
            var right = EMPTY;
            if ((2u * i + 1u) << (height - 1u)) < count {
                right = nodes[2u * (first + i) + 1u];
            } else {
                // Whoever looks at the left one looks at both.
                nodes[2u * (first + i) + 1u] = EMPTY;
            }
            nodes[first + i] = merge(left, right);
        }
        storageBarrier();
    }
}
