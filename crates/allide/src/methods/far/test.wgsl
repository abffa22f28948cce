// Keeps the members of the set that something of another owner may meet, and drops the others.
//
// In a cell, a triangle meets no other owner if it is in front of the nearest depth of any other, or behind the farthest:
// then the depths of all others are disjoint from its own. A point that it has in common with a triangle of another
// owner lies in a cell that both touch, at a depth that both have there. So a triangle of which this holds in every
// cell, in one way in some and in the other way in others, has no such point.

struct Params {
    view: u32,
    most: u32,
    growth: i32,
    tag_bits: u32,
    tiles: u32,
    objects: u32,
    levels: u32,
    next: u32,
    boxes: u32,
}

var<immediate> params: Params;
@group(0) @binding(5) var<storage, read> cells: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read_write> kept: array<vec4<u32>>;

var<workgroup> kept_count: atomic<u32>;
var<workgroup> kept_base: u32;
// The box around what is left of one object, as in `state`: most members of a workgroup are of one.
var<workgroup> box_object: u32;
var<workgroup> box: array<atomic<u32>, 6>;

fn visit(own: Member, place: u32, raster: Raster, cell: vec2<i32>) -> bool {
    let fragment = fragment_of(raster, cell);
    if !fragment.is_there { return false; }
    let words = cells[number_of(raster.view, cell)];
    let others = of_others(words, own.tag);
    let near = others.x;
    let far = others.y;
    let is_in_front = packed_depth(fragment.high) + near < far_away() || near == 0u;
    let is_behind = packed_depth(fragment.low) + 1u > far;
    return !is_in_front && !is_behind;
}

// The nearest and the farthest depth of any other owner, as nearest.wgsl has left them.
fn of_others(words: vec4<u32>, tag: u32) -> vec2<u32> {
    if PAIRED == 1u { return select(words.xy, words.zw, tag == 0u); }
    let is_own = vec2(tag_of(words.x), tag_of(words.y)) == vec2(tag);
    return select(words.xy >> vec2(params.tag_bits), words.zw, is_own);
}

fn begin(thread: u32) {}

fn end(thread: u32) {}

fn finish(thread: u32, place: u32, is_there: bool, is_marked: bool) {
    var own: Member;
    if is_there { own = member(place); }
    if thread == 0u {
        atomicStore(&kept_count, 0u);
        box_object = own.object;
    }
    if thread < 6u { atomicStore(&box[thread], 0u); }
    begin_sizes(thread, own.tile);
    var slot = 0u;
    if is_marked {
        slot = atomicAdd(&kept_count, 1u);
        let corners = corners_of(own.triangle);
        let low = min(min(corners[0], corners[1]), corners[2]);
        let high = max(max(corners[0], corners[1]), corners[2]);
        let around = Box(low.xyz, high.xyz);
        let is_off_grid = (corners[0].w | corners[1].w | corners[2].w) != 0;
        let edges = array<vec3<i32>, 2>(corners[1].xyz - corners[0].xyz, corners[2].xyz - corners[0].xyz);
        add_sizes(own.tile, around, max(params.growth, select(0, 1, is_off_grid)), edges);
        if own.object == box_object { gather(around); } else { add_box(box_at(own.object), around); }
    }
    end_sizes(thread);
    if thread == 0u { kept_base = atomicAdd(&state[LIVE + params.next], atomicLoad(&kept_count)); }
    if thread < 6u { raise(box_at(box_object) + thread, atomicLoad(&box[thread])); }
    workgroupBarrier();
    if is_marked {
        kept[2u * (kept_base + slot)] = live[2u * place];
        kept[2u * (kept_base + slot) + 1u] = live[2u * place + 1u];
    }
}

fn box_at(object: u32) -> u32 {
    return params.boxes + ((params.view - 1u) * params.objects + object) * 6u;
}

fn gather(around: Box) {
    let low = vec3<u32>(vec3(NOWHERE) - around.low);
    let high = vec3<u32>(around.high);
    raise_shared(0u, low.x);
    raise_shared(1u, low.y);
    raise_shared(2u, low.z);
    raise_shared(3u, high.x);
    raise_shared(4u, high.y);
    raise_shared(5u, high.z);
}

fn raise_shared(at: u32, value: u32) {
    if atomicLoad(&box[at]) < value { atomicMax(&box[at], value); }
}
