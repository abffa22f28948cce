// The rank of each key among the keys of its digit in a tile, with subgroup operations.
//
// Each subgroup ranks a stretch of the tile by itself: lanes with the same digit find each other with one ballot for each bit
// of the digit, and one of them advances the subgroup's count of that digit for all. The counts of the subgroups are then
// turned into starting places by `digit_count` and `start_digit`.

// Counts of each digit, one row for each subgroup; later the place in the tile of the subgroup's first key of the digit.
var<workgroup> digit_rows: array<atomic<u32>, SUBGROUPS * RADIX>;

// Where in the tile key i of a thread lies.
fn key_place(i: u32, me: Thread) -> u32 { return place(i, me); }

fn clear_counts(me: Thread) {
    for (var i = me.index; i < SUBGROUPS * RADIX; i += THREADS) { atomicStore(&digit_rows[i], 0u); }
    workgroupBarrier();
}

// The number of keys of this digit that the subgroup has seen before: in earlier calls, and in lower lanes of this one.
fn rank(digit: u32, me: Thread) -> u32 {
    var same = subgroupBallot(true);
    /*unroll*/ for (var bit = 0u; bit < 8u; bit++) {
        let one = (digit & (1u << bit)) != 0u;
        let ballot = subgroupBallot(one);
        same &= select(~ballot, ballot, one);
    }
    let leader = first_of(same);
    var seen = 0u;
    // The shuffle needs the leader's sum, so no lane gets to the next call before this one has counted.
    if me.lane == leader { seen = atomicAdd(&digit_rows[me.subgroup * RADIX + digit], size_of(same)); }
    return subgroupShuffle(seen, leader) + before(same, me.lane);
}

fn digit_count(digit: u32, me: Thread) -> u32 {
    var sum = 0u;
    // Rows past the last subgroup hold zeros.
    /*unroll*/ for (var row = 0u; row < SUBGROUPS; row++) { sum += atomicLoad(&digit_rows[row * RADIX + digit]); }
    return sum;
}

fn start_digit(digit: u32, start: u32, me: Thread) {
    var at = start;
    /*unroll*/ for (var row = 0u; row < SUBGROUPS; row++) {
        let count = atomicLoad(&digit_rows[row * RADIX + digit]);
        atomicStore(&digit_rows[row * RADIX + digit], at);
        at += count;
    }
}

// The offset added to the rank of a key with this digit.
fn digit_start(digit: u32, me: Thread) -> u32 { return atomicLoad(&digit_rows[me.subgroup * RADIX + digit]); }
