// Writes triangle and part of each slot, and that every part is still there.

struct Params {
    parts: u32,
    slots: u32,
    // 1: `order` names the triangles. 0: they are in the order of their numbers.
    ordered: u32,
}

var<immediate> params: Params;
// Place of the first triangle, and first slot.
@group(0) @binding(0) var<storage, read> parts: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(2) var<storage, read_write> slots: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> alive: array<u32>;

// The last part that begins at or before the slot. No part is empty.
fn part_of(slot: u32) -> u32 {
    var low = 0u;
    var high = params.parts;
    while high - low > 1u {
        let middle = (low + high) / 2u;
        if parts[middle].y <= slot { low = middle; } else { high = middle; }
    }
    return low;
}

@compute @workgroup_size(THREADS)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    for (var slot = id.x; slot < params.slots; slot += groups.x * THREADS) {
        let part = part_of(slot);
        let place = parts[part].x + slot - parts[part].y;
        var triangle = place;
        if params.ordered == 1u { triangle = order[place]; }
        slots[slot] = vec2(triangle, part);
        if slot == parts[part].y { alive[part] = 1u; }
    }
}
