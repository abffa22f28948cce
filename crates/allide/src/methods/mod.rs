//! Methods turn two objects into candidate triangle pairs, and never lose a true one; or they propose object pairs (`propose`).
//!
//! Confirmation, classes, order and reports are shared: see `confirm` and `engine`.
//!
//! One [`Method`] serves all questions and knows which of them it answers ([`Method::answers`]); the engine refuses the
//! others with an error. One enum per question would rule out such mistakes at compile time, at the price of four
//! nearly identical lists of names.

mod algorithm;
mod brute;
pub(crate) mod bvh;
mod calm;
pub(crate) mod divide;
#[cfg(feature = "gpu")]
pub(crate) mod far;
#[cfg(feature = "gpu")]
pub(crate) mod fronts;
#[cfg(feature = "gpu")]
pub(crate) mod guesses;
#[cfg(feature = "gpu")]
pub(crate) mod image;
pub(crate) mod kdop;
mod options;
pub(crate) mod propose;
#[cfg(feature = "gpu")]
pub mod raycast;
pub(crate) mod rays;
pub(crate) mod seed;
#[cfg(feature = "gpu")]
mod sets;
pub(crate) mod sweep;
#[cfg(all(test, feature = "gpu"))]
pub(crate) mod toy;
mod views;

#[cfg(feature = "gpu")]
use crate::ask::Ask;
use crate::confirm::{Batch, Sink};
#[cfg(feature = "gpu")]
use crate::gpu::GpuMethod;
use crate::questions::QuestionKind;
use crate::world::{WorldObject, WorldPair};
use crate::{Device, Error, Guarantee};
use bvh::Tree;

pub use algorithm::Algorithm;
pub use kdop::Kdop;
pub use views::{Cover, Directions, Frame, Hierarchy, Offset, Reduction, Rendering, Rounds, Samples, Small, Views};

/// How to look for candidates. All exact methods give the same findings: see [`Method::guarantee`].
///
/// ```
/// use allide::{Cover, Method, Offset, QuestionKind, Rendering};
///
/// assert_eq!("bvh".parse::<Method>()?, Method::Bvh);
/// assert!(Method::FAR.answers(QuestionKind::Clearance) && !Method::CULLIDE.answers(QuestionKind::Clearance));
/// let cover = Cover::Offset(Offset::Uobb, Rendering::DEFAULT);
/// let far = Method::Far { resolution: Some(64), cover };
/// assert_eq!(far.to_string(), "far(cover=uobb, resolution=64)");
/// assert_eq!(far.to_string().parse::<Method>()?, far);
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// The fastest method for this scene, judging by earlier runs.
    #[default]
    Auto,
    /// Subdivides the region that both objects reach until each cell has few triangles; builds no tree, except for the
    /// nearest triangles of two objects, which it finds as [`Method::Bvh`] does.
    Divide,
    /// Trees of boxes, kept from run to run: for shapes that many questions are about.
    Bvh,
    /// Pairs of trees, traversed level by level on a GPU: Greß and Zachmann's scheme. For [`crate::Overlaps`] only.
    Fronts,
    /// Visibility in views along the axes, on a GPU, with every triangle drawn large enough to miss nothing: FAR.
    Far {
        /// Cells or pixels along each side of a view; `None` leaves the choice to the method. It affects the cost, not
        /// the answer.
        resolution: Option<u32>,
        /// How it ensures that nothing falls between pixels.
        cover: Cover,
    },
    /// Visibility as sampled by the GPU's rasteriser, which can miss pairs that fall between pixels: CULLIDE. For
    /// [`crate::Overlaps`] only.
    Cullide(Views),
    /// The same inside objects, for [`crate::SelfOverlaps`] only.
    SelfCullide(Views),
    /// Rays cast at the edges of solids, by the GPU's rasteriser, as published in 2003: CInDeR. It proposes object pairs, and
    /// can miss those that share volume between pixels or behind other edges. For [`crate::Solids`] only: see
    /// [`crate::Proposals`].
    Raycast {
        /// Which algorithm draws and reads, and so which pairs are proposed.
        algorithm: Algorithm,
        /// Pixels along each side of the view; `None` leaves the choice to the method.
        resolution: Option<u32>,
    },
    /// Lists of crossings along rays: proposes all pairs of closed objects without self-overlaps that share a ball as wide as the precision, and
    /// others that a ray happens to show: see [`crate::Rays`]. For [`crate::Solids`] only: see [`crate::Proposals`].
    Rays {
        /// The precision is the longest side of the box around the scene, divided by this; `None` is 1,024.
        resolution: Option<u32>,
    },
    /// Trees of k-DOPs in whole numbers, as a collision chip traverses them; on a GPU, in fronts. The nearest triangles of two
    /// objects it finds on the CPU as [`Method::Bvh`] does.
    Kdop(Kdop),
    /// Sweep and prune along one axis.
    Sweep,
    /// Every triangle against every other.
    Brute,
}

/// The properties of a method.
struct Facts {
    name: &'static str,
    guarantee: Guarantee,
    answers: &'static [QuestionKind],
    devices: &'static [Device],
}

impl Method {
    /// [`Method::Far`] with its best options.
    pub const FAR: Self = Self::Far { resolution: None, cover: Cover::Cells };
    /// [`Method::Cullide`] as published, except that it is order-free and repeats until nothing more is dropped.
    pub const CULLIDE: Self = Self::Cullide(Views::DEFAULT);
    /// [`Method::SelfCullide`] as published, except that it is order-free and repeats until nothing more is dropped.
    pub const SELF_CULLIDE: Self = Self::SelfCullide(Views::DEFAULT);

    /// [`Method::Raycast`] by the algorithm that names pairs.
    pub const RAYCAST: Self = Self::Raycast { algorithm: Algorithm::IdentifyBoth, resolution: None };
    /// [`Method::Rays`] with the usual precision.
    pub const RAYS: Self = Self::Rays { resolution: None };

    /// [`Method::Kdop`] with its best options.
    pub const KDOP: Self = Self::Kdop(Kdop::DEFAULT);

    /// All methods, with default options.
    pub const ALL: [Method; 12] = [
        Method::Auto,
        Method::Divide,
        Method::Bvh,
        Method::Fronts,
        Method::FAR,
        Method::CULLIDE,
        Method::SELF_CULLIDE,
        Method::RAYCAST,
        Method::RAYS,
        Method::KDOP,
        Method::Sweep,
        Method::Brute,
    ];

    const fn facts(self) -> Facts {
        use Device::{Cpu, Gpu};
        use Guarantee::{Exact, Sampled};
        use QuestionKind::{Clearance, Nearest, Overlaps, SelfOverlaps, Solids};
        const VIEWED: &[QuestionKind] = &[Overlaps, Clearance, Nearest, SelfOverlaps, Solids];
        const ANY: &[QuestionKind] = &QuestionKind::ALL;
        const BETWEEN: &[QuestionKind] = &[Overlaps, Clearance, Nearest, Solids];
        const fn facts(
            name: &'static str,
            guarantee: Guarantee,
            answers: &'static [QuestionKind],
            devices: &'static [Device],
        ) -> Facts {
            Facts { name, guarantee, answers, devices }
        }
        match self {
            Method::Auto => facts("auto", Exact, ANY, &[Cpu, Gpu]),
            Method::Divide => facts("divide", Exact, ANY, &[Cpu]),
            Method::Bvh => facts("bvh", Exact, ANY, &[Cpu, Gpu]),
            Method::Fronts => facts("fronts", Exact, &[Overlaps, Solids], &[Gpu]),
            Method::Far { cover: Cover::Cells, .. } => facts("far", Exact, VIEWED, &[Gpu]),
            Method::Far { .. } => facts("far", Exact, BETWEEN, &[Gpu]),
            Method::Cullide(_) => facts("cullide", Sampled, &[Overlaps], &[Gpu]),
            Method::SelfCullide(_) => facts("self-cullide", Sampled, &[SelfOverlaps], &[Gpu]),
            Method::Raycast { .. } => facts("raycast", Sampled, &[Solids], &[Gpu]),
            Method::Rays { .. } => facts("rays", Sampled, &[Solids], &[Cpu, Gpu]),
            Method::Kdop(_) => facts("kdop", Exact, ANY, &[Cpu, Gpu]),
            Method::Sweep => facts("sweep", Exact, ANY, &[Cpu]),
            Method::Brute => facts("brute", Exact, ANY, &[Cpu]),
        }
    }

    /// The word used on the command line and in reports, without options.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The guarantee of its answers.
    pub const fn guarantee(self) -> Guarantee {
        self.facts().guarantee
    }

    /// Whether it answers questions of this kind.
    pub fn answers(self, question: QuestionKind) -> bool {
        self.facts().answers.contains(&question)
    }

    /// Checks that it answers questions of this kind. The error says what to choose instead.
    ///
    /// ```
    /// use allide::{Method, QuestionKind};
    ///
    /// let far: Method = "far(cover=uobb)".parse()?;
    /// let error = far.check(QuestionKind::SelfOverlaps).unwrap_err();
    /// assert!(error.to_string().ends_with("leave the cover out, or choose cells"));
    /// assert!(far.check(QuestionKind::Overlaps).is_ok());
    /// # Ok::<(), allide::Error>(())
    /// ```
    ///
    /// # Errors
    /// The method, or its cover, is for other questions.
    pub fn check(self, question: QuestionKind) -> Result<(), Error> {
        match self {
            _ if self.answers(question) => Ok(()),
            Method::Far { .. } => {
                Err(Error::CoverNotForQuestion { method: self.to_string(), question: question.name() })
            }
            _ => Err(Error::NotForQuestion { method: self.name(), question: question.name() }),
        }
    }

    /// Whether it leaves nearest triangles to trees of boxes.
    pub(crate) const fn finds_nearest_as_bvh(self) -> bool {
        matches!(self, Method::Divide | Method::Kdop(_))
    }

    /// Whether it looks at a scene in views, and reports what each [`crate::Pass`] left.
    pub const fn looks(self) -> bool {
        matches!(self, Method::Far { .. } | Method::Cullide(_) | Method::SelfCullide(_))
    }

    /// Whether it proposes object pairs, which the CPU decides exactly, instead of triangle pairs.
    pub(crate) const fn proposes(self) -> bool {
        matches!(self, Method::Raycast { .. } | Method::Rays { .. })
    }

    /// The devices that it runs on.
    pub const fn devices(self) -> &'static [Device] {
        self.facts().devices
    }

    /// All methods that run on a device, with default options.
    pub fn on(device: Device) -> impl Iterator<Item = Method> + Clone {
        Self::ALL.into_iter().filter(move |method| method.devices().contains(&device))
    }
}

#[cfg(feature = "gpu")]
/// The GPU side of a question's method. Cheap: what a method remembers is stored with the GPU.
pub(crate) fn on_gpu(ask: &Ask<'_>) -> Box<dyn GpuMethod> {
    match ask.method {
        Method::Auto | Method::Bvh => Box::new(bvh::gpu::Walk),
        Method::Fronts => Box::new(fronts::Fronts::default()),
        Method::Far { resolution, cover } => match image::Drawn::far(resolution, cover) {
            Some(drawn) => Box::new(drawn),
            None => Box::new(far::Far::new(resolution)),
        },
        Method::Cullide(views) => Box::new(image::Drawn::cullide(views)),
        Method::SelfCullide(views) => Box::new(image::Drawn::self_cullide(views)),
        Method::Kdop(kdop) => Box::new(kdop::gpu::Kdops::new(kdop)),
        Method::Divide | Method::Sweep | Method::Brute => {
            unreachable!("the engine hands no method of the CPU to a GPU")
        }
        Method::Raycast { .. } | Method::Rays { .. } => unreachable!("the engine lets these propose object pairs"),
    }
}

/// The candidates of one object pair, decided. `tree_of` is only asked when the method is [`Method::Bvh`].
pub(crate) fn search<'t, S: Sink>(
    method: Method,
    pair: WorldPair<'_>,
    tree_of: impl Fn(&WorldObject) -> Option<&'t Tree>,
    sink: &S,
) -> Batch<S::Finding> {
    if let Some(strangers) = sink.strangers().filter(|_| !matches!(method, Method::Sweep | Method::Brute)) {
        return calm::search(pair.a, strangers, sink);
    }
    let mut batch = Batch::default();
    if sink.nearest().is_some() && pair.a.triangle_count() > 0 && pair.b.triangle_count() > 0 {
        // This settles copies in the same place.
        sink.offer(&mut batch, 0, &[0]);
        if sink.is_done() {
            return batch;
        }
    }
    let is_nearest = sink.nearest().is_some();
    // Two objects of few triangles need no trees.
    let counts = [pair.a, pair.b].map(WorldObject::triangle_count);
    let is_few = pair.a.id != pair.b.id && counts[0] > 0 && counts[0] * counts[1] <= FEW;
    let method = if is_nearest && method.finds_nearest_as_bvh() { Method::Bvh } else { method };
    batch.join(match method {
        Method::Bvh | Method::Divide | Method::Kdop(_) | Method::Auto if is_few => brute::offer_few(pair, sink),
        Method::Auto | Method::Divide => divide::search(pair, sink),
        Method::Fronts | Method::Far { .. } | Method::Cullide(_) | Method::SelfCullide(_) => {
            unreachable!("the engine hands no method of a GPU to the CPU")
        }
        Method::Raycast { .. } | Method::Rays { .. } => unreachable!("the engine lets these propose object pairs"),
        Method::Bvh => {
            let trees = tree_of(pair.a).zip(tree_of(pair.b));
            let found = trees.and_then(|(a, b)| bvh::search(pair, [a, b], sink));
            found.unwrap_or_else(
                || if is_nearest { bvh::search_in_world(pair, sink) } else { divide::search(pair, sink) },
            )
        }
        Method::Kdop(kdop) => kdop::search(kdop, pair, sink),
        Method::Sweep => {
            let mut batch = Batch::default();
            if is_nearest {
                seed::offer(pair, sink, &mut batch);
            }
            batch.join(sweep::search(pair, sink))
        }
        Method::Brute => brute::search(pair, sink),
    })
}

/// Up to this many triangle pairs are offered directly: any preparation would take longer.
const FEW: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_is_listed_once_under_its_name() {
        for (place, method) in Method::ALL.into_iter().enumerate() {
            assert_eq!(Method::ALL.iter().position(|other| other.name() == method.name()), Some(place));
            assert!(!method.devices().is_empty() && QuestionKind::ALL.iter().any(|&kind| method.answers(kind)));
        }
    }
}
