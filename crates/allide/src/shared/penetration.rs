//! How far two objects go into each other where they meet.

/// Bounds on the diameter of the largest ball in what two objects share.
///
/// This is how far one goes into the other *where they meet*: a pipe through a slab goes in by its own diameter, a bolt that is
/// too thick for its hole by what it is too thick, however long either is. [`Depth`](super::Depth) tells the way out instead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration {
    /// A ball of this diameter fits into what both share.
    pub lower: f64,
    /// No larger ball fits.
    pub upper: f64,
}
