// Sums over a workgroup, with subgroup operations.
//
// A kernel joined with this file has `fn run(me: Thread, group: u32, groups: u32)`, which all threads enter. THREADS is the
// size of the workgroup, SUBGROUPS the most subgroups in it, PER_THREAD the elements of a thread in a tile. No size of a
// subgroup is assumed, nor that threads are dealt to subgroups in order: threads are numbered by subgroup and lane.

struct Thread {
    index: u32,
    subgroup: u32,
    lane: u32,
    // Lanes of a subgroup.
    size: u32,
}

@compute @workgroup_size(THREADS)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(subgroup_size) size: u32,
    @builtin(subgroup_invocation_id) lane: u32,
) {
    run(Thread(subgroup * size + lane, subgroup, lane, size), group.x, groups.x);
}

struct Sum {
    before: u32,
    total: u32,
}

var<workgroup> subgroup_sums: array<u32, SUBGROUPS>;

// Given the sum of each subgroup, the sum of those before this one and of all.
fn sum_subgroups(own: u32, me: Thread) -> Sum {
    if me.lane == 0u { subgroup_sums[me.subgroup] = own; }
    workgroupBarrier();
    var sum = Sum(0u, 0u);
    /*unroll*/ for (var other = 0u; other < SUBGROUPS; other++) {
        // Larger subgroups are fewer.
        let theirs = select(0u, subgroup_sums[other], other < THREADS / me.size);
        sum.before += select(0u, theirs, other < me.subgroup);
        sum.total += theirs;
    }
    workgroupBarrier();
    return sum;
}

// The sum of the values of all threads before this one, and of all.
fn sum_group(value: u32, me: Thread) -> Sum {
    let sum = sum_subgroups(subgroupAdd(value), me);
    return Sum(sum.before + subgroupExclusiveAdd(value), sum.total);
}

// Where in its tile element i of a thread lies: a subgroup takes a stretch of the tile and reads it side by side.
fn place(i: u32, me: Thread) -> u32 {
    return (me.subgroup * PER_THREAD + i) * me.size + me.lane;
}

// Replaces the elements of a tile by the sums of those before them, and gives the sum of all.
fn sum_tile(values: ptr<function, array<u32, PER_THREAD>>, me: Thread) -> u32 {
    var running = 0u;
    /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
        let value = (*values)[i];
        (*values)[i] = running + subgroupExclusiveAdd(value);
        running += subgroupAdd(value);
    }
    let sum = sum_subgroups(running, me);
    /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) { (*values)[i] += sum.before; }
    return sum.total;
}
