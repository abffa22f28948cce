//! A question in all the forms that it can be asked in, and an answer as plain words.

use crate::digest::{self, Digest};
use allide::{Clearance, Engine, Error, Method, Overlaps, QuestionKind, Report, Scene, SelfOverlaps};
use allide_scenes::suite::Bits;
use std::fmt;

/// The questions asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask {
    Overlaps,
    SelfOverlaps,
    /// Of one object, by its place.
    SelfOverlapsOf(usize),
    Clearance(f64),
    AllWithin(f64),
    AnyOverlap,
    AnySelfOverlap,
    AnyWithin(f64),
}

/// Everything about an answer but its cost, bit by bit; or the error's text.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Words(Vec<u64>),
    Any(bool),
    Error(String),
}

impl Ask {
    /// Asks once.
    pub fn of(self, engine: &mut Engine, scene: &Scene, method: Method) -> Answer {
        self.try_of(engine, scene, method).unwrap_or_else(|error| Answer::Error(error.to_string()))
    }

    fn try_of(self, engine: &mut Engine, scene: &Scene, method: Method) -> Result<Answer, Error> {
        let overlaps = Overlaps::new().method(method);
        let folds = SelfOverlaps::of_all().method(method);
        let within = |distance: f64| Ok::<_, Error>(Clearance::within(distance)?.method(method));
        Ok(match self {
            Ask::Overlaps => words(&engine.run(scene, &overlaps)?),
            Ask::SelfOverlaps => words(&engine.run(scene, &folds)?),
            Ask::SelfOverlapsOf(place) => match scene.ids().nth(place) {
                Some(id) => words(&engine.run(scene, &SelfOverlaps::of(id).method(method))?),
                None => Answer::Words(Vec::new()),
            },
            Ask::Clearance(distance) => words(&engine.run(scene, &within(distance)?)?),
            Ask::AllWithin(distance) => words(&engine.run(scene, &within(distance)?.with_triangles())?),
            Ask::AnyOverlap => Answer::Any(engine.any(scene, &overlaps)?.is_some()),
            Ask::AnySelfOverlap => Answer::Any(engine.any(scene, &folds)?.is_some()),
            Ask::AnyWithin(distance) => Answer::Any(engine.any(scene, &within(distance)?)?.is_some()),
        })
    }

    /// Whether a method answers this at all.
    pub fn suits(self, method: Method) -> bool {
        method.answers(match self {
            Ask::Overlaps | Ask::AnyOverlap => QuestionKind::Overlaps,
            Ask::SelfOverlaps | Ask::SelfOverlapsOf(_) | Ask::AnySelfOverlap => QuestionKind::SelfOverlaps,
            Ask::Clearance(_) | Ask::AllWithin(_) | Ask::AnyWithin(_) => QuestionKind::Clearance,
        })
    }

    /// Whether all triangle pairs of the scene may be in the answer.
    pub fn is_long(self) -> bool {
        matches!(self, Ask::AllWithin(_))
    }
}

fn words<F: Bits>(report: &Report<F>) -> Answer {
    let mut words = Vec::new();
    digest::words(report, |word| words.push(word));
    Answer::Words(words)
}

impl Answer {
    /// Adds it to a digest of many.
    pub fn add_to(&self, digest: &mut Digest) {
        match self {
            Answer::Words(words) => words.iter().for_each(|&word| digest.add(word)),
            Answer::Any(any) => digest.add(u64::from(*any)),
            Answer::Error(text) => text.bytes().for_each(|byte| digest.add(u64::from(byte))),
        }
    }

    /// Whether anything was found.
    pub fn is_found(&self) -> bool {
        matches!(self, Answer::Any(true)) || matches!(self, Answer::Words(words) if words.len() > 1)
    }

    /// The first distance in the answer to a clearance question.
    pub fn distance(&self) -> Option<f64> {
        let Answer::Words(words) = self else { return None };
        words.get(4).map(|&bits| f64::from_bits(bits)).filter(|distance| *distance > 0.0 && distance.is_finite())
    }

    /// The first place where two answers differ, for a reader who will replay it.
    pub fn difference(&self, other: &Answer) -> String {
        match (self, other) {
            (Answer::Words(x), Answer::Words(y)) => {
                let place = x.iter().zip(y).position(|(x, y)| x != y).unwrap_or(x.len().min(y.len()));
                let near = |words: &[u64]| {
                    let few = &words[place.saturating_sub(2).min(words.len())..(place + 4).min(words.len())];
                    few.iter()
                        .map(|&word| format!("{word:#x} ({:e})", f64::from_bits(word)))
                        .collect::<Vec<_>>()
                        .join(", ")
                };
                format!("{} words against {}, from {place}: {}\n  against {}", x.len(), y.len(), near(x), near(y))
            }
            _ => format!("{self:?} against {other:?}"),
        }
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ask::Overlaps => write!(out, "overlaps"),
            Ask::SelfOverlaps => write!(out, "self-overlaps"),
            Ask::SelfOverlapsOf(place) => write!(out, "self-overlaps of object {place}"),
            Ask::Clearance(distance) => write!(out, "clearance within {distance:e}"),
            Ask::AllWithin(distance) => write!(out, "all triangles within {distance:e}"),
            Ask::AnyOverlap => write!(out, "any overlap"),
            Ask::AnySelfOverlap => write!(out, "any self-overlap"),
            Ask::AnyWithin(distance) => write!(out, "anything within {distance:e}"),
        }
    }
}
