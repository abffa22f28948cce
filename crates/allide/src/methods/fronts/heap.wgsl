// Children of pairs of a heap. The last front holds no nodes but the triangles of the leaves.

alias Item = vec2<u32>;
alias Next = vec2<u32>;

@group(0) @binding(6) var<storage, read> order: array<u32>;

fn child(pair: Item, c: u32) -> Next {
    return entered((pair << opened(pair)) + vec2(c & 1u, c >> 1u));
}

fn entered(pair: Item) -> Next {
    if TRIANGLES == 1u {
        let bottom = 1u << params.shape;
        return vec2(order[pair.x - bottom], order[pair.y - bottom]);
    }
    return pair;
}
