//! Pairs of small objects: nothing is divided. The boxes of their triangles are made once for all pairs that an object is
//! in. Those of each object that reach the bounds of the other are compared all with all if they are few, and otherwise in
//! blocks of neighbours, block by block. A building has thousands of such pairs, and each is soon done.
//!
//! The boxes are 32-bit floats, relative to one point of the scene and in units of about its size. Rounding is monotone, so
//! boxes that overlap still do.

use super::sieve::for_each_bit;
use crate::confirm::{Batch, Sink};
use crate::simd::with_wide_vectors;
use crate::world::{WorldObject, WorldPair};
use allide_geom::{Aabb, DVec3};
use glam::Vec3A;
use rayon::prelude::*;

/// Objects with more triangles than this are not small.
pub(crate) const MOST: usize = 1 << 13;
/// If more pairs of boxes than this are left, the objects are divided after all.
const MOST_PAIRS: usize = 1 << 24;
/// Fewer pairs of boxes than this are compared by one thread.
const ALONE: usize = 1 << 18;
/// Triangles that one task compares with all others.
const CHUNK: usize = 64;
/// Fewer boxes than this are not put in order before they are compared.
const FEW: usize = 128;

/// Boxes compared at a time.
const LANES: usize = 16;

/// The boxes of an object's triangles, and the box around them all.
#[derive(Clone, Debug)]
pub(crate) struct SmallBoxes {
    boxes: Blocks,
    bounds: Box32,
}

/// Boxes side by side, padded with boxes that overlap nothing.
#[derive(Clone, Debug, Default)]
struct Blocks {
    blocks: Vec<FloatBoxes>,
    len: usize,
}

#[derive(Clone, Copy, Debug)]
struct FloatBoxes {
    low: [[f32; LANES]; 3],
    high: [[f32; LANES]; 3],
}

#[derive(Clone, Copy, Debug)]
struct Box32 {
    low: [f32; 3],
    high: [f32; 3],
}

impl SmallBoxes {
    /// The boxes relative to `origin`, times `scale`.
    pub(crate) fn new(object: &WorldObject, origin: DVec3, scale: f64) -> Self {
        let positions = object.positions();
        let mut rounded = vec![Vec3A::ZERO; positions.len()];
        let mut blocks = vec![FloatBoxes::NOTHING; object.triangle_count().div_ceil(LANES)];
        with_wide_vectors(
            #[inline(always)]
            || {
                for (rounded, &position) in rounded.iter_mut().zip(positions) {
                    *rounded = ((position - origin) * scale).as_vec3a();
                }
                for (block, triangles) in blocks.iter_mut().zip(object.mesh.triangles().chunks(LANES)) {
                    for (lane, &[p, q, r]) in triangles.iter().enumerate() {
                        let [p, q, r] = [rounded[p as usize], rounded[q as usize], rounded[r as usize]];
                        block.set(lane, &Box32 { low: p.min(q).min(r).to_array(), high: p.max(q).max(r).to_array() });
                    }
                }
            },
        );
        let bounds = Box32::new(&object.bounds(), origin, scale);
        Self { boxes: Blocks { blocks, len: object.triangle_count() }, bounds }
    }
}

impl Blocks {
    fn with_capacity(count: usize) -> Self {
        Self { blocks: Vec::with_capacity(count.div_ceil(LANES)), len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, one: &Box32) {
        let lane = self.len % LANES;
        if lane == 0 {
            self.blocks.push(FloatBoxes::NOTHING);
        }
        if let Some(block) = self.blocks.last_mut() {
            block.set(lane, one);
        }
        self.len += 1;
    }

    fn get(&self, index: usize) -> Box32 {
        let (block, lane) = (&self.blocks[index / LANES], index % LANES);
        let at = |columns: &[[f32; LANES]; 3]| [columns[0][lane], columns[1][lane], columns[2][lane]];
        Box32 { low: at(&block.low), high: at(&block.high) }
    }

    /// The box around some boxes; without any, one that overlaps nothing.
    fn around(&self, indices: &[u32]) -> Box32 {
        let mut around = Box32 { low: [f32::INFINITY; 3], high: [f32::NEG_INFINITY; 3] };
        for &index in indices {
            let one = self.get(index as usize);
            for k in 0..3 {
                around.low[k] = smaller(around.low[k], one.low[k]);
                around.high[k] = larger(around.high[k], one.high[k]);
            }
        }
        around
    }

    /// A box around each block.
    fn bounds(&self) -> Blocks {
        let mut bounds = Blocks::with_capacity(self.blocks.len());
        with_wide_vectors(
            #[inline(always)]
            || {
                for block in &self.blocks {
                    let mut around = Box32 { low: [f32::INFINITY; 3], high: [f32::NEG_INFINITY; 3] };
                    for k in 0..3 {
                        for lane in 0..LANES {
                            around.low[k] = smaller(around.low[k], block.low[k][lane]);
                            around.high[k] = larger(around.high[k], block.high[k][lane]);
                        }
                    }
                    bounds.push(&around);
                }
            },
        );
        bounds
    }

    /// [`Blocks::collect_hits`], given the boxes around the blocks.
    fn collect_hits_below(&self, bounds: &Blocks, other: &Box32, hits: &mut Vec<u32>) {
        hits.clear();
        with_wide_vectors(
            #[inline(always)]
            || {
                for (place, upper) in bounds.blocks.iter().enumerate() {
                    for_each_bit(upper.hits(other), |lane| {
                        let place = LANES * place + lane;
                        for_each_bit(self.blocks[place].hits(other), |lane| hits.push((LANES * place + lane) as u32));
                    });
                }
            },
        );
    }

    /// The boxes that overlap `other`, in place of what was in the list.
    fn collect_hits(&self, other: &Box32, hits: &mut Vec<u32>) {
        hits.clear();
        with_wide_vectors(
            #[inline(always)]
            || {
                for (place, block) in self.blocks.iter().enumerate() {
                    for_each_bit(block.hits(other), |lane| hits.push((LANES * place + lane) as u32));
                }
            },
        );
    }
}

impl Box32 {
    fn new(bounds: &Aabb, origin: DVec3, scale: f64) -> Self {
        let round = |point: DVec3| ((point - origin) * scale).as_vec3().to_array();
        Self { low: round(bounds.min), high: round(bounds.max) }
    }

    fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|k| self.low[k] <= other.high[k] && other.low[k] <= self.high[k])
    }

    fn grown(&self, margin: f32) -> Self {
        Self { low: self.low.map(|x| x - margin), high: self.high.map(|x| x + margin) }
    }
}

impl FloatBoxes {
    /// Boxes that overlap nothing.
    const NOTHING: Self = Self { low: [[f32::NAN; LANES]; 3], high: [[f32::NAN; LANES]; 3] };

    #[inline(always)]
    fn set(&mut self, lane: usize, one: &Box32) {
        for k in 0..3 {
            (self.low[k][lane], self.high[k][lane]) = (one.low[k], one.high[k]);
        }
    }

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
}

/// The smaller of two; the first if the second is not a number.
#[inline(always)]
fn smaller(x: f32, y: f32) -> f32 {
    if y < x { y } else { x }
}

/// The larger of two; the first if the second is not a number.
#[inline(always)]
fn larger(x: f32, y: f32) -> f32 {
    if y > x { y } else { x }
}

/// Sorts triangles so that those with boxes side by side in `region` come one after the other, mostly.
fn sort_along_curve(triangles: &mut [u32], boxes: &Blocks, region: &Box32) {
    const CELLS: f32 = 32.0;
    // Every third bit of fifteen.
    let spread = |x: u32| (x & 1) | (x & 2) << 2 | (x & 4) << 4 | (x & 8) << 6 | (x & 16) << 8;
    let scale = [0, 1, 2].map(|k| CELLS / (region.high[k] - region.low[k]));
    let mut keyed: Vec<u64> = Vec::with_capacity(triangles.len());
    for &triangle in &*triangles {
        let own = boxes.get(triangle as usize);
        // Not a number where the region has no width: that becomes 0.
        let cell = |k: usize| ((0.5 * (own.low[k] + own.high[k]) - region.low[k]) * scale[k]).clamp(0.0, CELLS - 1.0);
        let curve = |k: usize| u64::from(spread(cell(k) as u32)) << k;
        keyed.push((curve(0) | curve(1) | curve(2)) << 32 | u64::from(triangle));
    }
    keyed.sort_unstable();
    triangles.iter_mut().zip(keyed).for_each(|(triangle, key)| *triangle = key as u32);
}

/// The candidates of two small objects, decided; `None` if this is not the way for them.
pub(super) fn search<S: Sink>(pair: WorldPair<'_>, sink: &S) -> Option<Batch<S::Finding>> {
    let few = |object: &WorldObject| object.triangle_count() <= MOST;
    if pair.a.id == pair.b.id || !few(pair.a) || !few(pair.b) {
        return None;
    }
    let (scale, wanted) = (pair.a.unit().recip(), sink.margin());
    let (span, margin) = (pair.a.span() * scale, wanted * scale);
    // Larger 32-bit floats are infinite, whose difference is not a number, and smaller ones are rounded by more than a part
    // of their own. Without a margin it is enough that rounding is monotone.
    if wanted > 0.0 && !(1.0e-30..1.0e37).contains(&(span + margin)) {
        return None;
    }
    let (a, b) = (pair.a.small_boxes(), pair.b.small_boxes());
    // Rounding the margin, the boxes and the sums takes less than this away.
    let rounding = (span + margin) * f64::from(f32::EPSILON) * 4.0;
    let margin = if wanted > 0.0 { (margin + rounding) as f32 } else { 0.0 };
    let (mut inside_a, mut inside_b) = (Vec::new(), Vec::new());
    a.boxes.collect_hits(&b.bounds.grown(margin), &mut inside_a);
    // The rest of one side bounds the other more tightly than the whole object did.
    let region = a.boxes.around(&inside_a).grown(margin);
    b.boxes.collect_hits(&region, &mut inside_b);
    let bounds = b.boxes.around(&inside_b).grown(margin);
    inside_a.retain(|&triangle| a.boxes.get(triangle as usize).overlaps(&bounds));
    if inside_a.len() * inside_b.len() > MOST_PAIRS {
        return None;
    }
    let mut boxes_b = Blocks::with_capacity(inside_b.len());
    if inside_b.len() >= FEW {
        sort_along_curve(&mut inside_b, &b.boxes, &region);
    }
    inside_b.iter().for_each(|&triangle| boxes_b.push(&b.boxes.get(triangle as usize)));
    let bounds_b = boxes_b.bounds();
    let compare = |triangles: &[u32]| {
        let mut batch = Batch::default();
        let mut others = Vec::with_capacity(inside_b.len());
        for &triangle in triangles {
            if sink.is_done() {
                break;
            }
            boxes_b.collect_hits_below(&bounds_b, &a.boxes.get(triangle as usize).grown(margin), &mut others);
            if !others.is_empty() {
                others.iter_mut().for_each(|other| *other = inside_b[*other as usize]);
                sink.offer(&mut batch, triangle, &others);
            }
        }
        sink.finished(triangles.len() as f64 / inside_a.len() as f64);
        batch
    };
    if inside_a.len() * inside_b.len() <= ALONE {
        return Some(compare(&inside_a));
    }
    Some(inside_a.par_chunks(CHUNK).map(compare).reduce(Batch::default, Batch::join))
}
