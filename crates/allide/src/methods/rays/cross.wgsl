// Triangles on the lattice, seen along the rays: cross.rs, which says why. With int64.wgsl or limbs.wgsl.

const FRACTION_BITS = 30u;
const ONE: i32 = 1 << FRACTION_BITS;

struct Square {
    low: vec2<i32>,
    high: vec2<i32>,
}

fn grown(origin: vec2<i32>, shift: u32) -> Square {
    return Square(origin - i32(MOVED), origin + (1i << shift) + i32(MOVED));
}

struct Shape {
    p: vec3<i32>,
    q: vec3<i32>,
    r: vec3<i32>,
    turn: i32,
}

fn area(p: vec3<i32>, q: vec3<i32>, c: vec2<i32>) -> Wide {
    return minus(product(q.x - p.x, c.y - p.y), product(q.y - p.y, c.x - p.x));
}

fn shape_of(p: vec3<i32>, q: vec3<i32>, r: vec3<i32>) -> Shape {
    return Shape(p, q, r, sign_of(area(p, q, r.xy)));
}

fn least(shape: Shape) -> vec3<i32> {
    return min(min(shape.p, shape.q), shape.r);
}

fn greatest(shape: Shape) -> vec3<i32> {
    return max(max(shape.p, shape.q), shape.r);
}

fn touches(shape: Shape, square: Square) -> bool {
    if any(least(shape).xy > square.high) || any(greatest(shape).xy < square.low) { return false; }
    return reaches(shape.p, shape.q, shape.turn, square) && reaches(shape.q, shape.r, shape.turn, square)
        && reaches(shape.r, shape.p, shape.turn, square);
}

// Whether the square reaches to the inner side of an edge.
fn reaches(p: vec3<i32>, q: vec3<i32>, turn: i32, square: Square) -> bool {
    let is_high = vec2(p.y > q.y, q.x > p.x);
    let left = area(p, q, select(square.low, square.high, is_high));
    let right = area(p, q, select(square.high, square.low, is_high));
    return (turn < 0 || sign_of(left) >= 0) && (turn > 0 || sign_of(right) <= 0);
}

fn crosses(shape: Shape, ray: vec2<i32>) -> bool {
    return shape.turn != 0 && side_of(shape.p, shape.q, ray) == shape.turn && side_of(shape.q, shape.r, ray) == shape.turn
        && side_of(shape.r, shape.p, ray) == shape.turn;
}

// On which side of an edge a ray is that is moved aside.
fn side_of(p: vec3<i32>, q: vec3<i32>, ray: vec2<i32>) -> i32 {
    let exact = sign_of(area(p, q, ray));
    return select(select(sign(q.x - p.x), sign(p.y - q.y), p.y != q.y), exact, exact != 0);
}

fn contains(shape: Shape, point: vec2<i32>) -> bool {
    return shape.turn != 0 && sign_of(area(shape.p, shape.q, point)) * shape.turn >= 0
        && sign_of(area(shape.q, shape.r, point)) * shape.turn >= 0
        && sign_of(area(shape.r, shape.p, point)) * shape.turn >= 0;
}

// The absolute value: all bits but the lowest 31, and those.
fn magnitude(a: Wide) -> vec2<u32> {
    var value = a;
    if sign_of(a) < 0 { value = minus(product(0, 0), a); }
    return vec2(u32(narrow(upper(value))), u32(lower(value)));
}

fn length_of(x: u32) -> u32 {
    return 32u - countLeadingZeros(x);
}

fn unscaled(value: vec2<u32>, shift: u32) -> i32 {
    return i32((value.x << (31u - shift)) | (value.y >> shift));
}

fn depth_at(shape: Shape, point: vec2<i32>) -> i32 {
    let whole = magnitude(area(shape.p, shape.q, shape.r.xy));
    let length = select(length_of(whole.y), 31u + length_of(whole.x), whole.x > 0u);
    let shift = max(length, FRACTION_BITS) - FRACTION_BITS;
    let unit = unscaled(whole, shift);
    let q = fraction(unscaled(magnitude(area(shape.r, shape.p, point)), shift), unit);
    let r = fraction(unscaled(magnitude(area(shape.p, shape.q, point)), shift), unit);
    let above = plus(height(shape.p, shape.q, q), height(shape.p, shape.r, r));
    return clamp(shape.p.z + narrow(upper(above)), least(shape).z, greatest(shape).z);
}

fn depths(shape: Shape, square: Square) -> vec2<i32> {
    var span = vec2(0x7fffffff, -0x7fffffff);
    span = including_edge(shape.p, shape.q, square, span);
    span = including_edge(shape.q, shape.r, square, span);
    span = including_edge(shape.r, shape.p, square, span);
    for (var corner = 0u; corner < 4u; corner++) {
        let point = select(square.low, square.high, vec2((corner & 1u) != 0u, (corner & 2u) != 0u));
        if contains(shape, point) { span = including(span, depth_at(shape, point)); }
    }
    if span.x > span.y { span = vec2(least(shape).z, greatest(shape).z); }
    return vec2(span.x - i32(GROWTH), span.y + i32(GROWTH));
}

fn including(span: vec2<i32>, depth: i32) -> vec2<i32> {
    return vec2(min(span.x, depth), max(span.y, depth));
}

fn including_edge(p: vec3<i32>, q: vec3<i32>, square: Square, span: vec2<i32>) -> vec2<i32> {
    var ends = vec2(0, ONE);
    for (var axis = 0u; axis < 2u; axis++) {
        let way = abs(q[axis] - p[axis]);
        let is_back = q[axis] < p[axis];
        let near = select(square.low[axis] - p[axis], p[axis] - square.high[axis], is_back);
        let far = select(square.high[axis] - p[axis], p[axis] - square.low[axis], is_back);
        if far < 0 || near > way { return span; }
        if near > 0 { ends.x = max(ends.x, fraction(near, way) - 1); }
        if far < way { ends.y = min(ends.y, fraction(far, way) + 1); }
    }
    if ends.x > ends.y { return span; }
    let first = p.z + narrow(upper(height(p, q, ends.x)));
    return including(including(span, first), p.z + narrow(upper(height(p, q, ends.y))));
}

fn height(p: vec3<i32>, q: vec3<i32>, part: i32) -> Wide {
    return product(2 * (q.z - p.z), part);
}

fn fraction(part: i32, whole: i32) -> i32 {
    if part >= whole { return ONE; }
    var rest = u32(part);
    var result = 0u;
    for (var bit = 0u; bit < FRACTION_BITS; bit++) {
        rest <<= 1u;
        result <<= 1u;
        if rest >= u32(whole) {
            rest -= u32(whole);
            result |= 1u;
        }
    }
    return i32(result);
}
