//! Letters as strokes: pairs of digits are x and y on a grid, capitals 6 high from y = 0 to the base line at y = 6, with a space
//! between points and a bar where the pen is lifted. A point by itself is a dot.

const GLYPHS: &str = "
a 43 32 12 03 05 16 36 45|42 46
b 00 06|03 12 32 43 45 36 16 05
c 43 32 12 03 05 16 36 45
d 40 46|43 32 12 03 05 16 36 45
e 04 44 43 32 12 03 05 16 36 45
f 30 20 11 16|02 32
g 42 47 38 18 07|43 32 12 03 05 16 36 45
h 00 06|03 12 32 43 46
i 02 06|00
j 12 17 08|10
k 00 06|32 04 36
l 00 05 16
m 02 06|03 12 23 26|23 32 43 46
n 02 06|03 12 32 43 46
o 12 03 05 16 36 45 43 32 12
p 02 08|03 12 32 43 45 36 16 05
q 42 48|43 32 12 03 05 16 36 45
r 02 06|03 12 32
s 43 32 12 03 14 34 45 36 16 05
t 10 15 26 36|02 32
u 02 05 16 36 45 42|45 46
v 02 26 42
w 02 16 23 36 42
x 02 46|42 06
y 02 26|42 18 08
z 02 42 06 46
A 06 20 46|14 34
B 03 33 44 45 36 06 00 30 41 42 33
C 41 30 10 01 05 16 36 45
D 00 06 26 44 42 20 00
E 40 00 06 46|03 33
F 40 00 06|03 33
G 41 30 10 01 05 16 36 45 43 23
H 00 06|40 46|03 43
I 00 06
J 30 35 26 16 05
K 00 06|40 03 46
L 00 06 36
M 06 00 23 40 46
N 06 00 46 40
O 10 01 05 16 36 45 41 30 10
P 06 00 30 41 42 33 03
Q 10 01 05 16 36 45 41 30 10|34 46
R 06 00 30 41 42 33 03|23 46
S 41 30 10 01 02 13 33 44 45 36 16 05
T 00 40|20 26
U 00 05 16 36 45 40
V 00 26 40
W 00 16 22 36 40
X 00 46|40 06
Y 00 23 40|23 26
Z 00 40 06 46
0 10 01 05 16 36 45 41 30 10
1 01 10 16
2 01 10 30 41 42 06 46
3 00 40 23 33 44 45 36 16 05
4 36 30 04 44
5 40 00 02 32 43 45 36 06
6 30 12 04 05 16 36 45 44 33 13 04
7 00 40 16
8 13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33
9 16 34 42 41 30 10 01 02 13 33 42
. 06
, 15 07
: 03|06
; 13|15 07
- 03 33
_ 07 47
/ 40 06
\\ 00 46
( 10 02 04 16
) 00 12 14 06
[ 10 00 06 16
] 00 10 16 06
# 10 16|30 36|02 42|04 44
+ 21 25|03 43
= 02 42|04 44
% 40 06|00 01|45 46
\" 00 02|20 22
' 00 02
! 00 04|06
? 01 10 30 41 42 24|26
& 46 11 10 20 21 04 05 16 26 44
* 21 25|02 44|42 04
@ 45 36 16 05 01 10 30 41 44 34 32 22 13 24 34
< 41 03 45
> 01 43 05
~ 04 13 34 43
× 03 36|33 06
";
/// The glyph for letters that are not in the list.
const BOX: &str = "00 40 46 06 00";

fn glyph(letter: char) -> &'static str {
    let found = GLYPHS.lines().find_map(|line| line.strip_prefix(letter)?.strip_prefix(' '));
    if letter == ' ' { "" } else { found.unwrap_or(BOX) }
}

fn points(stroke: &str) -> Vec<[f32; 2]> {
    let digit = |byte: u8| f32::from(byte - b'0');
    stroke.split_ascii_whitespace().map(|point| [digit(point.as_bytes()[0]), digit(point.as_bytes()[1])]).collect()
}

/// The lines of a letter whose base line begins at the origin; capitals are `height` high, and y points downwards.
pub(super) fn lines(letter: char, height: f32) -> Vec<[[f32; 2]; 2]> {
    let placed = |[x, y]: [f32; 2]| [x * height / 6.5, (y - 6.0) * height / 6.0];
    let mut lines = Vec::new();
    for stroke in glyph(letter).split('|') {
        let points = points(stroke);
        lines.extend(points.windows(2).map(|ends| [placed(ends[0]), placed(ends[1])]));
        lines.extend(points.first().filter(|_| points.len() == 1).map(|&point| [placed(point); 2]));
    }
    lines
}

/// How far the next letter is from a letter.
pub(super) fn advance(letter: char, height: f32) -> f32 {
    let widest = glyph(letter).split('|').flat_map(points).map(|[x, _]| x).fold(0.0, f32::max);
    (if letter == ' ' { 3.0 } else { widest + 1.7 }) * height / 6.5
}

/// How wide a text is.
pub(super) fn width(text: &str, height: f32) -> f32 {
    let gap = if text.is_empty() { 0.0 } else { 1.7 * height / 6.5 };
    text.chars().map(|letter| advance(letter, height)).sum::<f32>() - gap
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_differ_and_stay_in_their_box() {
        let letters: Vec<char> = (' '..='~').filter(|letter| letter.is_ascii_alphanumeric()).collect();
        let mut seen = std::collections::HashMap::new();
        for &letter in &letters {
            assert!(glyph(letter) != BOX && !lines(letter, 6.0).is_empty(), "{letter}");
            assert!(lines(letter, 6.0).iter().flatten().all(|[_, y]| (-6.0..=2.0).contains(y)), "{letter}");
            if let Some(other) = seen.insert(glyph(letter), letter) {
                // As in most fonts without serifs.
                assert_eq!([other, letter], ['0', 'O']);
            }
        }
        assert_eq!((glyph('ж'), glyph('\\'), glyph('\"')), (BOX, "00 46", "00 02|20 22"));
    }

    #[test]
    fn longer_texts_are_wider() {
        for (short, long) in [("", "1"), ("1", "12"), ("il", "mw"), ("a", "a a")] {
            assert!(width(short, 12.0) < width(long, 12.0), "{short:?} {long:?}");
        }
    }
}
