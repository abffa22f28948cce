//! Impact maps: where on colliders particles hit, as pictures.
//!
//! [`Published`] is the map of the thesis (§3.4), [`PerParticle`] its alternative (§3.5.2), and [`Full`] ours. All are drawn from the list
//! of a frame's impacts, and count what they cannot hold.

mod full;
mod per_particle;
mod published;

pub use full::{Cells, Full, Rule};
pub use per_particle::{Decoded, PerParticle};
pub use published::{Blend, Pixel, Published};

use crate::{DVec2, Impact};
use std::ops::Range;

/// The impacts of a list that its map does not show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Impacts in the list.
    pub impacts: u64,
    /// Not drawn, because the particle has a later one in the same frame: each particle has one point.
    pub repeated: u64,
    /// Overwritten by others in the same pixel, or merged with them.
    pub covered: u64,
    /// Drawn, but with a collider that 8 bits cannot tell from others.
    pub ambiguous: u64,
}

impl Losses {
    /// Impacts that cannot be told from the map.
    pub fn total(&self) -> u64 {
        self.repeated + self.covered
    }
}

/// The pixel of a point of the unit square, in a map of this width and height.
fn pixel(uv: DVec2, [width, height]: [u32; 2]) -> usize {
    let column = ((uv.x * f64::from(width)) as u32).min(width - 1);
    let row = ((uv.y * f64::from(height)) as u32).min(height - 1);
    row as usize * width as usize + column as usize
}

/// Which 256th of a frame a time is in.
fn time_byte(time: f64, frame: &Range<f64>) -> u8 {
    ((time - frame.start) / (frame.end - frame.start) * 256.0).clamp(0.0, 255.0) as u8
}

/// The middle of a 256th of a frame.
fn byte_time(byte: u8, frame: &Range<f64>) -> f64 {
    frame.start + (f64::from(byte) + 0.5) / 256.0 * (frame.end - frame.start)
}

/// The last impact of each particle, by particle, and how many others there are.
fn last_of_each(impacts: &[Impact]) -> (Vec<&Impact>, u64) {
    let mut last: Vec<&Impact> = impacts.iter().collect();
    // Stable: of one particle, the list is in order of time.
    last.sort_by_key(|impact| impact.particle);
    let mut kept: Vec<&Impact> = Vec::with_capacity(last.len());
    for impact in last {
        match kept.last_mut() {
            Some(before) if before.particle == impact.particle => *before = impact,
            _ => kept.push(impact),
        }
    }
    let repeated = (impacts.len() - kept.len()) as u64;
    (kept, repeated)
}

/// The collider as a byte: 0 is none, and 255 stands for all from the 255th on.
fn collider_byte(collider: u32, losses: &mut Losses) -> u8 {
    losses.ambiguous += u64::from(collider >= 254);
    (collider + 1).min(255) as u8
}
