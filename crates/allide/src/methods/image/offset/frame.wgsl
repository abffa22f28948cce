// The axes of a box around a triangle.

// Axes may be this far from being of unit length and square to each other.
const SKEW = 3.814697265625e-6; // 2^-18

const UPRIGHT = mat3x3<f32>(vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0));

// A unit vector, or `other` for a vector without direction.
fn direction_or(v: vec3<f32>, other: vec3<f32>) -> vec3<f32> {
    let square = dot(v, v);
    if square > 0.0 {
        return v / sqrt(square);
    }
    return other;
}

// Along the longest edge, across it in the plane of the triangle, and the normal. Corners are relative to one of them, in
// cells, so that squares of lengths are 0 or in [1, 2^63].
//
// Along each axis, the corners themselves bound the enclosing box, so any axes will do as long as they are not
// longer than 1, which is checked: rounding can make a box larger than it need be, but not too small. Needles take any axis
// across, and points stand upright.
fn frame(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> mat3x3<f32> {
    let ab = b - a;
    let bc = c - b;
    let ca = a - c;
    let squares = vec3(dot(ab, ab), dot(bc, bc), dot(ca, ca));
    let longest = max(max(squares.x, squares.y), squares.z);
    if longest == 0.0 {
        return UPRIGHT;
    }
    let first = squares.x == longest;
    let second = squares.y == longest;
    let along = select(select(ca, bc, second), ab, first) / sqrt(longest);
    let rest = select(select(ab, ca, second), bc, first);
    var across = rest - along * dot(along, rest);
    if dot(across, across) <= longest * 9.094947017729282e-13 { // 2^-40: mere rounding
        let size = abs(along);
        let smallest = min(min(size.x, size.y), size.z);
        let axis = select(select(UPRIGHT[2], UPRIGHT[1], size.y == smallest), UPRIGHT[0], size.x == smallest);
        across = axis - along * dot(along, axis);
    }
    across = normalize(across);
    across = normalize(across - along * dot(along, across));
    let skew = max(abs(dot(along, across)), max(abs(dot(along, along) - 1.0), abs(dot(across, across) - 1.0)));
    if skew > SKEW {
        return UPRIGHT;
    }
    return mat3x3<f32>(along, across, cross(along, across));
}
