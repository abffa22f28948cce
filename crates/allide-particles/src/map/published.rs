//! The impact map as published: one point a particle, 8 bits a channel.

use super::{Losses, byte_time, collider_byte, last_of_each, pixel, time_byte};
use crate::{DVec2, Impact};
use std::ops::Range;

/// The rule where several points fall on one pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blend {
    /// The particle with the highest number stays: points are drawn in that order.
    Overwrite,
    /// Channels are added, up to 255 each.
    Add,
}

/// The map of one frame.
///
/// A collider of M by N metres is seen with a resolution of M / width by N / height, the time with 1/256 of the frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// Pixels in a row and rows.
    pub size: [u32; 2],
    /// Collider from 1, time, speed, and how many points: 0 without any.
    pub pixels: Vec<[u8; 4]>,
    /// The impacts that it does not show.
    pub losses: Losses,
    frame: Range<f64>,
    top_speed: f64,
}

/// The decoded pixel, where one point was drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pixel {
    /// The collider, below 254; 254 stands for all others.
    pub collider: u32,
    /// The middle of the pixel in the parametrisation.
    pub uv: DVec2,
    /// Off by 1/512 of the frame at most.
    pub time: f64,
    /// Off by 1/510 of the top speed at most, below it.
    pub speed: f64,
}

impl Published {
    /// Draws the impacts of a frame. Speeds are stored as shares of `top_speed`.
    ///
    /// # Panics
    /// If a side of `size` is 0.
    pub fn draw(impacts: &[Impact], frame: Range<f64>, size: [u32; 2], top_speed: f64, blend: Blend) -> Self {
        assert!(size[0] > 0 && size[1] > 0, "a map has pixels");
        let (points, repeated) = last_of_each(impacts);
        let mut losses = Losses { impacts: impacts.len() as u64, repeated, ..Losses::default() };
        let mut pixels = vec![[0u8; 4]; size[0] as usize * size[1] as usize];
        for impact in points {
            let point = channels(impact, &frame, top_speed, &mut losses);
            let pixel = &mut pixels[pixel(impact.uv, size)];
            losses.covered += u64::from(pixel[3] > 0);
            *pixel = match blend {
                Blend::Overwrite => point,
                Blend::Add => std::array::from_fn(|k| pixel[k].saturating_add(point[k])),
            };
        }
        Self { size, pixels, losses, frame, top_speed }
    }

    /// The speed that the largest byte stands for.
    pub fn top_speed(&self) -> f64 {
        self.top_speed
    }

    /// Pixel, channels and number from 1 of each point that is drawn, as words, for a GPU.
    #[cfg(feature = "gpu")]
    pub(crate) fn points(impacts: &[Impact], frame: &Range<f64>, size: [u32; 2], top_speed: f64) -> Vec<[u32; 4]> {
        let (points, _) = last_of_each(impacts);
        let mut losses = Losses::default();
        let point = |impact: &Impact| {
            let channels = channels(impact, frame, top_speed, &mut losses);
            [pixel(impact.uv, size) as u32, u32::from_le_bytes(channels), impact.particle + 1, 0]
        };
        points.into_iter().map(point).collect()
    }

    /// The decoded pixel; `None` where nothing was drawn, or several points were added.
    pub fn decode(&self, column: u32, row: u32) -> Option<Pixel> {
        let [collider, time, speed, count] = self.pixels[row as usize * self.size[0] as usize + column as usize];
        let middle = DVec2::new(f64::from(column) + 0.5, f64::from(row) + 0.5);
        (count == 1).then(|| Pixel {
            collider: u32::from(collider) - 1,
            uv: middle / DVec2::new(f64::from(self.size[0]), f64::from(self.size[1])),
            time: byte_time(time, &self.frame),
            speed: f64::from(speed) / 255.0 * self.top_speed,
        })
    }
}

fn channels(impact: &Impact, frame: &Range<f64>, top_speed: f64, losses: &mut Losses) -> [u8; 4] {
    let speed = (impact.speed / top_speed * 255.0 + 0.5).clamp(0.0, 255.0) as u8;
    [collider_byte(impact.collider, losses), time_byte(impact.time, frame), speed, 1]
}
