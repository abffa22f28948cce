// Sets of lanes, as ballots give them: lane i is bit i % 32 of word i / 32. MASK_WORDS words hold all lanes of the largest
// subgroup; the others are not looked at.

// How many lanes are in the set.
fn size_of(lanes: vec4<u32>) -> u32 {
    let bits = countOneBits(lanes);
    if MASK_WORDS == 1u { return bits.x; }
    if MASK_WORDS == 2u { return bits.x + bits.y; }
    return bits.x + bits.y + bits.z + bits.w;
}

// How many of them are before this one.
fn before(lanes: vec4<u32>, lane: u32) -> u32 {
    let below = (1u << (lane & 31u)) - 1u;
    if MASK_WORDS == 1u { return countOneBits(lanes.x & below); }
    let words = vec4(0u, 1u, 2u, 3u);
    let mine = select(vec4(0u), vec4(below), words == vec4(lane >> 5u));
    return size_of(lanes & select(mine, vec4(0xffffffffu), words < vec4(lane >> 5u)));
}

// The first one of a set that is not empty.
fn first_of(lanes: vec4<u32>) -> u32 {
    if MASK_WORDS == 1u || lanes.x != 0u { return countTrailingZeros(lanes.x); }
    if MASK_WORDS == 2u || lanes.y != 0u { return 32u + countTrailingZeros(lanes.y); }
    if lanes.z != 0u { return 64u + countTrailingZeros(lanes.z); }
    return 96u + countTrailingZeros(lanes.w);
}
