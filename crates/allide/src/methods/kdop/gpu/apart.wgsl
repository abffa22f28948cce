// Which children of a pair no axis separates.

@group(0) @binding(4) var<storage, read> trees: array<u32>;
// For each pair of objects: its first plane and how many it has, the first triangle of each object. Then planes.
@group(0) @binding(5) var<storage, read> planes: array<vec4<u32>>;

fn overlapping(item: Item) -> u32 {
    let sides = opened(item);
    // Both are shorter than the front.
    if all(sides == vec2(0u)) { return 1u; }
    let pair = planes[item.pair];
    // Each two nodes of one tree in one place once.
    let is_twice = item.a == item.b && pair.z == pair.w;
    var mask = 0u;
    for (var c = 0u; c < 4u; c++) {
        if (c & 1u) <= sides.x && (c >> 1u) <= sides.y && !(is_twice && c == 1u) {
            let next = child_of(item, sides, c);
            if counts(pair.z, next.a) && !are_apart(pair, next.a, next.b) { mask |= 1u << c; }
        }
    }
    return mask;
}

// Whether there are leaves below the node that count this time.
fn counts(start: u32, node: u32) -> bool {
    let first = start + trees[node];
    return first < params.end && first + trees[node + 1u] > params.first;
}

fn are_apart(pair: vec4<u32>, a: u32, b: u32) -> bool {
    for (var i = 0u; i < pair.y; i++) {
        if separates(pair.x + i * PLANE, a + BRANCH, b + BRANCH) { return true; }
    }
    return false;
}
