// Buffered append: threads that find something at their own pace write it close together, with one global atomic for many.
//
// A kernel joined with this file declares THREADS and APPEND_ROOM, and
//   alias Item = …;                                  what is appended
//   fn append_reserve(count: u32) -> u32             an atomicAdd on the global count: where `count` items go
//   fn append_store(at: u32, item: Item)             writes one, unless `at` is past the end of the output
// and then calls
//   append_begin(thread)                             once, all threads together
//   append(item)                                     anywhere, any number of times, by any thread
//   append_spill(thread)                             now and then, all threads together, so that the buffer does not fill up
//   append_end(thread)                               once, all threads together
// The global count is right even past the capacity: the host reads it, grows the output and runs the kernel again.

var<workgroup> append_items: array<Item, APPEND_ROOM>;
var<workgroup> append_count: atomic<u32>;
var<workgroup> append_base: u32;

fn append_begin(thread: u32) {
    if thread == 0u { atomicStore(&append_count, 0u); }
    workgroupBarrier();
}

fn append(item: Item) {
    let slot = atomicAdd(&append_count, 1u);
    if slot < APPEND_ROOM {
        append_items[slot] = item;
    } else {
        // Full, and the other threads cannot be asked to help here: this one goes its own way.
        append_store(append_reserve(1u), item);
    }
}

fn append_end(thread: u32) {
    workgroupBarrier();
    let count = min(atomicLoad(&append_count), APPEND_ROOM);
    if thread == 0u && count > 0u { append_base = append_reserve(count); }
    workgroupBarrier();
    for (var i = thread; i < count; i += THREADS) { append_store(append_base + i, append_items[i]); }
    workgroupBarrier();
    if thread == 0u { atomicStore(&append_count, 0u); }
    workgroupBarrier();
}

// Empties the buffer if it is half full.
fn append_spill(thread: u32) {
    workgroupBarrier();
    let count = atomicLoad(&append_count);
    workgroupBarrier();
    if count >= APPEND_ROOM / 2u { append_end(thread); }
}
