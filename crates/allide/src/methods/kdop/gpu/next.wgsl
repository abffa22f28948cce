// Pairs of nodes for the next front.

alias Next = Item;

@group(0) @binding(6) var<storage, read> trees: array<u32>;

fn child(item: Item, c: u32) -> Next {
    return child_of(item, opened(item), c);
}

fn entered(item: Item) -> Next {
    return item;
}
