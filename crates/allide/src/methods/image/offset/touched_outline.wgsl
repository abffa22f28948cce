// The triangle grown by what snapping and rounding take away; where it is too thin for that, a rectangle. Rasterisers that
// draw every touched pixel may leave out thin triangles, and plain ones draw all of the rectangle.
fn outline(sight: Sight, number: u32) -> vec2<f32> {
    let pixel = max(pixel_size().x, pixel_size().y);
    let grown = grown(sight, sight.radius + pixel * HALO);
    if grown.scale <= 1.0 && is_near(grown) {
        return grown_corner(grown, number);
    }
    return cut_rectangle(sight.corners, sight.radius + pixel, number);
}
