// Sums over a workgroup, for adapters without subgroup operations. See group_subgroup.wgsl, which has the same functions.

struct Thread {
    index: u32,
}

@compute @workgroup_size(THREADS)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) index: u32,
) {
    run(Thread(index), group.x, groups.x);
}

struct Sum {
    before: u32,
    total: u32,
}

var<workgroup> sums: array<u32, THREADS>;

// The sum of the values of all threads before this one, and of all (Hillis and Steele 1986).
fn sum_group(value: u32, me: Thread) -> Sum {
    var sum = value;
    sums[me.index] = sum;
    workgroupBarrier();
    for (var distance = 1u; distance < THREADS; distance *= 2u) {
        var left = 0u;
        if me.index >= distance { left = sums[me.index - distance]; }
        workgroupBarrier();
        sum += left;
        sums[me.index] = sum;
        workgroupBarrier();
    }
    let total = sums[THREADS - 1u];
    workgroupBarrier();
    return Sum(sum - value, total);
}

// Where in its tile element i of a thread lies: one after the other, so that a thread can add its own up.
fn place(i: u32, me: Thread) -> u32 {
    return me.index * PER_THREAD + i;
}

// Replaces the elements of a tile by the sums of those before them, and gives the sum of all.
fn sum_tile(values: ptr<function, array<u32, PER_THREAD>>, me: Thread) -> u32 {
    var running = 0u;
    /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) {
        let value = (*values)[i];
        (*values)[i] = running;
        running += value;
    }
    let sum = sum_group(running, me);
    /*unroll*/ for (var i = 0u; i < PER_THREAD; i++) { (*values)[i] += sum.before; }
    return sum.total;
}
