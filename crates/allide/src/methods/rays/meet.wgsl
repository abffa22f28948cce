// Each owner with the later ones of its cell whose boxes share enough. A kernel joined with this file has
//   fn begin(head: u32)
//   fn visit(slot: u32, objects: vec2<u32>, a: vec2<u32>, b: vec2<u32>)
//   fn end(head: u32)
// with the events of an owner, the first and the one behind the last.

struct Params {
    thickness: i32,
    object_bits: u32,
    // Counters.
    events: u32,
    heads: u32,
    // Records that are written: the first, and the one behind the last.
    first: u32,
    last: u32,
}

var<immediate> params: Params;
@group(0) @binding(0) var<storage, read> owners: array<u32>;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read> heads: array<u32>;
// Two corners each.
@group(0) @binding(3) var<storage, read> boxes: array<vec4<i32>>;
@group(0) @binding(4) var<storage, read> counters: array<u32>;

@compute @workgroup_size(THREADS)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let count = counters[params.heads];
    for (var head = id.x; head < count; head += groups.x * THREADS) {
        let events = events_of(head, count);
        let owner = owners[events.x];
        let slot = owner >> params.object_bits;
        let a = object_of(owner);
        begin(head);
        for (var other = head + 1u; other < count; other++) {
            let other_owner = owners[heads[other]];
            if other_owner >> params.object_bits != slot { break; }
            let b = object_of(other_owner);
            let both = min(boxes[2u * a + 1u], boxes[2u * b + 1u]) - max(boxes[2u * a], boxes[2u * b]);
            if all(both.xyz >= vec3(params.thickness)) { visit(slot, vec2(a, b), events, events_of(other, count)); }
        }
        end(head);
    }
}

fn object_of(owner: u32) -> u32 {
    return owner & ((1u << params.object_bits) - 1u);
}

fn events_of(head: u32, count: u32) -> vec2<u32> {
    if head + 1u < count { return vec2(heads[head], heads[head + 1u]); }
    return vec2(heads[head], counters[params.events]);
}
