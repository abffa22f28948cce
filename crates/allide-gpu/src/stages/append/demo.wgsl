// For each i, appends the pairs (i, 0), (i, 1), … of which there are repeats[i].

alias Item = vec2<u32>;

@group(0) @binding(0) var<storage, read> repeats: array<u32>;
@group(0) @binding(1) var<storage, read_write> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> pair_count: atomic<u32>;

fn append_reserve(count: u32) -> u32 { return atomicAdd(&pair_count, count); }

fn append_store(at: u32, item: Item) {
    if at < arrayLength(&pairs) { pairs[at] = item; }
}

@compute @workgroup_size(THREADS)
fn main(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    append_begin(thread);
    for (var start = group.x * THREADS; start < arrayLength(&repeats); start += groups.x * THREADS) {
        let i = start + thread;
        if i < arrayLength(&repeats) {
            for (var k = 0u; k < repeats[i]; k++) { append(vec2(i, k)); }
        }
        append_spill(thread);
    }
    append_end(thread);
}
