// What kernels know of a triangle that is still in the set, and of the view that it is seen in. For kernels that declare
// `positions`, `triangles`, `views`, `live` and `params.growth`.
//
// A member of `live` is two vectors: triangle, object, tile, and the number of the object in its tile; then the box in
// units of the frame, and nothing.

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

// Vectors of `views` for each tile; view.wgsl writes them.
const VIEW = 4u;

fn view_of(tile: u32) -> View {
    let low = views[VIEW * tile];
    let high = views[VIEW * tile + 1u];
    let axis = u32(low.w) >> 8u;
    let base = u32(views[VIEW * tile + 2u].x);
    return View(turned(low.xyz, axis), turned(high.xyz, axis), axis, u32(low.w) & 0xffu, high.w, base);
}

fn corners_of(triangle: u32) -> array<vec4<i32>, 3> {
    let at = 3u * triangle;
    return array<vec4<i32>, 3>(positions[triangles[at]], positions[triangles[at + 1u]], positions[triangles[at + 2u]]);
}

fn raster_in(view: View, triangle: u32) -> Raster {
    return raster_of(corners_of(triangle), view, params.growth);
}
