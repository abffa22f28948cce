//! Digits as strokes, in a box 4 wide and 6 high with y downwards.

type Stroke = &'static [[f32; 2]];

const OVAL: Stroke = &[
    [2.0, 0.0],
    [3.0, 0.3],
    [3.7, 1.2],
    [4.0, 3.0],
    [3.7, 4.8],
    [3.0, 5.7],
    [2.0, 6.0],
    [1.0, 5.7],
    [0.3, 4.8],
    [0.0, 3.0],
    [0.3, 1.2],
    [1.0, 0.3],
    [2.0, 0.0],
];
const ONE: Stroke = &[[0.8, 1.2], [2.3, 0.0], [2.3, 6.0]];
const TWO: Stroke =
    &[[0.2, 1.5], [0.5, 0.6], [1.3, 0.0], [2.6, 0.0], [3.5, 0.6], [3.7, 1.5], [3.3, 2.5], [0.1, 6.0], [3.9, 6.0]];
const THREE: Stroke = &[
    [0.3, 0.9],
    [1.1, 0.1],
    [2.1, 0.0],
    [3.2, 0.4],
    [3.5, 1.4],
    [3.1, 2.4],
    [1.9, 2.8],
    [3.2, 3.2],
    [3.8, 4.3],
    [3.4, 5.4],
    [2.1, 6.0],
    [1.0, 5.8],
    [0.2, 5.0],
];
const FOUR: Stroke = &[[3.0, 6.0], [3.0, 0.0], [0.0, 4.2], [4.0, 4.2]];
const FIVE: Stroke = &[
    [3.5, 0.0],
    [0.8, 0.0],
    [0.5, 2.7],
    [1.3, 2.2],
    [2.4, 2.1],
    [3.5, 2.8],
    [3.8, 4.0],
    [3.4, 5.2],
    [2.3, 6.0],
    [1.1, 5.9],
    [0.2, 5.1],
];
const SIX: Stroke = &[
    [3.4, 0.6],
    [2.4, 0.0],
    [1.2, 0.4],
    [0.4, 1.7],
    [0.1, 3.6],
    [0.5, 5.2],
    [1.4, 6.0],
    [2.6, 6.0],
    [3.6, 5.2],
    [3.8, 4.1],
    [3.4, 3.0],
    [2.4, 2.4],
    [1.2, 2.7],
    [0.2, 3.8],
];
const SEVEN: Stroke = &[[0.1, 0.0], [3.9, 0.0], [1.6, 6.0]];
const EIGHT: Stroke = &[
    [2.0, 2.8],
    [0.9, 2.3],
    [0.5, 1.4],
    [0.9, 0.4],
    [2.0, 0.0],
    [3.1, 0.4],
    [3.5, 1.4],
    [3.1, 2.3],
    [2.0, 2.8],
    [0.6, 3.4],
    [0.1, 4.5],
    [0.7, 5.6],
    [2.0, 6.0],
    [3.3, 5.6],
    [3.9, 4.5],
    [3.4, 3.4],
    [2.0, 2.8],
];

/// The strokes of a digit; 9 is 6 turned upside down.
fn strokes(digit: u32) -> Vec<[f32; 2]> {
    let stroke = match digit {
        0 => OVAL,
        1 => ONE,
        2 => TWO,
        3 => THREE,
        4 => FOUR,
        5 => FIVE,
        7 => SEVEN,
        8 => EIGHT,
        _ => SIX,
    };
    let turned = |&[x, y]: &[f32; 2]| if digit == 9 { [4.0 - x, 6.0 - y] } else { [x, y] };
    stroke.iter().map(turned).collect()
}

/// The lines of a number written `height` high and centred at the origin.
pub(super) fn number(number: u32, height: f32) -> Vec<[[f32; 2]; 2]> {
    let digits: Vec<u32> = number.to_string().chars().filter_map(|digit| digit.to_digit(10)).collect();
    let scale = height / 6.0;
    let width = digits.len() as f32 * 5.2 - 1.2;
    let mut lines = Vec::new();
    for (place, &digit) in digits.iter().enumerate() {
        let shift = place as f32 * 5.2 - width / 2.0;
        let points: Vec<_> = strokes(digit).iter().map(|&[x, y]| [(x + shift) * scale, (y - 3.0) * scale]).collect();
        lines.extend(points.windows(2).map(|ends| [ends[0], ends[1]]));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_differ_and_stay_in_their_box() {
        let all: Vec<_> = (0..10).map(strokes).collect();
        for (digit, points) in all.iter().enumerate() {
            assert!(points.iter().all(|&[x, y]| (0.0..=4.0).contains(&x) && (0.0..=6.0).contains(&y)), "{digit}");
            assert!(all[digit + 1..].iter().all(|other| other != points), "{digit}");
        }
    }

    #[test]
    fn numbers_are_centred() {
        for value in [0, 8, 88, 808] {
            let xs: Vec<f32> = number(value, 12.0).iter().flatten().map(|point| point[0]).collect();
            let (low, high) =
                (xs.iter().copied().fold(f32::MAX, f32::min), xs.iter().copied().fold(f32::MIN, f32::max));
            assert!((low + high).abs() < 0.5, "{value}: {low} {high}");
        }
    }
}
