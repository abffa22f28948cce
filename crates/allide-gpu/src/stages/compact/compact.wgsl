// Writes the elements whose flag is set, in their order; the last workgroup notes how many there are.

struct Params {
    slot: u32,
    most: u32,
    first: u32,
    // Counts of chunks before those of this part.
    before: u32,
    total: u32,
    // Where in all of the output `output` starts, and how much of it there is.
    window: u32,
    room: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> flags: array<u32>;
@group(0) @binding(1) var<storage, read> items: array<u32>;
@group(0) @binding(2) var<storage, read_write> output: array<u32>;
@group(0) @binding(3) var<storage, read> partials: array<u32>;
@group(0) @binding(4) var<storage, read_write> counters: array<u32>;

fn run(me: Thread, group: u32, groups: u32) {
    let mine = chunk(element_count(), group, groups);
    var carry = carry_in(params.before + group, me);
    for (var tile = mine.x; tile < mine.y; tile += TILE) {
        var kept: array<bool, PER_THREAD>;
        var to: array<u32, PER_THREAD>;
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
            let at = tile + place(i, me);
            kept[i] = false;
            if at < mine.y { kept[i] = flags[at] != 0u; }
            to[i] = u32(kept[i]);
        }
        let sum = sum_tile(&to, me);
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
            let at = tile + place(i, me);
            // The count goes on past the end of `output`: the host reads it, grows the buffer and runs the stage again.
            let slot = carry + to[i] - params.window;
            if kept[i] && slot < params.room {
                if INDICES == 1u { output[slot] = params.first + at; } else { output[slot] = items[at]; }
            }
        }
        carry += sum;
    }
    if group == groups - 1u && me.index == 0u { counters[params.total] = carry; }
}
