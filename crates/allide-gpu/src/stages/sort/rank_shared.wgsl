// The rank of each key among the keys of its digit in a tile, for adapters without subgroup operations.
// See rank_subgroup.wgsl, which has the same functions.
//
// Threads with the same digit find each other in a set of bits in workgroup memory, one bit for each thread.

const SET = THREADS / 32u;
var<workgroup> same: array<atomic<u32>, RADIX * SET>;
// Count of each digit so far; later its place in the tile.
var<workgroup> digit_row: array<u32, RADIX>;

fn key_place(i: u32, me: Thread) -> u32 { return i * THREADS + me.index; }

fn clear_counts(me: Thread) {
    for (var i = me.index; i < RADIX * SET; i += THREADS) { atomicStore(&same[i], 0u); }
    for (var i = me.index; i < RADIX; i += THREADS) { digit_row[i] = 0u; }
    workgroupBarrier();
}

fn rank(digit: u32, me: Thread) -> u32 {
    let row = digit * SET;
    let word = me.index / 32u;
    atomicOr(&same[row + word], 1u << (me.index % 32u));
    workgroupBarrier();
    var before = countOneBits(atomicLoad(&same[row + word]) & ((1u << (me.index % 32u)) - 1u));
    for (var i = 0u; i < word; i++) { before += countOneBits(atomicLoad(&same[row + i])); }
    let rank = digit_row[digit] + before;
    workgroupBarrier();
    // The first thread of the digit counts for all, and leaves the set empty.
    if before == 0u {
        var size = 0u;
        for (var i = 0u; i < SET; i++) {
            size += countOneBits(atomicLoad(&same[row + i]));
            atomicStore(&same[row + i], 0u);
        }
        digit_row[digit] += size;
    }
    workgroupBarrier();
    return rank;
}

fn digit_count(digit: u32, me: Thread) -> u32 { return digit_row[digit]; }

fn start_digit(digit: u32, start: u32, me: Thread) { digit_row[digit] = start; }

fn digit_start(digit: u32, me: Thread) -> u32 { return digit_row[digit]; }
