// A depth inside the window, in the units of keys.
fn key_depth(view: View, tile: u32, depth: i32) -> u32 {
    return u32(depth - view.low.z) >> u32(views[VIEW * tile + 2u].y);
}
