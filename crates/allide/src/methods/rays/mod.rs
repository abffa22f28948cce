//! Ray casting past the thesis: lists of crossings along rays, on whole numbers.
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
//! once. Inside is an odd number of crossings: cavities and nested shells need no further thought. Of objects that are not closed, rays
//! enter some more or less often than they leave; the edges tell which, and they are left out, and reported.
//!
//! Lists are made in parts with a bounded number of fragments, from coarse cells to fine ones, and each list is counted before it is
//! filled: there is no overflow. One cell alone may have any number of fragments.
//!
//! The thesis leaves trees and levels of detail, to reject objects before its views, for the future. Ours: a tree over
//! the boxes of objects finds the pairs; a mask of what these share in the view drops cells; and cells with too many triangles
//! are divided before anybody looks at their rays.
//!
//! What is slow: long faces of two objects that touch and are oblique to the rays, since cells there are divided until they are almost
//! as small as the precision.

mod cross;
mod find;
#[cfg(feature = "gpu")]
mod gpu;
mod lattice;
mod list;
mod measure;
mod propose;
mod search;
#[cfg(test)]
mod tests;
mod walk;

#[cfg(feature = "gpu")]
pub(crate) use gpu::SHADERS;
pub(crate) use propose::propose;
pub use search::RayStats;

#[cfg(doc)]
use crate::solids::locate;
use crate::world::{self, WorldObject};
use crate::{DVec3, Error, ObjectId, Scene};
#[cfg(feature = "gpu")]
use allide_gpu::{Choice, Gpu, GpuError, Options};
use find::Find;
use lattice::Lattice;
use list::{Maker, OnCpu};
use measure::{Measure, Sums};
use search::Search;
use std::time::{Duration, Instant};

/// Most objects with a partner: an event names its object and one of 64 cells in a word.
const MOST_OBJECTS: usize = 1 << 26;

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
    #[cfg(feature = "gpu")]
    gpu: Option<Gpu>,
}

/// What two objects share.
#[derive(Clone, Debug, PartialEq)]
pub struct Interference {
    /// The first object.
    pub a: ObjectId,
    /// The second.
    pub b: ObjectId,
    /// A point inside both, decided exactly.
    pub point: DVec3,
    /// An estimate of the shared volume, from lengths along rays. Infinite if it exceeds all `f64`.
    pub volume: f64,
    /// The shared volume differs from it by no more than this.
    pub volume_error: f64,
    /// The longest stretch that a ray shares: exact, to within a few units, for that ray, and no bound of the depth.
    pub longest: f64,
    /// No shorter translation of one object separates them. 0 if no cell was inside both.
    pub depth_at_least: f64,
    /// A translation of `a` by this much along [`Self::direction`] separates them.
    pub depth_at_most: f64,
    /// A unit vector.
    pub direction: DVec3,
}

/// What rays have found.
#[derive(Clone, Debug)]
pub struct Interferences {
    /// Pairs of closed objects, in order.
    pub pairs: Vec<Interference>,
    /// Objects that are left out because they are not closed, or not oriented the same way all over. Those that are far from
    /// all others are not looked at.
    pub not_closed: Vec<ObjectId>,
    /// The precision that was reached: at most what was asked for, unless the lattice allows no less.
    pub precision: f64,
    /// Rays are parallel to this axis.
    pub axis: usize,
    /// Object pairs whose boxes share enough to be looked at.
    pub candidates: usize,
    /// What it took to find pairs.
    pub finding: RayStats,
    /// What it took to measure them.
    pub measuring: RayStats,
    /// Placing objects on the lattice, finding pairs, and measuring them.
    pub times: [Duration; 3],
}

impl Rays {
    /// Rays on the CPU.
    pub fn cpu() -> Self {
        Self {
            across: 64,
            #[cfg(feature = "gpu")]
            gpu: None,
        }
    }

    /// Rays on a GPU.
    ///
    /// # Errors
    /// There is none that fits, or it cannot be opened.
    #[cfg(feature = "gpu")]
    pub fn gpu(choice: Choice, options: Options) -> Result<Self, GpuError> {
        Ok(Self { gpu: Some(Gpu::open(choice, &crate::adapter::NEEDS, options)?), ..Self::cpu() })
    }

    /// Measures pairs with at least so many cells along the longer side of what their boxes share; 64 unless this is called.
    #[must_use]
    pub fn across(self, cells: u32) -> Self {
        Self { across: cells, ..self }
    }

    /// Finds the pairs of a scene. A precision that is not positive is as good as the smallest there is: 2⁻²³ of the scene, or
    /// less.
    ///
    /// # Errors
    /// A coordinate is out of range, there are too many objects, or the GPU fails.
    pub fn run(&self, scene: &Scene, precision: f64) -> Result<Interferences, Error> {
        self.run_on(&world::objects(scene, &[])?, precision)
    }

    pub(crate) fn run_on(&self, all: &[WorldObject], precision: f64) -> Result<Interferences, Error> {
        let start = Instant::now();
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

    fn search(
        &self,
        all: &[WorldObject],
        lattice: &Lattice,
        maker: &mut impl Maker,
        start: Instant,
    ) -> Result<Interferences, Error> {
        let placed = Instant::now();
        let (found, finding) = Search::run(lattice, &lattice.pairs, maker, Find::new(lattice, all))?;
        let pairs: Vec<usize> = (0..lattice.pairs.len()).filter(|&pair| found.points[pair].is_some()).collect();
        let searched = Instant::now();
        let judge = Measure::new(lattice, |pair| pairs.binary_search(&pair).is_ok(), self.across);
        let wanted: Vec<[u32; 2]> = pairs.iter().map(|&pair| lattice.pairs[pair]).collect();
        let (measured, measuring) = Search::run(lattice, &wanted, maker, judge)?;
        let interference = |&pair: &usize| {
            let objects = lattice.pairs[pair].map(|k| &all[lattice.objects[k as usize] as usize]);
            Some(interference(lattice, objects, found.points[pair]?, &measured.sums[pair]))
        };
        Ok(Interferences {
            pairs: pairs.iter().filter_map(interference).collect(),
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

fn interference(lattice: &Lattice, [a, b]: [&WorldObject; 2], point: DVec3, sums: &Sums) -> Interference {
    let volume = lattice.volume(sums.sampled as f64);
    let error = (sums.most - sums.sampled).max(sums.sampled - sums.least) as f64;
    // The sums are rounded to `f64`.
    let volume_error = lattice.volume(error) * (1.0 + f64::EPSILON) + 2.0 * f64::EPSILON * volume;
    let along = lattice.direction([0.0, 0.0, 1.0]);
    let mut depths =
        vec![(lattice.length(f64::from(sums.beyond)), along), (lattice.length(f64::from(sums.before)), -along)];
    let (a_box, b_box) = (a.bounds(), b.bounds());
    for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
        depths.push(((b_box.max - a_box.min).dot(axis).next_up(), axis));
        depths.push(((a_box.max - b_box.min).dot(axis).next_up(), -axis));
    }
    let (depth_at_most, direction) =
        depths.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((f64::INFINITY, along));
    Interference {
        a: a.id,
        b: b.id,
        point,
        volume,
        volume_error,
        longest: lattice.length(f64::from(sums.longest)),
        depth_at_least: lattice.length(f64::from(sums.cube)),
        depth_at_most,
        direction,
    }
}
