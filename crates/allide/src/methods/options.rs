//! Method options, and methods as text: `far(cover=uobb, resolution=64)`.

use super::{Algorithm, Kdop, Method};
use crate::Error;
use std::fmt;
use std::str::FromStr;

/// The views of [`Method::Cullide`] and [`Method::SelfCullide`].
///
/// [`Method::Cullide`]: crate::Method::CULLIDE
/// [`Method::SelfCullide`]: crate::Method::SELF_CULLIDE
///
/// ```
/// use allide::{Method, Views};
///
/// let views = Views { resolution: Some(512), ..Views::default() };
/// assert_eq!(Method::Cullide(views).to_string(), "cullide(resolution=512)");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Views {
    /// Pixels along each side of a view; `None` leaves the choice to the method.
    pub resolution: Option<u32>,
    /// How full visibility is determined.
    pub reduction: Reduction,
}

/// How [`crate::Method::Far`] covers every pixel that a triangle touches.
///
/// ```
/// use allide::{Cover, Method, Reduction};
///
/// let far = Method::Far { resolution: None, cover: Cover::Conservative(Reduction::Ordered) };
/// assert_eq!(far.to_string(), "far(cover=conservative, reduction=ordered)");
/// assert_eq!(Method::FAR, Method::Far { resolution: None, cover: Cover::Cells });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cover {
    /// By our own integer rasteriser, on any GPU: FAR's enlargement made exact.
    #[default]
    Cells,
    /// By the GPU's conservative rasterisation, where available.
    Conservative(Reduction),
    /// By drawing offsets around triangles with the GPU's standard rasteriser, as published.
    Offset(Offset, Reduction),
}

/// The published ways to draw all points within a distance of a triangle.
///
/// ```
/// use allide::{Cover, Method, Offset, Reduction};
///
/// let cover = Cover::Offset(Offset::Bounded, Reduction::OrderFree);
/// assert_eq!("far(cover=bounded)".parse::<Method>()?, Method::Far { resolution: None, cover });
/// # Ok::<(), allide::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Offset {
    /// A box around each triangle, along its longest edge.
    #[default]
    Uobb,
    /// A box around each edge, and the triangle shifted to both sides.
    Bounded,
    /// Cylinders, balls and shifted triangles: the offset itself.
    Exact,
}

/// How full visibility is determined.
///
/// ```
/// use allide::{Method, Reduction, Views};
///
/// let ordered = Views { reduction: Reduction::Ordered, ..Views::default() };
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

/// Covers by name.
const COVERS: [(&str, Cover); 5] = [
    ("cells", Cover::Cells),
    ("conservative", Cover::Conservative(Reduction::OrderFree)),
    ("uobb", Cover::Offset(Offset::Uobb, Reduction::OrderFree)),
    ("bounded", Cover::Offset(Offset::Bounded, Reduction::OrderFree)),
    ("exact", Cover::Offset(Offset::Exact, Reduction::OrderFree)),
];

/// Reductions by name.
const REDUCTIONS: [(&str, Reduction); 2] = [("order-free", Reduction::OrderFree), ("ordered", Reduction::Ordered)];

fn value_of<T: Copy>(what: &'static str, word: &str, all: &[(&'static str, T)]) -> Result<T, Error> {
    let found = all.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
    found.ok_or_else(|| Error::unknown_word(what, word, all.iter().map(|(name, _)| *name)))
}

fn word_of<T: PartialEq>(value: &T, all: &[(&'static str, T)]) -> &'static str {
    all.iter().find(|(_, other)| other == value).map_or("", |(name, _)| name)
}

/// How many faces a k-DOP has.
fn faces(value: &str) -> Result<u8, Error> {
    let known = Kdop::FACES.into_iter().find(|faces| faces.to_string() == value);
    known.ok_or_else(|| Error::unknown_word("number of faces", value, ["6", "14", "18", "24", "26"]))
}

/// How many bits its coefficients have.
fn bits(value: &str) -> Result<u8, Error> {
    let known = value.parse().ok().filter(|bits| (Kdop::FEWEST_BITS..=Kdop::MOST_BITS).contains(bits));
    known.ok_or_else(|| Error::unknown_word("number of bits", value, ["6 to 32"]))
}

impl Cover {
    /// How full visibility is determined, if views are drawn.
    pub fn reduction(self) -> Option<Reduction> {
        match self {
            Cover::Cells => None,
            Cover::Conservative(reduction) | Cover::Offset(_, reduction) => Some(reduction),
        }
    }

    /// The same cover with another reduction; cells have none.
    pub fn reduced(self, reduction: Reduction) -> Self {
        match self {
            Cover::Cells => Cover::Cells,
            Cover::Conservative(_) => Cover::Conservative(reduction),
            Cover::Offset(offset, _) => Cover::Offset(offset, reduction),
        }
    }
}

impl Method {
    /// The same method with an option, by the option's name and value as text.
    ///
    /// # Errors
    /// The method has no such option, or the option has no such value.
    pub fn with_option(self, name: &str, value: &str) -> Result<Self, Error> {
        let pixels = || match value.parse() {
            Ok(pixels) if pixels > 0 => Ok(Some(pixels)),
            _ => Err(Error::unknown_word("resolution", value, ["a positive number"])),
        };
        let reduction = || value_of("reduction", value, &REDUCTIONS);
        Ok(match (self, name) {
            (Method::Far { cover, .. }, "resolution") => Method::Far { resolution: pixels()?, cover },
            (Method::Far { resolution, .. }, "cover") => {
                Method::Far { resolution, cover: value_of("cover", value, &COVERS)? }
            }
            (Method::Far { resolution, cover }, "reduction") if cover != Cover::Cells => {
                Method::Far { resolution, cover: cover.reduced(reduction()?) }
            }
            (Method::Raycast { resolution, .. }, "algorithm") => {
                Method::Raycast { algorithm: value.parse()?, resolution }
            }
            (Method::Raycast { algorithm, .. }, "resolution") => Method::Raycast { algorithm, resolution: pixels()? },
            (Method::Rays { .. }, "resolution") => Method::Rays { resolution: pixels()? },
            (Method::Kdop(kdop), "faces") => Method::Kdop(Kdop { faces: faces(value)?, ..kdop }),
            (Method::Kdop(kdop), "bits") => Method::Kdop(Kdop { bits: bits(value)?, ..kdop }),
            (Method::Cullide(views), "resolution") => Method::Cullide(Views { resolution: pixels()?, ..views }),
            (Method::Cullide(views), "reduction") => Method::Cullide(Views { reduction: reduction()?, ..views }),
            (Method::SelfCullide(views), "resolution") => Method::SelfCullide(Views { resolution: pixels()?, ..views }),
            (Method::SelfCullide(views), "reduction") => {
                Method::SelfCullide(Views { reduction: reduction()?, ..views })
            }
            _ => return Err(Error::NoSuchOption { method: self.name(), option: name.to_owned() }),
        })
    }

    /// Options that differ from the defaults, in an order that parses.
    fn options(self) -> Vec<(&'static str, String)> {
        let (mut algorithm, mut cover, mut views) = (Algorithm::default(), Cover::Cells, Views::default());
        let (mut kdop, usual) = (Kdop::DEFAULT, Kdop::DEFAULT);
        match self {
            Method::Far { resolution, cover: other } => {
                cover = other.reduced(Reduction::OrderFree);
                views = Views { resolution, reduction: other.reduction().unwrap_or_default() };
            }
            Method::Cullide(other) | Method::SelfCullide(other) => views = other,
            Method::Raycast { algorithm: other, resolution } => (algorithm, views.resolution) = (other, resolution),
            Method::Rays { resolution } => views.resolution = resolution,
            Method::Kdop(other) => kdop = other,
            _ => return Vec::new(),
        }
        let algorithm = (algorithm != Algorithm::default()).then(|| ("algorithm", algorithm.to_string()));
        let cover = (cover != Cover::Cells).then(|| ("cover", word_of(&cover, &COVERS).to_owned()));
        let is_usual = views.reduction == Reduction::OrderFree;
        let reduction = (!is_usual).then(|| ("reduction", word_of(&views.reduction, &REDUCTIONS).to_owned()));
        let resolution = views.resolution.map(|pixels| ("resolution", pixels.to_string()));
        let bits = (kdop.bits != usual.bits).then(|| ("bits", kdop.bits.to_string()));
        let faces = (kdop.faces != usual.faces).then(|| ("faces", kdop.faces.to_string()));
        [algorithm, bits, cover, faces, reduction, resolution].into_iter().flatten().collect()
    }
}

/// The method's name, then in brackets the options that differ from the defaults.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options: Vec<String> = self.options().into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        match &options[..] {
            [] => f.pad(self.name()),
            options => f.pad(&format!("{}({})", self.name(), options.join(", "))),
        }
    }
}

/// Parses what `Display` writes.
impl FromStr for Method {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (name, options) = match text.split_once('(').and_then(|(name, rest)| Some((name, rest.strip_suffix(')')?)))
        {
            Some((name, options)) => (name, options),
            None => (text, ""),
        };
        let found = Self::ALL.into_iter().find(|method| method.name() == name);
        let method = found.ok_or_else(|| Error::unknown_word("method", name, Self::ALL.map(Self::name)))?;
        options.split(',').map(str::trim).filter(|option| !option.is_empty()).try_fold(method, |method, option| {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            method.with_option(name.trim(), value.trim())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_read_as_they_are_written() {
        let mut all = Method::ALL.to_vec();
        for faces in Kdop::FACES {
            all.extend([6, 16, 32].map(|bits| Method::Kdop(Kdop { faces, bits })));
        }
        for resolution in [None, Some(1), Some(1400)] {
            for (_, reduction) in REDUCTIONS {
                let views = Views { resolution, reduction };
                all.extend([Method::Cullide(views), Method::SelfCullide(views)]);
                all.extend(COVERS.map(|(_, cover)| Method::Far { resolution, cover: cover.reduced(reduction) }));
            }
            all.extend(Algorithm::ALL.map(|algorithm| Method::Raycast { algorithm, resolution }));
            all.push(Method::Rays { resolution });
        }
        let mut texts: Vec<String> = all.iter().map(Method::to_string).collect();
        for (method, text) in all.iter().zip(&texts) {
            assert_eq!(text.parse().as_ref(), Ok(method), "{text}");
        }
        all.dedup();
        texts.sort();
        texts.dedup();
        // Methods without options are listed twice, and cells have no reduction.
        assert_eq!(texts.len(), 6 + 5 * 3 + 3 * 2 * 2 + 3 * (4 * 2 + 1) + 3 * (5 + 1));
        assert_eq!(format!("{:>6}|", Method::Bvh), "   bvh|");
    }

    #[test]
    fn what_is_no_method_says_what_is() {
        let error = |text: &str| text.parse::<Method>().unwrap_err().to_string();
        assert!(error("Bvh").starts_with("there is no method \"Bvh\"; choose auto, divide, bvh"), "{}", error("Bvh"));
        assert!(error("far(cover=round)").contains("choose cells, conservative, uobb, bounded or exact"));
        assert!(error("raycast(algorithm=6)").contains("choose detect, one, one-without-stencil, both or queries"));
        assert!(error("far(resolution=0)").contains("a positive number"));
        for text in [
            "rays(algorithm=both)",
            "rays(resolution=-1)",
            "bvh(resolution=3)",
            "far(reduction=ordered)",
            "cullide(cover=uobb)",
            "far(=)",
            "far(",
        ] {
            assert!(text.parse::<Method>().is_err(), "{text}");
        }
    }
}
