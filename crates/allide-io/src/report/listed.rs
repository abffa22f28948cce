//! The triangle pairs of a document: `[a, b, class]`, or `[a, b, distance]`.

use super::Findings;
use allide::{Class, TriangleDistance, TrianglePair};
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// The triangle pairs of an object pair: `[a, b, class]`, or `[a, b, distance]`.
#[derive(Clone, Debug)]
pub enum Listed<'r> {
    /// Those that overlap.
    Overlaps(Cow<'r, [TrianglePair]>),
    /// Those that are too close, as they were found.
    Found(&'r [TriangleDistance]),
    /// Those that are too close, as they were read: triangles and distance.
    Distances(Vec<(u32, u32, f64)>),
}

impl<'r> Listed<'r> {
    pub(super) fn new(findings: Findings<'r>) -> Self {
        match findings {
            Findings::Overlaps(found) => Self::Overlaps(Cow::Borrowed(found)),
            Findings::Distances(found) => Self::Found(found),
        }
    }

    /// Triangles and distances of those that are too close.
    pub fn distances(&self) -> impl Iterator<Item = (u32, u32, f64)> + '_ {
        let (found, read): (&[TriangleDistance], &[(u32, u32, f64)]) = match self {
            Self::Overlaps(_) => (&[], &[]),
            Self::Found(found) => (found, &[]),
            Self::Distances(read) => (&[], read),
        };
        found.iter().map(|found| (found.a, found.b, found.nearest.distance)).chain(read.iter().copied())
    }

    /// Those that overlap.
    pub fn overlaps(&self) -> &[TrianglePair] {
        if let Self::Overlaps(found) = self { found } else { &[] }
    }
}

impl PartialEq for Listed<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.overlaps() == other.overlaps() && self.distances().eq(other.distances())
    }
}

impl Serialize for Listed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Overlaps(found) => serializer.collect_seq(found.iter().map(|x| (x.a, x.b, x.class.name()))),
            _ => serializer.collect_seq(self.distances()),
        }
    }
}

/// The third element of a listed finding.
#[derive(Deserialize)]
#[serde(untagged)]
enum How<'a> {
    Class(Cow<'a, str>),
    Distance(f64),
}

impl<'de> Deserialize<'de> for Listed<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Findings;

        impl<'de> Visitor<'de> for Findings {
            type Value = Listed<'static>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("triangle pairs, all with a class or all with a distance")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Self::Value, A::Error> {
                let (mut overlaps, mut distances) = (Vec::new(), Vec::new());
                while let Some((a, b, how)) = all.next_element::<(u32, u32, How<'_>)>()? {
                    match how {
                        How::Distance(distance) => distances.push((a, b, distance)),
                        How::Class(word) => {
                            let class = Class::ALL.into_iter().find(|class| class.name() == word);
                            let unknown = || de::Error::unknown_variant(&word, &["crossing", "coplanar", "touching"]);
                            overlaps.push(TrianglePair { a, b, class: class.ok_or_else(unknown)? });
                        }
                    }
                }
                match (overlaps.is_empty(), distances.is_empty()) {
                    (_, true) => Ok(Listed::Overlaps(Cow::Owned(overlaps))),
                    (true, false) => Ok(Listed::Distances(distances)),
                    (false, false) => Err(de::Error::custom("a pair has classes and distances")),
                }
            }
        }

        deserializer.deserialize_seq(Findings)
    }
}
