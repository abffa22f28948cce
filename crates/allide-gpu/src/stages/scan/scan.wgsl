// Each element becomes the sum of all before it; the last workgroup notes the sum of all.

struct Params {
    slot: u32,
    most: u32,
    first: u32,
    // Sums of chunks before those of this part.
    before: u32,
    total: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<storage, read> partials: array<u32>;
@group(0) @binding(3) var<storage, read_write> counters: array<u32>;

fn run(me: Thread, group: u32, groups: u32) {
    let mine = chunk(element_count(), group, groups);
    var carry = carry_in(params.before + group, me);
    for (var tile = mine.x; tile < mine.y; tile += TILE) {
        var values: array<u32, PER_THREAD>;
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
            let at = tile + place(i, me);
            values[i] = 0u;
            if at < mine.y { values[i] = input[at]; }
        }
        let sum = sum_tile(&values, me);
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
            let at = tile + place(i, me);
            if at < mine.y { output[at] = carry + values[i]; }
        }
        carry += sum;
    }
    if group == groups - 1u && me.index == 0u { counters[params.total] = carry; }
}
