//! Coordinates from bytes.

/// Small integers, or their neighbours, so that touching and flat shapes are common, or any finite numbers: the first
/// byte says which. Stops at the first number that is not finite.
pub fn numbers(bytes: &[u8]) -> Vec<f64> {
    let Some((&mode, bytes)) = bytes.split_first() else { return Vec::new() };
    let values: Vec<f64> = match mode % 3 {
        0 => bytes.iter().map(|&byte| f64::from(byte as i8 % 4)).collect(),
        1 => bytes.chunks_exact(2).map(|pair| nudged(f64::from(pair[0] as i8 % 8), pair[1] as i8)).collect(),
        _ => bytes.as_chunks().0.iter().map(|&chunk| f64::from_le_bytes(chunk)).collect(),
    };
    values.into_iter().take_while(|value| value.is_finite()).collect()
}

/// A number some units in the last place away.
fn nudged(value: f64, steps: i8) -> f64 {
    let step = if steps > 0 { f64::next_up } else { f64::next_down };
    (0..steps.unsigned_abs() % 4).fold(value, |value, _| step(value))
}
