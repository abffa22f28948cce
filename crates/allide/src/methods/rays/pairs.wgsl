// Counts the pairs of each owner, and notes objects that a ray enters more or less often than it leaves them: a bit each, after
// a word that tells whether there are more pairs than a word can count.

@group(0) @binding(5) var<storage, read_write> counts: array<u32>;
@group(0) @binding(6) var<storage, read_write> open: array<atomic<u32>>;

var<private> count: u32;

fn begin(head: u32, events: vec2<u32>, object: u32) {
    count = 0u;
    var sum = 0;
    for (var i = events.x; i < events.y; i++) {
        let kind = keys[i] & 3u;
        sum += select(0, 1, kind == ENTER) - select(0, 1, kind == LEAVE);
    }
    if sum != 0 { atomicOr(&open[1u + (object >> 5u)], 1u << (object & 31u)); }
}

fn visit(slot: u32, objects: vec2<u32>, a: vec2<u32>, b: vec2<u32>) { count++; }

fn end(head: u32) {
    counts[head] = count;
    if count >= MANY_STEP && atomicLoad(&open[0]) < MANY { atomicAdd(&open[0], count / MANY_STEP); }
}
