// A subgroup walks together.

@compute @workgroup_size(THREADS)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) group_count: vec3<u32>,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(subgroup_size) size: u32,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    walk_all(subgroup * size + lane, subgroup * size, group.x, group_count.x);
}

// What any of the party wants opened. All of them are here: their way depends on nothing else.
fn hits_of_party(hits: u32) -> u32 { return subgroupOr(hits); }
