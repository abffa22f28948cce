//! The scenes and questions that contenders are timed on.

use crate::arrays::{self, Arrays};
use crate::contenders::{Contender, Question};
use crate::models::{self, Model};
use allide::DVec3;
use allide_scenes::scenes;

/// The targets for allide.
#[derive(Clone, Copy, Debug)]
pub enum Aim {
    /// How many times as fast as a peer.
    Faster(Contender, f64),
    /// The limit in milliseconds.
    Within(f64),
}

/// A scene, a question, and what is known about the answer.
pub struct Case {
    pub title: String,
    pub objects: Vec<Arrays>,
    pub question: Question,
    pub aims: Vec<Aim>,
    /// How many findings there must be, where the input never changes.
    pub expected: Option<usize>,
    /// Remarks for the reader.
    pub note: Option<String>,
}

/// How large the scenes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// As the aims have it.
    Full,
    /// A tenth or less, all generated, for trying the bench out.
    Small,
}

impl Size {
    fn of(self, full: usize) -> usize {
        match self {
            Size::Full => full,
            Size::Small => full / 16,
        }
    }
}

/// The cases, by the names that `--only` takes.
pub const NAMES: [&str; 8] =
    ["bunnies", "dragons", "self-dragon", "self-cloth", "thousand", "clearance", "building", "moving"];

/// The case of that name. `blobs-N` and `cloth-N` are overlaps and self-overlaps of about N triangles.
pub fn load(name: &str, size: Size) -> Result<Case, String> {
    let (kind, count) = name.split_once('-').unwrap_or((name, ""));
    match (name, kind, count.parse::<usize>()) {
        ("bunnies", ..) => Ok(two(&bunny(size)?, "bunnies", Some(BUNNY_PAIRS))),
        ("dragons", ..) => Ok(two(&dragon(size)?, "dragons", Some(DRAGON_PAIRS))),
        ("self-dragon", ..) => {
            let model = dragon(size)?;
            let expected = model.real.then_some(DRAGON_FOLDS);
            Ok(Case { expected, note: stand_in(&model), ..alone("dragon", model.shape) })
        }
        ("self-cloth", ..) => Ok(alone("crumpled cloth", models::cloth(size.of(958_000)))),
        ("thousand", ..) => Ok(thousand(size)),
        ("clearance", ..) => Ok(clearance(size)),
        ("building", ..) => Ok(building(size)),
        ("moving", ..) => Ok(moving(&bunny(size)?)),
        (_, "blobs", Ok(count)) => {
            let objects = models::from_scene(&scenes::blobs(count / 2));
            Ok(plain("two blobs", objects, Question::Overlaps))
        }
        (_, "cloth", Ok(count)) => Ok(Case { aims: Vec::new(), ..alone("cloth", models::cloth(count)) }),
        _ => Err(format!("no case {name:?}; there are {}", NAMES.join(", "))),
    }
}

/// Overlapping triangle pairs of the real models as [`two`] places them, and of the dragon with itself: all contenders
/// agree on them.
const BUNNY_PAIRS: usize = 1_262;
const DRAGON_PAIRS: usize = 12_944;
const DRAGON_FOLDS: usize = 205;

fn bunny(size: Size) -> Result<Model, String> {
    if size == Size::Full { models::bunny() } else { Ok(Model { shape: models::blob(size.of(69_451)), real: false }) }
}

fn dragon(size: Size) -> Result<Model, String> {
    if size == Size::Full { models::dragon() } else { Ok(Model { shape: models::blob(size.of(871_414)), real: false }) }
}

fn stand_in(model: &Model) -> Option<String> {
    (!model.real).then(|| "generated blobs of the same size stand in for the models".to_owned())
}

fn plain(title: &str, objects: Vec<Arrays>, question: Question) -> Case {
    Case { title: title.to_owned(), objects, question, aims: Vec::new(), expected: None, note: None }
}

/// A shape and a copy moved along x by half its extent.
fn two(model: &Model, title: &str, expected: Option<usize>) -> Case {
    let offset = DVec3::X * model.shape.bounds().size().x * 0.5;
    let objects = vec![model.shape.clone(), model.shape.moved(offset)];
    Case {
        aims: vec![Aim::Faster(Contender::Parry, 20.0), Aim::Faster(Contender::Obvhs, 8.0)],
        expected: expected.filter(|_| model.real),
        note: stand_in(model),
        ..plain(&format!("two {title}"), objects, Question::Overlaps)
    }
}

fn alone(title: &str, shape: Arrays) -> Case {
    let aims = vec![Aim::Faster(Contender::Parry, 5.0)];
    Case { aims, ..plain(&format!("{title} with itself"), vec![shape], Question::SelfOverlaps) }
}

fn asteroids(size: Size) -> Vec<Arrays> {
    models::from_scene(&scenes::asteroids(1, size.of(1_000), 2_500))
}

fn thousand(size: Size) -> Case {
    let aims = vec![Aim::Faster(Contender::Parry, 10.0)];
    Case { aims, ..plain("a thousand objects", asteroids(size), Question::Overlaps) }
}

/// Object pairs closer than a hundredth of the scene.
fn clearance(size: Size) -> Case {
    let objects = asteroids(size);
    let limit = arrays::bounds(&objects).size().max_element() * 0.01;
    // A fifth of what MeshLib took, its trees included, on two cores.
    let aims = vec![Aim::Within(234.0)];
    Case { aims, ..plain("a thousand objects, clearance", objects, Question::Clearance(limit)) }
}

fn building(size: Size) -> Case {
    let storeys = if size == Size::Full { 5 } else { 1 };
    let objects = models::from_scene(&scenes::building(storeys, [7, 4]));
    let aims = vec![Aim::Faster(Contender::Parry, 3.0)];
    Case { aims, ..plain("a building", objects, Question::Overlaps) }
}

/// The second bunny moves away by a thousandth of its size a frame.
fn moving(model: &Model) -> Case {
    let extent = model.shape.bounds().size().x;
    let places = (0..20).map(|frame| DVec3::X * (extent * (0.5 + 0.001 * f64::from(frame))));
    let objects = vec![model.shape.clone(), model.shape.clone()];
    let question = Question::Moving(places.collect());
    let counted = "the findings are those of all 20 frames, the time is that of one after the first";
    let note = stand_in(model).map_or(counted.to_owned(), |note| format!("{counted}; {note}"));
    let aims = vec![Aim::Faster(Contender::Parry, 2.0)];
    Case { aims, note: Some(note), ..plain("a bunny moving through another", objects, question) }
}
