// One workgroup for each digit: the counts of the chunks become the sums of those before them, and the total is noted.

var<immediate> chunks: u32;
@group(0) @binding(0) var<storage, read_write> table: array<u32>;

fn run(me: Thread, digit: u32, digits: u32) {
    let row = digit * chunks;
    var carry = 0u;
    for (var tile = 0u; tile < chunks; tile += TILE) {
        var values: array<u32, PER_THREAD>;
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
            let at = tile + place(i, me);
            values[i] = 0u;
            if at < chunks { values[i] = table[row + at]; }
        }
        let sum = sum_tile(&values, me);
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
            let at = tile + place(i, me);
            if at < chunks { table[row + at] = carry + values[i]; }
        }
        carry += sum;
    }
    if me.index == 0u { table[digits * chunks + digit] = carry; }
}
