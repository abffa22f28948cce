//! "Self-intersections with Cullide": figures 6 to 12.

mod bodies;
mod passes;
mod time;

pub(crate) use bodies::{figure_6, figure_7};
pub(crate) use passes::{figure_9, figure_10, figure_11, figure_12};
pub(crate) use time::figure_8;

use crate::bench::{Answer, Ask, Contender, New};
use crate::{Bench, Error};
use allide::Scene;
use allide_scenes::scenes::{deformed_bunny, merged_cows};

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

    fn scene(self, triangles: usize) -> Scene {
        match self {
            Body::Bunny => deformed_bunny(triangles),
            Body::Cows => merged_cows(triangles),
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

/// Prunes a body in views of so many pixels a side.
fn pruned(bench: &mut Bench, scene: &Scene, resolution: u32) -> Result<(Answer, usize), Error> {
    let expected = bench.expected(scene, Ask::Within)?;
    let contender = Contender::new("self-cullide", &format!("self-cullide(resolution={resolution})"))?;
    let answer = bench.time(scene, Ask::Within, &contender, New::Positions, &expected)?;
    Ok((answer, expected.findings().len()))
}
