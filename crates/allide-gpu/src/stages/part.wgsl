// How many elements there are in one part of a list that is longer than a binding: those from `first` up to `most`, as far
// as they are there. For kernels that declare `counters` and `params` with `slot`, `most` and `first`.

// Slot of a count that the host knows.
const NO_SLOT = 0xffffffffu;

fn element_count() -> u32 {
    var until = params.most;
    if params.slot != NO_SLOT { until = min(counters[params.slot], until); }
    return until - min(params.first, until);
}
