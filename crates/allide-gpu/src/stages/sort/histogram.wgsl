// How often each digit occurs in each workgroup's chunk.

struct Params {
    slot: u32,
    most: u32,
    shift: u32,
    mask: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> keys: array<u32>;
// Digit by digit: the workgroups' counts of digit 0, of digit 1, … and at the end, from the next kernel, the totals.
@group(0) @binding(1) var<storage, read_write> table: array<u32>;
@group(0) @binding(2) var<storage, read> counters: array<u32>;

// One histogram for every 32 threads: neighbours tend to meet the same digits.
const COPIES = THREADS / 32u;
var<workgroup> counts: array<atomic<u32>, COPIES * RADIX>;

fn run(me: Thread, group: u32, groups: u32) {
    for (var i = me.index; i < COPIES * RADIX; i += THREADS) { atomicStore(&counts[i], 0u); }
    workgroupBarrier();
    let copy = me.index / 32u * RADIX;
    let mine = chunk(element_count(), group, groups);
    var tile = mine.x;
    for (; tile + TILE <= mine.y; tile += TILE) {
        // All loads first: they are on their way together.
        var loaded: array<u32, PER_THREAD>;
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) { loaded[i] = keys[tile + i * THREADS + me.index]; }
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
            atomicAdd(&counts[copy + ((loaded[i] >> params.shift) & params.mask)], 1u);
        }
    }
    for (var at = tile + me.index; at < mine.y; at += THREADS) {
        atomicAdd(&counts[copy + ((keys[at] >> params.shift) & params.mask)], 1u);
    }
    workgroupBarrier();
    for (var digit = me.index; digit < RADIX; digit += THREADS) {
        var sum = 0u;
        for (var i = 0u; i < COPIES; i++) { sum += atomicLoad(&counts[i * RADIX + digit]); }
        if groups > 1u {
            table[digit * groups + group] = sum;
        } else {
            // As the next kernel would compute it.
            table[digit] = 0u;
            table[RADIX + digit] = sum;
        }
    }
}
