// Coefficients of 32 bits, and sums of 64 (equations 7 to 10). The coefficients of opposite faces are neighbours.

// Of a plane: the faces of each object, a byte each, and in the fourth byte by how many bits its sums are shifted; six weights;
// two shifts of 64 bits.
const PLANE = 3u;

// The least value of a node on the axis and, negated, the greatest, both of them or less.
struct Sums {
    least: Wide,
    greatest: Wide,
}

// Whether an axis separates two nodes. Touching is not apart.
fn separates(at: u32, a: u32, b: u32) -> bool {
    let x = planes[at];
    let y = planes[at + 1u];
    let z = planes[at + 2u];
    let of_a = projected(x.x, bitcast<vec3<i32>>(vec3(x.z, x.w, y.x)), a);
    let of_b = projected(x.y, bitcast<vec3<i32>>(y.yzw), b);
    let first = plus(plus(of_a.least, of_b.greatest), joined(z.x, z.y));
    let second = plus(plus(of_b.least, of_a.greatest), joined(z.z, z.w));
    return sign_of(first) > 0 || sign_of(second) > 0;
}

fn projected(faces: u32, weights: vec3<i32>, node: u32) -> Sums {
    var least = product(0, 0);
    var greatest = product(0, 0);
    /*unroll*/ for (var i = 0u; i < 3u; i++) {
        let face = (faces >> (8u * i)) & 0xffu;
        let at = node + 2u * (face & 0x7fu);
        let swap = face >> 7u;
        least = plus(least, term(weights[i], bitcast<i32>(trees[at + swap])));
        greatest = plus(greatest, term(weights[i], bitcast<i32>(trees[at + (1u - swap)])));
    }
    return Sums(shifted_right(least, faces >> 24u), shifted_right(greatest, faces >> 24u));
}

// Weights are rounded downwards. A negative coefficient takes the one above: it is added once more.
fn term(weight: i32, coefficient: i32) -> Wide {
    return product(weight + select(0, 1, coefficient < 0), coefficient);
}
