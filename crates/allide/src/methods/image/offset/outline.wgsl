// The triangle grown to all sides, as two triangles of which the second is empty; where it is too thin for that, a rectangle.
// Rasterisers that draw every touched pixel may leave out thin triangles, and plain ones draw all of the rectangle.
fn outline(sight: Sight, number: u32) -> vec2<f32> {
    let corners = sight.corners;
    let seen = half_view();
    let pixel = max(pixel_size().x, pixel_size().y);
    let low = min(min(corners[0].xy, corners[1].xy), corners[2].xy);
    let high = max(max(corners[0].xy, corners[1].xy), corners[2].xy);
    let sides = vec3(
        distance(corners[1].xy, corners[2].xy),
        distance(corners[2].xy, corners[0].xy),
        distance(corners[0].xy, corners[1].xy),
    );
    let around = sides.x + sides.y + sides.z;
    let ab = corners[1].xy - corners[0].xy;
    let ac = corners[2].xy - corners[0].xy;
    let area = abs(ab.x * ac.y - ab.y * ac.x);
    let growth = sight.radius + pixel * HALO;
    let is_near = all(max(-low, high) + growth <= OUTSIDE * seen);
    // The circle inside has the radius area / around; scaled about its centre, all edges move equally far.
    if is_near && area >= growth * around && around > 0.0 {
        let centre = (corners * sides).xy / around;
        let own = corners[select(0u, number, number < 3u)].xy;
        return own + (own - centre) * (growth * around / area);
    }
    return cut_rectangle(corners, sight.radius + pixel, number);
}
