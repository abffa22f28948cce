//! The types in which methods and the search describe a scene on the GPU.

use crate::gpu_confirm::Rule;
use allide_gpu::Buffer;

/// Two corners of a box on the grid; both belong to it.
pub(crate) type GridBox = [[i32; 3]; 2];

/// Consecutive items of a list: leaves, fragments, triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub first: u32,
    pub count: u32,
}

/// The triangles of all objects, one object after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangles<'b> {
    /// How many.
    pub count: u32,
    /// The vertex positions: see [`crate::gpu_confirm::vertex`].
    pub positions: &'b Buffer,
    /// Three vertices each.
    pub corners: &'b Buffer,
    /// The object of each.
    pub owners: &'b Buffer,
}

/// The region of the work, and its resolution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    origin: [i32; 3],
    /// Coordinates relative to the origin, shifted to the right by this, are below 2¹⁵.
    shifts: [u32; 3],
    /// Bits of the Morton code per axis, 8 or 11, and the shift that leaves as many.
    pub curve_bits: u32,
    curve_shift: u32,
}

impl Frame {
    /// The frame for boxes between two corners of the grid; boxes outside are clamped to its border.
    pub fn around(low: [i32; 3], high: [i32; 3], triangle_count: u32) -> Self {
        let extent = [0, 1, 2].map(|k| (high[k].saturating_sub(low[k])).max(0) as u32);
        let shift = |extent: u32, bits: u32| (32 - extent.leading_zeros()).saturating_sub(bits);
        // The code only needs to separate neighbours: each byte of it costs a pass of the sort.
        let curve_bits = if triangle_count <= 1 << 18 { 8 } else { 11 };
        let curve_shift = extent.map(|extent| shift(extent, curve_bits)).into_iter().max().unwrap_or(0);
        Self { origin: low, shifts: extent.map(|extent| shift(extent, 15)), curve_bits, curve_shift }
    }

    /// Origin and shifts, as the kernels read them.
    pub fn words(&self) -> ([i32; 3], u32) {
        let [x, y, z] = self.shifts;
        (self.origin, x | y << 8 | z << 16 | self.curve_shift << 24)
    }

    /// At least `margin` cells, in units of the frame: the numbers may be rounded down by up to one unit.
    pub fn growth(&self, margin: i32) -> [u32; 3] {
        self.shifts.map(|shift| if margin == 0 { 0 } else { (margin as u32 >> shift) + 1 })
    }
}

/// Which triangles may meet which.
#[derive(Clone, Debug)]
pub(crate) struct Partners {
    /// Pairs of different objects, or of the same.
    pub rule: Rule,
    /// For each object, two corners of a box around the objects that it is paired with; the fourth numbers are unused.
    /// An empty box has its first corner above the second. With two sides, those of the second follow.
    pub regions: Vec<[[i32; 4]; 2]>,
    /// Triangles from this one on are the second side: a pair has one of each. Without sides, any two are a pair.
    pub split: Option<u32>,
    /// Boxes farther apart than this many cells are not paired.
    pub margin: i32,
    /// Which objects are never paired: the group of each, then a row of bits per group.
    pub groups: Option<Groups>,
}

/// Groups of objects that ignore each other.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    pub words: Vec<u32>,
    /// Words per row.
    pub row: u32,
}
