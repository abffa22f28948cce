//! The map with pixels of its own for each particle (§3.5.2): nothing covers anything.

use super::{Losses, byte_time, collider_byte, last_of_each, time_byte};
use crate::{DVec3, Impact};
use std::ops::Range;

/// The map of one frame: 8 bits an axis for each pixel of a particle, the highest first.
#[derive(Clone, Debug, PartialEq)]
pub struct PerParticle {
    /// Pixels of each particle, 1 to 6.
    pub depth: u32,
    /// x, y, z, and in the first pixel the collider from 1 (0 is none), in the second the time.
    pub pixels: Vec<[u8; 4]>,
    /// The impacts that it does not show.
    pub losses: Losses,
    frame: Range<f64>,
    bounds: [DVec3; 2],
}

/// The decoded pixels of a particle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decoded {
    /// The collider, below 254; 254 stands for all others.
    pub collider: u32,
    /// Off by half of the extent / 256^depth at most, on each axis.
    pub point: DVec3,
    /// Off by 1/512 of the frame at most; none if particles have one pixel.
    pub time: Option<f64>,
}

impl PerParticle {
    /// Draws the impacts of a frame for this many particles. Points are stored as shares of a box.
    ///
    /// # Panics
    /// If a particle's number is not below `particles`, or `depth` is not from 1 to 6.
    pub fn draw(impacts: &[Impact], frame: Range<f64>, particles: u32, depth: u32, bounds: [DVec3; 2]) -> Self {
        assert!((1..=6).contains(&depth), "a particle has 1 to 6 pixels");
        let (points, repeated) = last_of_each(impacts);
        let mut losses = Losses { impacts: impacts.len() as u64, repeated, ..Losses::default() };
        let mut pixels = vec![[0u8; 4]; particles as usize * depth as usize];
        let steps = 256f64.powi(depth as i32);
        for impact in points {
            let share = (impact.point - bounds[0]) / (bounds[1] - bounds[0]);
            let cells = share.to_array().map(|share| (share * steps).clamp(0.0, steps - 1.0) as u64);
            let own = &mut pixels[impact.particle as usize * depth as usize..][..depth as usize];
            for (k, pixel) in own.iter_mut().enumerate() {
                let shift = 8 * (depth as usize - 1 - k);
                let [x, y, z] = cells.map(|cell| (cell >> shift) as u8);
                *pixel = [x, y, z, if k == 1 { time_byte(impact.time, &frame) } else { 0 }];
            }
            own[0][3] = collider_byte(impact.collider, &mut losses);
        }
        Self { depth, pixels, losses, frame, bounds }
    }

    /// The decoded pixels of a particle; `None` if it hit nothing.
    pub fn decode(&self, particle: u32) -> Option<Decoded> {
        let own = &self.pixels[particle as usize * self.depth as usize..][..self.depth as usize];
        let collider = u32::from(own[0][3]).checked_sub(1)?;
        let steps = 256f64.powi(self.depth as i32);
        let cell = |axis: usize| own.iter().fold(0u64, |cell, pixel| cell << 8 | u64::from(pixel[axis]));
        let share = DVec3::from_array([0, 1, 2].map(|axis| (cell(axis) as f64 + 0.5) / steps));
        let time = own.get(1).map(|pixel| byte_time(pixel[3], &self.frame));
        Some(Decoded { collider, point: self.bounds[0] + (self.bounds[1] - self.bounds[0]) * share, time })
    }
}
