// What is known of a triangle that is still in the set. For kernels that declare `live` and `params.growth`.
//
// A member of `live` is two vectors: triangle, object, tile, and the number of the object in its tile; then the box in
// units of the frame, and the object again.

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
