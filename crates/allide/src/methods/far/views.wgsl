// The view of a tile, and the corners of a triangle. For kernels that declare `positions`, `triangles` and `views`, which has
// VIEW vectors for each tile; view.wgsl writes them.

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
