//! Methods turn two objects into candidate triangle pairs, and never lose a true one.
//!
//! Confirmation, classes, order and reports are shared: see `confirm` and `engine`.

mod brute;
pub(crate) mod bvh;
pub(crate) mod divide;
pub(crate) mod fronts;
pub(crate) mod seed;
pub(crate) mod sweep;

use crate::confirm::{Batch, Sink};
use crate::world::{WorldObject, WorldPair};
use bvh::Tree;

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
    /// Pairs of trees, gone through level by level on a GPU: Greß and Zachmann's scheme. For [`crate::Overlaps`] alone.
    Fronts,
    /// Sweep and prune along one axis.
    Sweep,
    /// Every triangle against every other.
    Brute,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 6] =
        [Method::Auto, Method::Divide, Method::Bvh, Method::Fronts, Method::Sweep, Method::Brute];
    /// Those that run on the CPU. Each answers every question.
    pub const CPU: [Method; 5] = [Method::Auto, Method::Divide, Method::Bvh, Method::Sweep, Method::Brute];
    /// Those that run on a GPU.
    pub const GPU: [Method; 3] = [Method::Auto, Method::Bvh, Method::Fronts];

    /// The word used on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Divide => "divide",
            Method::Bvh => "bvh",
            Method::Fronts => "fronts",
            Method::Sweep => "sweep",
            Method::Brute => "brute",
        }
    }
}

/// The candidates of one object pair, decided. `tree_of` is only asked when the method is [`Method::Bvh`].
pub(crate) fn search<'t, S: Sink>(
    method: Method,
    pair: WorldPair<'_>,
    tree_of: impl Fn(&WorldObject) -> Option<&'t Tree>,
    sink: &S,
) -> Batch<S::Finding> {
    let mut batch = Batch::default();
    if sink.wants_nearest() && method != Method::Brute {
        seed::offer(pair, sink, &mut batch);
    }
    let found = match method {
        // The engine hands no fronts to the CPU.
        Method::Auto | Method::Divide | Method::Fronts => divide::search(pair, sink),
        Method::Bvh => {
            let trees = tree_of(pair.a).zip(tree_of(pair.b));
            trees.map_or_else(|| divide::search(pair, sink), |(a, b)| bvh::search(pair, [a, b], sink))
        }
        Method::Sweep => sweep::search(pair, sink),
        Method::Brute => brute::search(pair, sink),
    };
    batch.append(found);
    batch
}
