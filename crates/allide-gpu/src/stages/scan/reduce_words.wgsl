// Bindings of the first dispatch of a scan.

struct Params {
    slot: u32,
    most: u32,
    first: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> partials: array<u32>;
@group(0) @binding(2) var<storage, read> counters: array<u32>;

fn load(i: u32) -> u32 { return input[i]; }
