// 64-bit integers in two's complement, as two words: for devices that have none.

alias Wide = vec2<u32>;

fn product(x: i32, y: i32) -> Wide {
    let a = u32(x);
    let b = u32(y);
    let low = (a & 0xffffu) * (b & 0xffffu);
    let middle = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
    let other = (a & 0xffffu) * (b >> 16u) + (middle & 0xffffu);
    let high = (a >> 16u) * (b >> 16u) + (middle >> 16u) + (other >> 16u);
    return Wide(a * b, high - select(0u, b, x < 0) - select(0u, a, y < 0));
}

fn plus(a: Wide, b: Wide) -> Wide {
    let low = a.x + b.x;
    return Wide(low, a.y + b.y + select(0u, 1u, low < a.x));
}

fn minus(a: Wide, b: Wide) -> Wide {
    return Wide(a.x - b.x, a.y - b.y - select(0u, 1u, a.x < b.x));
}

fn sign_of(a: Wide) -> i32 {
    return select(select(1, 0, all(a == Wide(0u))), -1, i32(a.y) < 0);
}

// All bits but the lowest 31, and those.
fn upper(a: Wide) -> Wide {
    return Wide((a.x >> 31u) | (a.y << 1u), u32(i32(a.y) >> 31u));
}

fn lower(a: Wide) -> i32 {
    return i32(a.x & 0x7fffffffu);
}

fn narrow(a: Wide) -> i32 {
    return i32(a.x);
}

// The number of these two words, lower one first.
fn joined(low: u32, high: u32) -> Wide {
    return Wide(low, high);
}

// Rounded downwards.
fn shifted_right(a: Wide, bits: u32) -> Wide {
    if bits == 0u { return a; }
    let sign = u32(i32(a.y) >> 31u);
    if bits >= 32u { return Wide(u32(i32(a.y) >> (bits - 32u)), sign); }
    return Wide((a.x >> bits) | (a.y << (32u - bits)), u32(i32(a.y) >> bits));
}
