// Every leaf walks alone, for adapters without subgroup operations.

@compute @workgroup_size(THREADS)
fn main(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) group_count: vec3<u32>,
) {
    walk_all(thread, thread, group.x, group_count.x);
}

fn hits_of_party(hits: u32) -> u32 { return hits; }
