// Pairs of nodes of k-DOP trees, and how they are opened.
//
// A node is a record of `params.shape` words in `trees`, and its number is the place of the record: the first of its triangles in
// the order of the tree, how many they are, a link, its height; then coefficients. Its first child is the next record, and the link
// leads to the second; from a leaf, of height 1, it leads to the triangles. Links are relative, so a tree can lie anywhere.

struct Item {
    // Of objects.
    pair: u32,
    a: u32,
    b: u32,
}

// Words before the coefficients.
const BRANCH = 4u;

fn height_of(node: u32) -> u32 {
    return trees[node + 3u];
}

// 1 for a side that is opened, 0 for one that is not: none is taller than the front, and shorter ones wait.
fn opened(item: Item) -> vec2<u32> {
    return vec2(u32(height_of(item.a) == params.height), u32(height_of(item.b) == params.height));
}

// Child c of a pair takes the child c & 1 on the left and c >> 1 on the right, where these sides are opened.
fn child_of(item: Item, sides: vec2<u32>, c: u32) -> Item {
    return Item(item.pair, below(item.a, sides.x, c & 1u), below(item.b, sides.y, c >> 1u));
}

fn below(node: u32, is_opened: u32, is_second: u32) -> u32 {
    if is_opened == 0u { return node; }
    if is_second == 0u { return node + params.shape; }
    return node + trees[node + 2u];
}

// A triangle of a leaf, in its mesh.
fn triangle_of(leaf: u32, i: u32) -> u32 {
    return trees[leaf + trees[leaf + 2u] + i];
}
