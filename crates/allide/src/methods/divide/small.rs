//! Pairs of small objects: nothing is divided. The boxes of their triangles are made once for all pairs that an object is
//! in, and compared all with all. A building has thousands of such pairs, and each is soon done.
//!
//! The boxes are 32-bit floats, relative to one point of the scene. Rounding is monotone, so boxes that overlap still do.

use crate::confirm::{Batch, Sink};
use crate::simd::with_wide_vectors;
use crate::world::{WorldObject, WorldPair};
use allide_geom::{Aabb, DVec3};

/// Objects with more triangles than this are not small.
const MOST: usize = 1 << 13;
/// Two small objects with more pairs of triangles than this are divided all the same.
const MOST_PAIRS: usize = 1 << 18;

/// Boxes compared at a time.
const LANES: usize = 16;

/// The boxes of an object's triangles, side by side, padded with boxes that overlap nothing.
#[derive(Debug)]
pub(crate) struct SmallBoxes {
    blocks: Vec<Block>,
    bounds: Box32,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    low: [[f32; LANES]; 3],
    high: [[f32; LANES]; 3],
}

#[derive(Clone, Copy, Debug)]
struct Box32 {
    low: [f32; 3],
    high: [f32; 3],
}

impl SmallBoxes {
    pub(crate) fn new(object: &WorldObject, origin: DVec3) -> Self {
        let nothing = Block { low: [[f32::NAN; LANES]; 3], high: [[f32::NAN; LANES]; 3] };
        let mut blocks = vec![nothing; object.triangle_count().div_ceil(LANES)];
        let positions = object.positions();
        for (triangle, &[p, q, r]) in object.mesh.triangles().iter().enumerate() {
            let [p, q, r] = [positions[p as usize], positions[q as usize], positions[r as usize]];
            let bounds = Box32::new(&Aabb { min: p.min(q).min(r), max: p.max(q).max(r) }, origin);
            let block = &mut blocks[triangle / LANES];
            for k in 0..3 {
                block.low[k][triangle % LANES] = bounds.low[k];
                block.high[k][triangle % LANES] = bounds.high[k];
            }
        }
        Self { blocks, bounds: Box32::new(&object.bounds(), origin) }
    }

    /// The boxes of some blocks that overlap `other`.
    fn collect_hits(&self, blocks: &[usize], other: &Box32, hits: &mut Vec<u32>) {
        hits.clear();
        with_wide_vectors(
            #[inline(always)]
            || {
                for &place in blocks {
                    let mut left = self.blocks[place].hits(other);
                    while left != 0 {
                        hits.push((LANES * place) as u32 + left.trailing_zeros());
                        left &= left - 1;
                    }
                }
            },
        );
    }
}

impl Box32 {
    fn new(bounds: &Aabb, origin: DVec3) -> Self {
        let round = |point: DVec3| (point - origin).as_vec3().to_array();
        Self { low: round(bounds.min), high: round(bounds.max) }
    }

    fn grown(&self, margin: f32) -> Self {
        Self { low: self.low.map(|x| x - margin), high: self.high.map(|x| x + margin) }
    }
}

impl Block {
    /// A bit for each box that overlaps `other`.
    #[inline(always)]
    fn hits(&self, other: &Box32) -> u32 {
        let mut hits = 0;
        for lane in 0..LANES {
            let mut hit = true;
            for k in 0..3 {
                hit &= (self.low[k][lane] <= other.high[k]) & (other.low[k] <= self.high[k][lane]);
            }
            hits |= u32::from(hit) << lane;
        }
        hits
    }

    fn get(&self, lane: usize) -> Box32 {
        let at = |columns: &[[f32; LANES]; 3]| [columns[0][lane], columns[1][lane], columns[2][lane]];
        Box32 { low: at(&self.low), high: at(&self.high) }
    }
}

/// Whether both are small enough to be compared here.
pub(super) fn are_small(pair: WorldPair<'_>) -> bool {
    let (a, b) = (pair.a.triangle_count(), pair.b.triangle_count());
    pair.a.id != pair.b.id && a <= MOST && b <= MOST && a * b <= MOST_PAIRS
}

pub(super) fn search<S: Sink>(pair: WorldPair<'_>, sink: &S) -> Batch<S::Finding> {
    let (a, b) = (pair.a.small_boxes(), pair.b.small_boxes());
    let margin = sink.margin();
    // Rounding the margin, the boxes and the sums takes less than this away.
    let rounding = (pair.a.span() + margin) * f64::from(f32::EPSILON) * 4.0;
    let margin = if margin > 0.0 { (margin + rounding) as f32 } else { 0.0 };
    let mut batch = Batch::default();
    let (near_a, near_b) = (a.bounds.grown(margin), b.bounds.grown(margin));
    let reached: Vec<usize> = (0..b.blocks.len()).filter(|&place| b.blocks[place].hits(&near_a) != 0).collect();
    let mut others = Vec::with_capacity(LANES * reached.len());
    for (place, block) in a.blocks.iter().enumerate() {
        let mut left = block.hits(&near_b);
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            b.collect_hits(&reached, &block.get(lane).grown(margin), &mut others);
            if !others.is_empty() {
                sink.offer(&mut batch, (LANES * place + lane) as u32, &others);
            }
        }
        if sink.is_done() {
            break;
        }
    }
    batch
}
