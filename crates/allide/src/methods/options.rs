//! Method options, and methods as text: `far(cover=uobb, resolution=64)`.

use super::views::{COVERS, DIRECTIONS, FRAMES, HIERARCHIES, REDUCTIONS, ROUNDS, SAMPLES, SMALL};
use super::{Algorithm, Cover, Kdop, Method, Rendering, Views};
use crate::Error;
use std::fmt;
use std::str::FromStr;

pub(super) fn value_of<T: Copy>(what: &'static str, word: &str, all: &[(&'static str, T)]) -> Result<T, Error> {
    let found = all.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
    found.ok_or_else(|| Error::unknown_word(what, word, all.iter().map(|(name, _)| *name)))
}

pub(super) fn word_of<T: PartialEq>(value: &T, all: &[(&'static str, T)]) -> &'static str {
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
        let no_such = || Error::NoSuchOption { method: self.to_string(), option: name.to_owned() };
        Ok(match (self, name) {
            (Method::Far { cover, .. }, "resolution") => Method::Far { resolution: pixels()?, cover },
            (Method::Far { resolution, .. }, "cover") => {
                Method::Far { resolution, cover: value_of("cover", value, &COVERS)? }
            }
            (Method::Far { resolution, cover }, _) => {
                Method::Far { resolution, cover: cover.with_option(name, value).ok_or_else(no_such)?? }
            }
            (Method::Raycast { resolution, .. }, "algorithm") => {
                Method::Raycast { algorithm: value.parse()?, resolution }
            }
            (Method::Raycast { algorithm, .. }, "resolution") => Method::Raycast { algorithm, resolution: pixels()? },
            (Method::Rays { .. }, "resolution") => Method::Rays { resolution: pixels()? },
            (Method::Kdop(kdop), "faces") => Method::Kdop(Kdop { faces: faces(value)?, ..kdop }),
            (Method::Kdop(kdop), "bits") => Method::Kdop(Kdop { bits: bits(value)?, ..kdop }),
            (Method::Cullide(views), "resolution") => Method::Cullide(Views { resolution: pixels()?, ..views }),
            (Method::SelfCullide(views), "resolution") => Method::SelfCullide(Views { resolution: pixels()?, ..views }),
            (Method::Cullide(views), _) => Method::Cullide(views.with_option(name, value).ok_or_else(no_such)??),
            (Method::SelfCullide(views), _) => {
                Method::SelfCullide(views.with_option(name, value).ok_or_else(no_such)??)
            }
            _ => return Err(no_such()),
        })
    }

    /// Options that differ from the defaults, in an order that parses.
    fn options(self) -> Vec<(&'static str, String)> {
        let (mut algorithm, mut cover, mut views) = (Algorithm::default(), Cover::Cells, Views::DEFAULT);
        let (mut samples, mut kdop, usual) = (Rendering::DEFAULT.samples, Kdop::DEFAULT, Kdop::DEFAULT);
        match self {
            Method::Far { resolution, cover: other } => {
                let rendering = other.rendering().unwrap_or_default();
                (cover, samples) = (other.rendered(Rendering::DEFAULT), rendering.samples);
                views = Views { resolution, ..views };
                (views.reduction, views.rounds) = (rendering.reduction, rendering.rounds);
            }
            Method::Cullide(other) | Method::SelfCullide(other) => views = other,
            Method::Raycast { algorithm: other, resolution } => (algorithm, views.resolution) = (other, resolution),
            Method::Rays { resolution } => views.resolution = resolution,
            Method::Kdop(other) => kdop = other,
            _ => return Vec::new(),
        }
        /// The word for a value, unless it is the default.
        fn unusual<T: PartialEq + Default>(value: &T, all: &[(&'static str, T)]) -> Option<String> {
            (*value != T::default()).then(|| word_of(value, all).to_owned())
        }
        let options = [
            ("algorithm", (algorithm != Algorithm::default()).then(|| algorithm.to_string())),
            ("bits", (kdop.bits != usual.bits).then(|| kdop.bits.to_string())),
            ("cover", unusual(&cover, &COVERS)),
            ("cpu-below", (views.cpu_below > 0).then(|| views.cpu_below.to_string())),
            ("directions", unusual(&views.directions, &DIRECTIONS)),
            ("faces", (kdop.faces != usual.faces).then(|| kdop.faces.to_string())),
            ("frame", unusual(&views.frame, &FRAMES)),
            ("hierarchy", unusual(&views.hierarchy, &HIERARCHIES)),
            ("leaf", (views.leaf != 1).then(|| views.leaf.to_string())),
            ("reduction", unusual(&views.reduction, &REDUCTIONS)),
            ("resolution", views.resolution.map(|pixels| pixels.to_string())),
            ("rounds", unusual(&views.rounds, &ROUNDS)),
            ("samples", unusual(&samples, &SAMPLES)),
            ("small", unusual(&views.small, &SMALL)),
        ];
        options.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
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
                let views = Views { resolution, reduction, ..Views::DEFAULT };
                all.extend([Method::Cullide(views), Method::SelfCullide(views)]);
                let rendering = Rendering { reduction, ..Rendering::DEFAULT };
                all.extend(COVERS.map(|(_, cover)| Method::Far { resolution, cover: cover.rendered(rendering) }));
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
        assert_eq!(texts.len(), 6 + 5 * 3 + 3 * 2 * 2 + 3 * (5 * 2 + 1) + 3 * (5 + 1));
        assert_eq!(format!("{:>6}|", Method::Bvh), "   bvh|");
    }

    #[test]
    fn options_of_views_are_read_as_they_are_written() {
        for text in [
            "cullide(cpu-below=300, directions=oriented, hierarchy=random, rounds=once, small=kept)",
            "self-cullide(directions=coherent, reduction=ordered, resolution=500, rounds=once)",
            "self-cullide(directions=axes, frame=whole, leaf=16, reduction=ordered, resolution=500, rounds=once)",
            "far(cover=faces, reduction=ordered, resolution=1400, rounds=once, samples=centre)",
            "far(cover=conservative, rounds=once)",
        ] {
            assert_eq!(text.parse::<Method>().unwrap().to_string(), text);
        }
        let usual = "self-cullide(directions=all, hierarchy=connected, rounds=until, small=lost, leaf=1, frame=cropped, cpu-below=0)";
        assert_eq!(usual.parse(), Ok(Method::SELF_CULLIDE));
        assert_eq!("far(cover=uobb, samples=anywhere)".parse::<Method>().unwrap().to_string(), "far(cover=uobb)");
    }

    #[test]
    fn what_is_no_method_says_what_is() {
        let error = |text: &str| text.parse::<Method>().unwrap_err().to_string();
        assert!(error("Bvh").starts_with("there is no method \"Bvh\"; choose auto, divide, bvh"), "{}", error("Bvh"));
        assert!(error("far(cover=round)").contains("choose cells, conservative, uobb, faces, bounded or exact"));
        assert!(error("raycast(algorithm=6)").contains("choose detect, one, one-without-stencil, both or queries"));
        assert!(error("far(resolution=0)").contains("a positive number"));
        for text in [
            "rays(algorithm=both)",
            "rays(resolution=-1)",
            "bvh(resolution=3)",
            "far(reduction=ordered)",
            "cullide(cover=uobb)",
            "cullide(samples=centre)",
            "cullide(rounds=twice)",
            "cullide(cpu-below=-1)",
            "cullide(leaf=0)",
            "far(cover=uobb, leaf=16)",
            "cullide(frame=half)",
            "far(rounds=once)",
            "far(cover=conservative, samples=centre)",
            "far(cover=uobb, small=kept)",
            "far(=)",
            "far(",
        ] {
            assert!(text.parse::<Method>().is_err(), "{text}");
        }
    }
}
