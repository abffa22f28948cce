//! Decimal text to numbers, correctly rounded.

/// Powers of ten that an `f64` holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// The `f64` nearest to a decimal number. `inf` and `nan` are numbers here, and one too large is infinite.
///
/// Digits that fit 53 bits, scaled by an exact power of ten, need one rounding (Clinger 1990); the standard library
/// does the rest.
#[inline]
pub(crate) fn float(token: &[u8]) -> Option<f64> {
    short_float(token).or_else(|| std::str::from_utf8(token).ok()?.parse().ok())
}

#[inline]
fn short_float(token: &[u8]) -> Option<f64> {
    let (negative, mut rest) = match token {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, token),
    };
    let mut mantissa = 0u64;
    let mut digits = 0;
    let mut fraction = 0;
    let mut after_point = false;
    while let [byte, tail @ ..] = rest {
        match byte {
            b'0'..=b'9' => {
                mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(byte - b'0'));
                digits += 1;
                fraction += i64::from(after_point);
            }
            b'.' if !after_point => after_point = true,
            _ => break,
        }
        rest = tail;
    }
    // 19 digits cannot wrap around.
    if digits == 0 || digits > 19 || mantissa > 1 << 53 {
        return None;
    }
    let exponent = match rest {
        [] => -fraction,
        [b'e' | b'E', rest @ ..] if rest.len() <= 4 => integer(rest)? - fraction,
        _ => return None,
    };
    let power = POWERS.get(exponent.unsigned_abs() as usize)?;
    let value = if exponent < 0 { mantissa as f64 / power } else { mantissa as f64 * power };
    Some(if negative { -value } else { value })
}

/// An integer with an optional sign, if it fits.
#[inline]
pub(crate) fn integer(token: &[u8]) -> Option<i64> {
    let (negative, digits) = match token {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        _ => (false, token),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value = 0i64;
    for byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value.checked_mul(10)?.checked_add(i64::from(digit))?;
    }
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_those_of_the_standard_library() {
        let hard = "0 -0 1 -1.5 +2.25 .5 5. 1e5 1E-5 -1.25e+3 123456789012345678 9007199254740993 0.1 1e22 1e23 1e-22 \
                    4.35 2.2250738585072011e-308 5e-324 1.7976931348623157e308 0.000000000000000000000001 \
                    179769313486231580793e289 00000000000000000000001.5 1e-400 8.5e-0003 1e+2 -0.0e0 \
                    18446744073709551616 99999999999999999999 9007199254740992.5";
        for token in hard.split_whitespace() {
            let expected: f64 = token.parse().unwrap();
            assert_eq!(float(token.as_bytes()).map(f64::to_bits), Some(expected.to_bits()), "{token}");
        }
        let mut state = 1u64;
        for _ in 0..100_000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let value = f64::from_bits(state);
            for text in [format!("{value:?}"), format!("{:.6}", value % 1e4), format!("{:e}", value as f32)] {
                let expected: f64 = text.parse().unwrap();
                let found = float(text.as_bytes()).unwrap();
                assert!(found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan(), "{text}");
            }
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for token in ["", "-", "+", ".", "e5", "1e", "1e+", "1,5", "0x10", "1.2.3", "--1", "1f", "\u{663}"] {
            assert_eq!(float(token.as_bytes()), None, "{token}");
        }
        for token in ["", "-", "1.0", "1e3", "99999999999999999999", "--1", "a"] {
            assert_eq!(integer(token.as_bytes()), None, "{token}");
        }
        assert_eq!(integer(b"-17"), Some(-17));
    }
}
