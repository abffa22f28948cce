// 64-bit integers, as the device has them.

alias Wide = i64;

fn product(x: i32, y: i32) -> Wide {
    return i64(x) * i64(y);
}

fn plus(a: Wide, b: Wide) -> Wide {
    return a + b;
}

fn minus(a: Wide, b: Wide) -> Wide {
    return a - b;
}

fn sign_of(a: Wide) -> i32 {
    return select(0, 1, a > 0li) - select(0, 1, a < 0li);
}

// All bits but the lowest 31, and those.
fn upper(a: Wide) -> Wide {
    return a >> 31u;
}

fn lower(a: Wide) -> i32 {
    return i32(a & 0x7fffffffli);
}

fn narrow(a: Wide) -> i32 {
    return i32(a);
}

// The number of these two words, lower one first.
fn joined(low: u32, high: u32) -> Wide {
    // Halves, because nobody says whether the sign bit of a word is extended.
    return (i64(bitcast<i32>(high)) << 32u) | (i64(low >> 16u) << 16u) | i64(low & 0xffffu);
}

// Rounded downwards.
fn shifted_right(a: Wide, bits: u32) -> Wide {
    return a >> bits;
}
