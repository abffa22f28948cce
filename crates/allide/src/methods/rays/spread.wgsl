// The children of cells that each fragment touches, row by row. A kernel joined with this file has
//   fn begin(fragment: u32)
//   fn visit(child: u32, triangle: u32)
//   fn end(fragment: u32)

struct Params {
    count: u32,
    // The size of the children, and how many there are along each axis, both as powers of two.
    shift: u32,
    side: u32,
}

var<immediate> params: Params;
// Where the children of each cell begin.
@group(0) @binding(4) var<storage, read> bases: array<u32>;

@compute @workgroup_size(THREADS)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    for (var i = id.x; i < params.count; i += groups.x * THREADS) {
        begin(i);
        let fragment = fragments[i];
        let base = bases[fragment.x];
        if base != NO_CHILDREN { children_of(fragment, base); }
        end(i);
    }
}

fn children_of(fragment: vec2<u32>, base: u32) {
    let shape = shape_at(triangles[fragment.y]);
    let origin = origins[fragment.x];
    let moved = i32(MOVED);
    let first = max((least(shape).xy - moved - 1 - origin) >> vec2(params.shift), vec2(0));
    let last = min((greatest(shape).xy + moved - origin) >> vec2(params.shift), vec2((1i << params.side) - 1));
    for (var row = first.y; row <= last.y; row++) {
        for (var column = first.x; column <= last.x; column++) {
            let corner = origin + (vec2(column, row) << vec2(params.shift));
            if touches(shape, grown(corner, params.shift)) {
                visit(base + (u32(row) << params.side) + u32(column), fragment.y);
            }
        }
    }
}
