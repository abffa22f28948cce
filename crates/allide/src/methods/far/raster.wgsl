// The cells of a view that a triangle touches, and between which depths it lies in each: whole numbers alone.
//
// A triangle is laid on a lattice of its own, at most 2^10 points along each axis, whose spacing is a power of two. Corners
// are rounded down, so a corner is the lattice point q plus r, where each coordinate of r is in [0, 1), or 0 where the
// spacing is 1. A point of the triangle is then a point of the lattice triangle, plus such an r. So if the triangle has a
// point in a cell, the lattice triangle has one in the cell grown by a lattice step towards the low side. Whether it has is
// decided by its edges, and how deep it can be there by its plane over that box. Numbers stay below 2^31:
//   edges       |q| < 2^10, so a cross product is below 2^20 (a triangle is at most half of the rectangle around it);
//   slopes      cross product * 2^10 / cross product, rounded towards 0, and used only where they are below 2^19;
//   depths      slope * 2^10 twice, and 2^10 * 2^10.
// A slope is off by less than one unit, 2^-10, so a depth by less than the number of lattice steps from the first corner.
//
// `grow` is what the triangle is grown by on all sides: half of a distance asked for, or a grid cell where a corner is not
// on the grid. It is the cell that grows in its place.
//
// Every point of the view belongs to one cell, that which starts at or before it. A point that two grown triangles have in
// common lies in a cell that both touch, at a depth that both have there.

// Coordinates of the grid are between 0 and this.
const CELLS: i32 = 1 << 30u;
const LATTICE_BITS = 10u;
const STEEP = 512;

// A window of the scene seen along an axis. Coordinates are turned: two along the picture, then the depth.
struct View {
    low: vec3<i32>,
    high: vec3<i32>,
    axis: u32,
    // A cell is two to this wide.
    shift: u32,
    // Cells in a row, and the number of the first cell.
    width: i32,
    base: u32,
}

struct Raster {
    view: View,
    grow: i32,
    low: vec3<i32>,
    high: vec3<i32>,
    // Cells around the triangle, inside the window; none if the first is behind the last.
    first: vec2<i32>,
    last: vec2<i32>,
    // Corners on the lattice, seen along the axis; the highest point, and the spacings as shifts.
    p: vec2<i32>,
    q: vec2<i32>,
    r: vec2<i32>,
    top: vec3<i32>,
    spacing: u32,
    depth_spacing: u32,
    // Which way the corners turn; 0 where the triangle is seen edge-on.
    turn: i32,
    // Where depths follow from slopes: the depth of p.
    is_sloped: bool,
    depth: i32,
    slopes: vec2<i32>,
}

fn turned(v: vec3<i32>, axis: u32) -> vec3<i32> {
    return select(select(v.xyz, v.zxy, axis == 1u), v.yzx, axis == 0u);
}

// The bits that a number takes up.
fn length_of(x: i32) -> u32 {
    return 32u - countLeadingZeros(u32(x));
}

fn cross2(a: vec2<i32>, b: vec2<i32>) -> i32 {
    return a.x * b.y - a.y * b.x;
}

// The cells around a triangle that is grown, inside the window.
struct Range {
    first: vec2<i32>,
    last: vec2<i32>,
    low: vec3<i32>,
    high: vec3<i32>,
    grow: i32,
}

fn range_of(corners: array<vec4<i32>, 3>, view: View, growth: i32) -> Range {
    let a = turned(corners[0].xyz, view.axis);
    let b = turned(corners[1].xyz, view.axis);
    let c = turned(corners[2].xyz, view.axis);
    let low = min(min(a, b), c);
    let high = max(max(a, b), c);
    let grow = max(growth, select(1, 0, (corners[0].w | corners[1].w | corners[2].w) == 0));
    let start = max(low - grow, view.low);
    let end = min(high + grow, view.high);
    let first = start.xy >> vec2(view.shift);
    let last = select(end.xy >> vec2(view.shift), first - 1, vec2(any(start > end)));
    return Range(first, last, low, high, grow);
}

fn raster_of(corners: array<vec4<i32>, 3>, view: View, growth: i32) -> Raster {
    var raster: Raster;
    let range = range_of(corners, view, growth);
    raster.view = view;
    raster.grow = range.grow;
    raster.low = range.low;
    raster.high = range.high;
    raster.first = range.first;
    raster.last = range.last;
    let a = turned(corners[0].xyz, view.axis);
    let b = turned(corners[1].xyz, view.axis);
    let c = turned(corners[2].xyz, view.axis);
    let extent = raster.high - raster.low;
    raster.spacing = max(length_of(max(extent.x, extent.y)), LATTICE_BITS) - LATTICE_BITS;
    raster.depth_spacing = max(length_of(extent.z), LATTICE_BITS) - LATTICE_BITS;
    let shifts = vec3(raster.spacing, raster.spacing, raster.depth_spacing);
    raster.top = extent >> shifts;
    let p = (a - raster.low) >> shifts;
    let q = (b - raster.low) >> shifts;
    let r = (c - raster.low) >> shifts;
    raster.p = p.xy;
    raster.q = q.xy;
    raster.r = r.xy;
    raster.depth = p.z;
    let u = q - p;
    let v = r - p;
    let area = cross2(u.xy, v.xy);
    raster.turn = sign(area);
    let rise = vec2(u.z * v.y - v.z * u.y, u.x * v.z - v.x * u.z);
    raster.is_sloped = all(abs(rise) < vec2(STEEP * abs(area)));
    if raster.is_sloped { raster.slopes = (rise << vec2(LATTICE_BITS)) / area; }
    return raster;
}

fn cell_count(raster: Raster) -> u32 {
    let size = max(raster.last - raster.first + 1, vec2(0));
    return u32(size.x) * u32(size.y);
}

// The cells around the triangle in order, row by row.
fn cell_at(raster: Raster, place: u32) -> vec2<i32> {
    let width = u32(raster.last.x - raster.first.x + 1);
    return raster.first + vec2(i32(place % width), i32(place / width));
}

// The number of a cell among those of all views.
fn number_of(view: View, cell: vec2<i32>) -> u32 {
    let at = cell - (view.low.xy >> vec2(view.shift));
    return view.base + u32(at.y * view.width + at.x);
}

// Where the lattice triangle is if the triangle has a point in the cell: two corners.
struct Reach {
    low: vec2<i32>,
    high: vec2<i32>,
}

fn reach_of(raster: Raster, cell: vec2<i32>) -> Reach {
    let shift = vec2(raster.view.shift);
    let start = cell << shift;
    // The last cell may end where only numbers without a sign get.
    let end = vec2<i32>(min(vec2<u32>(cell + 1) << shift, vec2(u32(CELLS) + 1u)));
    let spacing = vec2(raster.spacing);
    let low = ((start - raster.grow - raster.low.xy) >> spacing) - select(0, 1, raster.spacing > 0u);
    let high = -((raster.low.xy - raster.grow - end) >> spacing);
    return Reach(max(low, vec2(0)), min(high, raster.top.xy));
}

fn is_touched(raster: Raster, reach: Reach) -> bool {
    if all(raster.first == raster.last) { return true; }
    if raster.turn == 0 {
        return is_beside(raster.p, raster.q, reach, 1) && is_beside(raster.p, raster.q, reach, -1)
            && is_beside(raster.q, raster.r, reach, 1) && is_beside(raster.q, raster.r, reach, -1)
            && is_beside(raster.r, raster.p, reach, 1) && is_beside(raster.r, raster.p, reach, -1);
    }
    return is_beside(raster.p, raster.q, reach, raster.turn)
        && is_beside(raster.q, raster.r, reach, raster.turn)
        && is_beside(raster.r, raster.p, reach, raster.turn);
}

// Whether a point of the box lies on the line or on that side of it.
fn is_beside(tail: vec2<i32>, head: vec2<i32>, reach: Reach, side: i32) -> bool {
    let way = (head - tail) * side;
    let best = vec2(select(reach.high.x, reach.low.x, way.y > 0), select(reach.low.y, reach.high.y, way.x > 0));
    return cross2(way, best - tail) >= 0;
}

// The least and the greatest depth that the grown triangle may have there.
fn depths_of(raster: Raster, reach: Reach) -> vec2<i32> {
    var low = raster.low.z;
    var high = raster.high.z;
    if raster.is_sloped {
        let lower = reach.low - raster.p;
        let upper = reach.high - raster.p;
        let steps = max(abs(lower), abs(upper));
        let slack = steps.x + steps.y;
        let least = min(raster.slopes * lower, raster.slopes * upper);
        let most = max(raster.slopes * lower, raster.slopes * upper);
        let start = raster.depth << LATTICE_BITS;
        let lowest = (start + least.x + least.y - slack) >> LATTICE_BITS;
        let end = start + most.x + most.y + slack;
        let highest = -(-end >> LATTICE_BITS) + select(0, 1, raster.depth_spacing > 0u);
        low += clamp(lowest, 0, raster.top.z) << raster.depth_spacing;
        if highest <= raster.top.z { high = raster.low.z + (max(highest, 0) << raster.depth_spacing); }
    }
    return vec2(low - raster.grow, high + raster.grow);
}

// The fragment of a triangle in a cell.
struct Fragment {
    is_there: bool,
    low: i32,
    high: i32,
}

// Depths outside the window do not count: nothing is looked for there.
fn fragment_of(raster: Raster, cell: vec2<i32>) -> Fragment {
    let reach = reach_of(raster, cell);
    if !is_touched(raster, reach) { return Fragment(false, 0, 0); }
    let depths = depths_of(raster, reach);
    let low = max(depths.x, raster.view.low.z);
    let high = min(depths.y, raster.view.high.z);
    return Fragment(low <= high, low, high);
}
