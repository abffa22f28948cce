//! The region that two closed solids share: volume, area, curves, contacts, and how far apart they must be moved.
//!
//! `measure` is what the engine calls for two objects; it rests on [`Overlay`].
//!
//! [`Overlay::of`] takes two solids and the exact list of their overlapping triangles. It decides which triangles cross, and what
//! lies inside what, by exact signs: see [`allide_geom::moved`] for contacts without volume, flush faces and other degenerate
//! cases. Everything else is computed from that, rounded, with bounds. The cost grows with what the solids share, not with
//! their size.
//!
//! `measure` runs after the search, as a stage of its own, and classifies pairs by the tolerance. `body` holds what all
//! measurements of one object share: whether it is closed and does not overlap itself, which of its shells are inside
//! out, how far it is from convex. Objects that are no such solids have no volume, and a depth that their boxes bound,
//! or a move that takes crossing triangles apart. Whether a move separates two objects, the exact engine decides. Very
//! small or very large regions are measured in other units (`scaled`). Large objects are searched by trees that are
//! kept with their meshes.
//!
//! The second solid is moved by (ε, ε², ε³) for an infinitely small ε. Determinants are linear in the move, so where
//! one is zero, the exact sign of a coefficient decides. After that, edges either cross faces or miss them: flush
//! faces, shared corners and coincident solids need no cases. Results do not jump under such a move, or are corrected
//! for it (`thin_area`).
//!
//! - `meet`: the segment that two triangles share, between two crossings of an edge and a face; points in `f64` with a
//!   bound each.
//! - `inside`: edges that change sides tell which of their ends is inside; from there, inside spreads over the mesh,
//!   never outside the common region. Only a shell without such an edge needs a ray.
//! - `piece`, `region`: volume and area are sums over segments (Green, Gauss); no mesh of the region is ever made.
//! - `curves`, `patches`, `clusters`, `contact`: segments chained by names of crossings, which are exact; coplanar
//!   triangles; connected parts.
//! - `penetration`: the largest ball in the shared volume. For convex solids it is a linear program (`simplex`).
//!   Otherwise `refine` cuts space into convex cells (`polytope`) until bounds agree: the distance to a convex facet
//!   (`facet`) is convex, so a cell's corners bound it. The steps do not depend on the tolerance, so classes are
//!   monotone in it. `local` does the same for objects that overlap themselves, where `walls` tells which triangles
//!   certainly bound them, and for surfaces inside solids; `same` for the distance between two surfaces.
//! - `hull`, `support`, `bend`, `depth`: the hulls' expanding polytope bounds the depth from above, and from below for
//!   solids that are convex up to a *bend*; otherwise, moves out of the region are tried, and the ball inside the
//!   region is the lower bound.
//!
//! `tests/shared` compares with closed forms, with counting for solids made of cubes (nearly everything about them is
//! degenerate), and with sums of clipped tetrahedra; `benches/peers/volumes.py` with manifold3d.

mod bend;
mod body;
mod clusters;
mod contact;
mod curves;
mod depth;
mod facet;
mod hull;
mod inside;
mod local;
mod measure;
mod meet;
mod patches;
mod penetration;
mod piece;
mod polytope;
mod refine;
mod region;
mod same;
mod scaled;
mod simplex;
mod solid;
mod support;
mod walls;

pub use contact::Contact;
pub use curves::Curve;
pub use depth::Depth;
pub use measure::{Shared, Unknown};
pub use patches::Patch;
pub use penetration::Penetration;
pub use region::Region;
pub use solid::Solid;

pub(crate) use measure::{Measurement, Wanted};

use crate::TrianglePair;
use allide_geom::DVec3;
use inside::Side;
use meet::Segment;

/// Two closed solids and where their surfaces meet.
///
/// ```
/// use allide::shared::{Overlay, Solid};
/// use allide::{Aabb, DVec3, Mesh};
///
/// let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
/// let large: Vec<DVec3> = mesh.positions().iter().map(|point| point * 9.0 - DVec3::ONE).collect();
/// let inner = Solid::new(&mesh, mesh.positions(), mesh.bounds(), &[]);
/// let outer = Solid::new(&mesh, &large, Aabb::around(large.iter().copied()), &[]);
/// // No triangles overlap: one is inside the other.
/// let region = Overlay::of(inner, outer, &[]).region();
/// assert!((region.volume - 1.0 / 6.0).abs() <= region.volume_error);
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Debug)]
pub struct Overlay<'s> {
    sides: [Side<'s>; 2],
    pairs: &'s [TrianglePair],
    segments: Vec<Segment>,
    /// Points are relative to this one, which is near all of them: there, numbers have more digits to spare.
    origin: DVec3,
    /// Whether both are known to be one and the same.
    is_same: bool,
}

impl<'s> Overlay<'s> {
    /// Decides where `a` and `b` cross and what lies inside. `pairs` are all their overlapping triangles, in order.
    pub fn of(a: Solid<'s>, b: Solid<'s>, pairs: &'s [TrianglePair]) -> Self {
        debug_assert!(pairs.is_sorted());
        let common = a.bounds.intersection(&b.bounds);
        let origin = if common.is_empty() { DVec3::ZERO } else { common.center() };
        let segments = meet::segments(&a, &b, pairs, origin);
        let (first, second) = rayon::join(|| Side::new(a, &b, &segments, false), || Side::new(b, &a, &segments, true));
        Self { sides: [first, second], pairs, segments, origin, is_same: false }
    }

    /// Two solids that are one and the same: what they share is either of them, and nothing is searched.
    pub(crate) fn of_same(a: Solid<'s>, b: Solid<'s>) -> Self {
        let sides = [Side::whole(a, false), Side::outside(b, true)];
        Self { sides, pairs: &[], segments: Vec::new(), origin: a.bounds.center(), is_same: true }
    }
}
