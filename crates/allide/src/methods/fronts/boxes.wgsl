// Nodes are boxes of a heap, and two overlap as boxes do.

alias Item = vec2<u32>;

@group(0) @binding(4) var<storage, read> nodes: array<vec4<u32>>;

fn overlapping(pair: Item) -> u32 {
    let sides = opened(pair);
    let children = pair << sides;
    var a: array<vec4<u32>, 2>;
    var b: array<vec4<u32>, 2>;
    /*unroll*/ for (var side = 0u; side < 2u; side++) {
        a[side] = EMPTY;
        b[side] = EMPTY;
        if side <= sides.x && counts(children.x + side) { a[side] = nodes[children.x + side]; }
        if side <= sides.y { b[side] = nodes[children.y + side]; }
    }
    var mask = 0u;
    /*unroll*/ for (var c = 0u; c < 4u; c++) {
        mask |= select(0u, 1u << c, overlap(a[c & 1u], b[c >> 1u]));
    }
    return mask;
}

// Nothing overlaps an empty node. Its corners do not tell: a box as large as the frame meets even an empty one.
fn overlap(a: vec4<u32>, b: vec4<u32>) -> bool {
    let is_there = a.w != EMPTY.w && b.w != EMPTY.w;
    return is_there && all(low_of(a) <= high_of(b)) && all(low_of(b) <= high_of(a));
}

// Whether there are leaves below the node that count this time.
fn counts(node: u32) -> bool {
    let height = height_of(node);
    let leaf = (node << height) - (1u << params.shape);
    return leaf < params.end && leaf + (1u << height) > params.first;
}
