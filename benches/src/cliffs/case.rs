//! A scene on which some method is much slower than another, and the question asked.

use crate::digest::Digest;
use allide::{Clearance, DVec3, Engine, Error, Method, Nearest, Overlaps, Pose, Scene, SelfOverlaps, Solids};
use std::time::{Duration, Instant};

/// How large scenes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Triangles or objects are divided by this, and the sides of squares by its root.
    divisor: usize,
}

impl Scale {
    pub const FULL: Self = Self { divisor: 1 };
    pub const QUICK: Self = Self { divisor: 64 };
    #[cfg(test)]
    pub const TEST: Self = Self { divisor: 400 };

    /// A number of triangles or objects.
    pub fn of(self, full: usize) -> usize {
        (full / self.divisor).max(full.min(3))
    }

    /// A number of squares on a side.
    pub fn side(self, full: usize) -> usize {
        (full / self.divisor.isqrt()).max(full.min(3))
    }

    /// Of a sphere divided so often: once less for a quarter of the triangles.
    pub fn level(self, full: u32) -> u32 {
        full.saturating_sub(self.divisor.ilog2() / 2).max(1)
    }
}

/// The question asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask {
    Overlaps,
    SelfOverlaps,
    /// The nearest points of object pairs closer than this.
    Clearance(f64),
    /// All triangle pairs closer than this.
    AllWithin(f64),
    /// How solids lie to each other.
    Solids,
    /// The same, and what they share.
    Measured,
    /// How far all objects are from all others.
    Nearest,
}

/// The change of the scene between two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    Still,
    /// The last object gets another pose.
    Moves,
    /// The first object gets other positions.
    Deforms,
}

/// One row of the record.
pub struct Cliff {
    /// `group/detail`: `--only` takes any beginning of it.
    pub name: String,
    pub ask: Ask,
    pub motion: Motion,
    /// Another scene with as much to find, and how many times as long as that one this may take.
    pub like: Option<(&'static str, f64)>,
    make: Box<dyn Fn(Scale) -> Scene>,
}

/// One timed run.
pub struct Run {
    pub time: Duration,
    pub digest: Digest,
    pub findings: usize,
    /// The method that the report names: what `auto` chose.
    pub chosen: String,
}

impl Cliff {
    pub fn new(name: impl Into<String>, ask: Ask, make: impl Fn(Scale) -> Scene + 'static) -> Self {
        Self { name: name.into(), ask, motion: Motion::Still, like: None, make: Box::new(make) }
    }

    pub fn overlaps(name: impl Into<String>, make: impl Fn(Scale) -> Scene + 'static) -> Self {
        Self::new(name, Ask::Overlaps, make)
    }

    pub fn folds(name: impl Into<String>, make: impl Fn(Scale) -> Scene + 'static) -> Self {
        Self::new(name, Ask::SelfOverlaps, make)
    }

    pub fn clearance(name: impl Into<String>, distance: f64, make: impl Fn(Scale) -> Scene + 'static) -> Self {
        Self::new(name, Ask::Clearance(distance), make)
    }

    pub fn with(self, motion: Motion) -> Self {
        Self { motion, ..self }
    }

    /// `auto` may take at most this many times as long as on another scene. Where all methods share a weakness, comparing
    /// them with each other shows nothing.
    pub fn like(self, other: &'static str, factor: f64) -> Self {
        Self { like: Some((other, factor)), ..self }
    }

    pub fn scene(&self, size: Scale) -> Scene {
        (self.make)(size)
    }

    /// Changes the scene for a run, always in the same way for the same number, given how it was at first.
    pub fn before(&self, run: usize, scene: &mut Scene, original: &Scene) -> Result<(), Error> {
        let step = 1.0e-4 * run as f64;
        match self.motion {
            Motion::Still => {}
            Motion::Moves => {
                if let Some((last, object)) = original.ids().zip(original.objects()).last() {
                    let turn = Pose::rotation_translation([1.0, 2.0, 3.0], step, [step, 0.0, -step])?;
                    scene.set_pose(last, turn.after(object.pose())?);
                }
            }
            Motion::Deforms => {
                if let Some((first, object)) = original.ids().zip(original.objects()).next() {
                    let bent = |point: &DVec3| [point.x + step * point.y, point.y, point.z - step * point.x];
                    scene.set_positions(first, object.mesh().positions().iter().map(bent).collect())?;
                }
            }
        }
        Ok(())
    }

    /// Asks once. Neither the digest nor freeing the answer is on the clock.
    pub fn run(&self, engine: &mut Engine, scene: &Scene, method: Method) -> Result<Run, Error> {
        macro_rules! timed {
            ($question:expr) => {{
                let question = $question;
                let start = Instant::now();
                let report = engine.run(scene, &question)?;
                let time = start.elapsed();
                let findings = report.findings().len().max(report.pairs.len());
                Ok(Run { time, digest: Digest::of(&report), findings, chosen: chosen(&report.run) })
            }};
        }
        match self.ask {
            Ask::Overlaps => timed!(Overlaps::new().with_duplicates().method(method)),
            Ask::SelfOverlaps => timed!(SelfOverlaps::of_all().method(method)),
            Ask::Clearance(distance) => timed!(Clearance::within(distance)?.method(method)),
            Ask::Solids => timed!(Solids::new().method(method)),
            Ask::Measured => timed!(Solids::new().measured().method(method)),
            Ask::Nearest => timed!(Nearest::new().method(method)),
            Ask::AllWithin(distance) => timed!(Clearance::within(distance)?.with_triangles().method(method)),
        }
    }

    /// Whether comparing everything with everything ends in reasonable time and memory.
    pub fn suits_brute_force(&self, scene: &Scene) -> bool {
        const MOST_OBJECTS: usize = 3_000;
        const MOST_PAIRS: f64 = if cfg!(test) { 1.0e6 } else { 2.0e9 };
        let counts = || scene.objects().iter().map(|object| object.mesh().triangles().len() as f64);
        let (sum, squares) = (counts().sum::<f64>(), counts().map(|count| count * count).sum::<f64>());
        let pairs = if self.ask == Ask::SelfOverlaps { squares } else { sum * sum - squares };
        scene.objects().len() <= MOST_OBJECTS && 0.5 * pairs <= MOST_PAIRS
    }
}

impl std::fmt::Display for Ask {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Ask::Overlaps => write!(out, "overlaps"),
            Ask::SelfOverlaps => write!(out, "self-overlaps"),
            Ask::Solids => write!(out, "solids"),
            Ask::Measured => write!(out, "solids, measured"),
            Ask::Nearest => write!(out, "all distances"),
            Ask::Clearance(distance) if (1.0e-4..1.0e4).contains(&distance) => write!(out, "clearance {distance}"),
            Ask::Clearance(distance) => write!(out, "clearance {distance:e}"),
            Ask::AllWithin(distance) => write!(out, "triangles within {distance}"),
        }
    }
}

/// The methods that were used, in one word.
fn chosen(run: &allide::Run) -> String {
    run.methods.iter().map(|method| method.name()).collect::<Vec<_>>().join("+")
}
