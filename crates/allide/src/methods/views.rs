//! The views of the visibility methods.

use super::options::{value_of, word_of};
use crate::Error;

/// The views of [`crate::Method::Cullide`] and [`crate::Method::SelfCullide`].
///
/// ```
/// use allide::{Method, Rounds, Views};
///
/// let views = Views { resolution: Some(512), ..Views::DEFAULT };
/// assert_eq!(Method::Cullide(views).to_string(), "cullide(resolution=512)");
/// let published = Views { rounds: Rounds::Once, ..Views::DEFAULT };
/// assert_eq!("self-cullide(rounds=once)".parse::<Method>()?, Method::SelfCullide(published));
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Views {
    /// Pixels along each side of a view; `None` leaves the choice to the method.
    pub resolution: Option<u32>,
    /// How full visibility is determined.
    pub reduction: Reduction,
    /// How often each level of parts is drawn.
    pub rounds: Rounds,
    /// How objects are divided into parts.
    pub hierarchy: Hierarchy,
    /// The treatment of triangles that a view can hardly show.
    pub small: Small,
    /// The directions of views.
    pub directions: Directions,
    /// Triangles of the smallest parts, at most: parts with no more are not divided. 1, by default, goes down to single triangles.
    pub leaf: u32,
    /// How much of the scene a view shows.
    pub frame: Frame,
    /// Once this many triangles or fewer are left, the CPU pairs them, and nothing more is drawn.
    pub cpu_below: u32,
}

impl Default for Views {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Views {
    /// As published, except that it is order-free and repeats until nothing more is dropped.
    pub const DEFAULT: Self = Self {
        resolution: None,
        reduction: Reduction::OrderFree,
        rounds: Rounds::Until,
        hierarchy: Hierarchy::Connected,
        small: Small::Lost,
        directions: Directions::All,
        leaf: 1,
        frame: Frame::Cropped,
        cpu_below: 0,
    };
}

/// How [`crate::Method::Far`] covers every pixel that a triangle touches.
///
/// ```
/// use allide::{Cover, Method, Reduction, Rendering};
///
/// let ordered = Rendering { reduction: Reduction::Ordered, ..Rendering::DEFAULT };
/// let far = Method::Far { resolution: None, cover: Cover::Conservative(ordered) };
/// assert_eq!(far.to_string(), "far(cover=conservative, reduction=ordered)");
/// assert_eq!(Method::FAR, Method::Far { resolution: None, cover: Cover::Cells });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cover {
    /// By our own integer rasteriser, on any GPU: FAR's enlargement made exact.
    #[default]
    Cells,
    /// By the GPU's conservative rasterisation, where available. Not for self-overlaps.
    Conservative(Rendering),
    /// By drawing offsets around triangles with the GPU's standard rasteriser, as published. Not for self-overlaps.
    Offset(Offset, Rendering),
}

/// The published ways to draw all points within a distance of a triangle.
///
/// ```
/// use allide::{Cover, Method, Offset, Rendering};
///
/// let cover = Cover::Offset(Offset::Bounded, Rendering::DEFAULT);
/// assert_eq!("far(cover=bounded)".parse::<Method>()?, Method::Far { resolution: None, cover });
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Offset {
    /// A box around each triangle, along its longest edge; drawn as one outline, whose fragments look for the box.
    #[default]
    Uobb,
    /// The same box drawn by its faces, as published: those in front are written, those behind are compared.
    Faces,
    /// A box around each edge, and the triangle shifted to both sides.
    Bounded,
    /// Cylinders, balls and shifted triangles: the offset itself.
    Exact,
}

/// How drawn views of [`crate::Method::Far`] are made.
///
/// ```
/// use allide::{Cover, Method, Offset, Reduction, Rendering, Rounds};
///
/// // As published.
/// let published = Rendering { reduction: Reduction::Ordered, rounds: Rounds::Once, ..Rendering::DEFAULT };
/// let far = Method::Far { resolution: Some(1400), cover: Cover::Offset(Offset::Faces, published) };
/// assert_eq!(far.to_string(), "far(cover=faces, reduction=ordered, resolution=1400, rounds=once)");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rendering {
    /// How full visibility is determined.
    pub reduction: Reduction,
    /// How often each level of parts is drawn.
    pub rounds: Rounds,
    /// Where in a pixel the rasteriser is assumed to sample; for offsets only.
    pub samples: Samples,
}

impl Rendering {
    /// Order-free, until little more is dropped, for any rasteriser.
    pub const DEFAULT: Self =
        Self { reduction: Reduction::OrderFree, rounds: Rounds::Until, samples: Samples::Anywhere };
}

/// How full visibility is determined.
///
/// ```
/// use allide::{Method, Reduction, Views};
///
/// let ordered = Views { reduction: Reduction::Ordered, ..Views::DEFAULT };
/// assert_eq!(Method::CULLIDE.with_option("reduction", "ordered")?, Method::Cullide(ordered));
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// From the two nearest owners at each pixel: a constant number of draws for any number of objects.
    #[default]
    OrderFree,
    /// One object after the other, back and forth, with an occlusion query for each, as published.
    Ordered,
}

/// How often each level of parts is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounds {
    /// Repeatedly, from alternating sides, until nothing more is dropped, or too little for another round to pay off. Levels
    /// with few more parts than the last are skipped.
    #[default]
    Until,
    /// Once from every direction, and every level, as published.
    Once,
}

/// How objects are divided into parts, between the whole object and its triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Hierarchy {
    /// Connected patches of the mesh, as published.
    #[default]
    Connected,
    /// Random sets of triangles: the first attempt of the authors of Self-CULLIDE.
    Random,
}

/// The treatment of a triangle that a view can hardly show: seen edge-on, or so small that it may cover no pixel's middle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Small {
    /// It counts as fully visible although none of it is seen, as published, and is lost.
    #[default]
    Lost,
    /// This view keeps it and its part, as the authors of Self-CULLIDE propose. Less is
    /// missed, and less is dropped; triangles behind one that is seen edge-on still count as visible.
    Kept,
}

/// The directions of views.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Directions {
    /// Along the axes; inside objects also along the diagonals of a cube.
    #[default]
    All,
    /// Along the axes alone.
    Axes,
    /// Of these seven, the three in which the remaining triangles show most of their area.
    Oriented,
    /// Of these seven, the two that dropped most in the last run, and one of the others in turn.
    Coherent,
}

/// How much of the scene a view shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Frame {
    /// The remaining triangles, and where objects can meet each other: regions apart have views of their own, and pixels become smaller from
    /// pass to pass.
    #[default]
    Cropped,
    /// All objects, in every pass, as published; inside objects, the whole object.
    Whole,
}

/// Where a rasteriser may look inside a pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Samples {
    /// Anywhere: offsets are wide enough for any rasteriser.
    #[default]
    Anywhere,
    /// In the middle, as common GPUs do: half of that is enough.
    Centre,
}

/// Covers by name.
pub(super) const COVERS: [(&str, Cover); 6] = [
    ("cells", Cover::Cells),
    ("conservative", Cover::Conservative(Rendering::DEFAULT)),
    ("uobb", Cover::Offset(Offset::Uobb, Rendering::DEFAULT)),
    ("faces", Cover::Offset(Offset::Faces, Rendering::DEFAULT)),
    ("bounded", Cover::Offset(Offset::Bounded, Rendering::DEFAULT)),
    ("exact", Cover::Offset(Offset::Exact, Rendering::DEFAULT)),
];

pub(super) const REDUCTIONS: [(&str, Reduction); 2] =
    [("order-free", Reduction::OrderFree), ("ordered", Reduction::Ordered)];
pub(super) const ROUNDS: [(&str, Rounds); 2] = [("until", Rounds::Until), ("once", Rounds::Once)];
pub(super) const HIERARCHIES: [(&str, Hierarchy); 2] =
    [("connected", Hierarchy::Connected), ("random", Hierarchy::Random)];
pub(super) const SMALL: [(&str, Small); 2] = [("lost", Small::Lost), ("kept", Small::Kept)];
pub(super) const FRAMES: [(&str, Frame); 2] = [("cropped", Frame::Cropped), ("whole", Frame::Whole)];
pub(super) const DIRECTIONS: [(&str, Directions); 4] = [
    ("all", Directions::All),
    ("axes", Directions::Axes),
    ("oriented", Directions::Oriented),
    ("coherent", Directions::Coherent),
];
pub(super) const SAMPLES: [(&str, Samples); 2] = [("anywhere", Samples::Anywhere), ("centre", Samples::Centre)];

impl Reduction {
    /// The word for it in options and reports.
    pub fn name(self) -> &'static str {
        word_of(&self, &REDUCTIONS)
    }
}

impl Cover {
    /// The word for it in options and reports.
    pub fn name(self) -> &'static str {
        word_of(&self.rendered(Rendering::DEFAULT), &COVERS)
    }

    /// How views are drawn, if they are.
    pub fn rendering(self) -> Option<Rendering> {
        match self {
            Cover::Cells => None,
            Cover::Conservative(rendering) | Cover::Offset(_, rendering) => Some(rendering),
        }
    }

    /// The same cover, drawn in another way; cells are not drawn.
    pub fn rendered(self, rendering: Rendering) -> Self {
        match self {
            Cover::Cells => Cover::Cells,
            Cover::Conservative(_) => Cover::Conservative(rendering),
            Cover::Offset(offset, _) => Cover::Offset(offset, rendering),
        }
    }

    /// The same with an option; `None` if it has no such option.
    pub(super) fn with_option(self, name: &str, value: &str) -> Option<Result<Self, Error>> {
        let own = self.rendering()?;
        let rendering = match name {
            "reduction" => value_of("reduction", value, &REDUCTIONS).map(|reduction| Rendering { reduction, ..own }),
            "rounds" => value_of("rounds", value, &ROUNDS).map(|rounds| Rendering { rounds, ..own }),
            "samples" if matches!(self, Cover::Offset(..)) => {
                value_of("samples", value, &SAMPLES).map(|samples| Rendering { samples, ..own })
            }
            _ => return None,
        };
        Some(rendering.map(|rendering| self.rendered(rendering)))
    }
}

impl Views {
    /// The same with an option other than the resolution; `None` if there is no such option.
    pub(super) fn with_option(self, name: &str, value: &str) -> Option<Result<Self, Error>> {
        Some(match name {
            "reduction" => value_of("reduction", value, &REDUCTIONS).map(|reduction| Self { reduction, ..self }),
            "rounds" => value_of("rounds", value, &ROUNDS).map(|rounds| Self { rounds, ..self }),
            "hierarchy" => value_of("hierarchy", value, &HIERARCHIES).map(|hierarchy| Self { hierarchy, ..self }),
            "small" => value_of("small", value, &SMALL).map(|small| Self { small, ..self }),
            "directions" => value_of("directions", value, &DIRECTIONS).map(|directions| Self { directions, ..self }),
            "frame" => value_of("frame", value, &FRAMES).map(|frame| Self { frame, ..self }),
            "leaf" => {
                let count = value.parse().ok().filter(|&count: &u32| count > 0);
                let count = count.ok_or_else(|| Error::unknown_word("number of triangles", value, ["a number from 1"]));
                count.map(|leaf| Self { leaf, ..self })
            }
            "cpu-below" => {
                let count = value.parse().map_err(|_| Error::unknown_word("number of triangles", value, ["a number"]));
                count.map(|cpu_below| Self { cpu_below, ..self })
            }
            _ => return None,
        })
    }
}
