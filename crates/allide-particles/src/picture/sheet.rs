//! Many pictures on one.

use super::canvas::Picture;
use super::font;

const PAPER: u32 = 0x11151B;
const INK: u32 = 0xD7DEE6;
/// Pixels between pictures.
const GAP: usize = 12;
/// Pixels of a caption.
const CAPTION: usize = 22;

/// Wider pictures are shrunk.
const WIDEST: usize = 480;

/// Pictures in rows, each with its caption below, on dark paper. Those wider than 480 pixels are shrunk; those of different
/// sizes stand in cells of the largest.
///
/// `columns` of 0 makes the sheet about as wide as four thirds of its height.
pub fn contact_sheet(pictures: &[(String, Picture)], columns: usize) -> Picture {
    let pictures: Vec<(&String, Picture)> =
        pictures.iter().map(|(text, picture)| (text, picture.shrunk(WIDEST))).collect();
    let width = pictures.iter().map(|(_, picture)| picture.width).max().unwrap_or(1);
    let height = pictures.iter().map(|(_, picture)| picture.height).max().unwrap_or(1) + CAPTION;
    let count = pictures.len().max(1);
    let shape = (4.0 / 3.0 * count as f64 * height as f64 / width as f64).sqrt().round() as usize;
    let columns = if columns == 0 { shape } else { columns }.clamp(1, count);
    let rows = count.div_ceil(columns);
    let full = [columns * (width + GAP) + GAP, rows * (height + GAP) + GAP];
    let mut sheet = Picture::filled(full[0], full[1], PAPER);
    for (number, (caption, picture)) in pictures.iter().enumerate() {
        let [x, y] = [GAP + number % columns * (width + GAP), GAP + number / columns * (height + GAP)];
        sheet.paste(picture, [x + (width - picture.width) / 2, y]);
        let scale = if font::width(caption, 2) <= width { 2 } else { 1 };
        let left = x + (width.saturating_sub(font::width(caption, scale))) / 2;
        font::write(&mut sheet, caption, [left, y + height - CAPTION + 5], scale, INK);
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_have_room_for_all_pictures() {
        for count in [0, 1, 2, 7, 12] {
            for columns in [0, 1, 3, 50] {
                let one = (String::from("t = 1.25 s"), Picture::filled(40, 30, 0xFF0000));
                let sheet = contact_sheet(&vec![one; count], columns);
                assert_eq!(sheet.rgb.len(), 3 * sheet.width * sheet.height);
                let red = sheet.rgb.chunks(3).filter(|pixel| *pixel == [0xFF, 0, 0]).count();
                assert_eq!(red, count * 40 * 30);
            }
        }
    }

    #[test]
    fn shrinking_keeps_means() {
        let mut picture = Picture::filled(1000, 500, 0);
        (0..500).step_by(2).for_each(|row| picture.fill([0, row], [1000, 1], 0xFFFFFF));
        let small = picture.shrunk(100);
        assert_eq!((small.width, small.height, small.rgb.len()), (100, 50, 15_000));
        assert!(small.rgb.iter().all(|&byte| byte == 180), "{:?}", small.rgb[0]);
        assert_eq!(picture.shrunk(0).rgb.len(), 3);
        assert!(picture.shrunk(1000) == picture && Picture::filled(0, 0, 0).shrunk(5).rgb.is_empty());
    }
}
