//! Ray casting beyond the thesis: lists of crossings along rays, on whole numbers.
//!
//! Thesis: Knott, CInDeR: Collision and Interference Detection in Real Time Using Graphics Hardware (2003), chapter 4. It counts the
//! faces before the nearest edge of each pixel in a stencil buffer. Here every ray lists all crossings of all objects
//! instead (count, scan, fill, sort), so all pairs are found at once, nested and multiple ones too, with no limit on
//! how many solids a ray passes and nothing lost behind anything.
//!
//! Objects lie on a lattice of 2²⁹ units, seen along the axis in which the boxes that pairs share look smallest. The view is
//! cut into square cells with a ray through the middle of each. A cell has a list of *events*: where the triangles in it begin
//! and end (their skins), and where the ray enters and leaves objects. Sorted by cell, object and depth, the lists of two
//! objects are merged, and say how much of the ray is inside both (sampled), how much of all rays of the cell is inside both
//! (certain: inside and in no skin), and how much could be (possible: inside or in a skin). A cell where a pair may hide is a
//! tile for 8 × 8 smaller ones, and so on.
//!
//! Guarantee:
//! - *No pair is missed whose shared region contains a ball as wide as the precision.* The column of a cell that contains
//!   the centre of the ball possibly shares a stretch as long as the ball is wide, so the cell is divided until it is a
//!   quarter of the precision wide. Then the ball contains the cell for some depth above and below its centre, farther than all rounding.
//!   No skin gets in there, so the pair shares a certain stretch.
//! - *No pair is false.* The middle of the stretch is a point, and [`locate`] decides exactly whether it is inside
//!   both. Pairs whose region is thinner than the precision are reported if a ray happens to show them.
//! - *The volume is between two sums*, of certain and of possible lengths, each times the area of its cell. Skins are
//!   extended by more than corners were moved to the lattice, so this holds for the objects as they are. The volume that is
//!   reported is the sum of sampled lengths; it converges much faster, but only the bounds are certified.
//! - *Depth*: a pair is at least as deep as a cube that both contain is wide, since a ball in it, moved by less than its
//!   diameter, still overlaps itself. It is at most as deep as the farthest way through both, over all cells, along the rays
//!   or against them, or what their boxes share along another axis: moved so far, they are apart. The longest stretch that a ray shares is
//!   exact for that ray and bounds neither: of non-convex solids, one may have to move farther to be clear of others.
//!
//! One axis is enough: none of this depends on the direction of rays. Three would cost three times as much, and only improve
//! the upper bound of the depth.
//!
//! A ray through an edge or a corner is moved aside by less than any distance ([`cross::Shape::crosses`]), so each crossing counts
//! once. Inside is where the winding number is not 0, as everywhere: where a ray has entered more often than it has left, or less
//! often. Of objects that are not closed, rays enter some more or less often than they leave; the edges tell which, and they are
//! left out, and reported.
//!
//! Lists are made in parts with a bounded number of fragments, from coarse cells to fine ones, and each list is counted before it is
//! filled: there is no overflow. One cell alone may have any number of fragments.
//!
//! The thesis leaves trees and levels of detail, to reject objects before its views, for the future. Ours: a tree over
//! the boxes of objects finds the pairs; a mask of what these share in the view drops cells; and cells with too many triangles
//! are divided before anybody looks at their rays.
//!
//! Slow cases: long faces of two objects that touch and are oblique to the rays, since cells there are divided until they are almost
//! as small as the precision. A budget of cells bounds that ([`Rays::cells`]). Parts of the view get equal shares of it; where one is
//! spent, cells stay as they are, and pairs that may hide there are reported with how much they may hide ([`Undecided`]).
//!
//! Files: `list.rs` and `gpu.rs` make lists of fragments (a cell of the view and a triangle) and sort the events along
//! each ray, in the same whole numbers on CPU and GPU; `walk.rs` and `walk.wgsl` merge the events of two objects;
//! `search.rs` divides cells where a `Judge` wants to know more (`find.rs`, `measure.rs`). `tests.rs` compares all
//! lists of the GPU with those of the CPU, number by number.

mod cross;
mod find;
mod found;
#[cfg(feature = "gpu")]
mod gpu;
#[cfg(feature = "gpu")]
mod kernels;
mod lattice;
mod list;
mod mask;
mod measure;
mod propose;
mod search;
#[cfg(test)]
mod tests;
mod walk;

pub use found::{Interference, Interferences, Undecided};
#[cfg(feature = "gpu")]
pub(crate) use kernels::SHADERS;
pub(crate) use propose::propose;
pub use search::RayStats;

#[cfg(doc)]
use crate::solids::locate;
use crate::world::{self, WorldObject};
use crate::{Error, Scene, Watch};
#[cfg(feature = "gpu")]
use allide_gpu::{Choice, Gpu, GpuError, Options};
use find::Find;
use lattice::Lattice;
use list::{Maker, OnCpu};
use measure::Measure;
use search::{Limits, Search};
use std::time::Instant;

/// Most objects with a partner: an event names its object and one of 64 cells in a word.
const MOST_OBJECTS: usize = 1 << 26;
/// Cells that may be made to find pairs, and more for each pair whose boxes meet.
const CELLS: u64 = 1 << 24;
const CELLS_PER_PAIR: u64 = 1 << 12;

/// Finds closed objects that share volume, by rays: every pair whose shared region contains a ball as wide as the
/// precision.
///
/// ```
/// use allide::{Mesh, Pose, Rays, Scene};
///
/// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let wedge = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
/// let mut scene = Scene::new();
/// scene.add("base", &wedge, Pose::IDENTITY);
/// scene.add("lid", &wedge, Pose::translation(0.25, 0.25, 0.25)?);
///
/// let found = Rays::cpu().run(&scene, 0.01)?;
/// let pair = &found.pairs[0];
/// assert!((pair.volume - 1.0 / 384.0).abs() <= pair.volume_error);
/// assert!(pair.depth_at_least <= pair.depth_at_most);
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Debug)]
pub struct Rays {
    across: u32,
    cells: Option<u64>,
    watch: Option<Watch>,
    #[cfg(feature = "gpu")]
    gpu: Option<Gpu>,
}

impl Rays {
    /// Rays on the CPU.
    pub fn cpu() -> Self {
        Self {
            across: 64,
            cells: None,
            watch: None,
            #[cfg(feature = "gpu")]
            gpu: None,
        }
    }

    /// Rays on a GPU.
    ///
    /// # Errors
    /// No adapter fits, or it cannot be opened.
    #[cfg(feature = "gpu")]
    pub fn gpu(choice: Choice, options: Options) -> Result<Self, GpuError> {
        Ok(Self { gpu: Some(Gpu::open(choice, &crate::adapter::NEEDS, options)?), ..Self::cpu() })
    }

    /// Measures pairs with at least this many cells along the longer side of the intersection of their boxes; 64 by default.
    #[must_use]
    pub fn across(self, cells: u32) -> Self {
        Self { across: cells, ..self }
    }

    /// Makes at most this many cells to find pairs; by default, 2²⁴ and 2¹² for each pair whose boxes meet. Pairs for which
    /// they are too few are [`Interferences::undecided`].
    #[must_use]
    pub fn cells(self, most: u64) -> Self {
        Self { cells: Some(most), ..self }
    }

    /// Reports progress to a watch, and ends with [`Error::Cancelled`] once the watch is cancelled. Stages are `place`, `find` and
    /// `measure`.
    #[must_use]
    pub fn with_watch(self, watch: &Watch) -> Self {
        Self { watch: Some(watch.clone()), ..self }
    }

    /// Finds the pairs of a scene.
    ///
    /// A precision that is smaller than the lattice allows, or not positive, is raised to what it allows: less than 2⁻²¹ of the
    /// longest side of the box around all closed objects that come near another, unless that is a few of the smallest `f64`.
    ///
    /// # Errors
    /// A coordinate is out of range, there are too many objects, the watch is cancelled, or the GPU fails.
    pub fn run(&self, scene: &Scene, precision: f64) -> Result<Interferences, Error> {
        self.run_on(&world::objects(scene, &[])?, precision)
    }

    pub(crate) fn run_on(&self, all: &[WorldObject], precision: f64) -> Result<Interferences, Error> {
        let start = Instant::now();
        self.watch.iter().for_each(Watch::begin);
        self.enter("place", 0.0)?;
        let lattice = Lattice::new(all, precision);
        if lattice.objects.len() > MOST_OBJECTS {
            let count = lattice.objects.len();
            return Err(Error::TooMany { what: "objects that come near others", count, limit: MOST_OBJECTS });
        }
        #[cfg(feature = "gpu")]
        if let Some(gpu) = &self.gpu {
            return self.search(all, &lattice, &mut gpu::OnGpu::new(gpu, &lattice)?, start);
        }
        self.search(all, &lattice, &mut OnCpu(&lattice), start)
    }

    /// A stage begins, unless the run is cancelled.
    fn enter(&self, stage: &'static str, fraction: f64) -> Result<(), Error> {
        let Some(watch) = &self.watch else { return Ok(()) };
        watch.enter(stage);
        watch.set(fraction);
        if watch.is_cancelled() { Err(Error::Cancelled) } else { Ok(()) }
    }

    fn search(
        &self,
        all: &[WorldObject],
        lattice: &Lattice,
        maker: &mut impl Maker,
        start: Instant,
    ) -> Result<Interferences, Error> {
        let placed = Instant::now();
        self.enter("find", 0.0)?;
        let limits = Limits { cells: self.cells.unwrap_or(most_cells(lattice)), watch: self.watch.as_ref() };
        let (found, finding) = Search::run(lattice, &lattice.pairs, maker, Find::new(lattice, all), limits)?;
        let pairs: Vec<usize> = (0..lattice.pairs.len()).filter(|&pair| found.points[pair].is_some()).collect();
        let searched = Instant::now();
        self.enter("measure", 0.5)?;
        let judge = Measure::new(lattice, |pair| pairs.binary_search(&pair).is_ok(), self.across);
        let wanted: Vec<[u32; 2]> = pairs.iter().map(|&pair| lattice.pairs[pair]).collect();
        // Each pair has a bounded number of cells.
        let limits = Limits { cells: u64::MAX, ..limits };
        let (measured, measuring) = Search::run(lattice, &wanted, maker, judge, limits)?;
        self.enter("measure", 1.0)?;
        let interference = |&pair: &usize| {
            let objects = lattice.pairs[pair].map(|k| &all[lattice.objects[k as usize] as usize]);
            Some(Interference::new(lattice, objects, found.points[pair]?, &measured.sums[pair]))
        };
        let undecided = |pair: usize| {
            let units = found.hidden[pair].filter(|_| found.points[pair].is_none())?;
            let [a, b] = lattice.pairs[pair].map(|k| all[lattice.objects[k as usize] as usize].id);
            Some(Undecided { a, b, precision: lattice.length(f64::from(units)) })
        };
        Ok(Interferences {
            pairs: pairs.iter().filter_map(interference).collect(),
            undecided: (0..lattice.pairs.len()).filter_map(undecided).collect(),
            not_closed: lattice.not_closed.iter().map(|&object| all[object as usize].id).collect(),
            precision: lattice.length(f64::from(lattice.precision)),
            axis: lattice.axis,
            candidates: lattice.pairs.len(),
            finding,
            measuring,
            times: [placed - start, searched - placed, searched.elapsed()],
        })
    }
}

/// The cells that a search may make, unless something else is asked for.
fn most_cells(lattice: &Lattice) -> u64 {
    CELLS.saturating_add(CELLS_PER_PAIR.saturating_mul(lattice.pairs.len() as u64))
}
