//! Letters as strokes, for pictures of plots: no font of the system is needed, and the same bytes come out everywhere.

/// Points of strokes on a grid, two characters each: `0` and up is x, `a` and up is y downwards. Capitals begin at `a`, small
/// letters at `e`; both stand on `m`. Spaces separate strokes.
const GLYPHS: &[(char, &str)] = &[
    ('!', "0a0i 0l0m"),
    ('"', "0a0d 3a3d"),
    ('#', "3b1l 7b5l 0e8e 0i8i"),
    ('$', "8c6b2b0c0e2g6g8i8k6l2l0k 4a4m"),
    ('%', "8a0m 1a3a3d1d1a 5j7j7m5m5j"),
    ('&', "8m2d2b4a6b6d0i0k2m5m8i"),
    ('\'', "0a0d"),
    ('(', "3a1c0f0h1k3m"),
    (')', "0a2c3f3h2k0m"),
    ('*', "3c3i 0d6h 6d0h"),
    ('+', "3e3k 0h6h"),
    (',', "1l1m0o"),
    ('-', "0h5h"),
    ('.', "0l0m"),
    ('/', "6a0m"),
    ('0', "2a6a8d8j6m2m0j0d2a"),
    ('1', "0d3a3m"),
    ('2', "0d2a6a8c8e0m8m"),
    ('3', "0b2a6a8c8e6g3g 6g8i8k6m2m0k"),
    ('4', "6m6a0i8i"),
    ('5', "7a1a0g3e6e8g8k6m2m0k"),
    ('6', "7b5a3a0d0j2m6m8k8h6f2f0h"),
    ('7', "0a8a3m"),
    ('8', "2a6a8c8e6g2g0e0c2a 2g0i0k2m6m8k8i6g"),
    ('9', "1l3m5m8j8d6a2a0c0e2g6g8e"),
    (':', "0f0g 0l0m"),
    (';', "1f1g 1l1m0o"),
    ('<', "6d0h6l"),
    ('=', "0f6f 0j6j"),
    ('>', "0d6h0l"),
    ('?', "0c2a5a7c7e4g4i 4l4m"),
    ('@', "6i6f4e2g2i4j6i8i8d6a2a0d0j2m6m"),
    ('A', "0m4a8m 1i7i"),
    ('B', "0a0m6m8k8i6g0g 6g7e7c5a0a"),
    ('C', "8c6a2a0d0j2m6m8k"),
    ('D', "0a0m5m8j8d5a0a"),
    ('E', "8a0a0m8m 0g6g"),
    ('F', "8a0a0m 0g6g"),
    ('G', "8c6a2a0d0j2m6m8k8g5g"),
    ('H', "0a0m 8a8m 0g8g"),
    ('I', "0a0m"),
    ('J', "6a6j4m2m0k"),
    ('K', "0a0m 8a0h 3e8m"),
    ('L', "0a0m7m"),
    ('M', "0m0a4h8a8m"),
    ('N', "0m0a8m8a"),
    ('O', "2a6a8d8j6m2m0j0d2a"),
    ('P', "0m0a6a8c8f6h0h"),
    ('Q', "2a6a8d8j6m2m0j0d2a 5j8n"),
    ('R', "0m0a6a8c8f6h0h 4h8m"),
    ('S', "8c6a2a0c0e2g6g8i8k6m2m0k"),
    ('T', "0a8a 4a4m"),
    ('U', "0a0j2m6m8j8a"),
    ('V', "0a4m8a"),
    ('W', "0a2m5d8m:a"),
    ('X', "0a8m 8a0m"),
    ('Y', "0a4g8a 4g4m"),
    ('Z', "0a8a0m8m"),
    ('[', "3a0a0n3n"),
    ('\\', "0a6m"),
    (']', "0a3a3n0n"),
    ('^', "0d3a6d"),
    ('_', "0n7n"),
    ('`', "0a2c"),
    ('a', "1e5e7g7m 7h2h0j0k2m5m7k"),
    ('b', "0a0m 0g2e5e7g7k5m2m0k"),
    ('c', "7f5e2e0g0k2m5m7l"),
    ('d', "7a7m 7g5e2e0g0k2m5m7k"),
    ('e', "0i7i7g5e2e0g0k2m5m7l"),
    ('f', "5a3a2c2m 0e5e"),
    ('g', "7e7o5q2q0p 7g5e2e0g0k2m5m7k"),
    ('h', "0a0m 0g2e5e7g7m"),
    ('i', "0e0m 0a0b"),
    ('j', "3e3o2q0q 3a3b"),
    ('k', "0a0m 6e0j 2h6m"),
    ('l', "0a0l1m2m"),
    ('m', "0e0m 0g2e3e5g5m 5g7e8e:g:m"),
    ('n', "0e0m 0g2e5e7g7m"),
    ('o', "2e5e7g7k5m2m0k0g2e"),
    ('p', "0e0q 0g2e5e7g7k5m2m0k"),
    ('q', "7e7q 7g5e2e0g0k2m5m7k"),
    ('r', "0e0m 0h2e5e"),
    ('s', "6f5e2e0f0g2h5i7j7k5m2m0l"),
    ('t', "2b2k4m5m 0e5e"),
    ('u', "0e0k2m5m7k 7e7m"),
    ('v', "0e3m6e"),
    ('w', "0e2m5f8m:e"),
    ('x', "0e6m 6e0m"),
    ('y', "0e3m 6e3m2o0q"),
    ('z', "0e6e0m6m"),
    ('{', "3a2a1b1f0g1h1l2m3m"),
    ('|', "0a0o"),
    ('}', "0a1a2b2f3g2h2l1m0m"),
    ('~', "0h2g4i6h"),
    ('²', "0b1a3a4b4c0f4f"),
    ('³', "0b1a3a4b3c4d3f1f0e"),
    ('µ', "0e0q 0k2m5m7k 7e7m"),
    ('×', "0f5k 5f0k"),
    ('·', "0h0i"),
    ('±', "3c3i 0f6f 0m6m"),
    ('√', "0h1h3m6a"),
    ('−', "0h6h"),
    ('–', "0h7h"),
    ('°', "1a3a4b4c3d1d0c0b1a"),
    ('≤', "6d0g6j 0l6l"),
    ('≥', "0d6g0j 0l6l"),
    ('ß', "0m0c2a5a6c6d4f6g7i7k5m3m"),
    ('ü', "0e0k2m5m7k 7e7m 2b2b 5b5b"),
    ('é', "0i7i7g5e2e0g0k2m5m7l 3c5a"),
];
/// The glyph for characters that are not in the list.
const UNKNOWN: &str = "0a6a6m0m0a";
/// Of a space, and between letters, in units of the grid.
const SPACE: f64 = 5.0;
const GAP: f64 = 2.6;
/// The size of a unit, as a part of the height of text.
const UNIT: [f64; 2] = [0.05, 0.0585];
/// Where the baseline is on the grid.
const BASELINE: f64 = 12.0;

/// The strokes of a text of some height whose baseline begins at the origin, and how wide it is.
pub(super) fn strokes(text: &str, height: f64) -> (Vec<Vec<[f64; 2]>>, f64) {
    let (mut strokes, mut left) = (Vec::new(), 0.0);
    for letter in text.chars() {
        if letter.is_whitespace() {
            left += SPACE;
            continue;
        }
        let glyph = GLYPHS.iter().find(|(known, _)| *known == letter).map_or(UNKNOWN, |(_, glyph)| glyph);
        let mut right = 0.0_f64;
        for stroke in glyph.split(' ') {
            let points = stroke.as_bytes().chunks_exact(2).map(|point| {
                let x = f64::from(point[0] - b'0');
                right = right.max(x);
                [(left + x) * UNIT[0] * height, (f64::from(point[1] - b'a') - BASELINE) * UNIT[1] * height]
            });
            strokes.push(rounded(&points.collect::<Vec<_>>()));
        }
        left += right + GAP;
    }
    (strokes, (left - GAP).max(0.0) * UNIT[0] * height)
}

/// Cuts corners that are not sharp, so that a few points make a round letter.
fn rounded(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let between = |p: [f64; 2], q: [f64; 2], part: f64| [0, 1].map(|axis| p[axis] + part * (q[axis] - p[axis]));
    let mut all = Vec::new();
    for (index, &point) in points.iter().enumerate() {
        let (before, after) = (index.checked_sub(1).map(|k| points[k]), points.get(index + 1));
        match (before, after) {
            (Some(before), Some(&after)) if is_round(before, point, after) => {
                all.extend([between(point, before, 0.25), between(point, after, 0.25)]);
            }
            _ => all.push(point),
        }
    }
    all
}

/// Whether a line turns by less than 80 degrees.
fn is_round(p: [f64; 2], q: [f64; 2], r: [f64; 2]) -> bool {
    let (a, b) = ([q[0] - p[0], q[1] - p[1]], [r[0] - q[0], r[1] - q[1]]);
    let dot = a[0] * b[0] + a[1] * b[1];
    dot > 0.17 * a[0].hypot(a[1]) * b[0].hypot(b[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_letter_has_strokes_of_its_own() {
        let mut seen = std::collections::HashMap::new();
        for letter in (b'!'..=b'~').map(char::from).chain("²³µ×·±√−–°≤≥ßüé".chars()) {
            let glyph = GLYPHS.iter().find(|(known, _)| *known == letter);
            let (_, glyph) = glyph.unwrap_or_else(|| panic!("{letter:?} has none"));
            assert!(glyph.split(' ').all(|stroke| stroke.len() >= 4 && stroke.len() % 2 == 0), "{letter:?}");
            // Of the letters that plots write, only these look the same.
            if let Some(other) = seen.insert(glyph, letter) {
                assert!(["0O", "O0"].contains(&&*format!("{other}{letter}")), "{other} and {letter}");
            }
        }
    }

    #[test]
    fn texts_are_as_wide_as_their_strokes() {
        for text in ["", " ", "time of a query [ms]", "Figure 4.15: 256² ± 0.1 µs", "\u{1F600}"] {
            let (strokes, width) = strokes(text, 13.0);
            let xs: Vec<f64> = strokes.iter().flatten().map(|point| point[0]).collect();
            assert!(xs.iter().all(|&x| (0.0..=width + 1e-9).contains(&x)), "{text}");
            assert_eq!(strokes.is_empty(), text.trim().is_empty(), "{text}");
        }
        // Layout counts 7 pixels a letter: what is written must not be wider.
        let text = "number of pairs that FAR and boxes leave";
        assert!(strokes(text, 13.0).1 < 7.0 * text.len() as f64);
    }
}
