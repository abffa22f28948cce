// Pairs of triangles of two leaves, smaller number first: the candidates.

alias Next = vec2<u32>;

@group(0) @binding(6) var<storage, read> trees: array<u32>;
@group(0) @binding(7) var<storage, read> planes: array<vec4<u32>>;

fn child(item: Item, c: u32) -> Next {
    let pair = planes[item.pair];
    let a = pair.z + triangle_of(item.a, c / LEAF);
    let b = pair.w + triangle_of(item.b, c % LEAF);
    return vec2(min(a, b), max(a, b));
}

// No pair of trees enters here: even leaves are opened once.
fn entered(item: Item) -> Next {
    return child(item, 0u);
}
