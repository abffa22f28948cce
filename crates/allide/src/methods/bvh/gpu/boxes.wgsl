// The triangles that may meet another one, each with its place on a space-filling curve.
//
// A triangle is dropped unless its box, grown by the margin, reaches the region where the partners of its object are. What
// is left is written close together: its order is left to chance, because it is sorted anyway.

struct Params {
    origin: vec3<i32>,
    shifts: u32,
    margin: i32,
    count: u32,
    survivors: u32,
    // From this triangle on, the regions are those behind the ones of all objects.
    split: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> positions: array<vec4<i32>>;
@group(0) @binding(1) var<storage, read> triangles: array<u32>;
@group(0) @binding(2) var<storage, read> owners: array<u32>;
// Two corners for each object, and again for each where there are two sides; the first is above the second where there is
// nothing to meet.
@group(0) @binding(3) var<storage, read> regions: array<vec4<i32>>;
@group(0) @binding(4) var<storage, read_write> keys: array<u32>;
@group(0) @binding(5) var<storage, read_write> survivors: array<u32>;
@group(0) @binding(6) var<storage, read_write> counters: array<atomic<u32>>;

var<workgroup> base: u32;

fn run(me: Thread, group: u32, groups: u32) {
    for (var tile = group * TILE; tile < params.count; tile += groups * TILE) {
        var key: array<u32, PER_THREAD>;
        var to: array<u32, PER_THREAD>;
        var kept = 0u;
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
            let number = tile + place(i, me);
            to[i] = 0u;
            if number < params.count {
                let own = box_of(number);
                let grown = grow(own, params.margin);
                let region = 2u * owners[number] + select(0u, arrayLength(&regions) / 2u, number >= params.split);
                if all(grown.low <= regions[region + 1u].xyz) && all(grown.high >= regions[region].xyz) {
                    to[i] = 1u;
                    kept |= 1u << i;
                    key[i] = curve(own);
                }
            }
        }
        let sum = sum_tile(&to, me);
        if me.index == 0u { base = atomicAdd(&counters[params.survivors], sum); }
        workgroupBarrier();
        /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
            if (kept & (1u << i)) != 0u {
                keys[base + to[i]] = key[i];
                survivors[base + to[i]] = tile + place(i, me);
            }
        }
        workgroupBarrier();
    }
}
