//! Triangles so large or small that no filter decides: they are brought among ordinary numbers, and looked at there.

use super::Surface;
use crate::Triangle;
use crate::overlap::Class;
use crate::scale::{factor, scaled};
use glam::DVec3;

/// How many triangles are looked at together at most.
const MOST: usize = 8;
const PLACES: [u32; MOST] = [0, 1, 2, 3, 4, 5, 6, 7];

impl Surface<'_> {
    /// Calls `found` with those of `others` that have a bit and overlap `triangle`. Returns the bits of those that cannot
    /// be brought among ordinary numbers without loss, or need not.
    #[cold]
    pub(super) fn decide_scaled(
        &self,
        triangle: &Triangle,
        own: Option<[u32; 3]>,
        (others, mut bits): (&[u32], u32),
        found: &mut dyn FnMut(u32, Class),
    ) -> u32 {
        let Some((one, factor)) = factor(&[triangle]).and_then(|factor| Some((scaled(triangle, factor)?, factor)))
        else {
            return bits;
        };
        // Common vertices keep common numbers: those of the one triangle come first.
        let mut positions = [DVec3::ZERO; 3 * MOST + 3];
        positions[..3].copy_from_slice(&one);
        let number = |vertex: u32| own?.iter().position(|&other| other == vertex);
        let (mut triangles, mut numbers, mut count) = ([[0; 3]; MOST], [0; MOST], 0);
        let mut left = 0;
        while bits != 0 {
            let lane = bits.trailing_zeros();
            bits &= bits - 1;
            let other = others[lane as usize];
            let Some(corners) = scaled(&self.triangle(other), factor) else {
                left |= 1 << lane;
                continue;
            };
            let first = 3 * count + 3;
            positions[first..first + 3].copy_from_slice(&corners);
            let vertices = self.triangles[other as usize];
            triangles[count] = [0, 1, 2].map(|k| number(vertices[k]).unwrap_or(first + k) as u32);
            numbers[count] = other;
            count += 1;
        }
        let surface = Surface { positions: &positions, triangles: &triangles[..count] };
        let own = own.map(|own| own.map(|vertex| number(vertex).unwrap_or(0) as u32));
        surface.for_each_overlap(&one, own, &PLACES[..count], |place, class| found(numbers[place as usize], class));
        left
    }
}
