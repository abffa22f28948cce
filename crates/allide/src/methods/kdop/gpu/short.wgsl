// Coefficients of 16 bits, and sums of 32 (equations 7 to 10). A word of a node has the coefficients of two opposite faces.

// Of a plane: the faces of each object, a byte each, and in the fourth byte by how many bits its sums are shifted; six
// weights of 16 bits, negated; two shifts.
const PLANE = 2u;

// Whether an axis separates two nodes. Touching is not apart.
fn separates(at: u32, a: u32, b: u32) -> bool {
    let x = planes[at];
    let y = planes[at + 1u];
    let of_a = projected(x.x, vec3(x.z & 0xffffu, x.z >> 16u, x.w & 0xffffu), a);
    let of_b = projected(x.y, vec3(x.w >> 16u, y.x & 0xffffu, y.x >> 16u), b);
    return of_a.x + of_b.y + bitcast<i32>(y.y) > 0 || of_b.x + of_a.y + bitcast<i32>(y.z) > 0;
}

// The least value of a node on the axis and, negated, the greatest, both of them or less.
fn projected(faces: u32, weights: vec3<u32>, node: u32) -> vec2<i32> {
    var sum = vec2(0);
    /*unroll*/ for (var i = 0u; i < 3u; i++) {
        let face = (faces >> (8u * i)) & 0xffu;
        let word = trees[node + (face & 0x7fu)];
        let both = vec2(bitcast<i32>(word << 16u) >> 16u, bitcast<i32>(word) >> 16u);
        let coefficients = select(both, both.yx, face > 0x7fu);
        // Weights are rounded downwards. A negative coefficient takes the one above: it is added once more.
        sum += min(coefficients, vec2(0)) - i32(weights[i]) * coefficients;
    }
    return sum >> vec2(faces >> 24u);
}
