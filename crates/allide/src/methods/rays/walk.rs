//! The lengths that two objects share along the rays of a cell, from lists of events sorted by depth. meet.wgsl is the same.
//!
//! The surface of an object in a cell lies between the begins and ends of its triangles there: its *skin*. Elsewhere the
//! whole cell is inside the object, or all of it outside; the crossings of the ray through the middle of the cell tell
//! which, by the winding number. So there are bounds for the volume that two objects share in the column over a cell: what is inside both and in no
//! skin, and what is inside or in the skin of both.

use bytemuck::{Pod, Zeroable};

/// Kinds of events, in the order in which they come at the same depth. They are the lowest bits of a key.
pub(super) const BEGIN: u32 = 0;
pub(super) const ENTER: u32 = 1;
pub(super) const LEAVE: u32 = 2;
pub(super) const END: u32 = 3;
/// Depths in keys count from here, so that none is negative.
pub(super) const ABOVE: i32 = 16;

/// The key of an event.
pub(super) fn key(depth: i32, kind: u32) -> u32 {
    ((depth + ABOVE) as u32) << 2 | kind
}

/// The lengths that two objects share in a cell. Lengths and depths are in units of the lattice.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub(super) struct Record {
    /// The cell.
    pub slot: u32,
    /// The objects.
    pub a: u32,
    pub b: u32,
    /// The length that all rays of the cell share, at least.
    pub least: u32,
    /// The length that the ray in its middle shares.
    pub sampled: u32,
    /// The length that a ray of the cell can share, at most.
    pub most: u32,
    /// The longest stretch that a ray can share.
    pub thickest: u32,
    /// The longest stretch that all rays share: where it begins, and its length.
    pub certain: [u32; 2],
    /// The longest stretch that the ray in the middle shares.
    pub longest: [u32; 2],
    /// How far a must move along the rays to be beyond b, and against them.
    pub beyond: u32,
    pub before: u32,
}

/// The state of an object at some depth.
#[derive(Clone, Copy, Default)]
struct State {
    skins: u32,
    /// How often the ray has entered, less how often it has left.
    winding: i32,
}

impl State {
    fn pass(&mut self, key: u32) {
        match key & 3 {
            BEGIN => self.skins += 1,
            END => self.skins -= 1,
            ENTER => self.winding += 1,
            _ => self.winding -= 1,
        }
    }

    fn is_inside(self) -> bool {
        self.winding != 0
    }
}

/// A stretch that is going on, and the longest so far.
#[derive(Clone, Copy, Default)]
struct Stretch {
    start: u32,
    length: u32,
    longest: [u32; 2],
}

impl Stretch {
    fn extend(&mut self, is_shared: bool, at: u32, length: u32) -> u32 {
        if !is_shared {
            self.length = 0;
            return 0;
        }
        if self.length == 0 {
            self.start = at;
        }
        self.length += length;
        if self.length > self.longest[1] {
            self.longest = [self.start, self.length];
        }
        length
    }
}

/// The record of two objects, given the keys of their events in order.
pub(super) fn record(slot: u32, (a, of_a): (u32, &[u32]), (b, of_b): (u32, &[u32])) -> Record {
    let (mut certain, mut sampled, mut possible) = (Stretch::default(), Stretch::default(), Stretch::default());
    let (mut in_a, mut in_b) = (State::default(), State::default());
    let mut record = Record { slot, a, b, ..Record::default() };
    let (mut i, mut j, mut at) = (0, 0, 0);
    while i < of_a.len() && j < of_b.len() {
        let is_of_a = of_a[i] <= of_b[j];
        let key = if is_of_a { of_a[i] } else { of_b[j] };
        let length = (key >> 2) - at;
        if length > 0 {
            let is_certain = in_a.is_inside() && in_b.is_inside() && in_a.skins + in_b.skins == 0;
            let is_possible = (in_a.is_inside() || in_a.skins > 0) && (in_b.is_inside() || in_b.skins > 0);
            record.least += certain.extend(is_certain, at, length);
            record.sampled += sampled.extend(in_a.is_inside() && in_b.is_inside(), at, length);
            record.most += possible.extend(is_possible, at, length);
        }
        at = key >> 2;
        if is_of_a {
            in_a.pass(key);
            i += 1;
        } else {
            in_b.pass(key);
            j += 1;
        }
    }
    let ends = |keys: &[u32]| (keys[0] >> 2, keys[keys.len() - 1] >> 2);
    let ((a_first, a_last), (b_first, b_last)) = (ends(of_a), ends(of_b));
    record.thickest = possible.longest[1];
    record.certain = certain.longest;
    record.longest = sampled.longest;
    record.beyond = b_last.saturating_sub(a_first);
    record.before = a_last.saturating_sub(b_first);
    record
}
