//! One question about one scene, as plain values: everything that the search for candidates needs.

use crate::confirm::Halt;
use crate::questions::{Asked, QuestionKind};
use crate::world::{WorldObject, WorldPair};
use crate::{Method, Scene};

/// One question about one scene.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ask<'a> {
    pub scene: &'a Scene,
    pub objects: &'a [WorldObject],
    /// All object pairs that are close enough, smaller object first; or each object with itself.
    pub pairs: &'a [WorldPair<'a>],
    pub kind: QuestionKind,
    /// Whether pairs of duplicates are among the object pairs.
    pub duplicates: bool,
    pub method: Method,
    /// Triangle pairs farther apart than this may be skipped.
    pub reach: f64,
    pub halt: Halt<'a>,
}

impl<'a> Ask<'a> {
    pub fn new(
        scene: &'a Scene,
        objects: &'a [WorldObject],
        pairs: &'a [WorldPair<'a>],
        asked: &Asked,
        halt: Halt<'a>,
    ) -> Self {
        let Asked { question: kind, method, distance: reach, duplicates, .. } = *asked;
        Self { scene, objects, pairs, kind, duplicates, method, reach, halt }
    }
}

/// The triangles of an object pair that are likely to be nearest.
pub(crate) type Guess = (u32, u32);
