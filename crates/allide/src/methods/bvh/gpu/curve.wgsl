// The place of a box on the curve of the frame. For kernels with `Box`, `params.origin` and `params.shifts`.

// The Morton code of the centre. Of eleven bits, the last of z finds no room.
fn curve(own: Box) -> u32 {
    let center = own.low + ((own.high - own.low) >> vec3(1u)) - params.origin;
    let cell = vec3<u32>(clamp(center >> vec3(params.shifts >> 24u), vec3(0), vec3((1 << CURVE_BITS) - 1)));
    if CURVE_BITS == 11u { return (morton(cell >> vec3(1u)) << 2u) | (cell.x & 1u) | ((cell.y & 1u) << 1u); }
    return morton(cell);
}
