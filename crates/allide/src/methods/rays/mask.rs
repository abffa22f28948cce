//! The part of the view in which pairs may share volume.

use super::lattice::Lattice;

/// Which parts of the region the boxes of pairs share: sums over a coarse grid, so that any square is looked up at once.
#[derive(Debug)]
pub(super) struct Mask {
    low: [i32; 2],
    shift: u32,
    /// At each point, the number of covered squares below and to the left.
    sums: Vec<u32>,
}

/// Squares of the mask along each axis.
const MASK: usize = 1 << MASK_BITS;
const MASK_BITS: u32 = 8;

impl Mask {
    pub fn new(lattice: &Lattice, pairs: &[[u32; 2]], low: [i32; 2], region_shift: u32) -> Self {
        let shift = region_shift.saturating_sub(MASK_BITS);
        let mut mask = Self { low, shift, sums: vec![0; (MASK + 1) * (MASK + 1)] };
        // How many rectangles begin here less how many end: the sums over these say how many cover a square.
        let mut steps = vec![0i64; (MASK + 1) * (MASK + 1)];
        for &pair in pairs {
            let [from, to] = lattice.common(pair).map(|corner| mask.square(corner));
            for (u, v, step) in
                [(from[0], from[1], 1), (to[0] + 1, from[1], -1), (from[0], to[1] + 1, -1), (to[0] + 1, to[1] + 1, 1)]
            {
                steps[v * (MASK + 1) + u] += step;
            }
        }
        for v in 0..=MASK {
            for u in 0..=MASK {
                let at = |u: usize, v: usize| v * (MASK + 1) + u;
                let left = if u > 0 { steps[at(u - 1, v)] } else { 0 };
                let below = if v > 0 { steps[at(u, v - 1)] } else { 0 };
                let both = if u > 0 && v > 0 { steps[at(u - 1, v - 1)] } else { 0 };
                steps[at(u, v)] += left + below - both;
                if u < MASK && v < MASK {
                    let covered = u32::from(steps[at(u, v)] > 0);
                    mask.sums[at(u + 1, v + 1)] =
                        covered + mask.sums[at(u, v + 1)] + mask.sums[at(u + 1, v)] - mask.sums[at(u, v)];
                }
            }
        }
        mask
    }

    fn square(&self, point: [i32; 2]) -> [usize; 2] {
        [0, 1].map(|k| (((point[k] - self.low[k]).max(0) >> self.shift) as usize).min(MASK - 1))
    }

    /// Whether a pair may share something in a cell.
    pub fn touches(&self, origin: [i32; 2], shift: u32) -> bool {
        let ([u, v], end) = (self.square(origin), origin.map(|k| k + (1 << shift)));
        let [end_u, end_v] = self.square(end).map(|k| k + 1);
        let at = |u: usize, v: usize| self.sums[v * (MASK + 1) + u];
        at(end_u, end_v) + at(u, v) > at(u, end_v) + at(end_u, v)
    }
}
