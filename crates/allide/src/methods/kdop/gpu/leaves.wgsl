// Which triangles of two leaves have boxes that overlap: bit 4i + j is for triangle i of the first and j of the second.

@group(0) @binding(4) var<storage, read> trees: array<u32>;
@group(0) @binding(5) var<storage, read> planes: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read> positions: array<vec4<i32>>;
@group(0) @binding(7) var<storage, read> triangles: array<u32>;

fn overlapping(item: Item) -> u32 {
    let pair = planes[item.pair];
    // Each two triangles of one leaf once.
    let is_same = item.a == item.b && pair.z == pair.w;
    let first = pair.z + trees[item.a];
    let count = min(vec2(trees[item.a + 1u], trees[item.b + 1u]), vec2(LEAF));
    var mask = 0u;
    for (var i = 0u; i < count.x; i++) {
        if first + i < params.first || first + i >= params.end { continue; }
        let own = grow(box_of(pair.z + triangle_of(item.a, i)), params.margin);
        for (var j = select(0u, i + 1u, is_same); j < count.y; j++) {
            let other = box_of(pair.w + triangle_of(item.b, j));
            if all(own.low <= other.high) && all(other.low <= own.high) { mask |= 1u << (LEAF * i + j); }
        }
    }
    return mask;
}
