// Moves each key, with its value, to its place by one digit.
//
// A tile is sorted by the digit in workgroup memory first. Keys of one digit then lie side by side both there and at their
// destination, so neighbouring threads write neighbouring words.

struct Params {
    slot: u32,
    most: u32,
    shift: u32,
    mask: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> keys_in: array<u32>;
@group(0) @binding(1) var<storage, read> values_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> keys_out: array<u32>;
@group(0) @binding(3) var<storage, read_write> values_out: array<u32>;
@group(0) @binding(4) var<storage, read> table: array<u32>;
@group(0) @binding(5) var<storage, read> counters: array<u32>;

// Apart from the keys that it moves, a thread looks after DIGITS digits.

var<workgroup> exchange: array<u32, TILE>;
// Destination of the first key of each digit in the tile, less its place in the tile.
var<workgroup> shifts: array<u32, RADIX>;

fn digit_of(key: u32) -> u32 { return (key >> params.shift) & params.mask; }

// Where this chunk's keys of the thread's digits go: behind those of smaller digits, and behind those of earlier chunks.
fn first_places(me: Thread, group: u32, groups: u32) -> array<u32, DIGITS> {
    var places: array<u32, DIGITS>;
    var sum = 0u;
    /*unroll*/ for (var i = 0u; i < DIGITS; i++) {
        let digit = me.index * DIGITS + i;
        places[i] = sum;
        if digit < RADIX { sum += table[RADIX * groups + digit]; }
    }
    let smaller = sum_group(sum, me).before;
    /*unroll*/ for (var i = 0u; i < DIGITS; i++) {
        let digit = me.index * DIGITS + i;
        if digit < RADIX { places[i] += smaller + table[digit * groups + group]; }
    }
    return places;
}

// From the counts of digits in the tile: where each digit starts in the tile, and how far it moves from there.
fn lay_out(places: ptr<function, array<u32, DIGITS>>, me: Thread) {
    var counts: array<u32, DIGITS>;
    var sum = 0u;
    /*unroll*/ for (var i = 0u; i < DIGITS; i++) {
        let digit = me.index * DIGITS + i;
        counts[i] = 0u;
        if digit < RADIX { counts[i] = digit_count(digit, me); }
        sum += counts[i];
    }
    var start = sum_group(sum, me).before;
    /*unroll*/ for (var i = 0u; i < DIGITS; i++) {
        let digit = me.index * DIGITS + i;
        if digit < RADIX {
            start_digit(digit, start, me);
            shifts[digit] = (*places)[i] - start;
        }
        (*places)[i] += counts[i];
        start += counts[i];
    }
    workgroupBarrier();
}

fn run(me: Thread, group: u32, groups: u32) {
    let mine = chunk(element_count(), group, groups);
    var places = first_places(me, group, groups);
    for (var tile = mine.x; tile < mine.y; tile += TILE) {
        let size = min(TILE, mine.y - tile);
        var keys: array<u32, PER_THREAD>;
        var ranks: array<u32, PER_THREAD>;
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
            let at = tile + key_place(i, me);
            keys[i] = 0u;
            if at < mine.y { keys[i] = keys_in[at]; }
        }
        clear_counts(me);
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
            // Places past the end take part as the largest digit. They lie behind all keys, so they come out behind them.
            let there = tile + key_place(i, me) < mine.y;
            ranks[i] = rank(select(RADIX - 1u, digit_of(keys[i]), there), me);
        }
        workgroupBarrier();
        lay_out(&places, me);
        // Not sooner: what a thread need not hold while it ranks leaves room for more threads.
        var values: array<u32, PER_THREAD>;
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
            let at = tile + key_place(i, me);
            values[i] = at;
            if INDICES == 0u && at < mine.y { values[i] = values_in[at]; }
        }
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
            let there = tile + key_place(i, me) < mine.y;
            ranks[i] += digit_start(select(RADIX - 1u, digit_of(keys[i]), there), me);
            exchange[ranks[i]] = keys[i];
        }
        workgroupBarrier();
        // `keys` is done with; it takes the destinations.
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
            let slot = i * THREADS + me.index;
            let key = exchange[slot];
            keys[i] = shifts[digit_of(key)] + slot;
            if slot < size { keys_out[keys[i]] = key; }
        }
        workgroupBarrier();
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) { exchange[ranks[i]] = values[i]; }
        workgroupBarrier();
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
            let slot = i * THREADS + me.index;
            if slot < size { values_out[keys[i]] = exchange[slot]; }
        }
        workgroupBarrier();
    }
}
