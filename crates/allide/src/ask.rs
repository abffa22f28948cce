//! One question about one scene, in plain values: all that those who look for candidates need to know.

use crate::confirm::Halt;
use crate::questions::{Asked, QuestionKind};
use crate::world::{WorldObject, WorldPair};
use crate::{Method, Scene};

/// What is asked of a scene.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ask<'a> {
    pub scene: &'a Scene,
    pub objects: &'a [WorldObject],
    /// All object pairs that are near enough, smaller object first; or each object with itself.
    pub pairs: &'a [WorldPair<'a>],
    pub kind: QuestionKind,
    pub method: Method,
    /// Triangles farther apart than this need not be found.
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
        let Asked { question: kind, method, distance: reach, .. } = *asked;
        Self { scene, objects, pairs, kind, method, reach, halt }
    }
}

/// Triangles of an object pair that are likely to be the nearest.
pub(crate) type Guess = (u32, u32);
