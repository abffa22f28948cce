// The next front, tightly packed: first the roots that enter at its height, then the children that overlap, each at the
// sum of all counts before it. What an `Item` is, and what `child` and `entered` make of it for the next front, the nodes say.

struct Params {
    slot: u32,
    most: u32,
    height: u32,
    shape: u32,
    // Where the pairs of roots start that enter now, and how many there are.
    roots: u32,
    entering: u32,
    // The counter that takes the number of pairs.
    total: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> front: array<Item>;
@group(0) @binding(1) var<storage, read> masks: array<u32>;
@group(0) @binding(2) var<storage, read> partials: array<u32>;
@group(0) @binding(3) var<storage, read> roots: array<Item>;
@group(0) @binding(4) var<storage, read_write> next: array<Next>;
@group(0) @binding(5) var<storage, read_write> counters: array<u32>;

fn run(me: Thread, group: u32, groups: u32) {
    for (var i = group * THREADS + me.index; i < params.entering; i += groups * THREADS) {
        if i < arrayLength(&next) { next[i] = entered(roots[params.roots + i]); }
    }
    let count = element_count();
    let mine = chunk(count, group, groups);
    // The last one that has a part notes the number of all.
    let is_last = select(mine.x < count && mine.y == count, group == 0u, count == 0u);
    if mine.x == mine.y && !is_last { return; }
    var carry = params.entering + carry_in(group, me);
    for (var tile = mine.x; tile < mine.y; tile += TILE) {
        var mask: array<u32, PER_THREAD>;
        var to: array<u32, PER_THREAD>;
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
            let at = tile + place(i, me);
            mask[i] = 0u;
            if at < mine.y { mask[i] = masks[at]; }
            to[i] = countOneBits(mask[i]);
        }
        let sum = sum_tile(&to, me);
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
            if mask[i] != 0u { write(front[tile + place(i, me)], mask[i], carry + to[i]); }
        }
        carry += sum;
    }
    if is_last && me.index == 0u { counters[params.total] = carry; }
}

// Past the capacity children are counted and not written: the host sees it, makes room and runs everything again.
fn write(pair: Item, mask: u32, first: u32) {
    var at = first;
    for (var rest = mask; rest != 0u && at < arrayLength(&next); rest &= rest - 1u) {
        next[at] = child(pair, countTrailingZeros(rest));
        at += 1u;
    }
}
