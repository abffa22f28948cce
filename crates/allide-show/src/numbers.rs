//! Numbers and names as people read them.

pub use allide_io::names::printable;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// `1234567` as `1,234,567`.
pub fn thousands(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 object`, `2,000 objects`.
pub fn counted(count: usize, what: &str) -> String {
    format!("{} {what}{}", thousands(count), if count == 1 { "" } else { "s" })
}

/// How the coordinates of one scene are written: to a ten-thousandth of its extent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Coordinates {
    /// With this many decimals.
    Decimals(usize),
    /// With a power of ten.
    Scientific,
}

impl Coordinates {
    /// For a scene of that extent, with coordinates up to `farthest`.
    pub fn for_extent(extent: f64, farthest: f64) -> Self {
        if extent == 0.0 && farthest < 1e9 {
            return Coordinates::Decimals(3);
        }
        let decimals = 4.0 - extent.log10().ceil();
        if farthest < 1e9 && decimals <= 8.0 {
            Coordinates::Decimals(decimals.max(0.0) as usize)
        } else {
            Coordinates::Scientific
        }
    }

    /// The coordinate as text.
    pub fn text(self, x: f64) -> String {
        let text = match self {
            Coordinates::Decimals(decimals) => format!("{x:.decimals$}"),
            Coordinates::Scientific => format!("{x:.4e}"),
        };
        match text.strip_prefix('-') {
            Some(zero) if zero.chars().all(|c| c == '0' || c == '.') => zero.to_string(),
            _ => text,
        }
    }
}

/// A length or distance to three digits.
pub fn length(x: f64) -> String {
    let exponent = x.abs().log10().floor();
    if x == 0.0 {
        "0".into()
    } else if (-5.0..7.0).contains(&exponent) {
        format!("{x:.*}", (2.0 - exponent).max(0.0) as usize)
    } else {
        format!("{x:.2e}")
    }
}

/// At most `width` columns wide: what is too much is taken out of the middle, as names tend to differ at their ends.
pub fn shortened(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_string();
    }
    let room = width.saturating_sub(1);
    let tail_room = room / 2;
    let tail: Vec<char> = fitting(text.chars().rev(), tail_room);
    let head: String = fitting(text.chars(), room - tail_room).into_iter().collect();
    head + "…" + &tail.into_iter().rev().collect::<String>()
}

fn fitting(characters: impl Iterator<Item = char>, width: usize) -> Vec<char> {
    let mut used = 0;
    characters
        .take_while(|c| {
            used += c.width().unwrap_or(0);
            used <= width
        })
        .collect()
}

/// Filled up with spaces to `width` columns.
pub fn padded(text: &str, width: usize, right: bool) -> String {
    let spaces = " ".repeat(width.saturating_sub(text.width()));
    if right { spaces + text } else { text.to_string() + &spaces }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_separators_and_plurals() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_000), "1,000");
        assert_eq!(thousands(12_345_678), "12,345,678");
        assert_eq!(counted(1, "object"), "1 object");
        assert_eq!(counted(0, "object"), "0 objects");
    }

    #[test]
    fn coordinates_have_the_digits_that_the_scene_needs() {
        let text = |extent: f64, x: f64| Coordinates::for_extent(extent, extent).text(x);
        assert_eq!(text(50.0, 12.3456), "12.35");
        assert_eq!(text(0.15, -0.01234), "-0.0123");
        assert_eq!(text(5_000.0, 1234.5678), "1235");
        assert_eq!(text(50.0, -0.0001), "0.00");
        assert_eq!(text(1e-9, 1.25e-10), "1.2500e-10");
        assert_eq!(text(1e12, -2e11), "-2.0000e11");
        assert_eq!(text(0.0, 0.0), "0.000");
        assert_eq!(text(f64::INFINITY, 1.0), "1.0000e0");
    }

    #[test]
    fn lengths_have_three_digits() {
        assert_eq!(length(0.0), "0");
        assert_eq!(length(0.5), "0.500");
        assert_eq!(length(123.4), "123");
        assert_eq!(length(0.000_123_4), "0.000123");
        assert_eq!(length(1e-12), "1.00e-12");
        assert_eq!(length(123_456.0), "123456");
    }

    #[test]
    fn long_names_lose_their_middle() {
        assert_eq!(shortened("flange-bolt-17", 14), "flange-bolt-17");
        assert_eq!(shortened("flange-bolt-17", 9), "flan…t-17");
        assert_eq!(shortened("漢字漢字漢字", 6), "漢…字");
        assert_eq!(shortened("abc", 1), "…");
        assert_eq!(printable("a\u{1b}[2Jb\n"), "a\u{fffd}[2Jb\u{fffd}");
    }
}
