//! One pair of objects, what is right about it, and what the engine says.

use crate::build::Built;
use crate::place::Place;
use crate::recipe::Recipe;
use allide::{Engine, ObjectId, PairClass, Report, Scene, Solids, TrianglePair};
use allide_oracle::around::surrounds;
use allide_oracle::grid::{class, is_open_question};
use allide_oracle::solids::SolidClass;
use allide_scenes::Random;

/// A pair of objects in their place.
#[derive(Clone, Debug)]
pub struct Case {
    pub pair: [Recipe; 2],
    pub place: Place,
    /// How triangles are cut and numbered.
    pub seed: u64,
    pub is_swapped: bool,
    pub by_pose: bool,
}

/// What the engine says about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Found {
    Class(PairClass, Option<usize>),
    Nothing,
    /// Both are in one of [`Report::sets`].
    Set,
}

/// The right answer, and the answers that are allowed instead.
#[derive(Clone, Debug)]
pub struct Right {
    pub class: SolidClass,
    /// The other class that the definitions leave room for.
    or: Option<SolidClass>,
    /// The same triangles in the same place.
    is_set: bool,
    /// Whether the pair is undecided because this object would lie inside the other: `None` if that is not clear.
    undecided: [Option<bool>; 2],
}

impl Case {
    /// How both objects are built, in the order in which they are asked about.
    pub fn built(&self) -> [Built; 2] {
        let mut random = Random::new(self.seed);
        let mut built = [0, 1].map(|k| Built::new(&self.pair[k].surface(), &mut random));
        if self.is_swapped {
            built.reverse();
        }
        built
    }

    pub fn scene(&self) -> (Scene, [ObjectId; 2]) {
        let mut scene = Scene::new();
        let mut random = Random::new(!self.seed);
        let ids = self.built().map(|built| {
            let (mesh, pose) = built.placed(&self.place, self.by_pose && random.once_in(2));
            scene.add("object", &mesh, pose)
        });
        (scene, ids)
    }

    /// The right answers, in the order in which the objects are asked about.
    pub fn right(&self) -> Right {
        let mut surfaces = [0, 1].map(|k| self.pair[k].surface());
        if self.is_swapped {
            surfaces.reverse();
        }
        let [a, b] = &surfaces;
        let or = is_open_question(a, b).then_some(SolidClass::Hard);
        let is_closed = surfaces.each_ref().map(|surface| surface.is_closed());
        Right::new((class(a, b), or), is_closed, &self.built(), &self.place)
    }

    /// What the engine says.
    pub fn ask(&self, engine: &mut Engine, question: &Solids) -> Found {
        let (scene, ids) = self.scene();
        found(&engine.run(&scene, question).expect("an answer"), ids)
    }
}

/// What a report says about two objects.
pub fn found(report: &Report<TrianglePair>, ids: [ObjectId; 2]) -> Found {
    if report.sets.iter().any(|set| ids.iter().all(|id| set.objects.contains(id))) {
        return Found::Set;
    }
    let Some(pair) = report.pairs.iter().find(|pair| [pair.a, pair.b] == ids) else { return Found::Nothing };
    Found::Class(pair.class, pair.inside.map(|id| usize::from(id == ids[1])))
}

impl Right {
    /// Given the class, and the other one that there may be room for; which objects are closed, and how they are built.
    pub fn new(
        (class, or): (SolidClass, Option<SolidClass>),
        is_closed: [bool; 2],
        built: &[Built; 2],
        place: &Place,
    ) -> Self {
        let is_set = !built[0].triangles.is_empty() && built[0].as_sets() == built[1].as_sets();
        let may_be_undecided = matches!(class, SolidClass::Clear | SolidClass::Touch);
        let undecided = [0, 1].map(|inner| {
            if !may_be_undecided || is_closed[1 - inner] {
                return Some(false);
            }
            let [inner, around] = [inner, 1 - inner].map(|k| built[k].in_world(&place.of_ordinary_size()));
            surrounds(&around, &inner)
        });
        Self { class, or, is_set, undecided }
    }
    /// Whether the engine may say this.
    pub fn allows(&self, found: Found) -> bool {
        // The same triangles make the same solid, unless they face otherwise.
        if self.is_set && found == Found::Set {
            return true;
        }
        if self.is_set && !matches!(self.class, SolidClass::FirstInside | SolidClass::SecondInside | SolidClass::Hard) {
            return false;
        }
        if let Found::Class(PairClass::Undecided, Some(inside)) = found {
            return self.undecided[inside] != Some(false);
        }
        let is_undecided = self.undecided.contains(&Some(true));
        let of = |class: SolidClass| match class {
            SolidClass::Clear => Found::Nothing,
            SolidClass::Touch => Found::Class(PairClass::Touch, None),
            SolidClass::Hard => Found::Class(PairClass::Hard, None),
            SolidClass::FirstInside => Found::Class(PairClass::Contained, Some(0)),
            SolidClass::SecondInside => Found::Class(PairClass::Contained, Some(1)),
            SolidClass::Duplicate => Found::Class(PairClass::Duplicate, None),
        };
        !is_undecided && (found == of(self.class) || self.or.map(of) == Some(found))
    }

    /// What it is called in a list of differences.
    pub fn name(&self) -> String {
        let undecided = if self.undecided.contains(&Some(true)) { "undecided, not " } else { "" };
        let set = if self.is_set { " (same triangles)" } else { "" };
        format!("{undecided}{:?}{set}", self.class)
    }
}
