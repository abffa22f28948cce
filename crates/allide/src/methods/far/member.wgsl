// The bindings that all kernels which go through the set begin with, and what is known of a triangle that is still in it. For
// kernels with `params.growth`.
//
// A member of `live` is two vectors: triangle, object, tile, and the number of the object in its tile; then the box in
// units of the frame, and the object again.

@group(0) @binding(0) var<storage, read> positions: array<vec4<i32>>;
@group(0) @binding(1) var<storage, read> triangles: array<u32>;
@group(0) @binding(2) var<storage, read> views: array<vec4<i32>>;
@group(0) @binding(3) var<storage, read> live: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read_write> state: array<atomic<u32>>;

struct Member {
    triangle: u32,
    object: u32,
    tile: u32,
    tag: u32,
}

fn member(place: u32) -> Member {
    let words = live[2u * place];
    return Member(words.x, words.y, words.z, words.w);
}

fn raster_in(view: View, triangle: u32) -> Raster {
    return raster_of(corners_of(triangle), view, params.growth);
}
