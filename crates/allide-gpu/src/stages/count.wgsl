// How many elements there are. For kernels that declare `counters` and `params` with `slot` and `most`.

// Slot of a count that the host knows.
const NO_SLOT = 0xffffffffu;

fn element_count() -> u32 {
    if params.slot == NO_SLOT { return params.most; }
    return min(counters[params.slot], params.most);
}
