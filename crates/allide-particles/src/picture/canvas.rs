use super::colors::{Color, shown};
use rayon::prelude::*;
use std::io::{self, Write};
use std::path::Path;

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// In pixels.
    pub width: usize,
    /// In pixels.
    pub height: usize,
    /// Red, green and blue of each pixel, row by row from the top.
    pub rgb: Vec<u8>,
}

impl Picture {
    /// A picture of one colour, given as 0xRRGGBB.
    pub fn filled(width: usize, height: usize, hex: u32) -> Self {
        let pixel = [16, 8, 0].map(|shift| (hex >> shift) as u8);
        Self { width, height, rgb: pixel.repeat(width * height) }
    }

    /// A picture of linear colours.
    pub(super) fn from_linear(width: usize, height: usize, colors: &[Color]) -> Self {
        let mut rgb = vec![0; 3 * colors.len()];
        let rows = rgb.par_chunks_mut(3 * width).zip(colors.par_chunks(width));
        rows.for_each(|(row, colors)| {
            row.chunks_mut(3).zip(colors).for_each(|(pixel, color)| pixel.copy_from_slice(&shown(*color)))
        });
        Self { width, height, rgb }
    }

    /// Sets a pixel, if it is in the picture.
    pub(super) fn set(&mut self, x: usize, y: usize, hex: u32) {
        if x < self.width && y < self.height {
            let at = 3 * (y * self.width + x);
            self.rgb[at..at + 3].copy_from_slice(&[16, 8, 0].map(|shift| (hex >> shift) as u8));
        }
    }

    /// Fills a rectangle, as far as it is in the picture.
    pub(super) fn fill(&mut self, [x, y]: [usize; 2], [width, height]: [usize; 2], hex: u32) {
        for row in y..(y + height).min(self.height) {
            (x..(x + width).min(self.width)).for_each(|column| self.set(column, row, hex));
        }
    }

    /// Puts another picture into this one, as far as it fits.
    pub(super) fn paste(&mut self, other: &Self, [x, y]: [usize; 2]) {
        let count = other.width.min(self.width.saturating_sub(x));
        for row in 0..other.height.min(self.height.saturating_sub(y)) {
            let (to, from) = (3 * ((y + row) * self.width + x), 3 * row * other.width);
            self.rgb[to..to + 3 * count].copy_from_slice(&other.rgb[from..from + 3 * count]);
        }
    }

    /// The same, no wider than `most`: pixels are means of what they replace, in linear light nearly.
    #[must_use]
    pub fn shrunk(&self, most: usize) -> Self {
        let most = most.max(1);
        if self.width <= most {
            return self.clone();
        }
        let (width, height) = (most, (self.height * most / self.width).max(1));
        let part = |k: usize, from: usize, to: usize| k * from / to..((k + 1) * from / to).max(k * from / to + 1);
        let mut rgb = Vec::with_capacity(3 * width * height);
        for y in 0..height {
            for x in 0..width {
                let (rows, columns) = (part(y, self.height, height), part(x, self.width, width));
                let count = (rows.len() * columns.len()) as f64;
                for channel in 0..3 {
                    let at = |row: usize, column: usize| f64::from(self.rgb[3 * (row * self.width + column) + channel]);
                    let squares = rows.clone().flat_map(|row| columns.clone().map(move |column| at(row, column)));
                    let sum: f64 = squares.map(|value| value * value).sum();
                    rgb.push((sum / count).sqrt().round() as u8);
                }
            }
        }
        Self { width, height, rgb }
    }

    /// The picture as a PNG file in memory.
    ///
    /// # Errors
    /// Only if the picture's fields do not fit together.
    pub fn png(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        encoder.write_header()?.write_image_data(&self.rgb)?;
        Ok(bytes)
    }

    /// Writes a PNG file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_png(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let png = self.png()?;
        allide_files::replace(path.as_ref(), |file| file.write_all(&png))
    }
}
