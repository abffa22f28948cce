// Where append.wgsl puts candidates. For kernels that declare `candidates`, `counters`, and in `params` which counters count
// candidates, and how often their number has gone past all words.

alias Item = vec2<u32>;

fn append_reserve(count: u32) -> u32 {
    let at = atomicAdd(&counters[params.candidates], count);
    if at + count < at { atomicAdd(&counters[params.wraps], 1u); }
    return at;
}

fn append_store(at: u32, item: Item) {
    if at < arrayLength(&candidates) { candidates[at] = item; }
}
