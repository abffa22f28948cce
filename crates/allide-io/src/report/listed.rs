//! The triangle pairs of a document: `[a, b, class]` or `[a, b, distance]`, and where they come from.

use super::{Findings, Source};
use allide::{Class, TriangleDistance, TrianglePair};
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// The triangle pairs of an object pair.
#[derive(Clone, Debug)]
pub struct Listed<'r> {
    found: Found<'r>,
    parts: Parts<'r>,
}

#[derive(Clone, Debug)]
enum Found<'r> {
    Overlaps(Cow<'r, [TrianglePair]>),
    /// As they were found.
    Distances(&'r [TriangleDistance]),
    /// As they were read: triangles and distance.
    Read(Vec<(u32, u32, f64)>),
}

#[derive(Clone, Debug)]
enum Parts<'r> {
    Known([Option<&'r Source>; 2]),
    /// As they were read: one for each triangle pair, without trailing empty ones.
    Read(Vec<PartOf>),
}

/// Which polygons of their files the triangles of a pair are parts of, where that tells more than their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartOf {
    /// The polygon of the first triangle, counted from 0 in its file, if it has another number than the triangle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polygon_a: Option<u32>,
    /// The polygon of the second triangle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polygon_b: Option<u32>,
    /// The line of the file that the first triangle's polygon begins on, counted from 1, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_a: Option<u32>,
    /// The line of the second triangle's polygon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_b: Option<u32>,
}

impl PartOf {
    const NOTHING: Self = Self { polygon_a: None, polygon_b: None, line_a: None, line_b: None };

    /// Of two triangles of the given sources.
    pub(super) fn new(sources: [Option<&Source>; 2], triangles: [u32; 2]) -> Self {
        let part = |side: usize| {
            let triangle = triangles[side];
            let origin = sources[side].map(|source| source.origins.of(triangle));
            let polygon = origin.map(|origin| origin.polygon).filter(|&polygon| polygon != triangle);
            (polygon, origin.and_then(|origin| origin.line))
        };
        let ((polygon_a, line_a), (polygon_b, line_b)) = (part(0), part(1));
        Self { polygon_a, polygon_b, line_a, line_b }
    }
}

impl<'r> Listed<'r> {
    pub(super) fn new(findings: Findings<'r>, sources: [Option<&'r Source>; 2]) -> Self {
        let found = match findings {
            Findings::Overlaps(found) => Found::Overlaps(Cow::Borrowed(found)),
            Findings::Distances(found) => Found::Distances(found),
        };
        Self { found, parts: Parts::Known(sources) }
    }

    /// Triangles and distances of those that are too close.
    pub fn distances(&self) -> impl Iterator<Item = (u32, u32, f64)> + '_ {
        let (found, read): (&[TriangleDistance], &[(u32, u32, f64)]) = match &self.found {
            Found::Overlaps(_) => (&[], &[]),
            Found::Distances(found) => (found, &[]),
            Found::Read(read) => (&[], read),
        };
        found.iter().map(|found| (found.a, found.b, found.nearest.distance)).chain(read.iter().copied())
    }

    /// Those that overlap.
    pub fn overlaps(&self) -> &[TrianglePair] {
        if let Found::Overlaps(found) = &self.found { found } else { &[] }
    }

    /// For each triangle pair, in order, what it is a part of.
    pub fn parts(&self) -> impl Iterator<Item = PartOf> + '_ {
        let overlaps = self.overlaps().iter().map(|found| [found.a, found.b]);
        let triangles = overlaps.chain(self.distances().map(|(a, b, _)| [a, b])).enumerate();
        triangles.map(|(index, triangles)| match &self.parts {
            Parts::Known(sources) => PartOf::new(*sources, triangles),
            Parts::Read(parts) => parts.get(index).copied().unwrap_or_default(),
        })
    }
}

impl PartialEq for Listed<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.overlaps() == other.overlaps() && self.distances().eq(other.distances()) && self.parts().eq(other.parts())
    }
}

/// A triangle pair, as it is written.
#[derive(Serialize)]
#[serde(untagged)]
enum Entry<H> {
    Pair(u32, u32, H),
    WithParts(u32, u32, H, PartOf),
}

impl<H> Entry<H> {
    fn new((a, b, how): (u32, u32, H), part: PartOf) -> Self {
        if part == PartOf::NOTHING { Self::Pair(a, b, how) } else { Self::WithParts(a, b, how, part) }
    }
}

impl Serialize for Listed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entry = |(pair, part)| Entry::new(pair, part);
        match &self.found {
            Found::Overlaps(found) => {
                let found = found.iter().map(|x| (x.a, x.b, x.class.name()));
                serializer.collect_seq(found.zip(self.parts()).map(entry))
            }
            _ => serializer.collect_seq(self.distances().zip(self.parts()).map(|(pair, part)| Entry::new(pair, part))),
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

/// A triangle pair, as it is read.
struct Read<'a>(u32, u32, How<'a>, PartOf);

impl<'de> Deserialize<'de> for Read<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Elements;

        impl<'de> Visitor<'de> for Elements {
            type Value = Read<'static>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("two triangles, a class or a distance, and perhaps their polygons and lines")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Self::Value, A::Error> {
                let missing = |length| de::Error::invalid_length(length, &self);
                let a = all.next_element()?.ok_or_else(|| missing(0))?;
                let b = all.next_element()?.ok_or_else(|| missing(1))?;
                let how = all.next_element()?.ok_or_else(|| missing(2))?;
                Ok(Read(a, b, how, all.next_element()?.unwrap_or_default()))
            }
        }

        deserializer.deserialize_seq(Elements)
    }
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
                let (mut overlaps, mut distances, mut parts) = (Vec::new(), Vec::new(), Vec::new());
                while let Some(Read(a, b, how, part)) = all.next_element()? {
                    if part != PartOf::NOTHING {
                        parts.resize(overlaps.len() + distances.len(), PartOf::NOTHING);
                        parts.push(part);
                    }
                    match how {
                        How::Distance(distance) => distances.push((a, b, distance)),
                        How::Class(word) => {
                            let class = Class::ALL.into_iter().find(|class| class.name() == word);
                            let unknown = || de::Error::unknown_variant(&word, &["crossing", "coplanar", "touching"]);
                            overlaps.push(TrianglePair { a, b, class: class.ok_or_else(unknown)? });
                        }
                    }
                }
                let found = match (overlaps.is_empty(), distances.is_empty()) {
                    (_, true) => Found::Overlaps(Cow::Owned(overlaps)),
                    (true, false) => Found::Read(distances),
                    (false, false) => return Err(de::Error::custom("a pair has classes and distances")),
                };
                Ok(Listed { found, parts: Parts::Read(parts) })
            }
        }

        deserializer.deserialize_seq(Findings)
    }
}
