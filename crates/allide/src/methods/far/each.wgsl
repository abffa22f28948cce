// Goes through the cells of all members of the set. A kernel joined with this file has
//   fn visit(member: Member, place: u32, raster: Raster, cell: vec2<i32>) -> bool      once for each cell around a member
//   fn finish(thread: u32, place: u32, is_there: bool, is_marked: bool)                all threads together, a member each
// and `begin` and `end`, which all threads enter together, before everything and after. A member is marked if any of its visits says so.
//
// A thread goes through the cells of a small triangle alone, a team of threads shares those of a larger one, and the whole
// workgroup those of a huge one. A team sets up the triangle again in each thread, so it does not pay for a few cells.

// Most cells of a small triangle, and of a larger one.
const SMALL = 64u;
const LARGER = 1024u;
const TEAM = 32u;

var<workgroup> member_count: u32;
// Larger triangles from the front, huge ones from the back.
var<workgroup> shared_places: array<u32, THREADS>;
var<workgroup> larger_count: atomic<u32>;
var<workgroup> huge_count: atomic<u32>;
var<workgroup> marks: array<atomic<u32>, THREADS>;

@compute @workgroup_size(THREADS)
fn main(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    if thread == 0u { member_count = min(atomicLoad(&state[LIVE + params.view]), params.most); }
    let count = workgroupUniformLoad(&member_count);
    begin(thread);
    for (var start = group.x * THREADS; start < count; start += groups.x * THREADS) {
        if thread == 0u {
            atomicStore(&larger_count, 0u);
            atomicStore(&huge_count, 0u);
        }
        atomicStore(&marks[thread], 0u);
        workgroupBarrier();
        var is_marked = false;
        if start + thread < count {
            let own = member(start + thread);
            let raster = raster_in(view_of(own.tile), own.triangle);
            let cells = cell_count(raster);
            if cells <= SMALL {
                for (var i = 0u; i < cells; i++) {
                    is_marked |= visit(own, start + thread, raster, cell_at(raster, i));
                }
            } else if cells <= LARGER {
                shared_places[atomicAdd(&larger_count, 1u)] = thread;
            } else {
                shared_places[THREADS - 1u - atomicAdd(&huge_count, 1u)] = thread;
            }
        }
        workgroupBarrier();
        let larger = atomicLoad(&larger_count);
        for (var i = thread / TEAM; i < larger; i += THREADS / TEAM) {
            share(start, shared_places[i], thread % TEAM, TEAM);
        }
        let huge = atomicLoad(&huge_count);
        for (var i = 0u; i < huge; i++) { share(start, shared_places[THREADS - 1u - i], thread, THREADS); }
        workgroupBarrier();
        is_marked |= atomicLoad(&marks[thread]) != 0u;
        finish(thread, start + thread, start + thread < count, is_marked);
        workgroupBarrier();
    }
    end(thread);
}

fn share(start: u32, place: u32, thread: u32, threads: u32) {
    let other = member(start + place);
    let raster = raster_in(view_of(other.tile), other.triangle);
    let cells = cell_count(raster);
    for (var i = thread; i < cells; i += threads) {
        if visit(other, start + place, raster, cell_at(raster, i)) { atomicStore(&marks[place], 1u); }
    }
}
