//! Small letters, 5 pixels by 7.

use super::canvas::Picture;

/// Rows from the top; the highest of five bits is on the left.
const GLYPHS: [(char, [u8; 7]); 45] = [
    ('0', [14, 17, 19, 21, 25, 17, 14]),
    ('1', [4, 12, 4, 4, 4, 4, 14]),
    ('2', [14, 17, 1, 6, 8, 16, 31]),
    ('3', [14, 17, 1, 6, 1, 17, 14]),
    ('4', [2, 6, 10, 18, 31, 2, 2]),
    ('5', [31, 16, 30, 1, 1, 17, 14]),
    ('6', [6, 8, 16, 30, 17, 17, 14]),
    ('7', [31, 1, 2, 4, 8, 8, 8]),
    ('8', [14, 17, 17, 14, 17, 17, 14]),
    ('9', [14, 17, 17, 15, 1, 2, 12]),
    ('a', [0, 0, 14, 1, 15, 17, 15]),
    ('b', [16, 16, 30, 17, 17, 17, 30]),
    ('c', [0, 0, 14, 16, 16, 16, 14]),
    ('d', [1, 1, 15, 17, 17, 17, 15]),
    ('e', [0, 0, 14, 17, 31, 16, 14]),
    ('f', [6, 8, 28, 8, 8, 8, 8]),
    ('g', [0, 0, 15, 17, 15, 1, 14]),
    ('h', [16, 16, 30, 17, 17, 17, 17]),
    ('i', [4, 0, 12, 4, 4, 4, 14]),
    ('j', [2, 0, 6, 2, 2, 18, 12]),
    ('k', [16, 16, 18, 20, 24, 20, 18]),
    ('l', [12, 4, 4, 4, 4, 4, 14]),
    ('m', [0, 0, 26, 21, 21, 21, 21]),
    ('n', [0, 0, 30, 17, 17, 17, 17]),
    ('o', [0, 0, 14, 17, 17, 17, 14]),
    ('p', [0, 0, 30, 17, 30, 16, 16]),
    ('q', [0, 0, 15, 17, 15, 1, 1]),
    ('r', [0, 0, 22, 24, 16, 16, 16]),
    ('s', [0, 0, 15, 16, 14, 1, 30]),
    ('t', [8, 8, 28, 8, 8, 8, 6]),
    ('u', [0, 0, 17, 17, 17, 17, 15]),
    ('v', [0, 0, 17, 17, 17, 10, 4]),
    ('w', [0, 0, 17, 17, 21, 21, 10]),
    ('x', [0, 0, 17, 10, 4, 10, 17]),
    ('y', [0, 0, 17, 17, 15, 1, 14]),
    ('z', [0, 0, 31, 2, 4, 8, 31]),
    (' ', [0; 7]),
    ('.', [0, 0, 0, 0, 0, 12, 12]),
    (',', [0, 0, 0, 0, 12, 4, 8]),
    (':', [0, 12, 12, 0, 12, 12, 0]),
    ('-', [0, 0, 0, 31, 0, 0, 0]),
    ('=', [0, 0, 31, 0, 31, 0, 0]),
    ('/', [1, 1, 2, 4, 8, 16, 16]),
    ('(', [2, 4, 8, 8, 8, 4, 2]),
    (')', [8, 4, 2, 2, 2, 4, 8]),
];

/// Pixels from one letter to the next, at scale 1.
const ADVANCE: usize = 6;

/// How wide a text is, in pixels.
pub(super) fn width(text: &str, scale: usize) -> usize {
    text.chars().count() * ADVANCE * scale
}

/// Writes a text with its top left corner there. Capitals are written small; what has no letter here is a dash.
pub(super) fn write(picture: &mut Picture, text: &str, [x, y]: [usize; 2], scale: usize, hex: u32) {
    for (place, letter) in text.chars().enumerate() {
        let letter = letter.to_ascii_lowercase();
        let find = |wanted: char| GLYPHS.iter().find(|(glyph, _)| *glyph == wanted);
        let rows = find(letter).or_else(|| find('-')).map_or([0; 7], |(_, rows)| *rows);
        for (row, bits) in rows.iter().enumerate() {
            for column in (0..5).filter(|column| bits >> (4 - column) & 1 == 1) {
                let at = [x + (place * ADVANCE + column) * scale, y + row * scale];
                picture.fill(at, [scale, scale], hex);
            }
        }
    }
}
