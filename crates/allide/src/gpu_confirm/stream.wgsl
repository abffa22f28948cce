// Runs `judge`, which the tier supplies, on a list of pairs, and appends what it says to two lists.
//
// Output is gathered in the workgroup, so that a batch of pairs costs one global atomic a list.

// Pairs that a workgroup judges between two flushes. All of them may go to one list.
const BATCH = THREADS * ROUNDS;

// Verdicts below this are the classes of `allide_geom::Class`; the pair is a finding.
const CROSSING = 0u;
const COPLANAR = 1u;
const TOUCHING = 2u;
const APART = 3u;
// This tier cannot tell: the pair goes to the next one.
const REST = 4u;

// Whole grid coordinates, and in `w` 0 for a vertex exactly on the grid. Any other is up to half a cell away along each
// axis, and its `w` is a number that only vertices at the very same point may have in common.
@group(0) @binding(0) var<storage, read> positions: array<vec4<i32>>;
// Three vertices a triangle. A binding has less than 2^31 bytes, so triangles have numbers below 2^28.
@group(0) @binding(1) var<storage, read> triangles: array<u32>;
@group(0) @binding(2) var<storage, read> candidates: array<vec2<u32>>;
// Two triangles; the class is in the top two bits of the second.
@group(0) @binding(3) var<storage, read_write> findings: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read_write> rest: array<vec2<u32>>;
// At the slots CANDIDATE_COUNT, FINDING_COUNT and REST_COUNT. Outputs are counted past capacity: the host reads the
// counts, grows the lists and runs the stage again.
@group(0) @binding(5) var<storage, read_write> counts: array<atomic<u32>>;

var<workgroup> candidate_count: u32;
var<workgroup> found: array<vec2<u32>, BATCH>;
var<workgroup> found_count: atomic<u32>;
var<workgroup> found_base: u32;
var<workgroup> left: array<vec2<u32>, BATCH>;
var<workgroup> left_count: atomic<u32>;
var<workgroup> left_base: u32;

@compute @workgroup_size(THREADS)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    if lane == 0u {
        candidate_count = min(atomicLoad(&counts[CANDIDATE_COUNT]), arrayLength(&candidates));
        atomicStore(&found_count, 0u);
        atomicStore(&left_count, 0u);
    }
    let total = workgroupUniformLoad(&candidate_count);
    for (var base = group.x * BATCH; base < total; base += groups.x * BATCH) {
        for (var index = base + lane; index < min(base + BATCH, total); index += THREADS) {
            let pair = candidates[index];
            let verdict = judge(pair);
            if verdict < APART {
                found[atomicAdd(&found_count, 1u)] = vec2(pair.x, pair.y | verdict << 30u);
            } else if verdict == REST {
                left[atomicAdd(&left_count, 1u)] = pair;
            }
        }
        flush(lane);
    }
}

fn flush(lane: u32) {
    workgroupBarrier();
    let found_here = atomicLoad(&found_count);
    let left_here = atomicLoad(&left_count);
    if lane == 0u && found_here > 0u {
        found_base = atomicAdd(&counts[FINDING_COUNT], found_here);
    }
    if lane == THREADS / 2u && left_here > 0u {
        left_base = atomicAdd(&counts[REST_COUNT], left_here);
    }
    workgroupBarrier();
    for (var k = lane; k < found_here; k += THREADS) {
        let slot = found_base + k;
        if slot < arrayLength(&findings) {
            findings[slot] = found[k];
        }
    }
    for (var k = lane; k < left_here; k += THREADS) {
        let slot = left_base + k;
        if slot < arrayLength(&rest) {
            rest[slot] = left[k];
        }
    }
    if lane == 0u {
        atomicStore(&found_count, 0u);
        atomicStore(&left_count, 0u);
    }
    workgroupBarrier();
}
