//! "Self-intersections with Cullide": figures 6 to 12, and what sections 6.1 and 7 compare and propose.

mod bodies;
mod choices;
mod passes;
mod time;

pub(crate) use bodies::{figure_6, figure_7, tell_6, tell_7};
pub(crate) use choices::{sections_6_1_and_7, tell_6_1_and_7};
pub(crate) use passes::{figure_9, figure_10, figure_11, figure_12, tell_9, tell_10, tell_11, tell_12};
pub(crate) use time::{figure_8, tell_8};

use crate::{Answer, Bench, Cell, Contender, Error, New, within};
use allide::{Method, Report, Scene, TrianglePair};

/// Pixels along a side of the paper's views.
const RESOLUTION: u32 = 500;

/// The two bodies of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Body {
    /// With an ear in its head.
    Bunny,
    /// Two, as one object.
    Cows,
}

impl Body {
    const BOTH: [Self; 2] = [Self::Bunny, Self::Cows];

    fn name(self) -> &'static str {
        match self {
            Body::Bunny => "bunny",
            Body::Cows => "cows",
        }
    }

    fn scene(self, bench: &Bench, triangles: usize) -> crate::bodies::Body<Scene> {
        match self {
            Body::Bunny => bench.deformed_bunny(triangles),
            Body::Cows => bench.cows(triangles),
        }
    }

    /// The model, whatever its size, if it is there.
    fn model(self, bench: &Bench) -> Option<Scene> {
        match self {
            Body::Bunny => bench.deformed_model(),
            Body::Cows => bench.cow_models(),
        }
    }

    /// The fewest triangles of the paper.
    fn least(self) -> usize {
        match self {
            Body::Bunny => 5_000,
            Body::Cows => 3_000,
        }
    }
}

/// Triangles of a leaf of the paper's hierarchies, at most. It has leaves of several triangles and does not say of how many; parts
/// of ours are this large.
const LEAF: u32 = 16;
/// Directions of a view in the paper: it says several, and names none.
const DIRECTIONS: u32 = 3;

/// Which method a row is about: triangles of a leaf, and directions.
const MANNER: [&str; 2] = ["triangles of a leaf, at most", "directions"];

fn manner() -> [Cell; 2] {
    [LEAF.into(), DIRECTIONS.into()]
}

/// The method as published: square views of this resolution, once from every direction, one part after the other, down to leaves of
/// several triangles.
fn published(resolution: u32) -> Result<Contender, Error> {
    with("self-cullide", "", resolution)
}

/// The same with other options.
fn with(name: &str, options: &str, resolution: u32) -> Result<Contender, Error> {
    let usual = [format!("leaf={LEAF}"), "directions=axes".into(), "reduction=ordered".into(), "frame=whole".into()];
    let key = |option: &str| option.split('=').next().unwrap_or_default().trim().to_owned();
    let own: Vec<&str> = options.split(',').map(str::trim).filter(|option| !option.is_empty()).collect();
    let usual = usual.iter().filter(|option| own.iter().all(|own| key(own) != key(option))).cloned();
    let all: Vec<String> = own.iter().map(|&own| own.to_owned()).chain(usual).collect();
    Contender::new(name, &format!("self-cullide({}, rounds=once, resolution={resolution})", all.join(", ")))
}

/// Prunes a body as published. The right answer comes along.
fn pruned(
    bench: &mut Bench,
    scene: &Scene,
    resolution: u32,
) -> Result<(Answer<TrianglePair>, Report<TrianglePair>), Error> {
    let expected = bench.expected(scene, &within(Method::Divide))?;
    let answer = bench.time(scene, within, &published(resolution)?, New::Positions, &expected)?;
    Ok((answer, expected))
}

/// How many findings are there, where triangles that a view can hardly show are kept: the remedy of section 7.
fn remedied(
    bench: &mut Bench,
    scene: &Scene,
    resolution: u32,
    expected: &Report<TrianglePair>,
) -> Result<usize, Error> {
    let contender = with("self-cullide, remedied", "small=kept", resolution)?;
    Ok(expected.findings().len() - bench.answer(scene, within, &contender, expected)?.missed)
}
