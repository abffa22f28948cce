// Counts the pairs of each owner, and notes whether there may be more than a word can count.

@group(0) @binding(5) var<storage, read_write> counts: array<u32>;
@group(0) @binding(6) var<storage, read_write> many: array<atomic<u32>>;

var<private> count: u32;

fn begin(head: u32) { count = 0u; }

fn visit(slot: u32, objects: vec2<u32>, a: vec2<u32>, b: vec2<u32>) { count++; }

fn end(head: u32) {
    counts[head] = count;
    if count >= MANY_STEP && atomicLoad(&many[0]) < MANY { atomicAdd(&many[0], count / MANY_STEP); }
}
